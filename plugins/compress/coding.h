/* The content codings that a request body can have (RFC 9110 §8.4.1, RFC 7932, RFC 8878). */
#ifndef MOYA_COMPRESS_CODING_H
#define MOYA_COMPRESS_CODING_H

#include <stdbool.h>
#include <stddef.h>

/* How much time the compression of a body may take. */
typedef enum effort { EFFORT_FAST, EFFORT_USUAL, EFFORT_BEST } effort;

typedef struct coding {
  const char *name; /* in the field Content-Encoding */
  int levels[3];    /* the level of each effort */
  /* Writes the compressed bytes to `out`. Returns how many they are, or 0 if they do not fit or there is no memory. */
  size_t (*compress)(const void *data, size_t len, int level, void *out, size_t room);
} coding;

/* Returns the coding of a name, or NULL. */
const coding *coding_of(const char *name);

#endif
