/* Makes the pseudo-random numbers by which the plugin decides what happens to an attempt. They depend only on the seed
 * and on the number of the attempt. */
#ifndef MOYA_CHAOS_DICE_H
#define MOYA_CHAOS_DICE_H

#include <stdbool.h>
#include <stdint.h>

/* The decisions about an attempt. Each has a separate sequence of random numbers, so the probability of one decision
 * does not change another decision. */
typedef enum die { DIE_DELAY = 1, DIE_DELAY_MS = 2, DIE_FAIL = 3, DIE_ANSWER = 4, DIE_CUT = 5 } die;

/* Returns a number of 64 bits for an attempt. The same arguments give the same number on every machine. */
uint64_t dice_roll(uint64_t seed, die which, uint64_t attempt);

/* Returns whether an event with a probability from 0 to 1 happens. */
bool dice_happens(uint64_t roll, double probability);

/* Returns an integer from `least` to `most`. */
uint64_t dice_between(uint64_t roll, uint64_t least, uint64_t most);

#endif
