/* Contains what the fuzz targets share: a function that splits the input, and a check that ends the program. */
#ifndef FUZZ_H
#define FUZZ_H

#define MOYA_NONNULL(...)
#include <moya/moya.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HOLDS(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      fprintf(stderr, "not so: %s (line %d)\n", #condition, __LINE__); \
      abort();                                                       \
    }                                                                \
  } while (0)

/* Returns the input up to its next NUL, as a text on the heap, so that AddressSanitizer reports a read beyond its end.
 * Returns NULL after the last text. */
static inline char *next_text(const uint8_t **data, size_t *size) {
  if (*size == 0) return NULL;
  const uint8_t *zero = memchr(*data, 0, *size);
  size_t length = zero ? (size_t)(zero - *data) : *size;
  char *text = malloc(length + 1);
  if (!text) abort();
  memcpy(text, *data, length);
  text[length] = 0;
  size_t used = zero ? length + 1 : length;
  *data += used;
  *size -= used;
  return text;
}

static inline void check_str(moya_str text) { HOLDS(text.data ? text.data[text.len] == 0 : text.len == 0); }

#endif
