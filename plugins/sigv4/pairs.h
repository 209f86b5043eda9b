/* A list of names with values. It has the fields or the parameters of a request while their canonical form is made. */
#ifndef MOYA_SIGV4_PAIRS_H
#define MOYA_SIGV4_PAIRS_H

#include "../common/bytes.h"

typedef struct pair {
  size_t name, value; /* where the texts begin in `texts`. Each ends with a NUL */
  size_t number;      /* the number of the pair, in the order in which the pairs were added; the first is 0 */
} pair;

/* A `pairs` of zeroes is empty. */
typedef struct pairs {
  bytes texts;
  pair *list;
  size_t count, room;
} pairs;

/* Begins a pair. The caller then appends the name to `texts`, calls `pairs_value`, appends the value, and calls
 * `pairs_end`. These functions return false if there is no memory. */
bool pairs_begin(pairs *it);
bool pairs_value(pairs *it);
bool pairs_end(pairs *it);

const char *pair_name(const pairs *it, size_t index);
const char *pair_value(const pairs *it, size_t index);

/* Sorts by name. With `by_value`, pairs of one name are sorted by their values. Otherwise they stay in the order in
 * which they were added. */
void pairs_sort(pairs *it, bool by_value);
void pairs_free(pairs *it);

#endif
