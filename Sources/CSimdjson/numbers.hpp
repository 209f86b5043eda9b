#pragma once
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "grammar.hpp"

// Reads the numbers of a valid document exactly. Integers are never converted to a double on the way, and never
// rounded.
namespace moya {

enum class reading { ok, wrong_type, out_of_range };

// Reads digits with or without a sign. If the number has a fraction or an exponent, the result is
// `wrong_type`, even if the number is whole.
inline reading read_integer(const byte *p, const byte *end, bool &negative, uint64_t &magnitude) {
  negative = *p == '-';
  if (negative) ++p;
  magnitude = 0;
  bool fits = true;
  for (; p < end; ++p) {
    if (!is_digit(*p)) return reading::wrong_type;
    fits &= !__builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude);
    fits &= !__builtin_add_overflow(magnitude, static_cast<uint64_t>(*p - '0'), &magnitude);
  }
  return fits ? reading::ok : reading::out_of_range;
}

inline reading read_number(const byte *p, const byte *end, uint64_t &value) {
  bool negative;
  uint64_t magnitude;
  const reading found = read_integer(p, end, negative, magnitude);
  if (found != reading::ok) return found;
  if (negative && magnitude != 0) return reading::out_of_range;
  value = magnitude;
  return reading::ok;
}

inline reading read_number(const byte *p, const byte *end, int64_t &value) {
  bool negative;
  uint64_t magnitude;
  const reading found = read_integer(p, end, negative, magnitude);
  if (found != reading::ok) return found;
  const uint64_t most = static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) + (negative ? 1 : 0);
  if (magnitude > most) return reading::out_of_range;
  value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  return reading::ok;
}

// Returns true if the absolute value of the number is smaller than 1. The number must not be 0.
inline bool is_below_one(const byte *p, const byte *end) {
  if (*p == '-') ++p;
  const byte *dot = skip_digits(p, end);
  // Without its exponent, the number is 0.d… × 10^scale. Here d is the first digit that is not 0.
  int64_t scale = *p == '0' ? 0 : dot - p;
  p = dot;
  if (p < end && *p == '.') {
    ++p;
    if (scale == 0) {
      while (p < end && *p == '0') ++p;
      scale = dot + 1 - p;
    }
    p = skip_digits(p, end);
  }
  if (p < end) ++p;  // skips the e
  const bool negative = p < end && *p == '-';
  if (p < end && !is_digit(*p)) ++p;
  constexpr int64_t enough = int64_t{1} << 40;  // more than the digits of a document can add to an exponent
  int64_t exponent = 0;
  for (; p < end && exponent < enough; ++p) exponent = exponent * 10 + (*p - '0');
  return scale + (negative ? -exponent : exponent) <= 0;
}

// Reads a float or a double, correctly rounded from the text. If a float were read as a double first, it would be
// rounded twice. A number that is too large is out of range. A number that is too small becomes 0.
template <class Floating>
inline reading read_floating(const byte *p, const byte *end, Floating &value) {
  const auto *first = reinterpret_cast<const char *>(p), *last = reinterpret_cast<const char *>(end);
  Floating found = 0;
  const std::from_chars_result result = std::from_chars(first, last, found);
  if (result.ec == std::errc::result_out_of_range) {
    // The number is too large or too small. The result of the conversion does not say which.
    found = is_below_one(p, end) ? 0 : std::numeric_limits<Floating>::infinity();
    if (*p == '-') found = -found;
  }
  if (!std::isfinite(found)) return reading::out_of_range;
  value = found;
  return reading::ok;
}

inline reading read_number(const byte *p, const byte *end, double &value) { return read_floating(p, end, value); }
inline reading read_number(const byte *p, const byte *end, float &value) { return read_floating(p, end, value); }

}  // namespace moya
