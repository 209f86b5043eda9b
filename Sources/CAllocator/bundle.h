// A bundle: blocks of one size, linked, of the number that a thread gives to others or gets from them at once. So they
// change hands for the price of one lock, a thirty-second of it each.
#pragma once
#include <stddef.h>
#include <stdlib.h>

#include "block.h"

enum {
  BUNDLE_BLOCKS = 32,   // of small ones
  BUNDLE_BYTES = 8192,  // of larger ones, at the most
  OBJECT_CLASSES = 64,  // of Swift's objects (linked/objects.c)
  OBJECT_STEP = 16,     // from one of these to the next
  OBJECT_TAIL = 8,      // the sizes of malloc's blocks end 8 bytes behind a multiple of the step, and so do those of the classes
  // A number for each size: those of blocks, and behind them those of objects. No block is as small as the first of each.
  OBJECT_LISTS = BLOCK_CLASSES,
  CACHE_LISTS = OBJECT_LISTS + OBJECT_CLASSES,
};

// A block that is in a list, whatever its owner had there.
typedef struct kept {
  struct kept *next;
  size_t size;         // a block's own (block.h)
  struct kept *below;  // of the first one of a bundle in the depot: the bundle below it
} kept;

_Static_assert(sizeof(kept) <= BLOCK_STEP && sizeof(kept) <= OBJECT_STEP + OBJECT_TAIL, "it fits into the smallest block");
_Static_assert(BUNDLE_BYTES >= 2 * BLOCK_STEP * BLOCK_CLASSES, "a bundle has two blocks at least");

static inline size_t size_of(size_t number) {
  return number < OBJECT_LISTS ? number * BLOCK_STEP : (number - OBJECT_LISTS) * OBJECT_STEP + OBJECT_TAIL;
}

// Blocks in a bundle.
static inline size_t bundle_count(size_t number) {
  size_t count = BUNDLE_BYTES / size_of(number);
  return count < BUNDLE_BLOCKS ? count : BUNDLE_BLOCKS;
}

static inline size_t bundle_bytes(size_t number) { return bundle_count(number) * size_of(number); }

// All blocks from this one on go back to malloc.
static inline void kept_free(kept *first) {
  while (first) {
    kept *next = first->next;
    free(first);
    first = next;
  }
}
