#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

static int hexadecimal(char digit) {
  const char *digits = "0123456789abcdef0123456789ABCDEF", *found = digit ? strchr(digits, digit) : NULL;
  return found ? (int)((found - digits) % 16) : -1;
}

/* The fragment of a reference is percent-encoded (RFC 3986 §3.5). */
static const char *pointer_of(const char *reference) {
  char *pointer = memory_copy(reference + 1, strlen(reference) - 1), *end = pointer;
  for (const char *at = pointer; *at; at++, end++) {
    bool encoded = at[0] == '%' && hexadecimal(at[1]) >= 0 && hexadecimal(at[2]) >= 0;
    *end = encoded ? (char)(hexadecimal(at[1]) * 16 + hexadecimal(at[2])) : *at;
    if (encoded) at += 2;
  }
  *end = 0;
  return pointer;
}

static reference *reference_of(openapi *it, const char *text) {
  for (size_t i = 0; i < it->reference_count; i++) {
    if (strcmp(it->references[i]->text, text) == 0) return it->references[i];
  }
  if (it->reference_count == it->reference_room) {
    size_t room = it->reference_room ? it->reference_room * 2 : 256;
    it->references = memory_resize(it->references, it->reference_room * sizeof(reference *), room * sizeof(reference *));
    it->reference_room = room;
  }
  reference *made = memory_get(sizeof *made);
  made->text = text;
  if (text[0] == '#') made->value = moya_json_pointer(it->root, pointer_of(text));
  if (!moya_json_exists(made->value)) openapi_note(it, "%s leads nowhere in this document", text);
  return it->references[it->reference_count++] = made;
}

moya_json openapi_follow(openapi *it, moya_json value, reference **last) {
  if (last) *last = NULL;
  for (int depth = 0; depth < OPENAPI_MOST_DEPTH; depth++) {
    const char *text = json_text(moya_json_member(value, "$ref"));
    if (!text) return value;
    reference *found = reference_of(it, text);
    if (last) *last = found;
    value = found->value;
  }
  openapi_note(it, "references lead in a circle");
  return (moya_json){0};
}
