// The Swift runtime's allocation of objects in libmoya.so, which script/link puts in place of the runtime's own
// (`--wrap`): a thread keeps the small objects that it frees (../cache.h) and gets them again. A call has a dozen, and
// glibc's own cache of a thread holds seven blocks of a size, too few for many calls at once.
//
// A block here is malloc's, without a header: C code may free what Swift allocated and the other way round, and
// malloc_usable_size, which Swift's arrays ask, answers for it. A Swift package keeps the runtime's own.
#include <malloc.h>
#include <stdlib.h>

#include "../cache.h"

enum {
  MOST = OBJECT_STEP * (OBJECT_CLASSES - 1) + OBJECT_TAIL,
  // The runtime's mask for what malloc aligns; for a larger one it asks posix_memalign.
  ALIGNED = 7,
};

// The runtime's own, as the linker names them. The first does not return without memory.
void *__real_swift_slowAlloc(size_t size, size_t mask);
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask);

// All that malloc gives for a class.
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

// `size` is not asked: of an object with elements behind it, the runtime does not know it.
void __wrap_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  size_t usable = memory ? malloc_usable_size(memory) : 0;
  if (usable < OBJECT_TAIL + OBJECT_STEP || usable > MOST || mask > ALIGNED) {
    __real_swift_slowDealloc(memory, size, mask);
    return;
  }
  size_t index = (usable - OBJECT_TAIL) / OBJECT_STEP;
  if (!keep_object(memory, index)) keep_late(memory, index);
}
