#define MOYA_NONNULL(...)  // the function checks for NULL anyway
#include "../../include/moya/json.h"

#include <algorithm>
#include <new>

#include "check.hpp"
#include "path.hpp"

// Checks whether all JSON readers interpret a text in the same way (RFC 7493 §2.2 and §2.3).
namespace moya {
namespace {

// A key without its escapes. Keys are sorted only to make equal keys neighbours, so any order is right. This order
// compares the first bytes as one number, which is fast.
struct key {
  uint64_t first_bytes;
  size_t length;
  const byte *text;

  key(const byte *begin, size_t count) : first_bytes(0), length(count), text(begin) {
    std::memcpy(&first_bytes, begin, std::min(count, sizeof first_bytes));
  }

  bool operator==(const key &other) const {
    return first_bytes == other.first_bytes && length == other.length && std::memcmp(text, other.text, length) == 0;
  }
  bool operator<(const key &other) const {
    if (first_bytes != other.first_bytes) return first_bytes < other.first_bytes;
    if (length != other.length) return length < other.length;
    return std::memcmp(text, other.text, length) < 0;
  }
};

// Checks the keys of one object after another.
class keys {
 public:
  keys() = default;
  keys(const keys &) = delete;
  keys &operator=(const keys &) = delete;
  ~keys() { std::free(all_); }

  // Returns true if all keys of the object are different. Also returns false if there is no memory.
  bool are_different(const document &in, uint32_t object) {
    count_ = 0;
    for (uint32_t value = first(in, object); value != 0;) {
      if (!add(in, value - 2)) return false;
      const uint32_t comma = in.behind(value);
      value = in.at(comma) == ',' ? comma + 3 : 0;
    }
    if (count_ > few) {
      std::sort(all_, all_ + count_);
      return std::adjacent_find(all_, all_ + count_) == all_ + count_;
    }
    for (size_t i = 1; i < count_; ++i) {
      if (std::find(all_, all_ + i, all_[i]) != all_ + i) return false;
    }
    return true;
  }

 private:
  // If an object has at most this many keys, they are compared pairwise.
  static constexpr size_t few = 8;

  bool add(const document &in, uint32_t token) {
    const byte *begin = in.string_begin(token);
    size_t length = static_cast<size_t>(in.string_end(token) - begin);
    if (std::memchr(begin, '\\', length)) {
      const moya::text read = in.string(token);
      if (!read.data) return false;
      begin = reinterpret_cast<const byte *>(read.data);
      length = read.length;
    }
    if (count_ == room_) {
      const size_t room = room_ == 0 ? 64 : room_ * 2;
      auto *more = static_cast<key *>(std::realloc(static_cast<void *>(all_), room * sizeof(key)));
      if (!more) return false;
      all_ = more;
      room_ = room;
    }
    new (all_ + count_++) key(begin, length);
    return true;
  }

  key *all_ = nullptr;
  size_t count_ = 0, room_ = 0;
};

// Returns true if a double can represent this number approximately. Only a number with an exponent, or with very many
// digits, can be larger than every double.
bool has_double(const document &in, uint32_t token) {
  const byte *begin = in.begin(token), *end = in.end(token);
  constexpr ptrdiff_t most_digits = std::numeric_limits<double>::max_exponent10;
  const auto is_exponent = [](byte c) { return (c | 0x20) == 'e'; };
  if (end - begin <= most_digits && std::none_of(begin, end, is_exponent)) return true;
  double nearest;
  return in.read(token, nearest) == reading::ok;
}

bool is_unambiguous(const document &in) {
  keys keys;
  for (uint32_t token = 0; token < in.count(); ++token) {
    switch (in.kind_of(token)) {
      case kind::object:
        if (!keys.are_different(in, token)) return false;
        break;
      case kind::number:
        if (!has_double(in, token)) return false;
        break;
      default: break;
    }
  }
  return true;
}

}  // namespace
}  // namespace moya

extern "C" bool moya_json_is_unambiguous(const void *text, size_t len) {
  if (!text) return false;
  moya::document document;
  const auto *bytes = static_cast<const moya::byte *>(text);
  return document.scan(bytes, len, moya::checker::deepest) == moya::document::sound && moya::is_unambiguous(document);
}
