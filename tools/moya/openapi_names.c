#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_NAMES = 4096 };

bool openapi_is_text(openapi *it, moya_json value) {
  schema found = openapi_schema(it, value, 0);
  return found.kind && strcmp(found.kind, "string") == 0 && !found.compound;
}

static bool has_names(openapi *it, moya_json value) {
  return moya_json_exists(moya_json_member(openapi_schema(it, value, 0).value, "enum")) && openapi_is_text(it, value);
}

void openapi_note_names(openapi *it, const char *type, const properties *members) {
  text said = {0};
  for (size_t i = 0; i < members->count; i++) {
    if (has_names(it, members->list[i].value)) text_print(&said, "%s'%s'", said.data ? ", " : "", members->list[i].name);
  }
  if (said.data) openapi_note(it, "in the type %s an enumeration is a text: %s", type, said.data);
}

const char *openapi_names_type(openapi *it, const schema *found, const char *hint) {
  moya_json names = moya_json_member(found->value, "enum");
  if (!moya_json_exists(names) || moya_json_count(names) > MOST_NAMES) return NULL;
  if (found->reference && found->reference->type) return found->reference->type;
  text out = {0};
  size_t count = 0;
  for (moya_json one = json_elements(names); moya_json_exists(one); one = moya_json_next(one)) {
    moya_str known;
    if (moya_json_kind(one) == MOYA_JSON_NULL) continue;
    if (moya_json_string(one, &known) != MOYA_OK) return NULL;
    bool again = false;
    for (moya_json before = json_elements(names); !again && before.token != one.token; before = moya_json_next(before)) {
      again = json_is(before, known.data);
    }
    if (again) continue;
    text_put(&out, count++ ? "," : "");
    text_json(&out, known.data, known.len);
  }
  if (count == 0) return NULL;
  if (found->reference && strrchr(found->reference->text, '/')) hint = strrchr(found->reference->text, '/') + 1;
  const char *name = names_claim(&it->type_names, name_of_text(hint, 96), NULL);
  if (found->reference) found->reference->type = name;
  text_print(&it->types, "%s\"%s\":{\"names\":[%s]}", it->types.length ? ",\n    " : "", name, out.data);
  return name;
}
