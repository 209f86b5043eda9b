#include <limits>

#include "Types/decode.hpp"
#include "numbers.hpp"

// Decodes values that are neither objects nor arrays. Numbers, true and false are decoded here, strings in texts.cpp.
namespace moya {
// Reads a value that begins at the current position. `out` must be all zero.
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
    case MOYA_KIND_DATE: return date(out, field.has(MOYA_FIELD_UTC));
    case MOYA_KIND_RAW: return raw(out);
    case MOYA_KIND_ENUM: return name(*field.names, out);
    default: break;
  }
  if ((field.node->flags & MOYA_TYPE_VALUE) != 0) return read(field.node->fields[0], out);
  return object(*field.node, out);
}

template <class Integer>
bool decoder::integer(char *out, const char *range) {
  const byte *p = p_;
  const bool is_negative = *p == '-';
  p += is_negative;
  const byte *digits = p;
  uint64_t magnitude = 0;
  // A number of 19 digits always fits into 64 bits, so the first 19 digits need no check for overflow.
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

}  // namespace moya
