#define _POSIX_C_SOURCE 200809L
#include "date.h"

#include <stdio.h>
#include <time.h>

/* Reads a text from its beginning. `rest` is the part that was not read yet. `fits` becomes false as soon as a part
 * does not have the expected form. */
typedef struct reader {
  slice rest;
  bool fits;
} reader;

static void expect(reader *it, slice word) {
  it->fits = it->fits && it->rest.len >= word.len && is_same_word((slice){it->rest.at, word.len}, word);
  if (!it->fits) return;
  it->rest.at += word.len;
  it->rest.len -= word.len;
}

/* Reads a number of exactly this many digits. */
static int number(reader *it, size_t digits) {
  int found = 0;
  it->fits = it->fits && it->rest.len >= digits;
  for (size_t i = 0; it->fits && i < digits; i++) {
    char digit = it->rest.at[i];
    it->fits = digit >= '0' && digit <= '9';
    found = found * 10 + (digit - '0');
  }
  if (!it->fits) return 0;
  it->rest.at += digits;
  it->rest.len -= digits;
  return found;
}

/* Reads one of `count` words, and returns its index. */
static int word(reader *it, const char *const *words, int count) {
  for (int i = 0; it->fits && i < count; i++) {
    reader ahead = *it;
    expect(&ahead, slice_of(words[i]));
    if (!ahead.fits) continue;
    *it = ahead;
    return i;
  }
  it->fits = false;
  return 0;
}

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const short_days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
static const char *const long_days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                        "Friday", "Saturday", "Sunday"};

typedef struct moment {
  int year, month, day, hour, minute, second; /* the month counts from 0 */
} moment;

static void read_time(reader *it, moment *out) {
  out->hour = number(it, 2);
  expect(it, SLICE(":"));
  out->minute = number(it, 2);
  expect(it, SLICE(":"));
  out->second = number(it, 2);
}

/* Returns the days from 1970-01-01 to a date. The formula counts years from March, so that a leap day is the last day
 * of a year. */
static int64_t days_until(int year, int month, int day) {
  int64_t shifted = year - (month < 2), era = (shifted >= 0 ? shifted : shifted - 399) / 400;
  int64_t of_era = shifted - era * 400, of_year = (153 * ((month + 10) % 12) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool is_moment(const moment *it) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool is_leap = it->year % 4 == 0 && (it->year % 100 != 0 || it->year % 400 == 0);
  int length = lengths[it->month] + (it->month == 1 && is_leap);
  return it->day >= 1 && it->day <= length && it->hour < 24 && it->minute < 60 && it->second <= 60;
}

static int64_t seconds_until(const moment *it) {
  return days_until(it->year, it->month, it->day) * 86400 + it->hour * 3600 + it->minute * 60 + it->second;
}

/* Reads a date like "Sun, 06 Nov 1994 08:49:37 GMT". */
static bool read_fixed(slice text, moment *out) {
  reader it = {text, true};
  word(&it, short_days, 7);
  expect(&it, SLICE(", "));
  out->day = number(&it, 2);
  expect(&it, SLICE(" "));
  out->month = word(&it, months, 12);
  expect(&it, SLICE(" "));
  out->year = number(&it, 4);
  expect(&it, SLICE(" "));
  read_time(&it, out);
  expect(&it, SLICE(" GMT"));
  return it.fits && it.rest.len == 0;
}

/* Reads a date like "Sunday, 06-Nov-94 08:49:37 GMT". */
static bool read_rfc850(slice text, int64_t now, moment *out) {
  reader it = {text, true};
  word(&it, long_days, 7);
  expect(&it, SLICE(", "));
  out->day = number(&it, 2);
  expect(&it, SLICE("-"));
  out->month = word(&it, months, 12);
  expect(&it, SLICE("-"));
  int year = number(&it, 2);
  expect(&it, SLICE(" "));
  read_time(&it, out);
  expect(&it, SLICE(" GMT"));
  int this_year = (int)(1970 + now / 31556952);
  out->year = this_year - this_year % 100 + 100 + year;
  while (out->year > this_year + 50) out->year -= 100;
  return it.fits && it.rest.len == 0;
}

/* Reads a date like "Sun Nov  6 08:49:37 1994". */
static bool read_asctime(slice text, moment *out) {
  reader it = {text, true};
  word(&it, short_days, 7);
  expect(&it, SLICE(" "));
  out->month = word(&it, months, 12);
  expect(&it, SLICE(" "));
  bool is_short = it.rest.len > 0 && it.rest.at[0] == ' ';
  if (is_short) expect(&it, SLICE(" "));
  out->day = number(&it, is_short ? 1 : 2);
  expect(&it, SLICE(" "));
  read_time(&it, out);
  expect(&it, SLICE(" "));
  out->year = number(&it, 4);
  return it.fits && it.rest.len == 0;
}

bool date_of(slice text, int64_t now, int64_t *seconds) {
  moment found = {0};
  if (!read_fixed(text, &found) && !read_rfc850(text, now, &found) && !read_asctime(text, &found)) return false;
  if (!is_moment(&found)) return false;
  *seconds = seconds_until(&found);
  return true;
}

bool write_date(int64_t seconds, char out[DATE_LENGTH + 1]) {
  struct tm parts;
  time_t moment = (time_t)seconds;
  if (seconds < 0 || !gmtime_r(&moment, &parts) || parts.tm_year > 9999 - 1900) return false;
  const char *day = short_days[(parts.tm_wday + 6) % 7], *month = months[parts.tm_mon];
  int len = snprintf(out, DATE_LENGTH + 1, "%s, %02d %s %04d %02d:%02d:%02d GMT", day, parts.tm_mday, month,
                     parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return len == DATE_LENGTH;
}
