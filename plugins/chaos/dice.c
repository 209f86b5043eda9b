#include "dice.h"

/* Computes the function mix of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * 2014). */
static uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

uint64_t dice_roll(uint64_t seed, die which, uint64_t attempt) {
  uint64_t of_seed = mix(seed + 0x9E3779B97F4A7C15u * (uint64_t)which);
  return mix(of_seed + 0x9E3779B97F4A7C15u * attempt);
}

bool dice_happens(uint64_t roll, double probability) {
  return (double)(roll >> 11) < probability * 9007199254740992.0; /* 2^53: both sides are exact */
}

uint64_t dice_between(uint64_t roll, uint64_t least, uint64_t most) {
  return most > least ? least + roll % (most - least + 1) : least;
}
