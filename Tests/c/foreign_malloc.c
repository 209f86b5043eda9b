/* Tests a program that replaces malloc, free, calloc and realloc, but not malloc_usable_size. For blocks of the
 * program, the malloc_usable_size of glibc returns meaningless sizes. */
#include "check.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

/* With a sanitizer, the sanitizer's allocator is used. */
#ifndef __SANITIZE_ADDRESS__
enum { HEAD = 16, ROOM = 1 << 30 };

/* The memory for the next block. Freed blocks are not used again. */
static char *next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(size_t alignment, size_t size) {
  if (size > ROOM / 2) return NULL;
  pthread_mutex_lock(&lock);
  static char *end;
  if (!next) {
    next = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    end = next + ROOM;
  }
  uintptr_t start = ((uintptr_t)next + HEAD + alignment - 1) & ~(uintptr_t)(alignment - 1);
  next = (char *)((start + size + 15) & ~(uintptr_t)15);
  if (next > end) abort();
  pthread_mutex_unlock(&lock);
  uint64_t *block = (uint64_t *)start;
  block[-2] = size;
  block[-1] = size << 4 | 2; /* glibc would see a mapped block that is 16 times as large */
  return block;
}
void *malloc(size_t size) { return take(16, size); }
void *calloc(size_t count, size_t size) { return take(16, count * size); } /* fresh pages are zero */
void *realloc(void *memory, size_t size) {
  void *moved = take(16, size);
  if (!memory || !moved) return moved;
  size_t old = ((uint64_t *)memory)[-2];
  return memcpy(moved, memory, old < size ? old : size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = take(alignment < 16 ? 16 : alignment, size);
  return 0;
}
void *aligned_alloc(size_t alignment, size_t size) { return take(alignment < 16 ? 16 : alignment, size); }
void free(void *memory) {
  if (memory) memset(memory, 0xdd, ((uint64_t *)memory)[-2]);
}
#endif

static void calls(void) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = "{\"a\":1}";
  sample.body_len = 7;
  for (int i = 0; i < 1000; i++) {
    char path[32];
    snprintf(path, sizeof path, "/a%d", i);
    moya_target target = MOYA_TARGET_INIT;
    target.base_url = "http://h";
    target.path = path;
    target.stub = MOYA_STUB_IMMEDIATE;
    target.sample = &sample;
    moya_response *response = NULL;
    int64_t value = 0;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    EXPECT_STATUS(moya_response_json_int64(response, "a", &value, NULL), MOYA_OK);
    EXPECT(value == 1);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("calls go well with a malloc of the program's whose blocks have no known size", calls);
  return verdict();
}
