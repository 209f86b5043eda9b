/* A text that grows. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

typedef struct text {
  char *data; /* NUL-terminated; NULL if nothing was written */
  size_t length, room;
} text;

void text_print(text *it, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a JSON string with its quotes. */
void text_json(text *it, const char *value);
void text_free(text *it);

#endif
