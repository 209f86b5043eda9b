#include "allocations.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The functions of libc that the ones below replace. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

/* A hash table with open addressing. It cannot allocate. */
enum { ROOM = 1 << 18 };
static void *blocks[ROOM];
static size_t sizes[ROOM];
static long numbers[ROOM], last_number;
static long count, bytes;
static _Atomic bool on;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int in_plugin;

static size_t home(void *block) { return (size_t)((uintptr_t)block * 0x9E3779B97F4A7C15ull >> 24) % ROOM; }
static size_t place_of(void *block) {
  size_t place = home(block);
  while (blocks[place] && blocks[place] != block) place = (place + 1) % ROOM;
  return place;
}

static void add(void *block, size_t size) {
  if (!on || !in_plugin || !block) return;
  pthread_mutex_lock(&lock);
  if (count < ROOM / 2) {
    size_t place = place_of(block);
    blocks[place] = block;
    sizes[place] = size;
    numbers[place] = ++last_number;
    count++;
    bytes += (long)size;
  }
  pthread_mutex_unlock(&lock);
}

/* Returns true if the block was in the list. */
static bool drop(void *block) {
  if (!on || !block) return false;
  pthread_mutex_lock(&lock);
  size_t place = place_of(block);
  bool was = blocks[place] != NULL;
  if (was) {
    count--;
    bytes -= (long)sizes[place];
    /* Moves later blocks of the chain into the gap. */
    size_t gap = place;
    for (size_t next = (gap + 1) % ROOM; blocks[next]; next = (next + 1) % ROOM) {
      size_t from = home(blocks[next]);
      bool stays = gap <= next ? gap < from && from <= next : gap < from || from <= next;
      if (stays) continue;
      blocks[gap] = blocks[next];
      sizes[gap] = sizes[next];
      numbers[gap] = numbers[next];
      gap = next;
    }
    blocks[gap] = NULL;
  }
  pthread_mutex_unlock(&lock);
  return was;
}

void allocations_begin(void) { on = true; }
allocations allocations_count(void) {
  pthread_mutex_lock(&lock);
  allocations it = {count, bytes};
  pthread_mutex_unlock(&lock);
  return it;
}
long allocations_number(void *block) {
  if (!block) return 0;
  pthread_mutex_lock(&lock);
  size_t place = place_of(block);
  long number = blocks[place] ? numbers[place] : 0;
  pthread_mutex_unlock(&lock);
  return number;
}
int allocations_of_plugin(int is_in_plugin) {
  int before = in_plugin;
  in_plugin = is_in_plugin;
  return before;
}
void allocations_restore(int *before) { in_plugin = *before; }

/* ── In the place of libc's functions ── */

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  add(block, size);
  return block;
}
void *calloc(size_t number, size_t size) {
  void *block = __libc_calloc(number, size);
  add(block, number * size);
  return block;
}
void *realloc(void *old, size_t size) {
  bool was = drop(old);
  void *block = __libc_realloc(old, size);
  int before = in_plugin;
  if (was) in_plugin = 1;
  add(block ? block : size ? old : NULL, size);
  in_plugin = before;
  return block;
}
void free(void *block) {
  drop(block);
  __libc_free(block);
}
void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  add(block, size);
  return block;
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1))) return EINVAL;
  *block = memalign(alignment, size);
  return *block || size == 0 ? 0 : ENOMEM;
}
