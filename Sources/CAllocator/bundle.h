// A bundle is a list of linked blocks of one size. Threads exchange whole bundles. Exchanging a bundle takes one lock,
// so the cost of the lock is divided between all blocks of the bundle.
#pragma once
#include <stddef.h>
#include <stdlib.h>

#include "block.h"

enum {
  BUNDLE_BLOCKS = 32,   // the blocks in a bundle of small blocks
  BUNDLE_BYTES = 8192,  // the most bytes in a bundle of larger blocks
  OBJECT_CLASSES = 64,  // size classes of Swift's objects (linked/objects.c)
  OBJECT_STEP = 16,     // the difference between the sizes of two of these classes
  OBJECT_TAIL = 8,      // the size of malloc's blocks, and so of each class, is a multiple of the step plus 8 bytes
  // A cache has a list of free blocks for each size class. The lists are numbered: first the classes of blocks with a
  // header (block.h), then the classes of Swift's objects. The first number of each kind is not used, because no block
  // is that small.
  OBJECT_LISTS = BLOCK_CLASSES,
  CACHE_LISTS = OBJECT_LISTS + OBJECT_CLASSES,
};

// A free block in a list. This struct overwrites what the block's last owner had stored in the block.
typedef struct kept {
  struct kept *next;
  size_t size;         // the size of the block, at the place where block.h stores it
  struct kept *below;  // for the first block of a bundle in the depot: the bundle below it
} kept;

_Static_assert(sizeof(kept) <= BLOCK_STEP && sizeof(kept) <= OBJECT_STEP + OBJECT_TAIL, "it fits into the smallest block");
_Static_assert(BUNDLE_BYTES >= 2 * BLOCK_STEP * BLOCK_CLASSES, "a bundle has two blocks at least");

// Returns the size in bytes of the blocks in the list with this number.
static inline size_t size_of(size_t number) {
  return number < OBJECT_LISTS ? number * BLOCK_STEP : (number - OBJECT_LISTS) * OBJECT_STEP + OBJECT_TAIL;
}

// Returns the number of blocks in a bundle of the list with this number.
static inline size_t bundle_count(size_t number) {
  size_t count = BUNDLE_BYTES / size_of(number);
  return count < BUNDLE_BLOCKS ? count : BUNDLE_BLOCKS;
}

static inline size_t bundle_bytes(size_t number) { return bundle_count(number) * size_of(number); }

// Returns this block and all blocks that follow it to malloc.
static inline void kept_free(kept *first) {
  while (first) {
    kept *next = first->next;
    free(first);
    first = next;
  }
}
