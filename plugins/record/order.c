#include "order.h"

enum { MOST_RUNS = 64 }; /* a run has 2^i entries, where i is its index */

/* Joins two sorted lists. If two calls began at the same time, the call of the first list comes first. */
static entry *join(entry *one, entry *other) {
  entry *all = NULL, **end = &all;
  while (one && other) {
    entry **from = other->started_us < one->started_us ? &other : &one;
    *end = *from;
    *from = (*from)->next;
    end = &(*end)->next;
  }
  *end = one ? one : other;
  return all;
}

static entry *reversed(entry *list) {
  entry *all = NULL;
  for (entry *next; list; list = next) {
    next = list->next;
    list->next = all;
    all = list;
  }
  return all;
}

/* A merge sort: two sorted runs of the same length are joined as soon as there are two. Calls can end in any order,
 * because the server decides. So no order may be slow. */
entry *entries_in_order(entry *sorted, entry *newest) {
  entry *runs[MOST_RUNS] = {0}, *all = NULL;
  for (entry *each = reversed(newest), *next; each; each = next) {
    next = each->next;
    each->next = NULL;
    size_t i = 0;
    for (; runs[i]; i++) {
      each = join(runs[i], each);
      runs[i] = NULL;
    }
    runs[i] = each;
  }
  for (size_t i = 0; i < MOST_RUNS; i++) all = join(runs[i], all);
  return join(sorted, all);
}
