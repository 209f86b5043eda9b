/* Moves the monotonic clock of a process ahead, so that tests need not wait. The tests preload this library into the
 * process. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t moved_s;

void clock_move(int64_t seconds);
void clock_move(int64_t seconds) { atomic_fetch_add(&moved_s, seconds); }

int clock_gettime(clockid_t clock, struct timespec *into) {
  int status = (int)syscall(SYS_clock_gettime, clock, into);
  if (status == 0 && clock == CLOCK_MONOTONIC) into->tv_sec += atomic_load(&moved_s);
  return status;
}
