#include "fields.h"

bool next_field(fields all, slice name, size_t *next, slice *value) {
  for (; *next < all.count; (*next)++) {
    if (!is_same_word(all.at[*next].name, name)) continue;
    *value = all.at[(*next)++].value;
    return true;
  }
  return false;
}

slice first_value(fields all, slice name) {
  size_t next = 0;
  slice value;
  return next_field(all, name, &next, &value) ? value : (slice){NULL, 0};
}

bool has_field(fields all, slice name) { return first_value(all, name).at != NULL; }

bool next_listed(fields all, slice name, list_reader *reader, slice *element) {
  while (!next_element(&reader->rest, element)) {
    if (!next_field(all, name, &reader->next, &reader->rest)) return false;
  }
  return true;
}
