/* The clock of the process. The checker moves it ahead, so that a plugin with a timer of an hour is checked in
 * milliseconds. */
#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <stdint.h>

/* Moves all clocks of the process ahead, except the clocks that count processor time. */
void time_jump(int64_t microseconds);

/* Returns how far the clocks were moved, in microseconds. */
int64_t time_jumped(void);

/* Returns microseconds of the real monotonic clock. */
int64_t time_real(void);

/* Sleeps for real milliseconds. */
void time_sleep(int milliseconds);

#endif
