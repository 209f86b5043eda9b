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

// What begins with each byte. A table, since what comes next is hard to foresee for a processor.
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

// A text of a document, with a zero behind it. `data` is null when there was no memory for it.
struct text {
  const char *data;
  size_t length;
};

// A JSON text that was read once and found sound: where its tokens are, and which bracket closes which. A token is a
// bracket, a colon, a comma, or a scalar; a key is a scalar too. Values are known by their first token, and read from
// the text each time that they are asked for.
// The text is the owner's, who keeps it. After `scan` nothing changes but the copies of strings, which any thread may
// ask for: a document may be read by many threads at once. Memory: 4 bytes for each token, as many again for each bracket; where strings are asked for,
// once more the size of the text.
class document {
 public:
  enum result : int32_t { sound = 0, malformed = 2, too_deep = 3, no_memory = 4 };

  document() noexcept;
  ~document();
  document(const document &) = delete;
  document &operator=(const document &) = delete;

  // Reads a text, without its byte order mark if it has one. What was handed out of the text before is gone.
  result scan(const byte *bytes, size_t length, size_t max_depth) noexcept;

  // The same text lies elsewhere by now. Only an owner may say this who is alone with the document.
  void move(const byte *bytes) noexcept { bytes_ = bytes + skipped_; }

  // Bytes of the largest text that there is memory for.
  size_t capacity() const noexcept;

  // Frees the copies of strings: no text of them is used any more.
  void forget() noexcept;

  // MARK: Tokens

  // The bytes behind the byte order mark.
  const byte *bytes() const { return bytes_; }
  size_t length() const { return length_; }
  // Bytes of the byte order mark: 3 or 0.
  size_t skipped() const { return skipped_; }
  // The number of tokens; at least one.
  uint32_t count() const { return count_; }

  const byte *begin(uint32_t token) const { return bytes_ + offsets_[token]; }
  byte at(uint32_t token) const { return *begin(token); }

  // Behind the last byte of a scalar: between it and the next token, or the end, there is only space.
  const byte *end(uint32_t token) const {
    const byte *p = begin(token + 1);
    while (p[-1] <= 0x20 && is_space(p[-1])) --p;
    return p;
  }

  // Of the token of an opening bracket: the token of its closing one.
  uint32_t closing(uint32_t token) const { return brackets_.closing(token); }

  // The first token behind the value at `token`: a comma, a closing bracket, or count().
  uint32_t behind(uint32_t token) const {
    const byte c = at(token);
    return (c == '{' || c == '[' ? closing(token) : token) + 1;
  }

  // The value's text, from its first byte to behind its last.
  const byte *value_end(uint32_t token) const {
    const byte c = at(token);
    return c == '{' || c == '[' ? begin(closing(token)) + 1 : end(token);
  }

  // Missing: it is a colon, a comma, a closing bracket, or no token at all.
  kind kind_of(uint32_t token) const { return token < count_ ? kinds.of[at(token)] : kind::missing; }

  // MARK: Strings

  // Between the quotes, escapes and all.
  const byte *string_begin(uint32_t token) const { return begin(token) + 1; }
  const byte *string_end(uint32_t token) const { return end(token) - 1; }

  // Is the string at `token`, its escapes read, this text?
  bool is_key(uint32_t token, const char *key, size_t length) const {
    // Most keys differ in their first byte: then where they end need not be found.
    const byte first = begin(token)[1];
    if (length > 0 && first != static_cast<byte>(key[0]) && first != '\\') return false;
    return moya::is_key(string_begin(token), string_end(token), key, length);
  }

  // The string at `token`, its escapes read. The text lives as long as the document, and is the same each time.
  text string(uint32_t token) const;

  // What a loop over the indexes of an array leaves for its next turn.
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
  const uint32_t *offsets_ = nullptr;  // of each token, and behind the last one the length
  brackets brackets_;
  uint32_t count_ = 0;
  // Where strings are copied to, made when the first is asked for: see strings.cpp.
  mutable std::atomic<byte *> copies_{nullptr};
};

}  // namespace moya
