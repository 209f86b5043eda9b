// A bundle: linked blocks of one size, as many as threads exchange at once. So the cost of one lock is divided between
// all blocks of a bundle.
#pragma once
#include <stddef.h>
#include <stdlib.h>

#include "block.h"

enum {
  BUNDLE_BLOCKS = 32,   // in a bundle of small blocks
  BUNDLE_BYTES = 8192,  // the most bytes in a bundle of larger blocks
  OBJECT_CLASSES = 64,  // size classes of Swift's objects (linked/objects.c)
  OBJECT_STEP = 16,     // the difference between two of these classes
  OBJECT_TAIL = 8,      // malloc's blocks, and so the classes, end 8 bytes after a multiple of the step
  // A number for each size: first those of blocks, then those of objects. The first number of each is not used, because
  // no block is that small.
  OBJECT_LISTS = BLOCK_CLASSES,
  CACHE_LISTS = OBJECT_LISTS + OBJECT_CLASSES,
};

// A block in a list. It overwrites what the block's owner had stored there.
typedef struct kept {
  struct kept *next;
  size_t size;         // the block's own size (block.h)
  struct kept *below;  // for the first block of a bundle in the depot: the bundle below it
} kept;

_Static_assert(sizeof(kept) <= BLOCK_STEP && sizeof(kept) <= OBJECT_STEP + OBJECT_TAIL, "it fits into the smallest block");
_Static_assert(BUNDLE_BYTES >= 2 * BLOCK_STEP * BLOCK_CLASSES, "a bundle has two blocks at least");

static inline size_t size_of(size_t number) {
  return number < OBJECT_LISTS ? number * BLOCK_STEP : (number - OBJECT_LISTS) * OBJECT_STEP + OBJECT_TAIL;
}

// The number of blocks in a bundle.
static inline size_t bundle_count(size_t number) {
  size_t count = BUNDLE_BYTES / size_of(number);
  return count < BUNDLE_BLOCKS ? count : BUNDLE_BLOCKS;
}

static inline size_t bundle_bytes(size_t number) { return bundle_count(number) * size_of(number); }

// Gives this block and all that follow it back to malloc.
static inline void kept_free(kept *first) {
  while (first) {
    kept *next = first->next;
    free(first);
    first = next;
  }
}
