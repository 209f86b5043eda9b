#include "virtual_time.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t jumped;

void time_jump(int64_t microseconds) { atomic_fetch_add(&jumped, microseconds); }
int64_t time_jumped(void) { return atomic_load(&jumped); }

static void add(struct timespec *time) {
  int64_t more = atomic_load(&jumped);
  time->tv_sec += more / 1000000;
  time->tv_nsec += more % 1000000 * 1000;
  if (time->tv_nsec >= 1000000000) time->tv_nsec -= 1000000000, time->tv_sec++;
}

/* These three functions replace libc's functions of the same names, because the program exports them. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  bool is_of_cpu = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
  if (result == 0 && !is_of_cpu) add(time);
  return result;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into) *into = now.tv_sec;
  return now.tv_sec;
}
int gettimeofday(struct timeval *restrict into, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  *into = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

int64_t time_real(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void time_sleep(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  syscall(SYS_nanosleep, &time, NULL);
}
