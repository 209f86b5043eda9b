#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

/* MOST_BYTES is the maximum size of one sample. MOST_OF_ALL is the maximum size of all samples. MOST_DEPTH is the
 * maximum nesting of members in a sample that is made from the examples of members. MOST_LEVELS is the maximum nesting
 * of any sample, because a definition has at most 64 levels. */
enum { MOST_BYTES = 32 * 1024, MOST_OF_ALL = 3 * 1024 * 1024, MOST_DEPTH = 12, MOST_LEVELS = 56 };

static bool add_example(openapi *it, text *out, moya_json value, int depth);

static bool add(text *out, moya_json value) {
  if (!moya_json_exists(value)) return false;
  json_compact(out, value);
  return out->length <= MOST_BYTES;
}

/* Writes an object from the examples of its members. If a required member has no example, returns false. */
static bool add_members(openapi *it, text *out, const schema *found, int depth) {
  properties members = {0};
  openapi_properties(it, found->value, &members);
  bool any = false;
  text_put(out, "{");
  for (size_t i = 0; i < members.count; i++) {
    const property *one = &members.list[i];
    size_t before = out->length;
    text_put(out, any ? "," : "");
    text_json(out, one->name, strlen(one->name));
    text_put(out, ":");
    if (add_example(it, out, one->value, depth + 1)) {
      any = true;
      continue;
    }
    if (one->required || out->length > MOST_BYTES) return false;
    out->data[out->length = before] = 0;
  }
  text_put(out, "}");
  return any;
}

/* Writes the examples of the parts of a schema that is an array or an object. If no part has an example, returns false.
 * If schemas contain each other, many paths lead to the same schema. So a schema in which no example was found is
 * searched again only at a smaller depth, where more of its parts are within MOST_DEPTH. */
static bool add_parts(openapi *it, text *out, const schema *found, int depth) {
  reference *known = found->reference;
  if (known && known->bare_from > 0 && depth >= known->bare_from) return false;
  bool any = false;
  if (schema_is(found, "array")) {
    text_put(out, "[");
    any = add_example(it, out, moya_json_member(found->value, "items"), depth + 1);
    text_put(out, "]");
  } else any = add_members(it, out, found, depth);
  if (!any && known && depth > 0 && out->length <= MOST_BYTES) known->bare_from = depth;
  return any;
}

/* Writes the example of a schema, or the examples of its parts. If there is no example, returns false, and the
 * caller must discard `out`. */
static bool add_example(openapi *it, text *out, moya_json value, int depth) {
  schema found = openapi_schema(it, value, 0);
  if (depth > MOST_DEPTH || out->length > MOST_BYTES || !openapi_step(it)) return false;
  static const char *const keys[] = {"example", "const", "default"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    moya_json own = moya_json_member(found.value, keys[i]);
    if (!moya_json_exists(own)) own = moya_json_member(openapi_follow(it, found.value, NULL), keys[i]);
    if (moya_json_exists(own)) return add(out, own);
  }
  moya_json examples = json_elements(moya_json_member(found.value, "examples")), names = json_elements(moya_json_member(found.value, "enum"));
  if (moya_json_exists(examples)) return add(out, examples);
  if (moya_json_exists(names)) return add(out, names);
  if (schema_is(&found, "array") || (!found.compound && schema_is(&found, "object"))) return add_parts(it, out, &found, depth);
  if (found.nullable) text_put(out, "null");
  return found.nullable;
}

/* Writes the example of the media type. If the media type has several examples, writes the first. If the media type has
 * no example, writes the example of the schema. */
static bool add_media(openapi *it, text *out, moya_json media) {
  media = openapi_follow(it, media, NULL);
  moya_json own = moya_json_member(media, "example");
  if (moya_json_exists(own)) return add(out, own);
  moya_json first = openapi_follow(it, json_members(moya_json_member(media, "examples")), NULL), value = moya_json_member(first, "value");
  if (moya_json_exists(value)) return add(out, value);
  return add_example(it, out, moya_json_member(media, "schema"), 0);
}

/* Returns true if a definition can have the sample. */
static bool fits(const text *sample) {
  int depth = 0;
  for (const char *at = sample->data; *at; at++) {
    if (*at == '"') {
      for (at++; *at && *at != '"'; at++) at += *at == '\\' && at[1];
      if (!*at) break;
    } else if (*at == '{' || *at == '[') {
      if (++depth > MOST_LEVELS) return false;
    } else if (*at == '}' || *at == ']') {
      depth--;
    }
  }
  return moya_json_is_unambiguous(sample->data, sample->length);
}

void openapi_sample(openapi *it, text *out, const char *status, moya_json media, bool is_json) {
  text sample = {0};
  if (it->is_brief) return;
  bool is_whole = strlen(status) == 3 && status[strspn(status, "0123456789")] == 0;
  if (!add_media(it, &sample, media)) {
    if (sample.length > MOST_BYTES) openapi_note(it, HARM_TOLD, "the example is longer than %d bytes: there is no sample", MOST_BYTES);
    return;
  }
  if (it->sample_bytes + sample.length > MOST_OF_ALL) {
    openapi_note(it, HARM_TOLD, "the examples are longer than %d bytes together: there is no sample", MOST_OF_ALL);
    return;
  }
  const char *name = openapi_media_type(media);
  if (!is_json && (sample.data[0] != '"' || !name)) return;
  if (is_json && !fits(&sample)) {
    openapi_note(it, HARM_TOLD, "the example has a key twice, a number beyond all doubles, or more than %d levels: there is no sample", MOST_LEVELS);
    return;
  }
  it->sample_bytes += sample.length;
  text_put(out, ",\"sample\":{");
  if (is_whole && strcmp(status, "200") != 0) text_print(out, "\"status\":%s,", status);
  if (!is_json) {
    text_put(out, "\"headers\":{\"Content-Type\":");
    text_json(out, name, strlen(name));
    text_put(out, "},");
  }
  text_print(out, "\"%s\":%s}", is_json ? "body" : "text", sample.data);
}
