#pragma once
#include <cstdio>

#include "grammar.hpp"

// Reads and writes dates and times of RFC 3339 §5.6 as microseconds since 1970 in UTC.
namespace moya::date {

// Returns the days since 1970 for a day in the Gregorian calendar. In this calculation, years begin in March, so that
// the leap day is the last day of a year.
inline int64_t days(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t of_era = year - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

inline int64_t month_length(int64_t year, int64_t month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Reads a number of exactly this many digits at `at`, and moves `at`. Returns false if there is no such number, or if
// it is larger than `most`.
inline bool digits(const char *text, size_t length, size_t &at, size_t count, int64_t most, int64_t &value) {
  value = 0;
  if (length - at < count) return false;
  for (const size_t last = at + count; at < last; ++at) {
    if (!is_digit(static_cast<byte>(text[at]))) return false;
    value = value * 10 + (text[at] - '0');
  }
  return value <= most;
}

// Reads a date. If the date has no offset, `has_offset` becomes false and the date is read as a time in UTC.
inline bool read(const char *text, size_t length, int64_t &moment, bool &has_offset) {
  has_offset = true;
  size_t at = 0;
  int64_t year, month, day, hour, minute, second;
  const auto sign = [&](const char *any) {
    return at < length && std::strchr(any, text[at]) != nullptr && text[at] != 0 && ++at != 0;
  };
  if (!digits(text, length, at, 4, 9999, year) || !sign("-") || !digits(text, length, at, 2, 12, month) || !sign("-") ||
      !digits(text, length, at, 2, 31, day) || !sign("Tt ") || !digits(text, length, at, 2, 23, hour) || !sign(":") ||
      !digits(text, length, at, 2, 59, minute) || !sign(":") || !digits(text, length, at, 2, 60, second)) {
    return false;
  }
  if (month == 0 || day == 0 || day > month_length(year, month)) return false;
  int64_t micros = 0;
  if (sign(".")) {
    const size_t first = at;
    int64_t unit = 100000;
    for (; at < length && is_digit(static_cast<byte>(text[at])); ++at, unit /= 10) micros += unit * (text[at] - '0');
    if (at == first) return false;
  }
  int64_t offset = 0;  // in minutes
  if (at == length) {
    has_offset = false;
  } else if (!sign("Zz")) {
    const bool is_west = at < length && text[at] == '-';
    int64_t hours, minutes;
    if (!sign("+-") || !digits(text, length, at, 2, 23, hours) || !sign(":") ||
        !digits(text, length, at, 2, 59, minutes)) {
      return false;
    }
    offset = (hours * 60 + minutes) * (is_west ? -1 : 1);
  }
  if (at != length) return false;
  // A leap second counts as the first second of the next minute.
  const int64_t seconds = ((days(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second;
  moment = seconds * 1000000 + micros;
  return true;
}

constexpr size_t longest = 28;  // the size of the longest text, including the zero

// Writes the moment in UTC, with as many fractional digits as the moment needs. Returns false if its year does not have
// four digits.
inline bool write(int64_t moment, char out[longest]) {
  int64_t seconds = moment / 1000000, micros = moment % 1000000;
  if (micros < 0) micros += 1000000, --seconds;
  int64_t of_day = seconds % 86400, day = seconds / 86400;
  if (of_day < 0) of_day += 86400, --day;
  // The lines below compute the inverse of `days`.
  day += 719468;
  const int64_t era = (day >= 0 ? day : day - 146096) / 146097;
  const int64_t of_era = day - era * 146097;
  const int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t shifted = (5 * of_year + 2) / 153;
  const int64_t month = shifted + (shifted < 10 ? 3 : -9);
  const int64_t year = year_of_era + era * 400 + (month <= 2);
  if (year < 0 || year > 9999) return false;
  const auto number = [](int64_t it) { return static_cast<int>(it); };
  int at = std::snprintf(
      out, longest, "%04d-%02d-%02dT%02d:%02d:%02d", number(year), number(month),
      number(of_year - (153 * shifted + 2) / 5 + 1), number(of_day / 3600), number(of_day / 60 % 60),
      number(of_day % 60));
  if (micros != 0) {
    at += std::snprintf(out + at, longest - static_cast<size_t>(at), ".%06d", number(micros));
    while (out[at - 1] == '0') --at;
  }
  out[at] = 'Z';
  out[at + 1] = 0;
  return true;
}

}  // namespace moya::date
