/* Tests the order in which the module record writes entries.
 *
 *     order_test            compares with a simple sort
 *     order_test COUNT      only sorts COUNT entries, whose calls ended in any order */
#include "../../plugins/record/order.h"

#include <stdio.h>
#include <stdlib.h>

/* Fills an array with entries whose calls began at random times, and returns the list of them. The last entry of the
 * array is the first of the list. `http_status` has the number of an entry. */
static entry *list_of(entry *all, size_t count, int64_t most_us) {
  for (size_t i = 0; i < count; i++) {
    all[i] = (entry){.next = i > 0 ? &all[i - 1] : NULL, .started_us = rand() % most_us, .http_status = (int32_t)i};
  }
  return count > 0 ? &all[count - 1] : NULL;
}

static entry *joined(entry *all, size_t first, size_t second, int64_t most_us) {
  entry *sorted = entries_in_order(NULL, list_of(all, first, most_us));
  entry *newest = list_of(all + first, second, most_us);
  for (size_t i = 0; i < second; i++) all[first + i].http_status += (int32_t)first;
  return entries_in_order(sorted, newest);
}

static bool is_sorted(const entry *list, size_t count) {
  size_t found = 0;
  for (; list; list = list->next, found++) {
    const entry *next = list->next;
    if (next && next->started_us < list->started_us) return false;
    if (next && next->started_us == list->started_us && next->http_status < list->http_status) return false;
  }
  return found == count;
}

int main(int count, char **arguments) {
  if (count > 1) {
    size_t size = strtoul(arguments[1], NULL, 10);
    entry *all = calloc(size + 1, sizeof *all);
    bool is_good = all && is_sorted(joined(all, size / 2, size - size / 2, 1 << 30), size);
    free(all);
    return !is_good;
  }
  static entry all[200];
  int wrong = 0;
  for (size_t i = 0; i < 3000; i++) {
    size_t first = (size_t)rand() % 100, second = (size_t)rand() % 100;
    wrong += !is_sorted(joined(all, first, second, 1 + rand() % 300), first + second);
  }
  return wrong != 0;
}
