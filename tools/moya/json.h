/* JSON values as text, from the library's cursors. */
#ifndef MOYA_TOOL_JSON_H
#define MOYA_TOOL_JSON_H

#include <moya/json.h>
#include "text.h"

/* On one line, without the white space between tokens. */
void json_compact(text *it, moya_json value);
/* Indented, in colour or not, with a line break at the end. false: it is no JSON, and nothing was added. */
bool json_paint(text *it, moya_str json, bool colour);
/* Is it one value of JSON, and nothing else? */
bool json_sound(const char *json, size_t length);
/* Is it a string, and which? NULL: no. */
const char *json_text(moya_json value);
/* Is it this string? */
bool json_is(moya_json value, const char *wanted);
bool json_true(moya_json value);
/* The first member of an object. Of anything else, a list too, whose elements have no key: missing. */
moya_json json_members(moya_json value);
/* The first element of a list; of anything else: missing. */
moya_json json_elements(moya_json value);
/* A member's key. Never NULL: "" where there is none. */
const char *json_key(moya_json member);

#endif
