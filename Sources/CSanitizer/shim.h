// Tells ThreadSanitizer about a lock that it does not know. The symbols are weak: they exist only in a process that is
// built with ThreadSanitizer. In any other process, these functions do nothing.
#pragma once
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

/// Tells ThreadSanitizer that this thread sees everything that other threads did before they released the same address.
static inline void moya_tsan_acquire(const void *address) {
  if (__tsan_acquire) __tsan_acquire((void *)address);
}

static inline void moya_tsan_release(const void *address) {
  if (__tsan_release) __tsan_release((void *)address);
}
