#include <charconv>
#include <cmath>
#include <cstdlib>

#include "Types/base64.hpp"
#include "Types/date.hpp"
#include "Types/encode.hpp"

// Encodes values that are neither objects nor arrays.
namespace moya {
namespace {

moya_types_scalar made(int32_t is) {
  moya_types_scalar value = {};
  value.is = is;
  return value;
}

moya_types_scalar signed_number(int64_t number) {
  moya_types_scalar value = made(MOYA_TYPES_INT64);
  value.int64 = number;
  return value;
}

moya_types_scalar unsigned_number(uint64_t number) {
  moya_types_scalar value = made(MOYA_TYPES_UINT64);
  value.uint64 = number;
  return value;
}

moya_types_scalar real_number(double number) {
  moya_types_scalar value = made(MOYA_TYPES_DOUBLE);
  value.number = number;
  return value;
}

moya_types_scalar boolean(bool flag) {
  moya_types_scalar value = made(MOYA_TYPES_BOOL);
  value.boolean = flag;
  return value;
}

moya_types_scalar string(const char *text, size_t length, int32_t is = MOYA_TYPES_TEXT) {
  moya_types_scalar value = made(is);
  value.text = text;
  value.length = length;
  return value;
}

}  // namespace

bool encoder::scalar(const plan_field &field, const char *value, void *into, const char *key) {
  switch (field.kind) {
    case MOYA_KIND_I8: return put(into, key, signed_number(load<int8_t>(value)));
    case MOYA_KIND_I16: return put(into, key, signed_number(load<int16_t>(value)));
    case MOYA_KIND_I32: return put(into, key, signed_number(load<int32_t>(value)));
    case MOYA_KIND_I64: return put(into, key, signed_number(load<int64_t>(value)));
    case MOYA_KIND_U8: return put(into, key, unsigned_number(load<uint8_t>(value)));
    case MOYA_KIND_U16: return put(into, key, unsigned_number(load<uint16_t>(value)));
    case MOYA_KIND_U32: return put(into, key, unsigned_number(load<uint32_t>(value)));
    case MOYA_KIND_U64: return put(into, key, unsigned_number(load<uint64_t>(value)));
    case MOYA_KIND_F32: return real(load<float>(value), into, key);
    case MOYA_KIND_F64: return put(into, key, real_number(load<double>(value)));
    case MOYA_KIND_BOOLEAN: return put(into, key, boolean(load<uint8_t>(value) != 0));
    case MOYA_KIND_STR: {
      const char *text = load<const char *>(value);
      return text ? put(into, key, string(text, std::strlen(text))) : refuse("is NULL");
    }
    case MOYA_KIND_TEXT: {
      const moya_str text = load<moya_str>(value);
      if (!text.data && text.len > 0) return refuse("is NULL, and its length is not 0");
      return put(into, key, string(text.data ? text.data : "", text.len));
    }
    case MOYA_KIND_BYTES: return bytes(load<moya_str>(value), into, key);
    case MOYA_KIND_DATE: {
      char text[date::longest];
      if (!date::write(load<int64_t>(value), text)) return refuse("is a date outside the years 0 to 9999");
      return put(into, key, string(text, std::strlen(text)));
    }
    case MOYA_KIND_RAW: {
      const moya_str json = load<moya_str>(value);
      return json.data ? put(into, key, string(json.data, json.len, MOYA_TYPES_JSON)) : refuse("is NULL");
    }
    default: break;
  }
  const int32_t number = load<int32_t>(value);
  for (uint32_t i = 0; i < field.names->count; ++i) {
    const plan_name &name = field.names->all[i];
    if (name.value == number) return put(into, key, string(name.text, name.length));
  }
  return refuse("has a number that its enumeration has no name for");
}

// Writes the shortest text that reads back as the same float. If the number were written as a double, the text would
// have more digits.
bool encoder::real(float number, void *into, const char *key) {
  if (!std::isfinite(number)) return put(into, key, real_number(static_cast<double>(number)));
  char digits[32];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits - 1, number);
  *end.ptr = 0;
  return put(into, key, string(digits, static_cast<size_t>(end.ptr - digits), MOYA_TYPES_JSON));
}

bool encoder::bytes(moya_str bytes, void *into, const char *key) {
  if (!bytes.data && bytes.len > 0) return refuse("is NULL, and its length is not 0");
  const size_t length = bytes.len / 3 * 4 + (bytes.len % 3 != 0 ? 4 : 0);
  char *digits = bytes.len < SIZE_MAX / 2 ? static_cast<char *>(std::malloc(length + 1)) : nullptr;
  if (!digits) return refuse("has no memory for its base64", MOYA_ERROR_MEMORY);
  base64::encode(bytes.data, bytes.len, digits);
  const bool is_put = put(into, key, string(digits, length));
  std::free(digits);
  return is_put;
}

}  // namespace moya
