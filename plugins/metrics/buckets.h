/* The buckets into which the durations of calls are sorted (a histogram). */
#ifndef MOYA_METRICS_BUCKETS_H
#define MOYA_METRICS_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_BUCKETS = 64 };

typedef struct buckets {
  size_t count;
  uint64_t most_us[MOST_BUCKETS]; /* the upper bounds of the buckets, rising. A duration may equal its bucket's bound */
} buckets;

/* Adds a bucket, whose upper bound is a number of milliseconds: "250" or "0.5". Returns NULL, or the reason why the
 * text is not valid. */
const char *buckets_add(buckets *it, const char *text);

/* Returns the index of the bucket of a duration. Returns `count` if the duration is longer than all bounds. */
size_t bucket_of(const buckets *it, uint64_t duration_us);

#endif
