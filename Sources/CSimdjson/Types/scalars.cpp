#include <limits>

#include "Types/base64.hpp"
#include "Types/date.hpp"
#include "Types/decode.hpp"
#include "numbers.hpp"

// Values that are neither objects nor arrays.
namespace moya {
namespace {

template <class Value>
bool put(char *out, Value value) {
  std::memcpy(out, &value, sizeof value);
  return true;
}

}  // namespace

// Reads a value that has begun. `out` is zeroes.
bool decoder::one(const plan_field &field, char *out) {
  switch (field.kind) {
    case MOYA_KIND_I8: return integer<int8_t>(out, "an integer from -128 to 127");
    case MOYA_KIND_I16: return integer<int16_t>(out, "an integer from -32768 to 32767");
    case MOYA_KIND_I32: return integer<int32_t>(out, "an integer from -2147483648 to 2147483647");
    case MOYA_KIND_I64: return integer<int64_t>(out, "an integer from -9223372036854775808 to 9223372036854775807");
    case MOYA_KIND_U8: return integer<uint8_t>(out, "an integer from 0 to 255");
    case MOYA_KIND_U16: return integer<uint16_t>(out, "an integer from 0 to 65535");
    case MOYA_KIND_U32: return integer<uint32_t>(out, "an integer from 0 to 4294967295");
    case MOYA_KIND_U64: return integer<uint64_t>(out, "an integer from 0 to 18446744073709551615");
    case MOYA_KIND_F32: return number<float>(out, "a number that a float can hold");
    case MOYA_KIND_F64: return number<double>(out, "a number that a double can hold");
    case MOYA_KIND_BOOLEAN: return boolean(out);
    case MOYA_KIND_STR: return str(out);
    case MOYA_KIND_TEXT: return text(out);
    case MOYA_KIND_BYTES: return bytes(out);
    case MOYA_KIND_DATE: return date(out);
    case MOYA_KIND_RAW: return raw(out);
    case MOYA_KIND_ENUM: return name(*field.names, out);
    default: break;
  }
  if ((field.node->flags & MOYA_TYPE_VALUE) != 0) return read(field.node->fields[0], out);
  return object(*field.node, out);
}

// MARK: - Numbers

template <class Integer>
bool decoder::integer(char *out, const char *range) {
  const byte *p = p_;
  const bool is_negative = *p == '-';
  p += is_negative;
  const byte *digits = p;
  uint64_t magnitude = 0;
  // 19 digits always fit.
  for (const byte *most = end_ - p > 19 ? p + 19 : end_; p < most && is_digit(*p); ++p) {
    magnitude = magnitude * 10 + static_cast<uint64_t>(*p - '0');
  }
  bool fits = true;
  for (; p < end_ && is_digit(*p); ++p) {
    fits &= !__builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude);
    fits &= !__builtin_add_overflow(magnitude, static_cast<uint64_t>(*p - '0'), &magnitude);
  }
  if (p == digits || (p < end_ && (*p == '.' || *p == 'e' || *p == 'E'))) return wrong("an integer");
  if (*digits == '0' && p - digits > 1) return malformed();
  uint64_t most = static_cast<uint64_t>(std::numeric_limits<Integer>::max());
  if (is_negative) most = std::numeric_limits<Integer>::is_signed ? most + 1 : 0;
  if (!fits || magnitude > most) return wrong(range);
  p_ = p;
  return put(out, static_cast<Integer>(is_negative ? 0 - magnitude : magnitude));
}

template <class Floating>
bool decoder::number(char *out, const char *range) {
  if (*p_ != '-' && !is_digit(*p_)) return wrong("a number");
  const byte *p = p_;
  if (!skip_number(p, end_)) return malformed();
  Floating value = 0;
  if (read_number(p_, p, value) != reading::ok) return wrong(range);
  p_ = p;
  return put(out, value);
}

bool decoder::boolean(char *out) {
  const bool value = *p_ == 't';
  if (!value && *p_ != 'f') return wrong("true or false");
  if (!(value ? skip_literal(p_, end_, "true", 4) : skip_literal(p_, end_, "false", 5))) return malformed();
  return put(out, value);
}

// MARK: - Texts

// Room for at least this many more bytes of a text that has begun; it is moved into a new block if need be.
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

// A string into the arena, its escapes read, with a zero behind it. The arena's front is the caller's to move.
bool decoder::string(span &found) {
  if (*p_ != '"') return wrong("a string");
  ++p_;
  char *start = memory.front, *out = start;
  for (;;) {
    // A turn writes a stride at once, of which fewer bytes than that count, and one character behind these.
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

bool decoder::date(char *out) {
  const byte *value = p_;
  span found;
  if (!string(found)) return false;
  int64_t moment = 0;
  if (!date::read(found.start, found.length, moment)) {
    p_ = value;
    return wrong("a date and time as in RFC 3339");
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
