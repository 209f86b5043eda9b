#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

// The grammar of single tokens (RFC 8259 §6, RFC 8259 §7), and the comparison of keys. A range [begin, end) does not
// include `end`.
namespace moya {

using byte = uint8_t;

inline bool is_space(byte c) { return c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09; }
inline bool is_digit(byte c) { return c >= '0' && c <= '9'; }

inline const byte *skip_digits(const byte *p, const byte *end) {
  while (p < end && is_digit(*p)) ++p;
  return p;
}

// Moves p past the longest number at p (RFC 8259 §6). The caller checks what follows.
inline bool skip_number(const byte *&p, const byte *end) {
  const byte *q = p;
  if (q < end && *q == '-') ++q;
  const byte *start = q;
  q = skip_digits(q, end);
  if (q == start || (*start == '0' && q - start > 1)) return false;
  if (q < end && *q == '.') {
    start = ++q;
    q = skip_digits(q, end);
    if (q == start) return false;
  }
  if (q < end && (*q == 'e' || *q == 'E')) {
    ++q;
    if (q < end && (*q == '+' || *q == '-')) ++q;
    start = q;
    q = skip_digits(q, end);
    if (q == start) return false;
  }
  p = q;
  return true;
}

inline bool is_number(const byte *p, const byte *end) { return skip_number(p, end) && p == end; }

inline bool is_literal(const byte *p, const byte *end) {
  size_t length = static_cast<size_t>(end - p);
  return (length == 4 && (std::memcmp(p, "true", 4) == 0 || std::memcmp(p, "null", 4) == 0)) ||
         (length == 5 && std::memcmp(p, "false", 5) == 0);
}

// Reads four hex digits at p. Returns -1 if there are fewer than four.
inline int32_t hex_quad(const byte *p, const byte *end) {
  if (end - p < 4) return -1;
  int32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    byte c = p[i];
    byte lower = c | 0x20;
    if (is_digit(c)) value = value * 16 + (c - '0');
    else if (lower >= 'a' && lower <= 'f') value = value * 16 + (lower - 'a' + 10);
    else return -1;
  }
  return value;
}

// Reads one escape. p must be after the backslash of the escape. Writes the UTF-8 of the escape and moves p past it.
// Returns the number of bytes written, or 0 if this is not an escape.
inline size_t unescape(const byte *&p, const byte *end, byte out[4]) {
  if (p >= end) return 0;
  switch (*p++) {
    case '"': out[0] = '"'; return 1;
    case '\\': out[0] = '\\'; return 1;
    case '/': out[0] = '/'; return 1;
    case 'b': out[0] = 0x08; return 1;
    case 'f': out[0] = 0x0C; return 1;
    case 'n': out[0] = 0x0A; return 1;
    case 'r': out[0] = 0x0D; return 1;
    case 't': out[0] = 0x09; return 1;
    case 'u': break;
    default: return 0;
  }
  int32_t code = hex_quad(p, end);
  if (code < 0 || (code >= 0xDC00 && code <= 0xDFFF)) return 0;
  p += 4;
  if (code >= 0xD800 && code <= 0xDBFF) {
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return 0;
    int32_t low = hex_quad(p + 2, end);
    if (low < 0xDC00 || low > 0xDFFF) return 0;
    p += 6;
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (code < 0x80) {
    out[0] = static_cast<byte>(code);
    return 1;
  }
  if (code < 0x800) {
    out[0] = static_cast<byte>(0xC0 | (code >> 6));
    out[1] = static_cast<byte>(0x80 | (code & 0x3F));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = static_cast<byte>(0xE0 | (code >> 12));
    out[1] = static_cast<byte>(0x80 | ((code >> 6) & 0x3F));
    out[2] = static_cast<byte>(0x80 | (code & 0x3F));
    return 3;
  }
  out[0] = static_cast<byte>(0xF0 | (code >> 18));
  out[1] = static_cast<byte>(0x80 | ((code >> 12) & 0x3F));
  out[2] = static_cast<byte>(0x80 | ((code >> 6) & 0x3F));
  out[3] = static_cast<byte>(0x80 | (code & 0x3F));
  return 4;
}

// Checks all backslashes of a text. simdjson has already checked control characters and UTF-8.
inline bool has_sound_escapes(const byte *p, const byte *end) {
  byte out[4];
  while (p < end) {
    p = static_cast<const byte *>(std::memchr(p, '\\', static_cast<size_t>(end - p)));
    if (!p) return true;
    ++p;
    if (unescape(p, end, out) == 0) return false;
  }
  return true;
}

// Returns true if the text between two quotes is equal to this key.
inline bool is_key(const byte *p, const byte *end, const char *key, size_t length) {
  size_t raw = static_cast<size_t>(end - p);
  // A text is never longer than its escaped form.
  if (raw < length) return false;
  if (raw == length) return std::memcmp(p, key, length) == 0 && (raw == 0 || !std::memchr(p, '\\', raw));
  size_t at = 0;
  while (p < end) {
    if (*p != '\\') {
      if (at == length || *p != static_cast<byte>(key[at])) return false;
      ++p;
      ++at;
      continue;
    }
    byte out[4];
    ++p;
    const size_t count = unescape(p, end, out);
    if (count == 0 || count > length - at || std::memcmp(out, key + at, count) != 0) return false;
    at += count;
  }
  return at == length;
}

}  // namespace moya
