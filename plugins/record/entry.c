#define _POSIX_C_SOURCE 200809L
#include "../common/slice.h"
#include "entry.h"

#include <stdlib.h>

static bool add_value(bytes *it, moya_str value) {
  if (is_utf8(value.data, value.len)) return bytes_add(it, value.data, value.len);
  for (size_t i = 0; i < value.len; i++) {
    unsigned char byte = (unsigned char)value.data[i];
    char two[] = {(char)(0xC0 | byte >> 6), (char)(0x80 | (byte & 0x3F))};
    if (!(byte < 0x80 ? bytes_add(it, &value.data[i], 1) : bytes_add(it, two, 2))) return false;
  }
  return true;
}

bool fields_add(fields *list, moya_str name, moya_str value) {
  if (list->count % 16 == 0) {
    field *longer = realloc(list->list, (list->count + 16) * sizeof *longer);
    if (!longer) return false;
    list->list = longer;
  }
  field made = {0};
  if (!bytes_add(&made.name, name.data, name.len) || !add_value(&made.value, value)) {
    bytes_free(&made.name);
    bytes_free(&made.value);
    return false;
  }
  list->list[list->count++] = made;
  return true;
}

void fields_free(fields *list) {
  for (size_t i = 0; i < list->count; i++) {
    bytes_free(&list->list[i].name);
    bytes_free(&list->list[i].value);
  }
  free(list->list);
  *list = (fields){0};
}

int fields_join(const fields *list, const char *name, bytes *value) {
  int found = 0;
  for (size_t i = 0; i < list->count; i++) {
    const field *each = &list->list[i];
    if (!is_same_name(bytes_text(&each->name), name)) continue;
    if (found == 1 && !bytes_add_text(value, ", ")) return -1;
    if (!bytes_add(value, each->value.data, each->value.len)) return -1;
    found = 1;
  }
  return found;
}

const char *fields_first(const fields *list, const char *name) {
  for (size_t i = 0; i < list->count; i++) {
    if (is_same_name(bytes_text(&list->list[i].name), name)) return bytes_text(&list->list[i].value);
  }
  return "";
}

void entry_clear(entry *it) {
  bytes_free(&it->target);
  bytes_free(&it->method);
  bytes_free(&it->url);
  bytes_free(&it->password);
  fields_free(&it->request_fields);
  fields_free(&it->prepared_fields);
  bytes_free(&it->request_body);
  bytes_free(&it->message);
  fields_free(&it->response_fields);
  bytes_free(&it->response_body);
  bytes_free(&it->response_url);
  bytes_free(&it->address);
}

void entry_free(entry *it) {
  if (it) entry_clear(it);
  free(it);
}
