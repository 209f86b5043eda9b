#include "allocations.h"

#include "findings.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* libc's own functions. The functions with the usual names are below, and replace them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

enum {
  ROOM = 1 << 18,
  GUARD = 16,            /* bytes after the end of a block; the plugin must not change them */
  GUARD_BYTE = 0xA5,
  FREED_BYTE = 0xDB,     /* what all bytes of a freed block are set to */
  MOST_FREED = 512,      /* the most freed blocks that wait before libc gets them back */
  LONGEST_FREED = 65536
};

/* A block that the plugin allocated. */
typedef struct block {
  void *start;
  size_t size;
  long number;
  bool freed;
} block;

/* The blocks that the plugin allocated, in a hash table with open addressing. Its size is fixed, because it cannot
 * allocate memory itself. */
static block table[ROOM];
static size_t used;
static long live, bytes, last_number, most_bytes;
static void *freed[MOST_FREED];
static size_t next_freed;
static _Atomic bool on;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int in_plugin;

static size_t home(const void *start) { return (size_t)((uintptr_t)start * 0x9E3779B97F4A7C15ull >> 24) % ROOM; }
static block *find(const void *start) {
  size_t place = home(start);
  while (table[place].start && table[place].start != start) place = (place + 1) % ROOM;
  return &table[place];
}
/* Removes a block from the table, and moves later blocks of its chain into the gap. */
static void erase(block *it) {
  size_t gap = (size_t)(it - table);
  for (size_t next = (gap + 1) % ROOM; table[next].start; next = (next + 1) % ROOM) {
    size_t from = home(table[next].start);
    bool stays = gap <= next ? gap < from && from <= next : gap < from || from <= next;
    if (stays) continue;
    table[gap] = table[next];
    gap = next;
  }
  table[gap].start = NULL;
  used--;
}

/* Returns true if all bytes have this value. */
static bool has_only(const void *start, size_t len, int byte) {
  const unsigned char *at = start;
  for (size_t index = 0; index < len; index++) {
    if (at[index] != byte) return false;
  }
  return true;
}

/* Returns true if a block that is allocated now will be listed. A listed block has a guard: bytes after its end that
 * show if the plugin writes there. */
static bool is_listed(void) { return on && in_plugin; }

static void *list(void *start, size_t size) {
  if (!start) {
    pthread_mutex_lock(&lock);
    if (size <= LONG_MAX && (long)size > most_bytes) most_bytes = (long)size;
    pthread_mutex_unlock(&lock);
    return start;
  }
  memset((char *)start + size, GUARD_BYTE, GUARD);
  pthread_mutex_lock(&lock);
  if (used < ROOM / 2) {
    *find(start) = (block){start, size, ++last_number, false};
    used++;
    live++;
    bytes += (long)size;
    if (bytes > most_bytes) most_bytes = bytes;
  }
  pthread_mutex_unlock(&lock);
  return start;
}

/* Freed blocks wait in a list, so that a later write to them is noticed. Adds a freed block to the list, and gives the
 * block that has waited longest back to libc. */
static void replace_oldest(void *start) {
  void *oldest = freed[next_freed];
  freed[next_freed] = start;
  next_freed = (next_freed + 1) % MOST_FREED;
  if (!oldest) return;
  block *it = find(oldest);
  bool good = has_only(oldest, it->size, FREED_BYTE);
  size_t size = it->size;
  erase(it);
  __libc_free(oldest);
  if (!good) finding("balance", "the plugin wrote to a block of %zu bytes that it had freed", size);
}

/* If the plugin allocated the block, frees the block now or later, and returns true. Otherwise returns false, and the
 * caller must free the block. */
