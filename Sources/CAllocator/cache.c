#include "cache.h"

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

static void list_empty(kept **list) {
  while (*list) {
    kept *first = *list;
    *list = first->next;
    free(first);
  }
}

static void cache_empty(cache *it) {
  for (int index = 0; index < BLOCK_CLASSES; index++) list_empty(&it->blocks[index]);
  for (int index = 0; index < OBJECT_CLASSES; index++) list_empty(&it->objects[index]);
  it->held = 0;
}

static void thread_ends(void *it) {
  // What the thread's other destructors free after this goes to malloc.
  thread_cache = (cache *)&ended;
  cache_empty(it);
  free(it);
}

static void prepare(void) {
  const char *wanted = getenv("MOYA_ALLOCATOR");
  is_off = wanted && strcmp(wanted, "malloc") == 0;
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
    cache_empty(thread_cache);
  }
}
