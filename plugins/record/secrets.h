/* Values that are secret, and the search for all of them in a text. */
#ifndef MOYA_RECORD_SECRETS_H
#define MOYA_RECORD_SECRETS_H

#include "../common/bytes.h"

#include <stdint.h>

#define SCRUB_MARK "redacted"

/* A node stands for a text with which at least one value begins. Its children stand for the same text with one more
 * byte. */
typedef struct secret_node {
  uint32_t child, next; /* the first child, and the next child of the same node; 0: there is none */
  uint32_t shorter;     /* the node with the longest other text with which this text ends; 0: the empty text */
  uint32_t longest;     /* the length of the longest value with which this text ends; 0: none */
  unsigned char byte;   /* the last byte of the text */
} secret_node;

/* A tree of values, as the algorithm of Aho and Corasick needs it. So the work grows with the bytes of the values and of
 * the texts, however many values there are. A `secrets` of zeroes is empty. */
typedef struct secrets {
  secret_node *nodes;  /* the first one stands for the empty text */
  uint32_t count, room;
  uint32_t first[256]; /* the children of the first node, by their byte */
} secrets;

/* Adds a value, unless it has fewer than `least` bytes. Returns false if there is no memory. */
bool secrets_add(secrets *it, const char *value, size_t len, size_t least);
/* Prepares the search. Call this after the last value was added. Returns false if there is no memory. */
bool secrets_link(secrets *it);
/* Replaces all of the values in `text` with SCRUB_MARK. Values that overlap are replaced with one mark. Returns false
 * if there is no memory. */
bool scrub_values(const secrets *values, bytes *text);
void secrets_free(secrets *it);

#endif
