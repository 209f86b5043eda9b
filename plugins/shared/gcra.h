/* A rate limit by the generic cell rate algorithm (GCRA, ITU-T I.371), in its form "virtual scheduling". The state of
 * the algorithm is one time. The functions read no clock. The caller passes the time, in microseconds of any clock. */
#ifndef SHARED_GCRA_H
#define SHARED_GCRA_H

#include <stdbool.h>
#include <stdint.h>

/* The rule of a limit: one permission in each interval. A permission may be used before its time, but at most by
 * `burst_us` = (burst - 1) × interval. So in any w microseconds there are at most burst + w ÷ interval permissions. */
typedef struct gcra_rule {
  int64_t interval_us, burst_us;
} gcra_rule;

/* A state of zeroes belongs to a new limit. Its whole burst may be used at once. */
typedef struct gcra_state {
  int64_t next_us;   /* when the next permission is due without a burst (the theoretical arrival time) */
  int64_t paused_us; /* until when there is no permission (the latest not-before time) */
  int64_t seen_us;   /* the clock at the last step */
} gcra_state;

enum {
  GCRA_MOST_INTERVAL_S = 86400 * 366,
  GCRA_MOST_BURST = 1000000,
  GCRA_MOST_PAUSE_S = 86400 * 366
};

/* Returns the rule that allows `rate` permissions per second. The time between two permissions is rounded up to a
 * microsecond. Numbers that are out of range become the nearest number that is in range. */
gcra_rule gcra_rule_of(double rate, int64_t burst);

/* Returns when the next permission may be used: at `now_us` or later. Takes this permission if the wait is at most
 * `most_wait_us`. If `most_wait_us` is negative, takes none. If `pause_us` is above 0, there is no permission before
 * `now_us` + `pause_us`. After such a pause, permissions come one by one, without a burst. If the clock has gone back
 * since the last step, the state goes back with it. */
int64_t gcra_step(gcra_state *, const gcra_rule *, int64_t now_us, int64_t pause_us, int64_t most_wait_us);

#endif
