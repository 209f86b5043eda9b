#include "virtual_time.h"

#include <stdatomic.h>
#include <sys/syscall.h>
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

/* Takes the place of the function of libc, because the program exports it. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME)) add(time);
  return result;
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
