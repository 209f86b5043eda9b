// A thread's cache: the small blocks that it freed, a list for each size, newest first. Only its thread uses it, so it
// has no lock; a block that another thread allocated is kept like any other. It holds CACHE_MOST bytes at the most, and
// so a bounded number of blocks: when it is full, all of it goes into the depot, where each thread that has no block of
// a size finds some, or back to malloc. So blocks that one thread allocates and another frees go round, as those of a
// response do that comes out of a queue: with malloc each costs both threads a lock, 1,600 instructions of a request
// more. The depot holds as much as one cache. When a thread ends, what it and the depot hold goes back. A forked child
// has a copy of the cache of the thread that forked, with blocks that are the child's own.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "block.h"

enum {
  CACHE_MOST = 256 * 1024,
  REFILL_MOST = 16 * 1024,  // bytes that a thread gets from the depot at once
  OBJECT_CLASSES = 64,  // of Swift's objects (linked/objects.c)
  OBJECT_STEP = 16,     // from one of these to the next
  OBJECT_TAIL = 8,      // the sizes of malloc's blocks end 8 bytes behind a multiple of the step, and so do those of the classes
  // The lists of a cache: those of blocks, and behind them those of objects.
  OBJECT_LISTS = BLOCK_CLASSES,
  CACHE_LISTS = OBJECT_LISTS + OBJECT_CLASSES,
};

// A block in a list. Its first word is the list's, whatever its owner had there.
typedef struct kept {
  struct kept *next;
} kept;

typedef struct cache {
  size_t held;  // bytes, headers included
  kept *lists[CACHE_LISTS];
} cache;

#pragma GCC visibility push(hidden)

// Never NULL: a thread that has no cache, not yet or not any more, has one that is empty and full at once.
extern _Thread_local cache *thread_cache;

// What a thread does before it keeps a block for which its cache has no room: gets a cache, or empties it.
void cache_make_room(void);

// A block of a list that is empty in this thread's cache, from the depot, from which others come with it; NULL: there is
// none. `size`: that of each.
void *cache_refill(unsigned list, size_t size);

#pragma GCC visibility pop

// A block of this size from its list in the cache; NULL: there is none.
static inline void *cache_take(cache *it, unsigned list, size_t size) {
  kept *taken = it->lists[list];
  if (!taken) return NULL;
  it->lists[list] = taken->next;
  it->held -= size;
  return taken;
}

// False: it does not fit.
static inline bool cache_put(cache *it, unsigned list, void *given, size_t size) {
  size_t held = it->held + size;
  if (held > CACHE_MOST) return false;
  it->held = held;
  kept *first = given;
  first->next = it->lists[list];
  it->lists[list] = first;
  return true;
}