static bool unlist(void *start) {
  if (!on || !start) return false;
  pthread_mutex_lock(&lock);
  block *it = find(start);
  bool was = it->start != NULL, twice = was && it->freed;
  size_t size = was ? it->size : 0;
  bool good = !was || has_only((char *)start + size, GUARD, GUARD_BYTE);
  if (was && !twice) {
    it->freed = true;
    live--;
    bytes -= (long)size;
    memset(start, FREED_BYTE, size);
    if (size <= LONGEST_FREED) replace_oldest(start);
    else erase(it), __libc_free(start);
  }
  pthread_mutex_unlock(&lock);
  if (!good) finding("balance", "the plugin wrote after the end of a block of %zu bytes", size);
  if (twice) {
    note_death("the plugin freed a block of %zu bytes twice", size);
    abort();
  }
  return was;
}

void allocations_begin(void) { on = true; }
void allocations_lock(void) { pthread_mutex_lock(&lock); }
void allocations_unlock(void) { pthread_mutex_unlock(&lock); }
long allocations_most(void) {
  pthread_mutex_lock(&lock);
  long most = most_bytes;
  pthread_mutex_unlock(&lock);
  return most;
}
void allocations_reset_most(void) {
  pthread_mutex_lock(&lock);
  most_bytes = bytes;
  pthread_mutex_unlock(&lock);
}
allocations allocations_count(void) {
  pthread_mutex_lock(&lock);
  allocations it = {live, bytes};
  pthread_mutex_unlock(&lock);
  return it;
}
long allocations_number(const void *start) {
  if (!start) return 0;
  pthread_mutex_lock(&lock);
  block *it = find(start);
  long number = it->start && !it->freed ? it->number : 0;
  pthread_mutex_unlock(&lock);
  return number;
}
int allocations_of_plugin(int is_in_plugin) {
  int before = in_plugin;
  in_plugin = is_in_plugin;
  return before;
}
int allocations_is_in_plugin(void) { return in_plugin; }
void allocations_restore(int *before) { in_plugin = *before; }

/* ── Functions that replace libc's ── */

void *malloc(size_t size) {
  if (!is_listed() || size > SIZE_MAX - GUARD) return __libc_malloc(size);
  return list(__libc_malloc(size + GUARD), size);
}
void *calloc(size_t number, size_t size) {
  size_t all;
  bool is_large = __builtin_mul_overflow(number, size, &all) || all > SIZE_MAX - GUARD;
  if (!is_listed() || is_large) return __libc_calloc(number, size);
  return list(__libc_calloc(1, all + GUARD), all);
}
void *memalign(size_t alignment, size_t size) {
  if (!is_listed() || size > SIZE_MAX - GUARD) return __libc_memalign(alignment, size);
  return list(__libc_memalign(alignment, size + GUARD), size);
}
void free(void *start) {
  if (!unlist(start)) __libc_free(start);
}
/* Returns the size of a block of the plugin; -1 for any other block. */
static long size_of(void *start) {
  pthread_mutex_lock(&lock);
  block *it = find(start);
  long size = it->start && !it->freed ? (long)it->size : -1;
  pthread_mutex_unlock(&lock);
  return size;
}
/* Calls libc's malloc_usable_size, which the function below replaces. */
static size_t usable(void *start) {
  static size_t (*known)(void *);
  if (!known) *(void **)&known = dlsym(RTLD_NEXT, "malloc_usable_size");
  return known ? known(start) : 0;
}
/* Returns the size of a block without its guard, because a program may use as many bytes as this function returns. */
size_t malloc_usable_size(void *start) {
  if (!start) return 0;
  long size = on ? size_of(start) : -1;
  return size < 0 ? usable(start) : (size_t)size;
}
void *realloc(void *old, size_t size) {
  if (!old) return malloc(size);
  long before = on ? size_of(old) : -1;
  if (before < 0 && (size == 0 || !is_listed())) return __libc_realloc(old, size);
  if (before < 0) before = (long)usable(old);
  void *made = size > 0 ? malloc(size) : NULL;
  if (size > 0 && !made) return NULL;
  if (made) memcpy(made, old, (size_t)before < size ? (size_t)before : size);
  free(old);
  return made;
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **start, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1))) return EINVAL;
  *start = memalign(alignment, size);
  return *start || size == 0 ? 0 : ENOMEM;
}
