#include "arguments.h"
#include <errno.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "text.h"
#include "tool.h"

/* Returns the type of a parameter, without the question mark, from a signature like "(str name, i64? page) -> [repo]".
 * Returns NULL if there is no such parameter. */
static const char *type_of(const char *signature, const char *name) {
  const char *at = signature + 1, *end = strchr(signature, ')');
  while (end && at < end) {
    const char *space = memchr(at, ' ', (size_t)(end - at));
    if (!space) return NULL;
    size_t length = strcspn(space + 1, ",)");
    if (strlen(name) == length && strncmp(space + 1, name, length) == 0) {
      size_t size = (size_t)(space - at);
      return memory_copy(at, space[-1] == '?' ? size - 1 : size);
    }
    at = space + 1 + length + 2;
  }
  return NULL;
}

static bool is_number(const char *type) { return text_is_one_of(type, "i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 boolean"); }
/* Returns true if the value must be passed as JSON, for example 36 in age=36. If the value must be a number and is not
 * valid JSON, it is passed as a text, so that the library reports the error. */
static bool is_json(const item *one, const char *type) {
  return one->kind == ITEM_JSON || (is_number(type) && json_sound(one->value, one->length));
}

static int from_file(moya_argument *it, const char *type, const item *one) {
  if (strcmp(type, "file") == 0) {
    *it = (moya_argument)MOYA_ARG_STR(one->key, one->value);
    return EXIT_DONE;
  }
  if (strcmp(type, "bytes") != 0) {
    return complain(EXIT_USAGE, "'%s' is no file: %s=@%s gives its text", one->key, one->key, one->value);
  }
  size_t length;
  const char *bytes = memory_file(one->value, &length);
  if (!bytes) return complain(EXIT_FAILED, "%s: %s", one->value, strerror(errno));
  *it = (moya_argument)MOYA_ARG_BYTES(one->key, bytes, length);
  return EXIT_DONE;
}

static bool is_element(const item *one, const char *name) {
  return (one->kind == ITEM_TEXT || one->kind == ITEM_JSON || one->kind == ITEM_FILE) && strcmp(one->key, name) == 0;
}

/* Makes a list of files, or a list of the bytes of files, from all items with the same name: photo@a.jpg
 * photo@b.jpg. */
static int files_of(moya_argument *it, const char *element, const items *items, size_t first) {
  const char *name = items->list[first].key;
  bool bytes = strcmp(element, "bytes") == 0;
  const char **paths = memory_get(items->count * sizeof *paths);
  moya_str *contents = memory_get(items->count * sizeof *contents);
  size_t count = 0;
  for (size_t i = first; i < items->count; i++) {
    const item *one = &items->list[i];
    if (!is_element(one, name)) continue;
    if (one->kind != ITEM_FILE) return complain(EXIT_USAGE, "'%s' is a list of files: %s@file", name, name);
    paths[count] = one->value;
    if (bytes && !(contents[count].data = memory_file(one->value, &contents[count].len))) {
      return complain(EXIT_FAILED, "%s: %s", one->value, strerror(errno));
    }
    count++;
  }
  *it = (moya_argument){name, bytes ? MOYA_KIND_BYTES : MOYA_KIND_STR, MOYA_ARGUMENT_ARRAY, 0, 0,
                        bytes ? (const void *)contents : (const void *)paths, count, NULL, 0};
  return EXIT_DONE;
}

/* Makes a list from all items with the same name: tag=a tag=b. */
static int list_of(moya_argument *it, const char *type, const items *items, size_t first) {
  const item *one = &items->list[first];
  const char *element = memory_copy(type + 1, strlen(type) - 2);
  if (text_is_one_of(element, "file bytes")) return files_of(it, element, items, first);
  text json = {0};
  if (one->kind == ITEM_JSON && one->value[strspn(one->value, " \t\r\n")] == '[') {
    for (size_t i = first + 1; i < items->count; i++) {
      if (items->list[i].kind > ITEM_JSON || strcmp(items->list[i].key, one->key) != 0) continue;
      return complain(EXIT_USAGE, "'%s' is given as a whole list, and once more", one->key);
    }
    text_add(&json, one->value, one->length);
  } else {
    const char *comma = "[";
    for (size_t i = first; i < items->count; i++) {
      if (!is_element(&items->list[i], one->key)) continue;
      const item *each = &items->list[i];
      if (each->kind == ITEM_FILE) return complain(EXIT_USAGE, "'%s' has an element that is a file, and is no list of files", one->key);
      text_put(&json, comma);
      comma = ",";
      if (is_json(each, element)) text_add(&json, each->value, each->length);
      else if (is_number(element)) return complain(EXIT_USAGE, "'%s' has an element that is no %s", one->key, element);
      else text_json(&json, each->value, each->length);
    }
    text_put(&json, "]");
  }
  *it = (moya_argument)MOYA_ARG_RAW(one->key, json.data, json.length);
  return EXIT_DONE;
}

static int argument_of(moya_argument *it, const char *signature, const items *items, size_t index) {
  const item *one = &items->list[index];
  const char *type = type_of(signature, one->key);
  if (!type) type = "str"; /* the library reports that there is no such parameter */
  if (type[0] == '[') return list_of(it, type, items, index);
  if (one->kind == ITEM_FILE) return from_file(it, type, one);
  if (is_json(one, type)) {
    *it = (moya_argument)MOYA_ARG_RAW(one->key, one->value, one->length);
  } else if (strcmp(type, "raw") == 0) {
    text json = {0};
    text_json(&json, one->value, one->length);
    *it = (moya_argument)MOYA_ARG_RAW(one->key, json.data, json.length);
  } else if (strcmp(type, "bytes") == 0) {
    *it = (moya_argument)MOYA_ARG_BYTES(one->key, one->value, one->length);
  } else {
    *it = (moya_argument)MOYA_ARG_STR(one->key, one->value);
  }
  return EXIT_DONE;
}

int arguments_of(arguments *it, const char *signature, const items *items) {
  it->list = memory_get(items->count * sizeof *it->list + 1);
  it->count = 0;
  for (size_t i = 0; i < items->count; i++) {
    const item *one = &items->list[i];
    if (one->kind == ITEM_HEADER) continue;
    if (one->kind == ITEM_QUERY || one->kind == ITEM_BODY) {
      return complain(EXIT_USAGE, "item %zu is no argument, which is name=value, name:=json or name@file", i + 1);
    }
    const char *type = type_of(signature, one->key);
    bool again = false;
    for (size_t before = 0; before < it->count; before++) again |= strcmp(it->list[before].name, one->key) == 0;
    if (again && type && type[0] == '[') continue;
    int status = argument_of(&it->list[it->count++], signature, items, i);
    if (status != EXIT_DONE) return status;
  }
  return EXIT_DONE;
}
