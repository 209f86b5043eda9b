#pragma once
#include "skip.hpp"

// Checks one JSON value in a single pass over its bytes. For texts that are about to be sent, which are short and in
// which no value is looked up. It allocates no memory, and is faster than a scan for a short text.
namespace moya {

class checker {
 public:
  enum result { sound, malformed, too_deep };
  static constexpr size_t deepest = 512;

  // `place` becomes the first invalid byte.
  static result check(const byte *start, size_t length, size_t max_depth, size_t &place) {
    const byte *p = start, *end = start + length;
    checker it(max_depth);
    result found = it.value(p, end);
    if (found == sound) {
      skip_space(p, end);
      if (p < end) found = malformed;
    }
    place = static_cast<size_t>(p - start);
    return found;
  }

  // Makes a checker for a value inside containers. The caller calls `enter` for each of them.
  explicit checker(size_t max_depth) : max_depth_(max_depth < deepest ? max_depth : deepest) {}

  // Enters a container. Returns false if it is too deep.
  bool enter(bool is_object) {
    if (depth_ == max_depth_) return false;
    const uint64_t bit = uint64_t{1} << (depth_ % 64);
    objects_[depth_ / 64] = (objects_[depth_ / 64] & ~bit) | (is_object ? bit : 0);
    ++depth_;
    return true;
  }

  // Moves p past the value at p.
  result value(const byte *&p, const byte *end) { return walk(p, end, depth_, false); }

  // p is after a value. Moves p past the end of all open containers.
  result rest(const byte *&p, const byte *end) { return walk(p, end, 0, true); }

 private:
  static void skip_space(const byte *&p, const byte *end) {
    while (p < end && *p <= 0x20 && is_space(*p)) ++p;
  }

  static bool key(const byte *&p, const byte *end) {
    if (p >= end || *p != '"') return false;
    if (!skip_string(++p, end)) return false;
    skip_space(p, end);
    if (p >= end || *p != ':') return false;
    ++p;
    return true;
  }

  // The open containers, the outermost first. A bit says whether a container is an object.
  uint64_t objects_[deepest / 64] = {};
  size_t depth_ = 0;
  const size_t max_depth_;

  bool in_object() const { return (objects_[(depth_ - 1) / 64] >> ((depth_ - 1) % 64)) & 1; }

  // Continues until a value with `bottom` containers around it has ended.
  result walk(const byte *&p, const byte *end, size_t bottom, bool has_ended) {
    for (;; has_ended = false) {
      if (!has_ended) {
        skip_space(p, end);
        if (p >= end) return malformed;
        if (*p == '{' || *p == '[') {
          const bool opens_object = *p == '{';
          if (!enter(opens_object)) return too_deep;
          ++p;
          skip_space(p, end);
          if (p >= end) return malformed;
          if (*p != (opens_object ? '}' : ']')) {
            if (opens_object && !key(p, end)) return malformed;
            continue;
          }
        } else if (!skip_scalar(p, end)) {
          return malformed;
        } else if (depth_ == bottom) {
          return sound;
        }
      }
      // A value has ended, or an empty container is about to end.
      for (;;) {
        if (depth_ == bottom) return sound;
        skip_space(p, end);
        if (p >= end) return malformed;
        if (*p == ',') break;
        if (*p != (in_object() ? '}' : ']')) return malformed;
        ++p;
        --depth_;
      }
      ++p;
      skip_space(p, end);
      if (in_object() && !key(p, end)) return malformed;
    }
  }
};

}  // namespace moya
