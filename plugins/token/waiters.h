/* The calls that wait for a token. */
#ifndef TOKEN_WAITERS_H
#define TOKEN_WAITERS_H

#include <moya/plugin/tasks.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct waiter {
  moya_context *context;
  struct waiter *previous, *next; /* the neighbours of the waiter in the list */
  bool is_listed;
  atomic_int holders; /* the list (or the function that has taken the waiter from it), and the timer */
} waiter;

/* A list of calls that wait. The caller must protect it with a lock. */
typedef struct waiters {
  waiter *first;
} waiters;

/* Makes a waiter that is in no list and has one holder. Returns NULL if there is no memory. */
waiter *waiter_new(moya_context *context);
void waiter_hold(waiter *it);
void waiter_release(waiter *it);

void waiters_add(waiters *list, waiter *it);
/* Removes a waiter. Returns false if it is not in the list. */
bool waiters_remove(waiters *list, waiter *it);
/* Removes all waiters from the list, and returns the first. They remain linked by `next`. */
waiter *waiters_take(waiters *list);

#endif
