#pragma once
#include "document.hpp"

// From a value to another one below it. 0 is no token of such a value: it is the root's.
namespace moya {

// One step of a path: a key, or the decimal digits of an index.
struct step {
  const char *text;
  size_t length;

  // Without a sign or leading zeroes, and not beyond nine digits.
  bool read_index(uint32_t &index) const {
    if (length == 0 || length > 9 || (length > 1 && text[0] == '0')) return false;
    index = 0;
    for (size_t i = 0; i < length; ++i) {
      if (!is_digit(static_cast<byte>(text[i]))) return false;
      index = index * 10 + static_cast<uint32_t>(text[i] - '0');
    }
    return true;
  }
};

// The value of a key, the first of equal ones.
inline uint32_t member(const document &in, uint32_t object, const char *key, size_t length) {
  if (in.at(object) != '{') return 0;
  for (uint32_t token = object + 1; in.at(token) == '"';) {
    const uint32_t value = token + 2;
    if (in.is_key(token, key, length)) return value;
    token = in.behind(value);
    if (in.at(token) != ',') return 0;
    ++token;
  }
  return 0;
}

inline uint32_t element(const document &in, uint32_t array, uint32_t index) {
  if (in.at(array) != '[') return 0;
  uint32_t token = array + 1;
  if (in.at(token) == ']') return 0;
  for (; index > 0; --index) {
    token = in.behind(token);
    if (in.at(token) != ',') return 0;
    ++token;
  }
  return token;
}

// What a step leads to, from an object or an array.
inline uint32_t child(const document &in, uint32_t token, const step &step) {
  uint32_t index;
  if (in.at(token) == '[') return step.read_index(index) ? element(in, token, index) : 0;
  return member(in, token, step.text, step.length);
}

}  // namespace moya
