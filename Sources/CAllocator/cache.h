// A thread's cache: the small blocks that it freed, a list for each size, newest first. Only its thread uses it, so it
// has no lock; a block that another thread allocated is kept like any other. It holds CACHE_MOST bytes at the most, and
// so CACHE_MOST / BLOCK_STEP blocks: when it is full, all of it goes back to malloc, which makes room for the sizes that
// are wanted now. When its thread ends, what it holds goes back. A forked child has a copy of the cache of the thread
// that forked, with blocks that are the child's own.
#pragma once
#include "block.h"

enum { CACHE_MOST = 256 * 1024 };

typedef struct cache {
  size_t held;  // bytes, headers included
  block *lists[BLOCK_CLASSES];
} cache;

#pragma GCC visibility push(hidden)

// Never NULL: a thread that has no cache, not yet or not any more, has one that is empty and full at once.
extern _Thread_local cache *thread_cache;

// What a thread does with a block that does not fit into its cache.
void cache_overflow(block *it);

#pragma GCC visibility pop

// A block of this size; NULL: there is none.
static inline block *cache_take(cache *it, size_t size) {
  block **list = &it->lists[size / BLOCK_STEP];
  block *taken = *list;
  if (!taken) return NULL;
  *list = taken->next;
  it->held -= size;
  return taken;
}

// False: it does not fit.
static inline bool cache_put(cache *it, block *given) {
  size_t held = it->held + given->size;
  if (held > CACHE_MOST) return false;
  block **list = &it->lists[given->size / BLOCK_STEP];
  it->held = held;
  given->next = *list;
  *list = given;
  return true;
}
