#pragma once
#include "skip.hpp"

// Checks one JSON value in a single pass over its bytes. Such a check is for texts that are about to be sent, because
// they are short and no value is looked up in them. The check allocates no memory, and for a short text it is faster
// than a scan.
namespace moya {

class checker {
 public:
  enum result { sound, malformed, too_deep };
  static constexpr size_t deepest = 512;

  // Checks a text. If the text is not JSON, `place` becomes the offset of its first invalid byte.
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

  // Makes a checker for a value inside containers (arrays or objects). The caller calls `enter` for each of these
  // containers.
  explicit checker(size_t max_depth) : max_depth_(max_depth < deepest ? max_depth : deepest) {}

  // Enters a container. Returns false if the container is nested too deeply.
  bool enter(bool is_object) {
    if (depth_ == max_depth_) return false;
    const uint64_t bit = uint64_t{1} << (depth_ % 64);
    objects_[depth_ / 64] = (objects_[depth_ / 64] & ~bit) | (is_object ? bit : 0);
    ++depth_;
    return true;
  }

  // Moves p past the value that begins at p.
  result value(const byte *&p, const byte *end) { return walk(p, end, depth_, false); }

  // Moves p, which is after a value, past the end of all open containers.
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

  // The open containers, beginning with the outermost. The bit of a container is 1 if the container is an object.
  uint64_t objects_[deepest / 64] = {};
  size_t depth_ = 0;
  const size_t max_depth_;

  bool in_object() const { return (objects_[(depth_ - 1) / 64] >> ((depth_ - 1) % 64)) & 1; }

  // Moves p forward until a value has ended that is inside `bottom` containers. If `has_ended` is true, p is after a
  // value.
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
