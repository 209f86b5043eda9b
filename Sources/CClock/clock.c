#include "moya_clock.h"

#include "inlined/held_clock.h"

// How many later readings get the time of one real reading. There must be a limit, because one call of libcurl may run
// many transfers, and time must advance during that call.
enum { SERVED = 31 };

_Thread_local struct moya_held_clock moya_held_clock;

int moya_clock_read(clockid_t clock, struct timespec *time) {
  int result = clock_gettime(clock, time);
  if (clock == CLOCK_MONOTONIC && moya_held_clock.holds > 0 && result == 0) {
    moya_held_clock.time = *time;
    moya_held_clock.left = SERVED;
  }
  return result;
}

int moya_clock_gettime(clockid_t clock, struct timespec *time) { return moya_held_gettime(clock, time); }

void moya_clock_hold(void) {
  moya_held_clock.left = 0;
  moya_held_clock.holds++;
}

void moya_clock_release(void) {
  moya_held_clock.left = 0;
  moya_held_clock.holds--;
}

void moya_clock_refresh(void) { moya_held_clock.left = 0; }
