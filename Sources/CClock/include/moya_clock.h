// The clock of the libcurl inside, which has the functions of held_clock.h in place of clock_gettime.
//
// libcurl 8.22 reads the monotonic clock 37 times for a small request, most of them within microseconds of each other:
// together 1 of the 13 µs of CPU that a request costs. While a thread holds its clock, one reading serves the next ones too.
#pragma once
#include <time.h>

#pragma GCC visibility push(hidden)

// As clock_gettime(2). A thread that holds its clock gets the same time of the monotonic one up to 31 times again, however
// long ago it was read: hence the refresh below. Other clocks, and those of other threads, are always read. A thread's
// time never goes back.
int moya_clock_gettime(clockid_t clock, struct timespec *time);

// From now on one reading serves 31 more of this thread. For calls of libcurl that neither wait nor sleep. Holds nest: they
// end with as many calls of `moya_clock_release`. The first reading behind either is a fresh one.
void moya_clock_hold(void);
void moya_clock_release(void);

// The next reading of this thread is a fresh one: for what took time while the clock was held, as a caller's function.
void moya_clock_refresh(void);

#pragma GCC visibility pop
