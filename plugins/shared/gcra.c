#include "gcra.h"

#include <math.h>

enum { SECOND_US = 1000000 };

static int64_t most(int64_t one, int64_t other) { return one > other ? one : other; }
static int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }

gcra_rule gcra_rule_of(double rate, int64_t burst) {
  const double most_interval = (double)GCRA_MOST_INTERVAL_S * SECOND_US;
  double interval = rate > 0 ? ceil(SECOND_US / rate) : most_interval;
  int64_t interval_us = interval < most_interval ? (int64_t)interval : (int64_t)most_interval;
  interval_us = most(interval_us, 1);
  int64_t ahead = most(1, least(burst, GCRA_MOST_BURST)) - 1;
  int64_t room = (int64_t)GCRA_MOST_INTERVAL_S * SECOND_US / interval_us;
  return (gcra_rule){interval_us, least(ahead, room) * interval_us};
}

int64_t gcra_step(gcra_state *it, const gcra_rule *rule, int64_t now_us, int64_t pause_us, int64_t most_wait_us) {
  int64_t back = it->seen_us - now_us;
  if (back > 0) {
    it->next_us = most(it->next_us - back, 0);
    it->paused_us = most(it->paused_us - back, 0);
  }
  it->seen_us = now_us;
  if (pause_us > 0) {
    pause_us = least(pause_us, (int64_t)GCRA_MOST_PAUSE_S * SECOND_US);
    it->paused_us = most(it->paused_us, now_us + pause_us);
    it->next_us = most(it->next_us, it->paused_us + rule->burst_us);
  }
  int64_t at_us = most(most(now_us, it->paused_us), it->next_us - rule->burst_us);
  if (at_us - now_us <= most_wait_us) it->next_us = most(it->next_us, at_us) + rule->interval_us;
  return at_us;
}
