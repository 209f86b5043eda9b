/* Counts calls and attempts. There is a set of counters for each set of labels (labels.h).
 *
 * Any number of threads may count at the same time, also while another thread writes the text. There is no lock, so a
 * forked child can continue to count. Sets are never removed. */
#ifndef MOYA_METRICS_COUNTS_H
#define MOYA_METRICS_COUNTS_H

#include "buckets.h"
#include "kinds.h"
#include "labels.h"

#include <stdatomic.h>

typedef _Atomic uint64_t counter;

/* The classes of HTTP statuses: 0 for no response, 1 for 1xx, and so on. */
enum { CLASS_COUNT = 6 };

/* The durations of calls. */
typedef struct histogram {
  counter sum_us;
  counter in_bucket[]; /* one for each bucket, and a last one for durations that are longer than all bounds */
} histogram;

typedef struct label_set {
  struct label_set *next; /* the next set at the same place of the table */
  labels labels;
  counter calls[CLASS_COUNT], attempts[CLASS_COUNT];
  counter sent_bytes, received_bytes;
  _Atomic(histogram *) durations[CLASS_COUNT]; /* NULL: no call yet */
  _Atomic(counter *) failures;                 /* KIND_COUNT counters; NULL: no failure yet */
} label_set;

typedef struct counts {
  buckets buckets;
  size_t most_sets, place_count;
  _Atomic size_t set_count;
  _Atomic(label_set *) *table;
  label_set other; /* for calls that have no set of their own */
} counts;

/* Prepares a `counts` that is all zeroes except its buckets. Returns false if there is no memory. */
bool counts_make(counts *it, size_t most_sets);
void counts_free(counts *it);

/* Returns the set with these labels; NULL if there is none. */
label_set *counts_find(const counts *it, const labels *which);
/* Returns the set with these labels. If there is none, makes it. If there are `most_sets` sets already, or if there is
 * no memory, returns the set `other` instead. */
label_set *counts_set(counts *it, const labels *which);

/* Returns the class of an HTTP status. */
size_t class_of(int32_t http_status);

/* Counts an attempt. A negative number of bytes means that the number is not known. */
void count_attempt(label_set *set, size_t class, int64_t sent_bytes, int64_t received_bytes);
void count_call(label_set *set, size_t class, moya_status status);
void count_duration(const counts *it, label_set *set, size_t class, uint64_t duration_us);

#endif
