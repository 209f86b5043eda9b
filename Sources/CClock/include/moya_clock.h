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

// From now on, one reading serves 31 more of this thread. For calls of libcurl that neither wait
// nor sleep. Holds nest: each needs its own call of `moya_clock_release`. The first reading after
// either function is a real one.
void moya_clock_hold(void);
void moya_clock_release(void);

// Makes the next reading of this thread a real one. For work that took time while the clock was
// held, for example a function of the caller.
void moya_clock_refresh(void);

#pragma GCC visibility pop
