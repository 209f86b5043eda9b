#include "moya_clock.h"

// How many readings one real reading serves beside itself. A limit, since one call of libcurl may run many transfers: time
// must go on inside it.
enum { SERVED = 31 };

static _Thread_local struct {
  struct timespec time;
  unsigned left;   // readings that `time` still serves
  unsigned holds;
} held;

// A function of its own, so that the quick path saves no registers.
__attribute__((noinline)) static int read_clock(clockid_t clock, struct timespec *time) {
  int result = clock_gettime(clock, time);
  if (clock == CLOCK_MONOTONIC && held.holds > 0 && result == 0) {
    held.time = *time;
    held.left = SERVED;
  }
  return result;
}

int moya_clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC || held.left == 0) return read_clock(clock, time);
  held.left--;
  *time = held.time;
  return 0;
}

void moya_clock_hold(void) {
  held.left = 0;
  held.holds++;
}

void moya_clock_release(void) {
  held.left = 0;
  held.holds--;
}

void moya_clock_refresh(void) { held.left = 0; }
