/* A text that grows. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

typedef struct text {
  char *data; /* NUL-terminated; NULL if nothing was written */
  size_t length, room;
} text;

void text_print(text *it, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a JSON string with its quotes. U+FFFD replaces bytes that are not UTF-8. */
void text_json(text *it, const char *value);
void text_free(text *it);

/* Returns the length of the character at the start of a text, in bytes; 0 if the text is empty, or if its start is not
 * UTF-8 (RFC 3629). Stores the character in *code, unless `code` is NULL. */
size_t utf8_length(const char *text, unsigned *code);

#endif
