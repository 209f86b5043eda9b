// The depot stores bundles of blocks from threads that had too many blocks, for threads that have too few. It holds at
// most as many bytes as a thread's cache. Further bundles are returned to malloc.
#pragma once
#include "bundle.h"

#pragma GCC visibility push(hidden)

// Puts a full bundle of the list with this number (bundle.h) into the depot. If the depot has no room, frees the
// blocks.
void depot_put(size_t number, kept *bundle);

// Takes a bundle for the list with this number out of the depot. Returns NULL if there is none.
kept *depot_take(size_t number);

// Returns all bundles to malloc.
void depot_empty(void);

#pragma GCC visibility pop
