// The body of `moya_clock_gettime`, which is compiled into its callers. So a function that reads the clock several
// times finds this thread's variables only once. script/curl includes this header in libcurl before all others, so that
// `clock_gettime` in libcurl is this function.
#pragma once

#ifdef MOYA_IN_LIBCURL
// libcurl's configuration, which is included after this header, sets the same value.
#define _FILE_OFFSET_BITS 64
#endif

#include <time.h>

#pragma GCC visibility push(hidden)

extern _Thread_local struct moya_held_clock {
  struct timespec time;
  unsigned left; // how many more readings `time` serves
  unsigned holds;
} moya_held_clock;

int moya_clock_read(clockid_t clock, struct timespec *time);

static inline int moya_held_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC || moya_held_clock.left == 0) return moya_clock_read(clock, time);
  moya_held_clock.left--;
  *time = moya_held_clock.time;
  return 0;
}

#pragma GCC visibility pop

#ifdef MOYA_IN_LIBCURL
#define clock_gettime moya_held_gettime
#endif
