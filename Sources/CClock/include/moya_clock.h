// The clock of the bundled libcurl, which calls the functions of held_clock.h instead of
// clock_gettime.
//
// libcurl 8.22 reads the monotonic clock many times for one request, mostly within microseconds.
// That is a noticeable part of a request's CPU time. While a thread holds its clock, one reading
// serves the next ones too.
#pragma once
#include <time.h>

#pragma GCC visibility push(hidden)

// Like clock_gettime(2). A thread that holds its clock gets the same monotonic time up to 31 more
// times, however long ago it was read. `moya_clock_refresh` ends this. Other clocks are always
// read, and so is the monotonic clock of a thread that does not hold it. A thread's time never goes
// back.
int moya_clock_gettime(clockid_t clock, struct timespec *time);

// `moya_clock_hold` makes this thread hold its clock: after it has read the time from the kernel, it
// gets the same time up to 31 more times. Hold the clock around calls of libcurl that neither wait
// nor sleep.
// `moya_clock_release` ends this. If a thread has called `moya_clock_hold` several times, it must
// call `moya_clock_release` as often. After a call of either function, the next time is read from
// the kernel.
void moya_clock_hold(void);
void moya_clock_release(void);

// Makes this thread read the next time from the kernel. Call it after work that took time while the
// clock was held, for example after a function of the caller.
void moya_clock_refresh(void);

#pragma GCC visibility pop
