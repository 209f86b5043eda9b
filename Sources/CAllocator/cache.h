// A thread's cache: the small blocks that it freed, a list for each size, newest first. Only its thread uses it, so it
// has no lock; a block that another thread allocated is kept like any other. It holds CACHE_MOST bytes at the most, and
// so a bounded number of blocks: when it is full, all of it goes back to malloc, which makes room for the sizes that are
// wanted now. When its thread ends, what it holds goes back. A forked child has a copy of the cache of the thread that
// forked, with blocks that are the child's own.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "block.h"

enum {
  CACHE_MOST = 256 * 1024,
  OBJECT_CLASSES = 64,  // of Swift's objects (linked/objects.c)
};

// A block in a list. Its first word is the list's, whatever its owner had there.
typedef struct kept {
  struct kept *next;
} kept;

typedef struct cache {
  size_t held;  // bytes, headers included
  kept *blocks[BLOCK_CLASSES];
  kept *objects[OBJECT_CLASSES];
} cache;

#pragma GCC visibility push(hidden)

// Never NULL: a thread that has no cache, not yet or not any more, has one that is empty and full at once.
extern _Thread_local cache *thread_cache;

// What a thread does before it keeps a block for which its cache has no room: gets a cache, or empties it.
void cache_make_room(void);

#pragma GCC visibility pop

// A block of this size from its list in the cache; NULL: there is none.
static inline void *cache_take(cache *it, kept **list, size_t size) {
  kept *taken = *list;
  if (!taken) return NULL;
  *list = taken->next;
  it->held -= size;
  return taken;
}

// False: it does not fit.
static inline bool cache_put(cache *it, kept **list, void *given, size_t size) {
  size_t held = it->held + size;
  if (held > CACHE_MOST) return false;
  it->held = held;
  kept *first = given;
  first->next = *list;
  *list = first;
  return true;
}
