/* Writes JSON values as text. A value is a moya_json, a cursor of the library. */
#ifndef MOYA_TOOL_JSON_H
#define MOYA_TOOL_JSON_H

#include <moya/json.h>
#include "text.h"

/* Writes the value on one line, without white space between tokens. */
void json_compact(text *it, moya_json value);
/* Writes the value with indentation and a line break at the end. If `colour` is true, the text has colours. If the
 * text is not JSON, returns false and adds nothing. */
bool json_paint(text *it, moya_str json, bool colour);
/* Returns true if the text is exactly one JSON value. */
bool json_sound(const char *json, size_t length);
/* Returns the text of a string, or NULL if the value is not a string. */
const char *json_text(moya_json value);
/* Returns true if the value is this string. */
bool json_is(moya_json value, const char *wanted);
bool json_true(moya_json value);
/* Returns the first member of an object. For any value except an object, also for a list, returns a missing value. */
moya_json json_members(moya_json value);
/* Returns the first element of a list. For any value except a list, returns a missing value. */
moya_json json_elements(moya_json value);
/* Returns the key of a member, or "" if the value is not a member. Never returns NULL. */
const char *json_key(moya_json member);

#endif
