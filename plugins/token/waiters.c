#include "waiters.h"

#include <stdlib.h>

waiter *waiter_new(moya_context *context) {
  waiter *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->context = context;
  atomic_init(&it->holders, 1);
  return it;
}

void waiter_hold(waiter *it) { atomic_fetch_add(&it->holders, 1); }

void waiter_release(waiter *it) {
  if (atomic_fetch_sub(&it->holders, 1) == 1) free(it);
}

void waiters_add(waiters *list, waiter *it) {
  it->is_listed = true;
  it->previous = NULL;
  it->next = list->first;
  if (it->next) it->next->previous = it;
  list->first = it;
}

bool waiters_remove(waiters *list, waiter *it) {
  if (!it->is_listed) return false;
  it->is_listed = false;
  if (it->previous) it->previous->next = it->next;
  else list->first = it->next;
  if (it->next) it->next->previous = it->previous;
  return true;
}

waiter *waiters_take(waiters *list) {
  waiter *first = list->first;
  list->first = NULL;
  for (waiter *each = first; each; each = each->next) each->is_listed = false;
  return first;
}
