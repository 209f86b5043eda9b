// A thread's cache: the small blocks that it freed, a list for each size, newest first. Only its thread uses it, so it
// has no lock; a block that another thread allocated is kept like any other.
//
// A list has places for a bundle at the most, and a full bundle behind it if the cache has room. One bundle more goes
// into the depot, where a thread finds it whose list is empty. So blocks that one thread allocates and another frees go
// round, as those of a response do that comes out of a queue: with malloc each costs both threads a lock, and with single
// blocks in the depot a request took 1,900 instructions more.
//
// All places of a cache are for CACHE_MOST bytes at the most, and so for a bounded number of blocks: when a list needs
// places that are not left, all lists begin anew, their full bundles go into the depot and the rest back to malloc. A list
// gets its places by and by, so that many sizes that are rarely used have few. When a thread ends, what it and the depot
// hold goes back. A forked child has a copy of the cache of the thread that forked, with blocks that are the child's own.
#pragma once
#include <stdbool.h>

#include "bundle.h"

enum { CACHE_MOST = 256 * 1024 };

typedef struct list {
  kept *first;
  size_t room;   // places that are free
  kept *bundle;  // one behind the list, which is full; NULL: none
  size_t places; // how many blocks the list may have: none at first, then twice as many each time, a bundle at the most
} list;

_Static_assert(sizeof(list) == BLOCK_STEP, "what finds the list of a block is its size, without a multiplication");

typedef struct cache {
  list lists[CACHE_LISTS];
  size_t held;  // bytes for which its lists have places, and those of the bundles; headers included
} cache;

#pragma GCC visibility push(hidden)

// Never NULL: a thread that has no cache, not yet or not any more, has one without blocks and without room.
extern _Thread_local cache *thread_cache;

// What a thread does before it keeps a block for which its list has no room.
void cache_make_room(size_t number);

// A block of a list that is empty in this thread's cache, with the rest of its bundle behind it; NULL: there is none.
void *cache_refill(size_t number);

#pragma GCC visibility pop

// A block from its list in the cache; NULL: there is none.
static inline void *cache_take(cache *it, size_t number) {
  list *its = &it->lists[number];
  kept *taken = its->first;
  if (!taken) return NULL;
  its->first = taken->next;
  its->room++;
  return taken;
}

// False: its list has no room.
static inline bool cache_put(cache *it, size_t number, void *given) {
  list *its = &it->lists[number];
  if (its->room == 0) return false;
  its->room--;
  kept *first = given;
  first->next = its->first;
  its->first = first;
  return true;
}
