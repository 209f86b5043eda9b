/* Decides what happens to each attempt. */
#ifndef MOYA_CHAOS_PLAN_H
#define MOYA_CHAOS_PLAN_H

#include "dice.h"

/* What the plugin does to an attempt: nothing, lets it fail, replaces its response, or cuts off its body. */
typedef enum harm { HARM_NONE, HARM_FAIL, HARM_ANSWER, HARM_CUT } harm;

/* The options that decide what happens to an attempt. Probabilities are from 0 to 1. */
typedef struct chances {
  uint64_t seed;
  double delay, fail, answer, cut;
  uint64_t least_ms, most_ms; /* the shortest and the longest delay */
} chances;

typedef struct plan {
  bool waits;
  uint64_t delay_ms;
  harm harm;
} plan;

/* Returns the plan of an attempt. The same arguments always give the same plan. An attempt suffers at most one harm.
 * The function decides about `fail` first, then about `answer`, then about `cut`. */
plan plan_of(const chances *it, uint64_t attempt);

#endif
