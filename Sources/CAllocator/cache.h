// A thread's cache of the small blocks that the thread has freed. It has one list for each size, with the newest block
// first. Only the cache's thread uses it, so it has no lock. The cache also stores blocks that another thread
// allocated.
//
// Each list has at most one bundle of free blocks, plus one full spare bundle if the cache has room for it. Further
// bundles go to the shared depot, where threads with empty lists find them. So blocks that one thread allocates and
// another thread frees circulate between the threads. An example is the blocks of responses in a completion queue. If
// malloc were used for them, each block would cost both threads a lock.
//
// A cache holds at most CACHE_MOST bytes. A place of a list is the room for one block. When a list needs more places
// than the cache has room for, all lists are emptied: full bundles go to the depot, and other blocks go to malloc. A
// list gets its places gradually, so a size that is rarely used has few places. When a thread ends, the blocks of its
// cache and of the depot are returned to malloc. A forked child has a copy of the forking thread's cache, and the
// blocks in this copy belong to the child.
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

// The cache of this thread. It is never NULL. If the thread has no cache, because it has not created one yet or
// because the thread is ending, this is a cache with no blocks and no room.
extern _Thread_local cache *thread_cache;

// Makes room in a list. Call it before a block is stored in a list that has no room.
void cache_make_room(size_t number);

// Refills an empty list of this thread's cache, from the list's spare bundle or from the depot. If
// the thread has no cache and the depot has a bundle, creates the cache. Returns one block of the
// list, or NULL if the list is empty.
void *cache_refill(size_t number);

#pragma GCC visibility pop

// Takes a block from the list with this number. Returns NULL if the list is empty.
static inline void *cache_take(cache *it, size_t number) {
  list *its = &it->lists[number];
  kept *taken = its->first;
  if (!taken) return NULL;
  its->first = taken->next;
  its->room++;
  return taken;
}

// Stores a block in the list with this number. Returns false if the list has no room.
static inline bool cache_put(cache *it, size_t number, void *given) {
  list *its = &it->lists[number];
  if (its->room == 0) return false;
  its->room--;
  kept *first = given;
  first->next = its->first;
  its->first = first;
  return true;
}
