/* Parts of a stored response (RFC 9110 §14). */
#ifndef CACHE_RANGE_H
#define CACHE_RANGE_H

#include "stored.h"

typedef struct part {
  size_t first, len;
} part;

/* Finds the part of a stored response that a Range field asks for. Returns false if the server must respond instead:
 *
 * - The field has several ranges, or the response does not have the range.
 * - The status of the response is not 200.
 * - The body was decoded, so its bytes are not those of the server. */
bool part_of(const stored *it, slice range, part *out);

#endif
