// A block of memory from malloc: a header, followed by the caller's memory.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct block {
  // Only for a block in a cache: the next block of the same size (cache.h).
  void *next;
  // The size of the whole block, from which any thread finds the block's size class. 0 for a large block, which is
  // returned to malloc when it is freed.
  size_t size;
} block;

enum {
  BLOCK_STEP = 32,     // the difference between the sizes of two classes
  BLOCK_CLASSES = 64,  // the largest size is BLOCK_STEP * (BLOCK_CLASSES - 1)
  BLOCK_MOST = BLOCK_STEP * (BLOCK_CLASSES - 1) - sizeof(block),
};

_Static_assert(sizeof(block) == 16, "what follows a header is aligned as malloc aligns");

static inline void *block_memory(block *it) { return it + 1; }
static inline block *block_of(void *memory) { return (block *)memory - 1; }

// Returns how many bytes of a small block its caller may use.
static inline size_t block_room(const block *it) { return it->size - sizeof(block); }

// Returns the size of the whole small block that has room for this many bytes of its caller.
static inline size_t block_size(size_t room) {
  return (room + sizeof(block) + BLOCK_STEP - 1) & ~(size_t)(BLOCK_STEP - 1);
}
