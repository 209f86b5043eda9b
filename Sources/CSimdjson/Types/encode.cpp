#include "Types/encode.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "Types/base64.hpp"
#include "Types/date.hpp"

namespace moya {
namespace {

template <class Value>
Value load(const char *from) {
  Value value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

bool is_zero(const char *bytes, size_t size) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

// Is there a value in this member? A number always is one, unless a bool beside it says that it is not.
bool has_value(const plan_field &field, const char *base) {
  if (field.kind == plan_field::group) {
    for (uint32_t i = 0; i < field.node->count; ++i) {
      if (has_value(field.node->fields[i], base)) return true;
    }
    return false;
  }
  if (field.has(MOYA_FIELD_HAS) && load<uint8_t>(base + field.has_offset) == 0) return false;
  const char *member = base + field.offset;
  if (field.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP)) {
    // An array that may not be absent is empty without a pointer.
    return load<void *>(member) || (!field.may_be_absent() && load<size_t>(base + field.count_offset) == 0);
  }
  if (field.has(MOYA_FIELD_POINTER) || field.kind == MOYA_KIND_STR) return load<void *>(member);
  switch (field.kind) {
    case MOYA_KIND_TEXT: case MOYA_KIND_BYTES: case MOYA_KIND_RAW: return load<moya_str>(member).data;
    case MOYA_KIND_STRUCT:
      return !field.has(MOYA_FIELD_OPTIONAL) || field.has(MOYA_FIELD_HAS) || !is_zero(member, field.element);
    default: return true;
  }
}

moya_types_scalar scalar(int32_t is) {
  moya_types_scalar made = {};
  made.is = is;
  return made;
}

moya_types_scalar signed_number(int64_t number) {
  moya_types_scalar made = scalar(MOYA_TYPES_INT64);
  made.int64 = number;
  return made;
}

moya_types_scalar unsigned_number(uint64_t number) {
  moya_types_scalar made = scalar(MOYA_TYPES_UINT64);
  made.uint64 = number;
  return made;
}

moya_types_scalar string(const char *text, size_t length, int32_t is = MOYA_TYPES_TEXT) {
  moya_types_scalar made = scalar(is);
  made.text = text;
  made.length = length;
  return made;
}

}  // namespace

int32_t encoder::encode(const plan_node &node, const char *value) {
  if ((node.flags & MOYA_TYPE_VALUE) == 0) {
    void *root = sink_.open(sink_.user, nullptr, nullptr, false);
    if (root) (void)fields(node, value, root);
    return status_;
  }
  const plan_field &only = node.fields[0];
  if (only.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP) && has_value(only, value)) {
    (void)elements(only, value, nullptr, nullptr);
  } else if (only.kind == MOYA_KIND_STRUCT && has_value(only, value)) {
    const char *member = value + only.offset;
    return encode(*only.node, only.has(MOYA_FIELD_POINTER) ? load<const char *>(member) : member);
  } else {
    status_ = MOYA_ERROR_ARGUMENT;
    sentence(fault_) << "the value is neither an object nor an array, and a tree is one of these";
  }
  return status_;
}

int32_t encoder::encode_list(const plan_node &node, const char *items, size_t count) {
  void *root = sink_.open(sink_.user, nullptr, nullptr, true);
  plan_field element;
  element.kind = MOYA_KIND_STRUCT;
  element.node = &node;
  for (size_t i = 0; i < count && root; ++i) {
    if (!one(element, items + i * node.struct_size, root, nullptr)) break;
  }
  return status_;
}

bool encoder::fields(const plan_node &node, const char *base, void *object) {
  for (uint32_t i = 0; i < node.count; ++i) {
    if (!field(node.fields[i], base, object)) return false;
  }
  return true;
}

bool encoder::field(const plan_field &field, const char *base, void *object) {
  if (field.kind == plan_field::group) {
    bool is_needed = writes_nulls_ || has_value(field, base);
    for (uint32_t i = 0; i < field.node->count; ++i) is_needed |= !field.node->fields[i].may_be_absent();
    if (!is_needed) return true;
    void *inner = sink_.open(sink_.user, object, field.name, false);
    return inner && fields(*field.node, base, inner);
  }
  if (has_value(field, base)) return present(field, base, object, field.name);
  if (!field.may_be_absent()) return refuse(field.name, "is NULL, and may not be absent");
  return !writes_nulls_ || put(object, field.name, scalar(MOYA_TYPES_NULL));
}

// A value that is there, into an object under a key, or into an array.
bool encoder::present(const plan_field &field, const char *base, void *into, const char *key) {
  if (field.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP)) return elements(field, base, into, key);
  const char *member = base + field.offset;
  return one(field, field.has(MOYA_FIELD_POINTER) ? load<const char *>(member) : member, into, key);
}

