// The depot: bundles of blocks from threads that had too many, for threads that have too few. It holds at most as many
// bytes as a thread's cache. Further bundles go back to malloc.
#pragma once
#include "bundle.h"

#pragma GCC visibility push(hidden)

// Puts a full bundle into the depot, or frees its blocks if the depot has no room.
void depot_put(size_t number, kept *bundle);

// Takes a bundle; NULL if there is none.
kept *depot_take(size_t number);

// Gives all bundles back to malloc.
void depot_empty(void);

#pragma GCC visibility pop
