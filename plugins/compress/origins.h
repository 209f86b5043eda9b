/* The origins that refuse compressed bodies. Several threads may use a list at the same time. No function waits for a
 * lock, so a forked child can use it, too. */
#ifndef MOYA_COMPRESS_ORIGINS_H
#define MOYA_COMPRESS_ORIGINS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct origin origin;

/* A list of zeroes is empty. */
typedef struct origins {
  _Atomic(origin *) newest;
  atomic_size_t count;
} origins;

/* Returns whether the origin of a URL refuses. */
bool origins_refuse(const origins *it, const char *url);

/* Says whether the origin of a URL refuses. If there is no memory, or the list is full, the list stays as it is. */
void origins_set(origins *it, const char *url, bool refuses);

void origins_free(origins *it);

#endif
