/* moya_text_of_T(scratch, value) returns the text of a value for a path, a query or a header field.
 * It returns NULL if the value has no text. */
#ifndef MOYA_TYPED_TEXTS_H
#define MOYA_TYPED_TEXTS_H

#include <stdio.h>
#include "scratch.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

MOYA_INLINE const char *moya_text_of_u64(moya_scratch *scratch, uint64_t number) {
  char *end = scratch->numbers[scratch->number_count++] + MOYA_NUMBER_ROOM - 1;
  *end = 0;
  do *--end = (char)('0' + number % 10);
  while (number /= 10);
  return end;
}
MOYA_INLINE const char *moya_text_of_i64(moya_scratch *scratch, int64_t number) {
  char *text = (char *)moya_text_of_u64(scratch,
                                        number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
  if (number < 0) *--text = '-';
  return text;
}
/* Replaces the decimal point of the locale with a dot. In some locales, the decimal point has more
 * than one byte. */
MOYA_INLINE void moya_make_point(char *number) {
  static const char others[] = "+-0123456789e";
  char *point = number + strspn(number, others);
  const char *behind = point + strcspn(point, others);
  if (behind == point) return;
  *point = '.';
  memmove(point + 1, behind, strlen(behind) + 1);
}
/* Among the texts that read back as the same number, returns the one with the fewest digits. A
 * float needs 6 to 9 digits, a double 15 to 17. Returns NULL if the number is infinite or NaN. */
MOYA_INLINE const char *moya_text_of_f32(moya_scratch *scratch, float number) {
  char *text = scratch->numbers[scratch->number_count++];
  float back = 0;
  int digits;
  if (!(number - number == 0)) return NULL;
  for (digits = 6; digits <= 9; digits++) {
    snprintf(text, MOYA_NUMBER_ROOM, "%.*g", digits, (double)number);
    if (sscanf(text, "%f", &back) == 1 && back == number) break;
  }
  moya_make_point(text);
  return text;
}
MOYA_INLINE const char *moya_text_of_f64(moya_scratch *scratch, double number) {
  char *text = scratch->numbers[scratch->number_count++];
  double back = 0;
  int digits;
  if (!(number - number == 0)) return NULL;
  for (digits = 15; digits <= 17; digits++) {
    snprintf(text, MOYA_NUMBER_ROOM, "%.*g", digits, number);
    if (sscanf(text, "%lf", &back) == 1 && back == number) break;
  }
  moya_make_point(text);
  return text;
}
MOYA_INLINE const char *moya_text_of_boolean(moya_scratch *scratch, bool flag) {
  (void)scratch;
  return flag ? "true" : "false";
}
/* Returns the text of a boolean for a query, as the endpoint writes booleans (moya_bool_style). */
MOYA_INLINE const char *moya_text_in_style(const moya_scratch *scratch, bool flag) {
  if (scratch->task.bool_style == MOYA_BOOL_LITERAL) return flag ? "true" : "false";
  return flag ? "1" : "0";
}
MOYA_INLINE const char *moya_text_of_str(moya_scratch *scratch, const char *text) {
  (void)scratch;
  return text;
}
/* Returns a date as RFC 3339 writes it, or NULL for a date outside the years 0 … 9999. The
 * calculation uses years that begin in March, so that a leap day is the last day of its year. */
MOYA_INLINE const char *moya_text_of_date(moya_scratch *scratch, int64_t microseconds) {
  char *text = scratch->numbers[scratch->number_count++];
  int64_t fraction = microseconds % 1000000, seconds = microseconds / 1000000, second, day, era,
      year, month;
  if (fraction < 0) fraction += 1000000, seconds--;
  second = seconds % 86400, day = seconds / 86400;
  if (second < 0) second += 86400, day--;
  if (day < -719528 || day > 2932896) return NULL;
  day += 719468;
  era = (day >= 0 ? day : day - 146096) / 146097;
  day -= era * 146097;
  year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  day -= 365 * year + year / 4 - year / 100;
  month = (5 * day + 2) / 153;
  day -= (153 * month + 2) / 5 - 1;
  year += era * 400 + (month >= 10);
  month += month < 10 ? 3 : -9;
  snprintf(text, MOYA_NUMBER_ROOM, "%04u-%02u-%02uT%02u:%02u:%02u.%06uZ", (unsigned)year % 10000,
           (unsigned)month % 100, (unsigned)day % 100, (unsigned)(second / 3600) % 100,
           (unsigned)(second / 60 % 60), (unsigned)(second % 60), (unsigned)fraction % 1000000);
  if (fraction == 0) memcpy(text + 19, "Z", 2);
  return text;
}

#define MOYA_TEXT_AS(word, of)                                                                  \
  MOYA_INLINE const char *moya_text_of_##word(moya_scratch *scratch, moya_in_##word value) {    \
    return moya_text_of_##of(scratch, value);                                                   \
  }
MOYA_TEXT_AS(i8, i64)
MOYA_TEXT_AS(i16, i64)
MOYA_TEXT_AS(i32, i64)
MOYA_TEXT_AS(u8, u64)
MOYA_TEXT_AS(u16, u64)
MOYA_TEXT_AS(u32, u64)

#endif
