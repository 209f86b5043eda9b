#include <new>

// If simdjson is missing, this error tells the user which package to install. SwiftPM could do this only with the help
// of Debian's .pc file. That file is not used, because SwiftPM refuses one of its flags with a warning in each build.
#if !__has_include(<simdjson.h>)
#error "libmoya needs the headers of simdjson. On Debian and Ubuntu: apt-get install libsimdjson-dev"
#endif
#include <simdjson.h>

#include "document.hpp"

// simdjson's first stage lists the offset of every token: brackets, colons, commas, and the first byte of each scalar.
// The first stage reads whole blocks and copies the rest, so the text needs no padding. simdjson's second stage is not
// used, because it makes a tree. simdjson's On-Demand reader is not used, because it does not check what it skips. Both
// would also read past the end of the text.
namespace moya {
namespace {

// The escapes of this many tokens are checked at once.
constexpr uint32_t escape_window = 4096;

}  // namespace

document::document() noexcept = default;

document::~document() { forget(); }

size_t document::capacity() const noexcept { return stage_ ? stage_->capacity() : 0; }

document::result document::scan(const byte *bytes, size_t length, size_t max_depth) noexcept {
  forget();
  last_element.keep(0, 0, 0);
  count_ = 0;
  skipped_ = length >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  length_ = length - skipped_;
  if (length_ == 0) return malformed;
  if (result found = reserve(length_)) return found;
  bytes_ = bytes + skipped_;
  if (stage_->stage1(bytes_, length_, simdjson::stage1_mode::regular)) return malformed;
  stage_->structural_indexes[stage_->n_structural_indexes] = static_cast<uint32_t>(length_);
  offsets_ = stage_->structural_indexes.get();
  count_ = stage_->n_structural_indexes;
  const result found = check(max_depth);
  if (found != sound) count_ = 0;
  return found;
}

document::result document::reserve(size_t needed) {
  if (needed > simdjson::SIMDJSON_MAXSIZE_BYTES) return no_memory;
  if (!stage_) {
    const simdjson::implementation *implementation = simdjson::get_active_implementation();
    return implementation->create_dom_parser_implementation(needed, 1, stage_) ? no_memory : sound;
  }
  if (needed > stage_->capacity()) return stage_->allocate(needed, 1) ? no_memory : sound;
  return sound;
}

inline __attribute__((always_inline)) bool document::is_string(uint32_t token) const {
  const byte *last = end(token);
  return last - begin(token) >= 2 && last[-1] == '"';
}

inline __attribute__((always_inline)) bool document::is_scalar(uint32_t token) const {
  const byte *first = begin(token), *last = end(token);
  switch (*first) {
    case '"': return last - first >= 2 && last[-1] == '"';
    case 't': case 'f': case 'n': return is_literal(first, last);
    default: return is_number(first, last);
  }
}

// Skips a key and its colon.
inline __attribute__((always_inline)) bool document::skip_key(uint32_t &token) const {
  if (token + 1 >= count_ || at(token) != '"' || !is_string(token) || at(token + 1) != ':') return false;
  token += 2;
  return true;
}

// Checks the tokens in one pass. `open` contains the brackets that are not closed yet.
document::result document::check(size_t max_depth) {
  std::unique_ptr<uint32_t[]> open(new (std::nothrow) uint32_t[max_depth + 1]);
  if (!open || !brackets_.reset(count_, max_depth)) return no_memory;
  const uint32_t count = count_;
  uint32_t token = 0, unescaped = 0;  // `unescaped` is the first token whose escapes were not checked
  size_t depth = 0;
  byte close = 0;  // the byte that ends the innermost container
  for (;;) {
    if (token >= count) return malformed;
    // Checks the backslashes of many tokens at once, without looking where the strings begin. This is enough, because a
    // backslash outside a string is found anyway, as a fault of a scalar. The window is small enough that the text of
    // its tokens is still in the cache.
    if (token >= unescaped) {
      const uint32_t end = count - token > escape_window ? token + escape_window : count;
      if (!has_sound_escapes(begin(unescaped), begin(end))) return malformed;
      unescaped = end;
    }
    const byte c = at(token);
    if (c == '{' || c == '[') {
      if (depth == max_depth) return too_deep;
      open[++depth] = brackets_.open(token);
      close = c + 2;  // in ASCII, a closing bracket is 2 above its opening bracket
      if (++token >= count) return malformed;
      if (at(token) != close) {
        if (close == '}' && !skip_key(token)) return malformed;
        continue;
      }
    } else {
      if (!is_scalar(token)) return malformed;
      ++token;
    }
    // A value has ended, or an empty container is about to end.
    for (;; ++token) {
      if (depth == 0) return token == count ? sound : malformed;
      if (token >= count) return malformed;
      const byte mark = at(token);
      if (mark == ',') break;
      if (mark != close) return malformed;
      brackets_.close(open[depth], token);
      --depth;
      if (depth > 0) close = at(brackets_.opening(open[depth])) + 2;
    }
    ++token;
    if (close == '}' && !skip_key(token)) return malformed;
  }
}

}  // namespace moya
