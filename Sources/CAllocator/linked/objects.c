// Allocates the Swift runtime's objects in libmoya.so. script/link replaces the runtime's own functions with these
// (`--wrap`). A thread stores the small objects that it frees (../cache.h) and reuses them. A call has a dozen small
// objects. The cache that glibc has for each thread holds only seven blocks of a size, which is too few for many calls
// at once.
//
// A block of these functions comes from malloc and has no header. So C code may free what Swift has allocated, and
// Swift may free what C code has allocated. malloc_usable_size, which Swift's arrays call, works for such a block. In a
// Swift package, the runtime's own functions are used.
#include <malloc.h>
#include <stdlib.h>

#include "../cache.h"

enum {
  MOST = OBJECT_STEP * (OBJECT_CLASSES - 1) + OBJECT_TAIL,
  // The runtime's mask for the alignment that malloc guarantees. For a larger mask, the runtime calls posix_memalign.
  ALIGNED = 7,
};

// The runtime's own functions, under the names that the linker gives them. If there is no memory, swift_slowAlloc does
// not return.
void *__real_swift_slowAlloc(size_t size, size_t mask);
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask);

// Returns the usable size of malloc's blocks in the size class with this index.
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

// Frees memory, or stores it in the thread's cache. The size comes from malloc, because `size` is wrong for an object
// with tail-allocated elements.
void __wrap_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  size_t usable = memory ? malloc_usable_size(memory) : 0;
  if (usable < OBJECT_TAIL + OBJECT_STEP || usable > MOST || mask > ALIGNED) {
    __real_swift_slowDealloc(memory, size, mask);
    return;
  }
  size_t index = (usable - OBJECT_TAIL) / OBJECT_STEP;
  if (!keep_object(memory, index)) keep_late(memory, index);
}
