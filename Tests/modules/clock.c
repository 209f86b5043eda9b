/* A library that is loaded before libc (LD_PRELOAD). It lets a test set back the date of its process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <time.h>

static atomic_long offset;

void set_clock_back(long seconds) { offset -= seconds; }

int clock_gettime(clockid_t clock, struct timespec *out) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, out);
  if (clock == CLOCK_REALTIME && result == 0) out->tv_sec += offset;
  return result;
}
