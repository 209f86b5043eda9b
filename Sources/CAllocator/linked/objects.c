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
  STEP = 16,  // from one class to the next
  TAIL = 8,   // the sizes of malloc's blocks end 8 bytes behind a multiple of STEP, and so do those of the classes
  MOST = STEP * (OBJECT_CLASSES - 1) + TAIL,
  // The runtime's mask for what malloc aligns; for a larger one it asks posix_memalign.
  ALIGNED = 7,
};

// The runtime's own, as the linker names them. The first does not return without memory.
void *__real_swift_slowAlloc(size_t size, size_t mask);
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask);

void *__wrap_swift_slowAlloc(size_t size, size_t mask) {
  if (size > MOST || mask > ALIGNED) return __real_swift_slowAlloc(size, mask);
  size_t index = (size + STEP - TAIL - 1) / STEP, whole = index * STEP + TAIL;
  cache *mine = thread_cache;
  void *taken = cache_take(mine, &mine->objects[index], whole);
  return taken ? taken : __real_swift_slowAlloc(whole, mask);
}

// `whole`: all of its class, however much more malloc gave.
static bool keep_object(void *memory, size_t index, size_t whole) {
  cache *mine = thread_cache;
  return cache_put(mine, &mine->objects[index], memory, whole);
}

static __attribute__((noinline)) void keep_late(void *memory, size_t index, size_t whole) {
  cache_make_room();
  if (!keep_object(memory, index, whole)) free(memory);
}

// `size` is not asked: of an object with elements behind it, the runtime does not know it.
void __wrap_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  size_t usable = memory ? malloc_usable_size(memory) : 0;
  if (usable < TAIL + STEP || usable > MOST || mask > ALIGNED) {
    __real_swift_slowDealloc(memory, size, mask);
    return;
  }
  size_t index = (usable - TAIL) / STEP, whole = index * STEP + TAIL;
  if (!keep_object(memory, index, whole)) keep_late(memory, index, whole);
}
