#include "cache.h"

#include <pthread.h>
#include <stdlib.h>

// Stand for the cache that a thread does not have. Nothing is written to them: they have no block, and room for none.
static const cache not_yet = {.held = CACHE_MOST}, ended = {.held = CACHE_MOST};

_Thread_local cache *thread_cache = (cache *)&not_yet;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static void cache_empty(cache *it) {
  for (int index = 0; index < BLOCK_CLASSES; index++) {
    while (it->lists[index]) {
      block *first = it->lists[index];
      it->lists[index] = first->next;
      free(first);
    }
  }
  it->held = 0;
}

static void thread_ends(void *it) {
  // What the thread's other destructors free after this goes to malloc.
  thread_cache = (cache *)&ended;
  cache_empty(it);
  free(it);
}

static void make_key(void) { has_key = pthread_key_create(&key, thread_ends) == 0; }

// NULL: there is no memory for a cache, or no key that tells of the thread's end.
static cache *cache_create(void) {
  pthread_once(&once, make_key);
  cache *made = has_key ? calloc(1, sizeof *made) : NULL;
  if (made && pthread_setspecific(key, made) != 0) {
    free(made);
    return NULL;
  }
  return made;
}

void cache_overflow(block *it) {
  if (thread_cache == &not_yet) {
    cache *made = cache_create();
    if (made) thread_cache = made;
  } else if (thread_cache != &ended) {
    cache_empty(thread_cache);
  }
  if (!cache_put(thread_cache, it)) free(it);
}
