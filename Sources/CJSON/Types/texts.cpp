#include "Types/base64.hpp"
#include "Types/date.hpp"
#include "Types/decode.hpp"

// Decodes strings, values that are written as strings, and raw JSON.
namespace moya {

// Makes room for at least `least` more bytes of a text that has begun. To do this, moves the text into a new block.
bool decoder::more_text(char *&start, char *&out, size_t least) {
  const char *old = start;
  const size_t written = static_cast<size_t>(out - start);
  if (!memory.grow(written * 2 + least)) return no_memory();
  start = memory.front;
  if (written > 0) std::memcpy(start, old, written);
  out = start + written;
  return true;
}

constexpr ptrdiff_t longest_character = 4;  // bytes of UTF-8

// Reads a string into the arena, without its escapes and with a zero after it. The caller must then move the
// arena's front past the string. Otherwise the next string overwrites it.
bool decoder::string(span &found) {
  if (*p_ != '"') return wrong("a string");
  ++p_;
  char *start = memory.front, *out = start;
  for (;;) {
    // Each pass of this loop copies `stride` bytes, of which perhaps only some belong to the string. It then writes at
    // most one more character. So there must be room for `stride` bytes and one character.
    if (memory.back - out < stride + longest_character && !more_text(start, out, stride + 48)) return false;
    if (end_ - p_ >= stride) {
      std::memcpy(out, p_, stride);
      const ptrdiff_t plain = plain_length(p_);
      p_ += plain;
      out += plain;
      if (plain == stride) continue;
    }
    if (p_ >= end_) return malformed();
    const byte c = *p_;
    if (c == '"') {
      ++p_;
      *out = 0;
      found = {start, static_cast<size_t>(out - start)};
      return true;
    }
    if (c == '\\') {
      const size_t length = unescape(++p_, end_, reinterpret_cast<byte *>(out));
      if (length == 0) return malformed();
      out += length;
    } else if (c >= 0x80) {
      const size_t length = utf8_length(p_, end_);
      if (length == 0) return malformed();
      std::memcpy(out, p_, length);
      p_ += length;
      out += length;
    } else if (c < 0x20) {
      return malformed();
    } else {
      *out++ = static_cast<char>(c);
      ++p_;
    }
  }
}

bool decoder::str(char *out) {
  const byte *value = p_;
  span found;
  if (!string(found)) return false;
  if (std::memchr(found.start, 0, found.length)) {
    p_ = value;
    return wrong("a text without U+0000");
  }
  memory.front = found.start + found.length + 1;
  return put(out, found.start);
}

bool decoder::text(char *out) {
  if (borrows_ && *p_ == '"') {
    const byte *last = p_ + 1;
    if (!skip_string(last, end_)) return malformed();
    const byte *first = p_ + 1;
    const size_t length = static_cast<size_t>(last - 1 - first);
    if (!std::memchr(first, '\\', length)) {
      p_ = last;
      return put(out, moya_str{reinterpret_cast<const char *>(first), length});
    }
  }
  span found;
  if (!string(found)) return false;
  memory.front = found.start + found.length + 1;
  return put(out, moya_str{found.start, found.length});
}

bool decoder::raw(char *out) {
  const byte *first = p_;
  if (!skip_value()) return false;
  const size_t length = static_cast<size_t>(p_ - first);
  if (borrows_) return put(out, moya_str{reinterpret_cast<const char *>(first), length});
  char *start = memory.front, *end = start;
  if (static_cast<size_t>(memory.back - start) < length + 1 && !more_text(start, end, length + 1)) return false;
  std::memcpy(start, first, length);
  start[length] = 0;
  memory.front = start + length + 1;
  return put(out, moya_str{start, length});
}

bool decoder::bytes(char *out) {
  const byte *value = p_;
  span found;
  if (!string(found)) return false;
  if (!base64::decode(found.start, found.length)) {
    p_ = value;
    return wrong("base64");
  }
  found.start[found.length] = 0;
  memory.front = found.start + found.length + 1;
  return put(out, moya_str{found.start, found.length});
}

bool decoder::date(char *out, bool takes_utc) {
  const byte *value = p_;
  span found;
  if (!string(found)) return false;
  int64_t moment = 0;
  bool has_offset = true;
  if (!date::read(found.start, found.length, moment, has_offset) || !(has_offset || takes_utc)) {
    p_ = value;
    return wrong(
        has_offset ? "a date and time as in RFC 3339"
                   : "a date and time with an offset as in RFC 3339 (MOYA_FIELD_UTC, or \"dates\": \"utc\" in a definition, "
                     "reads it in UTC)");
  }
  return put(out, moment);
}

bool decoder::name(const plan_names &names, char *out) {
  const byte *value = p_;
  span found;
  if (!string(found)) return false;
  for (uint32_t i = 0; i < names.count; ++i) {
    const plan_name &each = names.all[i];
    if (each.length == found.length && std::memcmp(each.text, found.start, found.length) == 0) {
      return put(out, each.value);
    }
  }
  if (names.is_open) return put(out, names.other);
  p_ = value;
  return wrong_name(names);
}

}  // namespace moya
