/* Parts of a stored response (RFC 9110 §14). */
#ifndef CACHE_RANGE_H
#define CACHE_RANGE_H

#include "stored.h"

typedef struct part {
  size_t first, len;
} part;

/* Finds the part of a stored response that a Range field asks for. Returns false if the server must respond. The field
 * has several ranges or none that the response has, the response is not a 200, or the bytes of its body are not those
 * of the server, because they were decoded. */
bool part_of(const stored *it, slice range, part *out);

#endif
