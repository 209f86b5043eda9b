// A thread's cache of the small blocks that the thread freed, with one list for each size, newest first. Only its
// thread uses it, so it has no lock. Blocks that another thread allocated are stored too.
//
// Each free list holds at most one bundle, plus one full spare bundle if the cache has room. Further bundles go to the
// shared depot, where threads with empty lists find them. So blocks that one thread allocates and another frees
// circulate, for example the blocks of responses in a completion queue. With malloc, each block would cost both threads
// a lock.
//
// A cache holds at most CACHE_MOST bytes. When a list needs more places than are left, all lists are emptied: full
// bundles go to the depot, other blocks back to malloc. A list gets its places gradually, so that sizes that are rarely
// used have few. When a thread ends, the blocks of its cache and of the depot go back to malloc. A forked child has a
// copy of the forking thread's cache, whose blocks belong to the child.
#pragma once
#include <stdbool.h>

#include "bundle.h"

enum { CACHE_MOST = 256 * 1024 };

typedef struct list {
  kept *first;
  size_t room;   // free places
  kept *bundle;  // a full spare bundle; NULL if there is none
  size_t places; // how many blocks the list may have: 0 at first, then doubled each time, up to a bundle
} list;

_Static_assert(sizeof(list) == BLOCK_STEP, "what finds the list of a block is its size, without a multiplication");

typedef struct cache {
  list lists[CACHE_LISTS];
  size_t held;  // bytes of all places of the lists and of the spare bundles, headers included
} cache;

#pragma GCC visibility push(hidden)

// Never NULL. A thread without a cache, at its start or its end, has one with no blocks and no room.
extern _Thread_local cache *thread_cache;

// Call before a block is stored in a list that has no room.
void cache_make_room(size_t number);

// Refills a list that is empty in this thread's cache from its spare bundle or the depot. Returns one block of it; NULL
// if there is none.
void *cache_refill(size_t number);

#pragma GCC visibility pop

// Takes a block from its list in the cache; NULL if there is none.
static inline void *cache_take(cache *it, size_t number) {
  list *its = &it->lists[number];
  kept *taken = its->first;
  if (!taken) return NULL;
  its->first = taken->next;
  its->room++;
  return taken;
}

// Stores a block in its list. False if the list has no room.
static inline bool cache_put(cache *it, size_t number, void *given) {
  list *its = &it->lists[number];
  if (its->room == 0) return false;
  its->room--;
  kept *first = given;
  first->next = its->first;
  its->first = first;
  return true;
}
