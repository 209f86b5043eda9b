#include "plan.h"

static bool happens(const chances *it, die which, uint64_t attempt, double probability) {
  return probability > 0 && dice_happens(dice_roll(it->seed, which, attempt), probability);
}

plan plan_of(const chances *it, uint64_t attempt) {
  plan made = {.waits = happens(it, DIE_DELAY, attempt, it->delay)};
  if (made.waits) made.delay_ms = dice_between(dice_roll(it->seed, DIE_DELAY_MS, attempt), it->least_ms, it->most_ms);
  if (happens(it, DIE_FAIL, attempt, it->fail)) made.harm = HARM_FAIL;
  else if (happens(it, DIE_ANSWER, attempt, it->answer)) made.harm = HARM_ANSWER;
  else if (happens(it, DIE_CUT, attempt, it->cut)) made.harm = HARM_CUT;
  return made;
}
