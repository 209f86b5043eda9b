/* Contains what the tests of the allocator share. This header includes the sources of the allocator. They use a malloc
 * that counts blocks, and that fails if a test wants it. */
#ifndef ALLOCATOR_H
#define ALLOCATOR_H

#include "child.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* The number of blocks that malloc has returned and that were not freed. */
static atomic_long live;
/* If `is_short` is true, malloc fails. If `has_no_keys` is true, no key for thread-specific data can be created. */
static atomic_bool is_short, has_no_keys;

static atomic_long given;

static inline void *noted(void *memory) {
  if (memory) live++;
  given++;
  return memory;
}
static inline void *counted_malloc(size_t size) { return is_short ? NULL : noted(malloc(size)); }
static inline void *counted_calloc(size_t count, size_t size) { return is_short ? NULL : noted(calloc(count, size)); }
static inline void *counted_realloc(void *memory, size_t size) { return is_short ? NULL : realloc(memory, size); }
static inline void counted_free(void *memory) {
  if (memory) live--;
  free(memory);
}
static inline int counted_key_create(pthread_key_t *made, void (*end)(void *)) {
  return has_no_keys ? EAGAIN : pthread_key_create(made, end);
}
#define malloc counted_malloc
#define calloc counted_calloc
#define realloc counted_realloc
#define free counted_free
#define pthread_key_create counted_key_create
#include "../../Sources/CAllocator/allocator.c"
#include "../../Sources/CAllocator/cache.c"
#include "../../Sources/CAllocator/depot.c"
#include "../../Sources/CAllocator/linked/objects.c"
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef pthread_key_create

/* These functions stand for those of the Swift runtime. */
void *__real_swift_slowAlloc(size_t size, size_t mask) { return mask > 15 ? NULL : counted_malloc(size); }
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  (void)size, (void)mask;
  counted_free(memory);
}

/* Sizes near the limits between the classes of blocks, and near the largest size of small blocks. */
static const size_t sizes[] = {0,    1,    15,   16,   17,   31,   32,    33,    47,     48,     49,        80,
                               112,  113,  792,  1000, 1024, 1999, 2000,  2001,  2032,   2048,   4096,      65536,
                               BLOCK_MOST - 1, BLOCK_MOST, BLOCK_MOST + 1, 100000, 1 << 20};
enum { SIZES = sizeof sizes / sizeof *sizes };

static inline void fill(void *memory, size_t size, int seed) {
  for (size_t at = 0; at < size; at++) ((unsigned char *)memory)[at] = (unsigned char)(at * 7 + (size_t)seed);
}
static inline bool is_filled(const void *memory, size_t size, int seed) {
  for (size_t at = 0; at < size; at++) {
    if (((const unsigned char *)memory)[at] != (unsigned char)(at * 7 + (size_t)seed)) return false;
  }
  return true;
}

/* Runs a test on its own thread. After the end of the thread, no block of malloc may be left. */
static inline void *run_body(void *body) {
  (*(void (**)(void))body)();
  return NULL;
}
static inline void on_thread(void (*body)(void)) {
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, run_body, &body) == 0);
  pthread_join(thread, NULL);
  EXPECT(live == 0, "%ld blocks are left", (long)live);
}

static inline void sized_blocks(void) {
  void *blocks[SIZES];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < SIZES; i++) {
      blocks[i] = moya_malloc(sizes[i]);
      EXPECT(blocks[i] && (uintptr_t)blocks[i] % 16 == 0, "%zu: %p", sizes[i], blocks[i]);
      fill(blocks[i], sizes[i], i);
    }
    for (int i = 0; i < SIZES; i++) EXPECT(is_filled(blocks[i], sizes[i], i), "%zu", sizes[i]);
    for (int i = 0; i < SIZES; i++) moya_free(blocks[i]);
  }
  moya_free(NULL);
}

static inline void resized(void) {
  for (int from = 0; from < SIZES; from++) {
    for (int to = 0; to < SIZES; to++) {
      void *memory = moya_malloc(sizes[from]);
      fill(memory, sizes[from], 3);
      memory = moya_realloc(memory, sizes[to]);
      size_t kept = sizes[from] < sizes[to] ? sizes[from] : sizes[to];
      EXPECT(memory && (uintptr_t)memory % 16 == 0 && is_filled(memory, kept, 3), "%zu to %zu", sizes[from], sizes[to]);
      fill(memory, sizes[to], 4);
      moya_free(memory);
    }
  }
  void *memory = moya_realloc(NULL, 20);
  EXPECT(memory && moya_realloc(memory, 24) == memory, "a block that has room stays where it is");
  moya_free(memory);
}

#endif
