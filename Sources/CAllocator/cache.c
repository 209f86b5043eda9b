#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include "cache.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "depot.h"
#include "include/moya_allocator.h"

// Two caches for threads that have no cache of their own. `not_yet` is for a thread that has not created its cache yet,
// and `ended` is for a thread that is ending. Nothing is written to these two caches, because they have no blocks and
// no room for any.
static const cache not_yet, ended;

_Thread_local cache *thread_cache = (cache *)&not_yet;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool is_off, has_key;

static void go_back(size_t number, kept *first) {
  (void)number;
  kept_free(first);
}

// Empties the cache. Passes each full bundle, and each list that is full, to `full_goes`. Returns the other blocks to
// malloc.
static void cache_empty(cache *it, void (*full_goes)(size_t number, kept *bundle)) {
  for (size_t number = 1; number < CACHE_LISTS; number++) {
    list *its = &it->lists[number];
    bool is_full = its->places == bundle_count(number) && its->room == 0;
    (is_full ? full_goes : go_back)(number, its->first);
    if (its->bundle) full_goes(number, its->bundle);
  }
  memset(it, 0, sizeof *it);
}

// Reserves room for `more` bytes in the cache. Returns false if there is not enough room.
static bool cache_hold(cache *it, size_t more) {
  if (it->held + more > CACHE_MOST) return false;
  it->held += more;
  return true;
}

// Gives the list `wanted` places, which must be more places than the list has. If the cache has no room for the new
// places, empties the whole cache, including this list.
static void list_grow(cache *it, size_t number, size_t wanted) {
  list *its = &it->lists[number];
  if (!cache_hold(it, (wanted - its->places) * size_of(number))) {
    cache_empty(it, depot_put);
    cache_hold(it, wanted * size_of(number));
  }
  its->room += wanted - its->places;
  its->places = wanted;
}

// Empties a list that is full. If the list has a spare bundle, or the cache has room for one, the list's blocks become
// the spare bundle, and the old spare bundle goes to the depot. Otherwise the list's blocks go to the depot.
static void list_put_behind(cache *it, size_t number) {
  list *its = &it->lists[number];
  kept *passed_on = its->first;
  if (its->bundle || cache_hold(it, bundle_bytes(number))) {
    passed_on = its->bundle;
    its->bundle = its->first;
  }
  if (passed_on) depot_put(number, passed_on);
  its->first = NULL;
  its->room = its->places;
}

static void thread_ends(void *it) {
  // Blocks that the thread's other destructors free after this point are returned to malloc.
  thread_cache = (cache *)&ended;
  cache_empty(it, go_back);
  free(it);
  // The depot is emptied, because the remaining threads may have no use for its blocks.
  depot_empty();
}

// Returns true if malloc and malloc_usable_size belong together. A program can have its own malloc without its own
// malloc_usable_size. For blocks of such a malloc, glibc's malloc_usable_size returns arbitrary values, so a block
// would go into the list of another size.
static bool sizes_are_known(void) {
  Dl_info allocating, asking;
  void *malloc_there = dlsym(RTLD_DEFAULT, "malloc"), *size_there = dlsym(RTLD_DEFAULT, "malloc_usable_size");
  return malloc_there && size_there && dladdr(malloc_there, &allocating) && dladdr(size_there, &asking) &&
         allocating.dli_fbase == asking.dli_fbase;
}

static void prepare(void) {
  const char *wanted = getenv("MOYA_ALLOCATOR");
  is_off = (wanted && strcmp(wanted, "malloc") == 0) || !sizes_are_known();
  has_key = !is_off && pthread_key_create(&key, thread_ends) == 0;
}

bool moya_allocator_is_off(void) {
  pthread_once(&once, prepare);
  return is_off;
}

// Makes a cache for this thread, and stores it as `thread_cache`. Returns NULL if there is no memory, if the allocator
// is off, or if there is no pthread key. Without the key, this code would not be called when a thread ends.
static cache *cache_create(void) {
  pthread_once(&once, prepare);
  cache *made = has_key ? calloc(1, sizeof *made) : NULL;
  if (made && pthread_setspecific(key, made) != 0) {
    free(made);
    made = NULL;
  }
  if (made) thread_cache = made;
  return made;
}

void *cache_refill(size_t number) {
  cache *it = thread_cache;
  if (it == &ended) return NULL;
  kept *bundle = it->lists[number].bundle;
  if (bundle) {
    it->held -= it->lists[number].places * size_of(number);
    it->lists[number].bundle = NULL;
    it->lists[number].places = bundle_count(number);
  } else {
    bundle = depot_take(number);
    if (!bundle) return NULL;
    // A thread that has freed no block yet gets its cache here. With it, the thread reuses blocks of other threads.
    if (it == &not_yet && !(it = cache_create())) {
      kept_free(bundle);
      return NULL;
    }
    list_grow(it, number, bundle_count(number));
  }
  list *its = &it->lists[number];
  its->first = bundle;
  its->room = 0;
  return cache_take(it, number);
}

void cache_make_room(size_t number) {
  if (thread_cache == &ended) return;
  if (thread_cache == &not_yet && !cache_create()) return;
  const size_t places = thread_cache->lists[number].places, most = bundle_count(number);
  if (places == most) {
    list_put_behind(thread_cache, number);
  } else {
    list_grow(thread_cache, number, places == 0 ? 1 : places * 2 > most ? most : places * 2);
  }
}
