#pragma once
#include "grammar.hpp"

// Base64 of RFC 4648 §4, with padding. Line breaks are skipped, because some servers send them.
namespace moya::base64 {

inline int value(byte c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Decodes in place. Returns false if the text is not base64, or if its last character has bits that belong to no byte.
inline bool decode(char *text, size_t &length) {
  uint32_t bits = 0;
  size_t count = 0, padding = 0;
  char *out = text;
  for (size_t i = 0; i < length; ++i) {
    const byte c = static_cast<byte>(text[i]);
    if (c == '\n' || c == '\r') continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const int six = value(c);
    if (six < 0 || padding > 0) return false;
    bits = bits << 6 | static_cast<uint32_t>(six);
    if (++count % 4 == 0) {
      *out++ = static_cast<char>(bits >> 16);
      *out++ = static_cast<char>(bits >> 8);
      *out++ = static_cast<char>(bits);
    }
  }
  const size_t left = count % 4;
  if (left == 1 || padding != (4 - left) % 4) return false;
  if (left == 2) {
    if ((bits & 0xF) != 0) return false;
    *out++ = static_cast<char>(bits >> 4);
  } else if (left == 3) {
    if ((bits & 3) != 0) return false;
    *out++ = static_cast<char>(bits >> 10);
    *out++ = static_cast<char>(bits >> 2);
  }
  length = static_cast<size_t>(out - text);
  return true;
}

// Writes 4 characters for each 3 bytes. If 1 or 2 bytes are left, writes 4 characters for them. Writes no zero at the
// end.
inline void encode(const char *bytes, size_t length, char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < length; i += 3) {
    const size_t left = length - i;
    uint32_t bits = static_cast<uint32_t>(static_cast<byte>(bytes[i])) << 16;
    if (left > 1) bits |= static_cast<uint32_t>(static_cast<byte>(bytes[i + 1])) << 8;
    if (left > 2) bits |= static_cast<byte>(bytes[i + 2]);
    *out++ = digits[bits >> 18];
    *out++ = digits[bits >> 12 & 63];
    *out++ = left > 1 ? digits[bits >> 6 & 63] : '=';
    *out++ = left > 2 ? digits[bits & 63] : '=';
  }
}

}  // namespace moya::base64
