#pragma once
#include "grammar.hpp"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Checks strings, numbers and literals of JSON in a single pass over their bytes.
namespace moya {

// Returns the length of the UTF-8 character at p, whose first byte is not ASCII. Returns 0 if the character is invalid
// (RFC 3629 §4).
inline size_t utf8_length(const byte *p, const byte *end) {
  const size_t left = static_cast<size_t>(end - p);
  const byte first = p[0];
  const auto follows = [&](size_t i) { return i < left && (p[i] & 0xC0) == 0x80; };
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (!follows(1) || !follows(2)) return 0;
    if ((first == 0xE0 && p[1] < 0xA0) || (first == 0xED && p[1] > 0x9F)) return 0;
    return 3;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    if ((first == 0xF0 && p[1] < 0x90) || (first == 0xF4 && p[1] > 0x8F)) return 0;
    return 4;
  }
  return 0;
}

// Returns how many bytes at p are plain text. Plain text ends before a quote, a backslash, a control character, or a
// byte outside ASCII. At least `stride` bytes must be readable at p.
#if defined(__SSE2__)
constexpr ptrdiff_t stride = 16;

inline ptrdiff_t plain_length(const byte *p) {
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
  // The comparison is signed, so a byte of 0x80 or more is negative and counts as less than a space.
  const __m128i marks = _mm_or_si128(
      _mm_cmplt_epi8(text, _mm_set1_epi8(0x20)),
      _mm_or_si128(_mm_cmpeq_epi8(text, _mm_set1_epi8('"')), _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'))));
  const int found = _mm_movemask_epi8(marks);
  return found == 0 ? stride : __builtin_ctz(static_cast<unsigned>(found));
}
#else
constexpr ptrdiff_t stride = 8;

// Returns the number of plain bytes at p (see above). A byte can get a wrong mark only by a borrow from the byte before
// it, and only a byte that is not plain causes a borrow. So the first mark is right.
inline ptrdiff_t plain_length(const byte *p) {
  constexpr uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
  uint64_t word;
  std::memcpy(&word, p, 8);
  const uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
  const uint64_t marks =
      (word | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash) | (word - ones * 0x20)) & tops;
  return marks == 0 ? stride : __builtin_ctzll(marks) / 8;
}
#endif

// Moves p, which is after the opening quote, to the byte after the closing quote. Returns false if this is not a
// string. Then p is at the first invalid byte.
inline __attribute__((always_inline)) bool skip_string(const byte *&p, const byte *end) {
  while (p < end) {
    if (end - p >= stride) {
      const ptrdiff_t length = plain_length(p);
      p += length;
      if (length == stride) continue;
    }
    const byte c = *p;
    if (c == '"') {
      ++p;
      return true;
    }
    if (c == '\\') {
      byte out[4];
      const byte *escape = p + 1;
      if (unescape(escape, end, out) == 0) return false;
      p = escape;
    } else if (c >= 0x80) {
      const size_t length = utf8_length(p, end);
      if (length == 0) return false;
      p += length;
    } else if (c < 0x20) {
      return false;
    } else {
      ++p;
    }
  }
  return false;
}

// Moves p past a literal of this length.
inline bool skip_literal(const byte *&p, const byte *end, const char *text, size_t length) {
  if (static_cast<size_t>(end - p) < length || std::memcmp(p, text, length) != 0) return false;
  p += length;
  return true;
}

// Moves p past a string, a number or a literal.
inline __attribute__((always_inline)) bool skip_scalar(const byte *&p, const byte *end) {
  switch (*p) {
    case '"': return skip_string(++p, end);
    case 't': return skip_literal(p, end, "true", 4);
    case 'f': return skip_literal(p, end, "false", 5);
    case 'n': return skip_literal(p, end, "null", 4);
    default: return skip_number(p, end);
  }
}

}  // namespace moya
