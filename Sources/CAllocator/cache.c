#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include "cache.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "include/moya_allocator.h"

// Stand for the cache that a thread does not have. Nothing is written to them: they have no block, and room for none.
static const cache not_yet = {.held = CACHE_MOST}, ended = {.held = CACHE_MOST};

_Thread_local cache *thread_cache = (cache *)&not_yet;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool is_off, has_key;

// What threads had too much of, under the lock, for which no thread waits: one that finds it taken asks malloc. So does
// a forked child always, if a thread of its parent had it.
static cache depot;
static pthread_mutex_t depot_lock = PTHREAD_MUTEX_INITIALIZER;

// Moves blocks of a list until one cache has no more, the other would hold more than `most`, or `bytes` were moved.
static void list_move(cache *from, cache *to, unsigned list, size_t most, size_t bytes) {
  size_t size = list < OBJECT_LISTS ? list * BLOCK_STEP : (list - OBJECT_LISTS) * OBJECT_STEP + OBJECT_TAIL;
  for (kept *first; size <= bytes && to->held + size <= most && (first = cache_take(from, list, size)); bytes -= size) {
    cache_put(to, list, first, size);
  }
}

static void list_empty(cache *it, unsigned list) {
  while (it->lists[list]) {
    kept *first = it->lists[list];
    it->lists[list] = first->next;
    free(first);
  }
}

static void cache_pass_on(cache *it) {
  bool is_mine = pthread_mutex_trylock(&depot_lock) == 0;
  for (unsigned list = 0; list < CACHE_LISTS; list++) {
    if (is_mine) list_move(it, &depot, list, CACHE_MOST, SIZE_MAX);
    list_empty(it, list);
  }
  it->held = 0;
  if (is_mine) pthread_mutex_unlock(&depot_lock);
}

void *cache_refill(unsigned list, size_t size) {
  cache *it = thread_cache;
  if (it == &not_yet || it == &ended || pthread_mutex_trylock(&depot_lock) != 0) return NULL;
  // With room left for what this thread frees, or it would soon pass everything on again.
  list_move(&depot, it, list, CACHE_MOST / 4 * 3, REFILL_MOST);
  pthread_mutex_unlock(&depot_lock);
  return cache_take(it, list, size);
}

static void cache_empty(cache *it) {
  for (unsigned list = 0; list < CACHE_LISTS; list++) list_empty(it, list);
  it->held = 0;
}

static void thread_ends(void *it) {
  // What the thread's other destructors free after this goes to malloc.
  thread_cache = (cache *)&ended;
  cache_empty(it);
  free(it);
  // The threads that are left may have no use for what is in the depot.
  if (pthread_mutex_trylock(&depot_lock) != 0) return;
  cache_empty(&depot);
  pthread_mutex_unlock(&depot_lock);
}

// A program may put functions of its own in the place of malloc, free, calloc and realloc alone. Of its blocks glibc's
// malloc_usable_size says anything, and an object would go into the list of another size.
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

// NULL: there is no memory for a cache, no key that tells of the thread's end, or no cache wanted.
static cache *cache_create(void) {
  pthread_once(&once, prepare);
  cache *made = has_key ? calloc(1, sizeof *made) : NULL;
  if (made && pthread_setspecific(key, made) != 0) {
    free(made);
    return NULL;
  }
  return made;
}

void cache_make_room(void) {
  if (thread_cache == &not_yet) {
    cache *made = cache_create();
    if (made) thread_cache = made;
  } else if (thread_cache != &ended) {
    cache_pass_on(thread_cache);
  }
}
