// What ThreadSanitizer is told of a lock that it does not know. Weak: the runtime is there in a process built with it,
// and these do nothing in any other.
#pragma once
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

/// This thread now sees what others did before they released the same address.
static inline void moya_tsan_acquire(const void *address) {
  if (__tsan_acquire) __tsan_acquire((void *)address);
}

static inline void moya_tsan_release(const void *address) {
  if (__tsan_release) __tsan_release((void *)address);
}
