#include <stdio.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_NAMES = 4096, MOST_BYTES = 4096 };

bool openapi_is_text(openapi *it, moya_json value) {
  schema found = openapi_schema(it, value, 0);
  return found.kind && strcmp(found.kind, "string") == 0 && !found.compound;
}

bool openapi_has_names(openapi *it, moya_json value) {
  return moya_json_exists(moya_json_member(openapi_schema(it, value, 0).value, "enum")) && openapi_is_text(it, value);
}

const char *openapi_names_type(openapi *it, const schema *found, const char *hint) {
  moya_json names = moya_json_member(found->value, "enum");
  if (!moya_json_exists(names) || moya_json_count(names) > MOST_NAMES) return NULL;
  char place[64];
  snprintf(place, sizeof place, "%p %zu", found->value.document, found->value.token);
  if (map_has(&it->names_by_place, place)) return map_get(&it->names_by_place, place);
  map_put(&it->names_by_place, memory_copy(place, strlen(place)), NULL); /* until its type is known */
  text out = {0};
  map seen = {0};
  for (moya_json one = json_elements(names); moya_json_exists(one); one = moya_json_next(one)) {
    moya_str known;
    if (moya_json_kind(one) == MOYA_JSON_NULL) continue;
    if (moya_json_string(one, &known) != MOYA_OK) return NULL;
    if (map_has(&seen, known.data)) continue;
    if (known.len > MOST_BYTES || strlen(known.data) != known.len) return NULL;
    text_put(&out, seen.count ? "," : "");
    text_json(&out, known.data, known.len);
    map_put(&seen, known.data, NULL);
  }
  if (seen.count == 0) return NULL;
  if (found->reference) hint = found->reference->name;
  /* If a call can choose between bodies, several bodies may write out the same enumeration. Enumerations with the same
   * proposed name (`hint`) and the same values get one type. */
  const char *same = memory_join(hint, " ", out.data, NULL);
  char *before = map_get(&it->names_by_place, same);
  if (before) {
    map_put(&it->names_by_place, memory_copy(place, strlen(place)), before);
    return before;
  }
  char *name = memory_join(names_claim(&it->type_names, name_of_text(hint, 96), NULL), NULL);
  map_put(&it->names_by_place, memory_copy(place, strlen(place)), name);
  map_put(&it->names_by_place, same, name);
  text_print(&it->types, "%s\"%s\":{\"names\":[%s]}", it->types.length ? ",\n    " : "", name, out.data);
  return name;
}