bool encoder::elements(const plan_field &field, const char *base, void *into, const char *key) {
  const bool is_map = field.has(MOYA_FIELD_MAP);
  void *inner = sink_.open(sink_.user, into, key, !is_map);
  if (!inner) return false;
  const char *element = load<const char *>(base + field.offset);
  const size_t count = load<size_t>(base + field.count_offset), size = is_map ? field.entry() : field.element;
  if (!element && count > 0) return refuse(field.name, "is NULL, and its count is not 0");
  for (size_t i = 0; i < count; ++i, element += size) {
    const char *name = is_map ? load<const char *>(element) : nullptr;
    if (is_map && !name) return refuse(field.name, "has a key that is NULL");
    if (!one(field, is_map ? element + sizeof(char *) : element, inner, name)) return false;
  }
  return true;
}

bool encoder::one(const plan_field &field, const char *value, void *into, const char *key) {
  switch (field.kind) {
    case MOYA_KIND_I8: return put(into, key, signed_number(load<int8_t>(value)));
    case MOYA_KIND_I16: return put(into, key, signed_number(load<int16_t>(value)));
    case MOYA_KIND_I32: return put(into, key, signed_number(load<int32_t>(value)));
    case MOYA_KIND_I64: return put(into, key, signed_number(load<int64_t>(value)));
    case MOYA_KIND_U8: return put(into, key, unsigned_number(load<uint8_t>(value)));
    case MOYA_KIND_U16: return put(into, key, unsigned_number(load<uint16_t>(value)));
    case MOYA_KIND_U32: return put(into, key, unsigned_number(load<uint32_t>(value)));
    case MOYA_KIND_U64: return put(into, key, unsigned_number(load<uint64_t>(value)));
    case MOYA_KIND_F32: {
      const float number = load<float>(value);
      if (std::isfinite(number)) {
        // The shortest text that reads back as the same float; as a double it would have more digits.
        char digits[32];
        const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits - 1, number);
        *end.ptr = 0;
        return put(into, key, string(digits, static_cast<size_t>(end.ptr - digits), MOYA_TYPES_JSON));
      }
      moya_types_scalar made = scalar(MOYA_TYPES_DOUBLE);
      made.number = static_cast<double>(number);
      return put(into, key, made);
    }
    case MOYA_KIND_F64: {
      moya_types_scalar made = scalar(MOYA_TYPES_DOUBLE);
      made.number = load<double>(value);
      return put(into, key, made);
    }
    case MOYA_KIND_BOOLEAN: {
      moya_types_scalar made = scalar(MOYA_TYPES_BOOL);
      made.boolean = load<uint8_t>(value) != 0;
      return put(into, key, made);
    }
    case MOYA_KIND_STR: {
      const char *text = load<const char *>(value);
      return text ? put(into, key, string(text, std::strlen(text))) : refuse(field.name, "has an element that is NULL");
    }
    case MOYA_KIND_TEXT: {
      const moya_str text = load<moya_str>(value);
      if (!text.data && text.len > 0) return refuse(field.name, "is NULL, and its length is not 0");
      return put(into, key, string(text.data ? text.data : "", text.len));
    }
    case MOYA_KIND_BYTES: {
      const moya_str bytes = load<moya_str>(value);
      if (!bytes.data && bytes.len > 0) return refuse(field.name, "is NULL, and its length is not 0");
      const size_t length = bytes.len / 3 * 4 + (bytes.len % 3 != 0 ? 4 : 0);
      char *digits = bytes.len < SIZE_MAX / 2 ? static_cast<char *>(std::malloc(length + 1)) : nullptr;
      if (!digits) {
        status_ = MOYA_ERROR_MEMORY;
        sentence(fault_) << "there is no memory for the base64 of " << field.name;
        return false;
      }
      base64::encode(bytes.data, bytes.len, digits);
      const bool is_put = put(into, key, string(digits, length));
      std::free(digits);
      return is_put;
    }
    case MOYA_KIND_DATE: {
      char text[date::longest];
      if (!date::write(load<int64_t>(value), text)) return refuse(field.name, "is a date outside the years 0 to 9999");
      return put(into, key, string(text, std::strlen(text)));
    }
    case MOYA_KIND_RAW: {
      const moya_str json = load<moya_str>(value);
      if (!json.data) return refuse(field.name, "has an element that is NULL");
      return put(into, key, string(json.data, json.len, MOYA_TYPES_JSON));
    }
    case MOYA_KIND_ENUM: {
      const int32_t number = load<int32_t>(value);
      for (uint32_t i = 0; i < field.names->count; ++i) {
        const plan_name &name = field.names->all[i];
        if (name.value == number) return put(into, key, string(name.text, name.length));
      }
      return refuse(field.name, "has a value without a name");
    }
    default: break;
  }
  if ((field.node->flags & MOYA_TYPE_VALUE) != 0) {
    const plan_field &only = field.node->fields[0];
    if (has_value(only, value)) return present(only, value, into, key);
    if (only.may_be_absent()) return put(into, key, scalar(MOYA_TYPES_NULL));
    return refuse(field.name, "is NULL, and may not be absent");
  }
  void *object = sink_.open(sink_.user, into, key, false);
  return object && fields(*field.node, value, object);
}

bool encoder::refuse(const char *name, const char *why) {
  status_ = MOYA_ERROR_ENCODING;
  sentence(fault_) << "a struct cannot be written: " << (*name ? name : "a value") << " " << why;
  return false;
}

}  // namespace moya
