#include "depot.h"

#include <pthread.h>

#include "cache.h"

// A lock protects the bundles. No thread waits for the lock: a thread that finds it taken uses malloc. If a thread of
// the parent held the lock during a fork, the child always uses malloc.
static kept *bundles[CACHE_LISTS];
static size_t held;
static pthread_mutex_t depot_lock = PTHREAD_MUTEX_INITIALIZER;

// Returns true if there may be a bundle with blocks of this list. A thread whose list is empty looks here first, because
// the lock costs more than half of what malloc costs.
static bool has_bundle(size_t number) { return __atomic_load_n(&bundles[number], __ATOMIC_RELAXED) != NULL; }

static void set_bundle(size_t number, kept *bundle) { __atomic_store_n(&bundles[number], bundle, __ATOMIC_RELAXED); }

static kept *take_locked(size_t number) {
  kept *bundle = bundles[number];
  if (!bundle) return NULL;
  set_bundle(number, bundle->below);
  held -= bundle_bytes(number);
  return bundle;
}

void depot_put(size_t number, kept *bundle) {
  if (pthread_mutex_trylock(&depot_lock) == 0) {
    size_t bytes = bundle_bytes(number);
    if (held + bytes <= CACHE_MOST) {
      held += bytes;
      bundle->below = bundles[number];
      set_bundle(number, bundle);
      bundle = NULL;
    }
    pthread_mutex_unlock(&depot_lock);
  }
  kept_free(bundle);
}

kept *depot_take(size_t number) {
  if (!has_bundle(number) || pthread_mutex_trylock(&depot_lock) != 0) return NULL;
  kept *bundle = take_locked(number);
  pthread_mutex_unlock(&depot_lock);
  return bundle;
}

void depot_empty(void) {
  if (pthread_mutex_trylock(&depot_lock) != 0) return;
  for (size_t number = 0; number < CACHE_LISTS; number++) {
    for (kept *bundle; (bundle = take_locked(number));) kept_free(bundle);
  }
  pthread_mutex_unlock(&depot_lock);
}
