// Lets a thread sleep on a word of this process: futex(2).
#pragma once
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Sleeps while `*word` is `value`, for at most `milliseconds` (−1: without limit). May return earlier. Does not change
// errno.
static inline void futex_wait(const uint32_t *word, uint32_t value, long milliseconds) {
  int before = errno;
  struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, milliseconds < 0 ? NULL : &limit);
  errno = before;
}

static inline void futex_wake(const uint32_t *word, int count) {
  int before = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count);
  errno = before;
}
static inline void futex_wake_all(const uint32_t *word) { futex_wake(word, INT_MAX); }
