#include "vary.h"

#include "control.h"

static bool has_no_case(slice name) {
  return is_same_word(name, SLICE("Accept-Language")) || is_same_word(name, SLICE("Accept-Encoding")) ||
         is_same_word(name, SLICE("Accept-Charset"));
}

bool comparable(fields request, slice name, char *room, size_t size, slice *value) {
  list_reader reader = {0};
  slice element;
  size_t len = 0;
  bool folds = has_no_case(name);
  *value = (slice){has_field(request, name) ? room : NULL, 0};
  while (next_listed(request, name, &reader, &element)) {
    if (element.len + 1 > size - len) return false;
    if (len > 0) room[len++] = ',';
    for (size_t i = 0; i < element.len; i++) room[len++] = folds ? lower(element.at[i]) : element.at[i];
  }
  value->len = len;
  return true;
}

static bool select_field(slice name, fields request, selection *out, size_t *used) {
  if (out->count == MOST_SELECTING) return false;
  field *it = &out->at[out->count++];
  it->name = name;
  if (!comparable(request, name, out->room + *used, sizeof out->room - *used, &it->value)) return false;
  *used += it->value.len;
  return true;
}

bool select_fields(fields response, fields request, selection *out) {
  list_reader reader = {0};
  slice name;
  size_t used = 0;
  out->count = 0;
  while (next_listed(response, SLICE("Vary"), &reader, &name)) {
    if (is_equal(name, SLICE("*")) || is_same_word(name, SLICE("Cookie"))) return false;
    if (!select_field(name, request, out, &used)) return false;
  }
  /* A private response is for one user, and a cookie of the target can name the user. */
  return !(control_of(response).flags & IS_PRIVATE) || select_field(SLICE("Cookie"), request, out, &used);
}

bool is_selected(fields selecting, fields request) {
  char room[MOST_SELECTING_BYTES];
  slice value;
  for (size_t i = 0; i < selecting.count; i++) {
    const field *it = &selecting.at[i];
    if (!comparable(request, it->name, room, sizeof room, &value)) return false;
    if ((value.at == NULL) != (it->value.at == NULL) || !is_equal(value, it->value)) return false;
  }
  return true;
}
