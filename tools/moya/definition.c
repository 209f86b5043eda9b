#include "definition.h"
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "tool.h"

int definition_read(definition *it, const char *path) {
  size_t length;
  const char *text = memory_file(path, &length);
  memset(it, 0, sizeof *it);
  return text ? definition_parse(it, path, text, length) : complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
}

/* Lists the types of the definition. If a name occurs twice, the first type counts, as in moya_json_member. */
static void read_types(definition *it) {
  uintptr_t place = 0;
  it->type_list = memory_get(moya_json_count(it->types) * sizeof *it->type_list + 1);
  for (moya_json one = json_members(it->types); moya_json_exists(one); one = moya_json_next(one)) {
    it->type_list[place++] = one;
    if (!map_has(&it->type_places, json_key(one))) map_put(&it->type_places, json_key(one), (void *)place);
  }
}

int definition_parse(definition *it, const char *path, const char *text, size_t length) {
  moya_provider *provider = NULL;
  moya_api *api = NULL;
  moya_error *error = NULL;
  memset(it, 0, sizeof *it);
  it->path = path;
  moya_status status = moya_provider_create(NULL, &provider, &error);
  if (status == MOYA_OK) status = moya_api_parse(provider, text, length, &api, &error);
  moya_api_release(api);
  moya_provider_destroy(provider);
  if (status == MOYA_OK) status = moya_json_parse(text, length, &it->document, &error);
  if (status != MOYA_OK) {
    int result = complain(exit_of_status(status), "%s: %s", path, moya_error_message(error).data);
    moya_error_release(error);
    return result;
  }
  it->root = moya_json_root(it->document);
  it->types = moya_json_member(it->root, "types");
  it->endpoints = moya_json_member(it->root, "endpoints");
  it->name = json_text(moya_json_member(it->root, "name"));
  read_types(it);
  return EXIT_DONE;
}

void definition_close(definition *it) { moya_json_document_release(it->document); }

type_text type_of_text(const char *type) {
  type_text it = {0};
  size_t length = strlen(type);
  if (length > 0 && type[length - 1] == '?') it.optional = true, length--;
  while (length > 1 && (*type == '[' || *type == '{')) {
    if (*type == '[') it.lists++;
    else it.maps++;
    type++, length -= 2;
  }
  it.word = memory_copy(type, length);
  return it;
}

ptrdiff_t definition_type_index(const definition *it, const char *word) { return (ptrdiff_t)(uintptr_t)map_get(&it->type_places, word) - 1; }

moya_json definition_type(const definition *it, const char *word) {
  const ptrdiff_t index = definition_type_index(it, word);
  return index >= 0 ? it->type_list[index] : (moya_json){0};
}

const char *definition_type_text(moya_json value) {
  const char *text = json_text(value);
  if (!text) text = json_text(moya_json_member(value, "type"));
  if (!text) return "raw";
  bool nullable = json_true(moya_json_member(value, "nullable"));
  return nullable && text[strlen(text) - 1] != '?' ? memory_join(text, "?", NULL) : text;
}

const char *definition_place(moya_json parameter) { return json_text(moya_json_member(parameter, "in")); }

bool definition_is_in(moya_json parameter, const char *body) {
  if (definition_place(parameter)) return true;
  moya_json place = json_elements(moya_json_member(parameter, "in"));
  for (; moya_json_exists(place); place = moya_json_next(place)) {
    if (json_is(place, body)) return true;
  }
  return false;
}

void definition_bodies(moya_json endpoint, const char *bodies[MOST_BODIES + 1]) {
  size_t count = 0;
  moya_json one = json_elements(moya_json_member(endpoint, "parameters"));
  for (; moya_json_exists(one); one = moya_json_next(one)) {
    moya_json place = json_elements(moya_json_member(one, "in"));
    for (; moya_json_exists(place); place = moya_json_next(place)) {
      size_t known = 0;
      while (known < count && !json_is(place, bodies[known])) known++;
      if (known == count && count < MOST_BODIES) bodies[count++] = json_text(place);
    }
  }
  bodies[count] = NULL;
}

bool definition_may_be_left_out(moya_json endpoint, moya_json parameter) {
  const char *text = json_text(moya_json_member(parameter, "type")), *bodies[MOST_BODIES + 1];
  if ((text && type_of_text(text).optional) || moya_json_exists(moya_json_member(parameter, "default"))) return true;
  definition_bodies(endpoint, bodies);
  for (size_t i = 0; bodies[i]; i++) {
    if (!definition_is_in(parameter, bodies[i])) return true;
  }
  return false;
}

const char *definition_words(moya_json value) {
  const char *words = json_text(moya_json_member(value, "description"));
  return words ? memory_copy(words, strcspn(words, "\r\n")) : "";
}
