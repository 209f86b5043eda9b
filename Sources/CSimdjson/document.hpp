#pragma once
#include <atomic>
#include <cstdlib>
#include <memory>

#include "brackets.hpp"
#include "grammar.hpp"
#include "last_element.hpp"
#include "numbers.hpp"

namespace simdjson::internal {
class dom_parser_implementation;
}

namespace moya {

enum class kind : int32_t { missing, null, boolean, number, string, array, object };

// The kind of a value by its first byte. A table is faster than branches, because a processor can hardly predict what
// comes next.
struct kind_table {
  kind of[256];

  constexpr kind_table() : of() {
    for (kind &each : of) each = kind::number;
    of[byte{'{'}] = kind::object;
    of[byte{'['}] = kind::array;
    of[byte{'"'}] = kind::string;
    of[byte{'t'}] = of[byte{'f'}] = kind::boolean;
    of[byte{'n'}] = kind::null;
    of[byte{':'}] = of[byte{','}] = of[byte{'}'}] = of[byte{']'}] = kind::missing;
  }
};
inline constexpr kind_table kinds;

// A text of a document, followed by a zero. `data` is null if there was no memory for it.
struct text {
  const char *data;
  size_t length;
};

// A JSON text that was read once and is valid. It stores the position of each token, and which bracket closes which. A
// token is a bracket, a colon, a comma or a scalar; a key is a scalar too. A value is identified by its first token,
// and is read from the text on each access.
// The owner must preserve the text. After `scan`, only the copies of strings change, which any thread may request. A
// document can be read by many threads at once.
// Memory: 4 bytes for each token, and 4 more for each bracket. If strings are requested, also the size of the text.
class document {
 public:
  enum result : int32_t { sound = 0, malformed = 2, too_deep = 3, no_memory = 4 };

  document() noexcept;
  ~document();
  document(const document &) = delete;
  document &operator=(const document &) = delete;

  // Scans a text, without its byte order mark if it has one. Pointers and tokens from the text before become invalid.
  result scan(const byte *bytes, size_t length, size_t max_depth) noexcept;

  // Says that the same text is at another address now. Only an owner that uses the document alone may call this.
  void move(const byte *bytes) noexcept { bytes_ = bytes + skipped_; }

  // The size in bytes of the largest text for which there is memory.
  size_t capacity() const noexcept;

  // Frees the copies of strings, which must no longer be used.
  void forget() noexcept;

  // MARK: Tokens

  // The bytes after the byte order mark.
  const byte *bytes() const { return bytes_; }
  size_t length() const { return length_; }
  // Bytes of the byte order mark: 3 or 0.
  size_t skipped() const { return skipped_; }
  // The number of tokens; at least one.
  uint32_t count() const { return count_; }

  const byte *begin(uint32_t token) const { return bytes_ + offsets_[token]; }
  byte at(uint32_t token) const { return *begin(token); }

  // The end of a scalar, after its last byte. Only space is between it and the next token or the end.
  const byte *end(uint32_t token) const {
    const byte *p = begin(token + 1);
    while (p[-1] <= 0x20 && is_space(p[-1])) --p;
    return p;
  }

  // The closing token of the opening bracket at `token`.
  uint32_t closing(uint32_t token) const { return brackets_.closing(token); }

  // The first token after the value at `token`: a comma, a closing bracket, or count().
  uint32_t behind(uint32_t token) const {
    const byte c = at(token);
    return (c == '{' || c == '[' ? closing(token) : token) + 1;
  }

  // The end of the value's text, after its last byte.
  const byte *value_end(uint32_t token) const {
    const byte c = at(token);
    return c == '{' || c == '[' ? begin(closing(token)) + 1 : end(token);
  }

  // Returns `missing` for a colon, a comma, a closing bracket, and a token that does not exist.
  kind kind_of(uint32_t token) const { return token < count_ ? kinds.of[at(token)] : kind::missing; }

  // MARK: Strings

  // The text between the quotes, with its escapes.
  const byte *string_begin(uint32_t token) const { return begin(token) + 1; }
  const byte *string_end(uint32_t token) const { return end(token) - 1; }

  // Is the unescaped string at `token` equal to this text?
  bool is_key(uint32_t token, const char *key, size_t length) const {
    // Most keys differ in their first byte, so the end of the key need not be found.
    const byte first = begin(token)[1];
    if (length > 0 && first != static_cast<byte>(key[0]) && first != '\\') return false;
    return moya::is_key(string_begin(token), string_end(token), key, length);
  }

  // The unescaped string at `token`. The text is valid as long as the document, and is the same on each call.
  text string(uint32_t token) const;

  // What a loop over the indexes of an array stores for its next turn.
  mutable moya::last_element last_element;

  // MARK: Numbers

  reading read(uint32_t token, int64_t &value) const { return read_number(begin(token), end(token), value); }
  reading read(uint32_t token, uint64_t &value) const { return read_number(begin(token), end(token), value); }
  reading read(uint32_t token, double &value) const { return read_number(begin(token), end(token), value); }

 private:
  result reserve(size_t needed);
  result check(size_t max_depth);
  bool skip_key(uint32_t &token) const;
  bool is_string(uint32_t token) const;
  bool is_scalar(uint32_t token) const;
  byte *copies() const;

  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage_;
  const byte *bytes_ = nullptr;
  size_t length_ = 0;
  size_t skipped_ = 0;
  const uint32_t *offsets_ = nullptr;  // of each token, followed by the length of the text
  brackets brackets_;
  uint32_t count_ = 0;
  // The memory for copies of strings, allocated for the first one (strings.cpp).
  mutable std::atomic<byte *> copies_{nullptr};
};

}  // namespace moya
