#include "buckets.h"

/* Reads a number of milliseconds, and stores it in `us` as microseconds. Returns false if the text is not such a number,
 * or if it has more than three decimals or twelve digits. Does not use the functions of the C library, because they
 * expect the decimal sign of the program's locale. */
static bool read_us(const char *text, uint64_t *us) {
  uint64_t value = 0;
  int digit_count = 0, decimals = -1;
  for (; *text; text++) {
    if (*text == '.' && decimals < 0 && digit_count > 0) {
      decimals = 0;
    } else if (*text >= '0' && *text <= '9' && digit_count < 12 && decimals < 3) {
      value = value * 10 + (uint64_t)(*text - '0');
      digit_count++;
      if (decimals >= 0) decimals++;
    } else {
      return false;
    }
  }
  if (digit_count == 0 || decimals == 0) return false;
  for (int i = decimals < 0 ? 0 : decimals; i < 3; i++) value *= 10;
  *us = value;
  return true;
}

const char *buckets_add(buckets *it, const char *text) {
  uint64_t us;
  if (it->count == MOST_BUCKETS) return "there are more than 64 buckets";
  if (!read_us(text, &us)) return "it is not a number of milliseconds with at most three decimals";
  if (us == 0 || (it->count > 0 && us <= it->most_us[it->count - 1])) return "it is not above the bucket before it";
  it->most_us[it->count++] = us;
  return NULL;
}

size_t bucket_of(const buckets *it, uint64_t duration_us) {
  size_t low = 0, high = it->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (duration_us <= it->most_us[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}
