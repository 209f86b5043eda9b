// The Swift runtime's allocation of objects in libmoya.so. script/link replaces the runtime's own functions (`--wrap`).
// A thread stores the small objects that it frees (../cache.h) and reuses them. A call has a dozen of them. glibc's own
// cache of a thread holds only seven blocks of a size, too few for many calls at once.
//
// A block here comes from malloc and has no header. So C code may free what Swift allocated and the other way round,
// and malloc_usable_size, which Swift's arrays call, works for it. A Swift package uses the runtime's own functions.
#include <malloc.h>
#include <stdlib.h>

#include "../cache.h"

enum {
  MOST = OBJECT_STEP * (OBJECT_CLASSES - 1) + OBJECT_TAIL,
  // The runtime's mask for malloc's alignment. For a larger one, the runtime calls posix_memalign.
  ALIGNED = 7,
};

// The runtime's own functions, under the linker's names. The first does not return without memory.
void *__real_swift_slowAlloc(size_t size, size_t mask);
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask);

// The usable size of malloc's block for a class.
static inline size_t whole_of(size_t index) { return index * OBJECT_STEP + OBJECT_TAIL; }

static __attribute__((noinline)) void *fresh_object(size_t index, size_t mask) {
  void *passed_on = cache_refill(OBJECT_LISTS + index);
  return passed_on ? passed_on : __real_swift_slowAlloc(whole_of(index), mask);
}

void *__wrap_swift_slowAlloc(size_t size, size_t mask) {
  if (size > MOST || mask > ALIGNED) return __real_swift_slowAlloc(size, mask);
  size_t index = (size + OBJECT_STEP - OBJECT_TAIL - 1) / OBJECT_STEP;
  void *taken = cache_take(thread_cache, OBJECT_LISTS + index);
  return taken ? taken : fresh_object(index, mask);
}

static bool keep_object(void *memory, size_t index) {
  return cache_put(thread_cache, OBJECT_LISTS + index, memory);
}

static __attribute__((noinline)) void keep_late(void *memory, size_t index) {
  cache_make_room(OBJECT_LISTS + index);
  if (!keep_object(memory, index)) free(memory);
}

// `size` is not used, because the runtime does not know it for an object with tail-allocated elements.
void __wrap_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  size_t usable = memory ? malloc_usable_size(memory) : 0;
  if (usable < OBJECT_TAIL + OBJECT_STEP || usable > MOST || mask > ALIGNED) {
    __real_swift_slowDealloc(memory, size, mask);
    return;
  }
  size_t index = (usable - OBJECT_TAIL) / OBJECT_STEP;
  if (!keep_object(memory, index)) keep_late(memory, index);
}
