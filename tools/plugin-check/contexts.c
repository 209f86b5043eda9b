#include "contexts.h"

#include "findings.h"
#include <pthread.h>
#include <stdlib.h>

/* A hash table with open addressing. Contexts are never removed. */
static context **table;
static size_t room, used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(moya_context *key) {
  size_t place = (size_t)((uintptr_t)key * 0x9E3779B97F4A7C15ull >> 20) & (room - 1);
  while (table[place] && table[place]->key != key) place = (place + 1) & (room - 1);
  return place;
}

static void grow(void) {
  context **old = table;
  size_t count = room;
  room = room ? room * 2 : 1024;
  table = calloc(room, sizeof *table);
  MUST(table);
  for (size_t index = 0; index < count; index++) {
    if (old[index]) table[place_of(old[index]->key)] = old[index];
  }
  free(old);
}

context *context_find(moya_context *key) {
  pthread_mutex_lock(&lock);
  return room ? table[place_of(key)] : NULL;
}

context *context_lock(moya_context *key) {
  pthread_mutex_lock(&lock);
  if (used * 2 >= room) grow();
  size_t place = place_of(key);
  if (!table[place]) {
    table[place] = calloc(1, sizeof(context));
    MUST(table[place]);
    table[place]->key = key;
    used++;
  }
  return table[place];
}

void context_unlock(void) { pthread_mutex_unlock(&lock); }

void context_each(void (*each)(context *it, void *user), void *user) {
  pthread_mutex_lock(&lock);
  for (size_t index = 0; index < room; index++) {
    if (table[index]) each(table[index], user);
  }
  pthread_mutex_unlock(&lock);
}
