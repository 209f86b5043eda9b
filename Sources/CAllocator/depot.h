// The depot: bundles of which threads had too many, for threads that have too few. It holds as much as a thread's cache at
// the most; what comes then goes back to malloc.
#pragma once
#include "bundle.h"

#pragma GCC visibility push(hidden)

// The bundle is full, and in the depot or free from now on.
void depot_put(size_t number, kept *bundle);

// NULL: there is none.
kept *depot_take(size_t number);

// All of it goes back to malloc.
void depot_empty(void);

#pragma GCC visibility pop
