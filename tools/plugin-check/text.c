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

void text_json(text *it, const char *value) {
  text_print(it, "\"");
  for (const unsigned char *at = (const unsigned char *)value; *at; at++) {
    if (*at == '"' || *at == '\\') text_print(it, "\\%c", *at);
    else if (*at < 0x20 || *at == 0x7f) text_print(it, "\\u%04x", (unsigned)*at);
    else text_print(it, "%c", *at);
  }
  text_print(it, "\"");
}

void text_free(text *it) {
  free(it->data);
  *it = (text){0};
}
