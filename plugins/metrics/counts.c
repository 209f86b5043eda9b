#include "counts.h"

#include <stdlib.h>
#include <string.h>

bool counts_make(counts *it, size_t most_sets) {
  it->most_sets = most_sets;
  it->place_count = 16;
  while (it->place_count < most_sets * 2) it->place_count *= 2;
  it->table = calloc(it->place_count, sizeof *it->table);
  labels_other(&it->other.labels);
  return it->table != NULL;
}

static void free_parts(label_set *set) {
  for (size_t class = 0; class < CLASS_COUNT; class++) free(atomic_load(&set->durations[class]));
  free((void *)atomic_load(&set->failures));
}

void counts_free(counts *it) {
  for (size_t place = 0; it->table && place < it->place_count; place++) {
    for (label_set *set = atomic_load(&it->table[place]), *next; set; set = next) {
      next = set->next;
      free_parts(set);
      free(set);
    }
  }
  free_parts(&it->other);
  free((void *)it->table);
}

/* ── Sets ── */

/* Computes the hash FNV-1a. */
static size_t hash_of(const labels *which) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (size_t i = 0; i < which->len; i++) hash = (hash ^ (unsigned char)which->text[i]) * 0x100000001B3u;
  return (size_t)(hash ^ hash >> 32);
}

static bool is_set(const label_set *set, const labels *which) {
  return set->labels.len == which->len && memcmp(set->labels.text, which->text, which->len) == 0;
}

static _Atomic(label_set *) *place_of(const counts *it, const labels *which) {
  return &it->table[hash_of(which) & (it->place_count - 1)];
}

/* Searches a list for the set with these labels. Stops before the set `end`. */
static label_set *find(label_set *list, const label_set *end, const labels *which) {
  for (; list != end; list = list->next) {
    if (is_set(list, which)) return list;
  }
  return NULL;
}

label_set *counts_find(const counts *it, const labels *which) {
  return find(atomic_load(place_of(it, which)), NULL, which);
}

static label_set *make_set(counts *it, const labels *which) {
  label_set *made = atomic_fetch_add(&it->set_count, 1) < it->most_sets ? calloc(1, sizeof *made) : NULL;
  if (made) made->labels = *which;
  else atomic_fetch_sub(&it->set_count, 1);
  return made;
}

label_set *counts_set(counts *it, const labels *which) {
  _Atomic(label_set *) *place = place_of(it, which);
  label_set *first = atomic_load(place), *found = find(first, NULL, which);
  label_set *made = found ? NULL : make_set(it, which);
  while (made) {
    made->next = first;
    if (atomic_compare_exchange_weak(place, &first, made)) return made;
    found = find(first, made->next, which); /* searches only the sets that other threads have added since then */
    if (!found) continue;
    atomic_fetch_sub(&it->set_count, 1);
    free(made);
    made = NULL;
  }
  return found ? found : &it->other;
}

/* ── Counting ── */

static void add(counter *it, uint64_t count) { atomic_fetch_add_explicit(it, count, memory_order_relaxed); }

size_t class_of(int32_t http_status) {
  return http_status >= 100 && http_status < 600 ? (size_t)http_status / 100 : 0;
}

void count_attempt(label_set *set, size_t class, int64_t sent_bytes, int64_t received_bytes) {
  add(&set->attempts[class], 1);
  if (sent_bytes > 0) add(&set->sent_bytes, (uint64_t)sent_bytes);
  if (received_bytes > 0) add(&set->received_bytes, (uint64_t)received_bytes);
}

static counter *failures_of(label_set *set) {
  counter *there = atomic_load(&set->failures);
  if (there) return there;
  counter *made = calloc(KIND_COUNT, sizeof *made);
  if (!made || atomic_compare_exchange_strong(&set->failures, &there, made)) return made;
  free((void *)made);
  return there;
}

void count_call(label_set *set, size_t class, moya_status status) {
  add(&set->calls[class], 1);
  if (status == MOYA_OK) return;
  counter *failures = failures_of(set);
  if (failures) add(&failures[kind_of(status)], 1);
}

static histogram *durations_of(const counts *it, label_set *set, size_t class) {
  histogram *there = atomic_load(&set->durations[class]);
  if (there) return there;
  histogram *made = calloc(1, sizeof *made + (it->buckets.count + 1) * sizeof made->in_bucket[0]);
  if (!made || atomic_compare_exchange_strong(&set->durations[class], &there, made)) return made;
  free(made);
  return there;
}

void count_duration(const counts *it, label_set *set, size_t class, uint64_t duration_us) {
  histogram *durations = durations_of(it, set, class);
  if (!durations) return;
  add(&durations->in_bucket[bucket_of(&it->buckets, duration_us)], 1);
  add(&durations->sum_us, duration_us);
}
