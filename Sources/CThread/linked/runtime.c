// Makes forks safe for the Swift runtime. This file is only in libmoya.so, which script/link links with the static
// runtime.
//
// The runtime makes some things once, for example a `static let` or the metadata of a type. While a thread makes such a
// thing, other threads that need it wait. Two problems arise after a fork:
//
// - At the time of the fork, another thread of the parent may be making something. This thread does not exist in the
//   child, so the child would wait for ever. Therefore the linker puts the fork gate in front of the functions that
//   make things (`--wrap`). The gate makes a fork wait until no thread is in these functions, but for at most 10 s.
//   Once a program has sent its first requests, a request calls none of these functions.
// - The runtime remembers each thread's number (the kernel's thread ID). A thread that makes something publishes its
//   number, so that other threads can wait for it. In a child, the forking thread has a new number, but the runtime
//   remembers the old number. A waiting thread would pass the old number to the kernel and wait for ever. Therefore a
//   child forgets the number, and the runtime asks for it again.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/moya_fork.h"

// The runtime's copy of the thread's number: the variable `tid` in swift::threading_impl::linux::ulock_get_tid(). It is
// 0 until the runtime has asked the kernel for the number.
extern _Thread_local uint32_t number_of_thread __asm__("_ZZN5swift14threading_impl5linux13ulock_get_tidEvE3tid");
static void forget_number(void) { number_of_thread = 0; }
// Runs when the library is loaded, because the runtime may ask for the number before the program first calls the
// library.
__attribute__((constructor)) static void install(void) { pthread_atfork(NULL, NULL, forget_number); }

// The mangled name of the runtime's function that makes something once: void swift::threading_impl::once_slow(once_t &,
// void (*)(void *), void *)
#define ONCE_SLOW "_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_"
void real_once_slow(void *once, void (*make)(void *), void *context) __asm__("__real_" ONCE_SLOW);
void wrapped_once_slow(void *once, void (*make)(void *), void *context) __asm__("__wrap_" ONCE_SLOW);
void wrapped_once_slow(void *once, void (*make)(void *), void *context) {
  moya_fork_gate_enter(MOYA_FORK_MAKERS);
  real_once_slow(once, make, context);
  moya_fork_gate_leave(MOYA_FORK_MAKERS);
}

// These functions return the metadata of types and conformances. Their results have at most two words and their
// arguments at most six words, all in registers. For such functions, Swift's calling convention and C's are the same.
typedef struct words {
  const void *first;
  size_t second;
} words;
typedef words function(const void *, const void *, const void *, const void *, const void *, const void *);
#define GATED(name)                                                                                                \
  __attribute__((swiftcall)) function __real_##name, __wrap_##name;                                                \
  __attribute__((swiftcall)) words __wrap_##name(const void *a, const void *b, const void *c, const void *d,       \
                                                 const void *e, const void *f) {                                   \
    moya_fork_gate_enter(MOYA_FORK_MAKERS);                                                                        \
    words made = __real_##name(a, b, c, d, e, f);                                                                  \
    moya_fork_gate_leave(MOYA_FORK_MAKERS);                                                                        \
    return made;                                                                                                   \
  }
GATED(swift_getGenericMetadata)
GATED(swift_getCanonicalPrespecializedGenericMetadata)
GATED(swift_getCanonicalSpecializedMetadata)
GATED(swift_getSingletonMetadata)
GATED(swift_getForeignTypeMetadata)
GATED(swift_getTupleTypeMetadata)
GATED(swift_getTupleTypeMetadata2)
GATED(swift_getTupleTypeMetadata3)
GATED(swift_getMetatypeMetadata)
GATED(swift_getExistentialTypeMetadata)
GATED(swift_getExistentialMetatypeMetadata)
GATED(swift_getExtendedExistentialTypeMetadata)
GATED(swift_getOpaqueTypeMetadata)
GATED(swift_getOpaqueTypeMetadata2)
GATED(swift_getFixedArrayTypeMetadata)
GATED(swift_getFunctionTypeMetadata)
GATED(swift_getFunctionTypeMetadata0)
GATED(swift_getFunctionTypeMetadata1)
GATED(swift_getFunctionTypeMetadata2)
GATED(swift_getFunctionTypeMetadata3)
GATED(swift_getTypeByMangledNameInContext)
GATED(swift_getTypeByMangledNameInContext2)
GATED(swift_getTypeByMangledNameInContextInMetadataState)
GATED(swift_getTypeByMangledNameInContextInMetadataState2)
GATED(swift_checkMetadataState)
GATED(swift_getWitnessTable)
GATED(swift_getAssociatedTypeWitness)
GATED(swift_getAssociatedConformanceWitness)
GATED(swift_conformsToProtocol)
GATED(swift_conformsToProtocolCommon)
GATED(swift_dynamicCast)
GATED(swift_dynamicCastMetatype)
