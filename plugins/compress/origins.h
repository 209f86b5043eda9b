/* A list of the origins that refuse compressed bodies. Several threads may use a list at the same time. No function
 * waits for a lock, so a forked child can use the list, too. */
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

/* Returns whether the origin of a URL is known to refuse compressed bodies. */
bool origins_refuse(const origins *it, const char *url);

/* Notes whether the origin of a URL refuses compressed bodies. Does nothing if there is no memory, or if the list is
 * full. */
void origins_set(origins *it, const char *url, bool refuses);

/* Returns whether two URLs have the same origin. */
bool origins_same(const char *one, const char *other);

void origins_free(origins *it);

#endif
