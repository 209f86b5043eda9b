#include "include/moya_allocator.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"

static void *refused(void) {
  errno = ENOMEM;
  return NULL;
}

// Returns the part of a block that belongs to the caller. `it` is a block from malloc, or NULL.
static void *give(block *it, size_t size) {
  if (!it) return NULL;
  it->size = size;
  return block_memory(it);
}

// The slow paths are separate functions, so that the fast paths need no stack frame.
static __attribute__((noinline)) void *large(size_t room) {
  if (room > PTRDIFF_MAX - sizeof(block)) return refused();
  return give(malloc(sizeof(block) + room), 0);
}

static __attribute__((noinline)) void *fresh(size_t room) {
  // The size of this block is not rounded up, so that memory checkers see its exact end.
  if (moya_allocator_is_off()) return large(room);
  size_t size = block_size(room);
  block *passed_on = cache_refill(size / BLOCK_STEP);
  return give(passed_on ? passed_on : malloc(size), size);
}

void *moya_malloc(size_t room) {
  if (room > BLOCK_MOST) return large(room);
  size_t size = block_size(room);
  block *taken = cache_take(thread_cache, size / BLOCK_STEP);
  return taken ? block_memory(taken) : fresh(room);
}

void *moya_calloc(size_t count, size_t each) {
  size_t room;
  if (__builtin_mul_overflow(count, each, &room)) return refused();
  if (room > BLOCK_MOST) {
    if (room > PTRDIFF_MAX - sizeof(block)) return refused();
    return give(calloc(1, sizeof(block) + room), 0);
  }
  void *memory = moya_malloc(room);
  return memory ? memset(memory, 0, room) : NULL;
}

static bool keep(block *it) {
  return cache_put(thread_cache, it->size / BLOCK_STEP, it);
}

static __attribute__((noinline)) void give_back_late(block *it) {
  cache_make_room(it->size / BLOCK_STEP);
  if (!keep(it)) free(it);
}

static __attribute__((noinline)) void give_back(block *it) {
  if (it->size == 0) {
    free(it);
  } else if (!keep(it)) {
    give_back_late(it);
  }
}

// Frees a block. NULL is handled first, because libcurl passes NULL more often than a block.
void moya_free(void *memory) {
  if (memory) give_back(block_of(memory));
}

void *moya_realloc(void *memory, size_t room) {
  if (!memory) return moya_malloc(room);
  block *it = block_of(memory);
  if (it->size == 0) {
    if (room > PTRDIFF_MAX - sizeof(block)) return refused();
    return give(realloc(it, sizeof(block) + room), 0);
  }
  if (room <= block_room(it)) return memory;
  void *moved = moya_malloc(room);
  if (!moved) return NULL;
  memcpy(moved, memory, block_room(it));
  give_back(it);
  return moved;
}

char *moya_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  void *copy = moya_malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}
