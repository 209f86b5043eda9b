#include "text.h"

#include "findings.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void text_print(text *it, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  MUST(length >= 0);
  if (it->length + (size_t)length + 1 > it->room) {
    it->room = (it->length + (size_t)length + 64) * 2;
    it->data = realloc(it->data, it->room);
    MUST(it->data);
  }
  vsnprintf(it->data + it->length, it->room - it->length, format, again);
  va_end(again);
  it->length += (size_t)length;
}

size_t utf8_length(const char *text, unsigned *code) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *at = (const unsigned char *)text;
  size_t length = *at < 0x80 ? 1 : *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;
  if (*at == 0 || (*at >= 0x80 && *at < 0xc2) || *at > 0xf4) return 0;
  unsigned value = length == 1 ? *at : *at & (0x7fu >> length);
  for (size_t index = 1; index < length; index++) {
    if ((at[index] & 0xc0) != 0x80) return 0;
    value = value << 6 | (at[index] & 0x3fu);
  }
  if (value < least[length] || (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) return 0;
  if (code) *code = value;
  return length;
}

void text_json(text *it, const char *value) {
  text_print(it, "\"");
  for (const char *at = value; *at;) {
    unsigned code;
    size_t length = utf8_length(at, &code);
    if (length == 0) text_print(it, "\xEF\xBF\xBD");
    else if (code == '"' || code == '\\') text_print(it, "\\%c", (int)code);
    else if (code < 0x20 || code == 0x7f) text_print(it, "\\u%04x", code);
    else text_print(it, "%.*s", (int)length, at);
    at += length ? length : 1;
  }
  text_print(it, "\"");
}

void text_free(text *it) {
  free(it->data);
  *it = (text){0};
}
