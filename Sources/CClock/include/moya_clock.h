// The clock of the bundled libcurl, which calls the functions of held_clock.h instead of
// clock_gettime.
//
// libcurl 8.22 reads the monotonic clock many times for one request, mostly within microseconds.
// That is a noticeable part of a request's CPU time. While a thread holds its clock, the time that
// it has read once also serves the next readings.
#pragma once
#include <time.h>

#pragma GCC visibility push(hidden)

// Returns a clock's time, like clock_gettime(2). A thread that holds its clock gets the same
// monotonic time up to 31 more times, however long ago the time was read. `moya_clock_refresh` ends
// this. The kernel is always asked for the time of other clocks, and for the monotonic time of a
// thread that does not hold its clock. A thread's time never goes back.
int moya_clock_gettime(clockid_t clock, struct timespec *time);

// `moya_clock_hold` makes this thread hold its clock. Each time that the thread then reads from the
// kernel serves up to 31 more readings. Hold the clock around calls of libcurl that neither wait
// nor sleep. `moya_clock_release` ends this. If a thread has called `moya_clock_hold` several
// times, it must call `moya_clock_release` as often. The first reading after a call of either
// function asks the kernel.
void moya_clock_hold(void);
void moya_clock_release(void);

// Makes the thread's next reading ask the kernel. Call this function after work that took time
// while the clock was held, for example after a function of the caller.
void moya_clock_refresh(void);

#pragma GCC visibility pop
