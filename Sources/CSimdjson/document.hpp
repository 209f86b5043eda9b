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

// Finds the kind of a value by the first byte of the value. A table is faster than branches, because a processor can
// hardly predict the kind of the next value.
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

// A text of a document, followed by a zero byte. If there was no memory for the text, `data` is null.
struct text {
  const char *data;
  size_t length;
};

// A JSON text that was read once and is valid. The document stores the position of each token, and which bracket closes
// which. A token is a bracket, a colon, a comma or a scalar; a key is a scalar too. A value is identified by its first
// token, and is read from the text on each access.
// The owner must preserve the text. Many threads may read a document at once. `string` copies a string when a thread
// first requests it.
// Memory: 4 bytes for each token, and 4 more bytes for each bracket. If strings are requested, the copies need as much
// memory as the text.
class document {
 public:
  enum result : int32_t { sound = 0, malformed = 2, too_deep = 3, no_memory = 4 };

  document() noexcept;
  ~document();
  document(const document &) = delete;
  document &operator=(const document &) = delete;

  // Scans a text. If the text begins with a byte order mark, skips the mark. Pointers and tokens from the previous text
  // become invalid.
  result scan(const byte *bytes, size_t length, size_t max_depth) noexcept;

  // Notes that the same text is at another address now. Only the code that owns the document may call this, and only
  // while no other thread uses the document.
  void move(const byte *bytes) noexcept { bytes_ = bytes + skipped_; }

  // Returns the size in bytes of the largest text for which there is memory.
  size_t capacity() const noexcept;

  // Frees the copies of strings, which must no longer be used.
  void forget() noexcept;

  // MARK: Tokens

  // Returns the bytes of the text after the byte order mark.
  const byte *bytes() const { return bytes_; }
  size_t length() const { return length_; }
  // Returns 3 if the text begins with a byte order mark, otherwise 0.
  size_t skipped() const { return skipped_; }
  // Returns the number of tokens; at least one.
  uint32_t count() const { return count_; }

  const byte *begin(uint32_t token) const { return bytes_ + offsets_[token]; }
  byte at(uint32_t token) const { return *begin(token); }

  // Returns the end of a scalar, after its last byte. Only space is between this end and the next token or the end of
  // the text.
  const byte *end(uint32_t token) const {
    const byte *p = begin(token + 1);
    while (p[-1] <= 0x20 && is_space(p[-1])) --p;
    return p;
  }

  // Returns the closing token of the opening bracket at `token`.
  uint32_t closing(uint32_t token) const { return brackets_.closing(token); }

  // Returns the first token after the value at `token`: a comma, a closing bracket, or count().
  uint32_t behind(uint32_t token) const {
    const byte c = at(token);
    return (c == '{' || c == '[' ? closing(token) : token) + 1;
  }

  // Returns the end of the value's text, after its last byte.
  const byte *value_end(uint32_t token) const {
    const byte c = at(token);
    return c == '{' || c == '[' ? begin(closing(token)) + 1 : end(token);
  }

  // Returns `missing` for a colon, a comma, a closing bracket, and a token that does not exist.
  kind kind_of(uint32_t token) const { return token < count_ ? kinds.of[at(token)] : kind::missing; }

  // MARK: Strings

  // Returns the start of the text between the quotes. The escapes are still in this text.
  const byte *string_begin(uint32_t token) const { return begin(token) + 1; }
  const byte *string_end(uint32_t token) const { return end(token) - 1; }

  // Returns true if the unescaped string at `token` is equal to this text.
  bool is_key(uint32_t token, const char *key, size_t length) const {
    // Most keys already differ in their first byte. Then the end of the key need not be found.
    const byte first = begin(token)[1];
    if (length > 0 && first != static_cast<byte>(key[0]) && first != '\\') return false;
    return moya::is_key(string_begin(token), string_end(token), key, length);
  }

  // Returns the unescaped string at `token`. The text is valid as long as the document, and each call returns the same
  // text.
  text string(uint32_t token) const;

  // The array element that was found last by its index. If a program loops over the indexes, the
  // search for the next element begins at this element.
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
  const uint32_t *offsets_ = nullptr;  // the offset of each token, followed by the length of the text
  brackets brackets_;
  uint32_t count_ = 0;
  // The memory for copies of strings. It is allocated for the first copy (strings.cpp).
  mutable std::atomic<byte *> copies_{nullptr};
};

}  // namespace moya
