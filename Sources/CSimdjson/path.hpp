#pragma once
#include "document.hpp"

// Follows paths from one value to another. A value is identified by its first token. The root's token is 0, and no path
// from another value leads to the root. So in this file, 0 means that there is no value.
namespace moya {

// Returns the first element of an array, or the value of an object's first member.
inline uint32_t first(const document &in, uint32_t container) {
  const byte c = in.at(container + 1);
  if (c == ']' || c == '}') return 0;
  return container + (in.at(container) == '{' ? 3 : 1);
}

// Returns true if the value is a member of an object. If it is, its key is two tokens before the value.
inline bool is_member(const document &in, uint32_t value) { return value >= 2 && in.at(value - 1) == ':'; }

// Returns the next value in the same array or object.
inline uint32_t next(const document &in, uint32_t value) {
  const uint32_t comma = in.behind(value);
  if (comma >= in.count() || in.at(comma) != ',') return 0;
  return comma + (is_member(in, value) ? 3 : 1);
}

// Returns the value of a key. If the object has several equal keys, the first one counts.
inline uint32_t member(const document &in, uint32_t object, const char *key, size_t length) {
  for (uint32_t value = first(in, object); value != 0;) {
    if (in.is_key(value - 2, key, length)) return value;
    const uint32_t comma = in.behind(value);
    value = in.at(comma) == ',' ? comma + 3 : 0;
  }
  return 0;
}

inline uint32_t element(const document &in, uint32_t array, uint32_t index) {
  // A loop over indexes requests one element after another, so the search begins at the element that was found last.
  constexpr uint32_t few = 8;
  uint32_t at = 0, value = 0;
  if (index >= few && in.last_element.recall(array, at, value) && at <= index) {
    index -= at;
  } else {
    at = 0;
    value = first(in, array);
  }
  const uint32_t wanted = at + index;
  for (; index > 0 && value != 0; --index) {
    const uint32_t comma = in.behind(value);
    value = in.at(comma) == ',' ? comma + 1 : 0;
  }
  if (wanted >= few && value != 0) in.last_element.keep(array, wanted, value);
  return value;
}

// The character that begins an escape in a key of a path. An escape stands for a separator that belongs to the key.
enum class escape : char { none = 0, backslash = '\\', tilde = '~' };

// One step of a path, as the path writes it: a key, or the decimal digits of an index.
struct step {
  const char *text;
  size_t length;
  escape how;

  // Returns the unescaped character at `at`, or -1 at the end.
  int character(size_t &at) const {
    if (at >= length) return -1;
    const char c = text[at++];
    if (how == escape::none || c != static_cast<char>(how)) return static_cast<byte>(c);
    if (at >= length) return -1;
    const char escaped = text[at++];
    if (how == escape::tilde) return escaped == '0' ? '~' : '/';
    return static_cast<byte>(escaped);
  }

  // Reads an index without a sign or leading zeroes, with at most nine digits.
  bool read_index(uint32_t &index) const {
    index = 0;
    size_t at = 0, digits = 0;
    for (int c; (c = character(at)) >= 0; ++digits) {
      if (!is_digit(static_cast<byte>(c)) || digits == 9 || (digits == 1 && index == 0)) return false;
      index = index * 10 + static_cast<uint32_t>(c - '0');
    }
    return digits > 0;
  }

  // Returns true if the string at `token` is equal to the key of this step.
  bool is_key(const document &in, uint32_t token) const {
    if (how == escape::none) return in.is_key(token, text, length);
    size_t at = 0;
    for (const byte *p = in.string_begin(token), *end = in.string_end(token); p < end;) {
      byte piece[4] = {*p++};
      const size_t count = piece[0] == '\\' ? unescape(p, end, piece) : 1;
      for (size_t i = 0; i < count; ++i) {
        if (character(at) != piece[i]) return false;
      }
    }
    return character(at) < 0;
  }
};

// Returns the value to which a step leads from an object or an array.
inline uint32_t child(const document &in, uint32_t container, const step &step) {
  uint32_t index;
  if (in.at(container) == '[') return step.read_index(index) ? element(in, container, index) : 0;
  if (step.how == escape::none) return member(in, container, step.text, step.length);
  for (uint32_t value = first(in, container); value != 0; value = next(in, value)) {
    if (step.is_key(in, value - 2)) return value;
  }
  return 0;
}

// The steps of a path, one after another.
class path {
 public:
  // Makes a path whose keys are joined by dots. In a key, a dot is written `\.` and a backslash is
  // written `\\`. The path "" has no steps.
  static path of_keys(const char *text, size_t length) { return path(text, length, '.', escape::backslash); }

  // Makes a path of RFC 6901, with a slash before each key. In a key, a slash is written `~1` and a
  // tilde is written `~0`. The path "" has no steps.
  static path of_pointer(const char *text, size_t length) {
    path made(text, length, '/', escape::tilde);
    if (length == 0) return made;
    made.is_sound_ = *text == '/';
    ++made.rest_;
    return made;
  }

  bool next(step &found) {
    if (!has_more_ || !is_sound_) return false;
    const char *p = rest_;
    found = {rest_, 0, escape::none};
    for (; p < end_ && *p != divider_; ++p) {
      if (*p != static_cast<char>(how_)) continue;
      found.how = how_;
      const bool is_last = p + 1 == end_;
      if (how_ == escape::tilde && (is_last || (p[1] != '0' && p[1] != '1'))) is_sound_ = false;
      if (!is_last) ++p;
    }
    found.length = static_cast<size_t>(p - rest_);
    has_more_ = p < end_;
    rest_ = p + 1;
    return is_sound_;
  }

  // Returns false if the text that `next` has read so far is not a path.
  bool is_sound() const { return is_sound_; }

 private:
  path(const char *text, size_t length, char divider, escape how)
      : rest_(text), end_(text + length), divider_(divider), how_(how), has_more_(length > 0) {}

  const char *rest_, *end_;
  char divider_;
  escape how_;
  bool has_more_, is_sound_ = true;
};

// Follows a path from a container or a scalar. Returns false if it leads nowhere.
inline bool follow(const document &in, uint32_t &token, path path) {
  for (step step; path.next(step);) {
    const byte c = in.at(token);
    if (c != '{' && c != '[') return false;
    token = child(in, token, step);
    if (token == 0) return false;
  }
  return path.is_sound();
}

}  // namespace moya
