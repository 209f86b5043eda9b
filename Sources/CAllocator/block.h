// A block: what malloc gave, a header in front of what the caller sees.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct block {
  // Only in a cache: the next block of the same size (cache.h).
  void *next;
  // All of the block, which is how a thread that did not allocate it knows its class. 0: a large block, malloc's.
  size_t size;
} block;

enum {
  BLOCK_STEP = 32,     // from one class to the next
  BLOCK_CLASSES = 64,  // the last one is for sizes a step below this product
  BLOCK_MOST = BLOCK_STEP * (BLOCK_CLASSES - 1) - sizeof(block),
};

_Static_assert(sizeof(block) == 16, "what follows a header is aligned as malloc aligns");

static inline void *block_memory(block *it) { return it + 1; }
static inline block *block_of(void *memory) { return (block *)memory - 1; }

// What the caller may use of a small block.
static inline size_t block_room(const block *it) { return it->size - sizeof(block); }

// A whole small block's size for what a caller asked for.
static inline size_t block_size(size_t room) {
  return (room + sizeof(block) + BLOCK_STEP - 1) & ~(size_t)(BLOCK_STEP - 1);
}
