#include "Types/builder.hpp"
#include "moya_simdjson.h"

// Checks a type's table (moya_type), and writes the error messages.
namespace moya {
namespace {

constexpr uint32_t largest_struct = 1 << 20;

}  // namespace

const char *readable(const char *text, size_t &length) {
  if (!text) return nullptr;
  length = strnlen(text, longest_name + 1);
  return length <= longest_name && utf8_check(reinterpret_cast<const uint8_t *>(text), length) ? text : nullptr;
}

// Returns what is wrong with a type, not counting its fields. Returns null if nothing is wrong.
const char *plan_builder::fault_of(const moya_type &type) {
  const uint32_t stride = type.field_stride, known = MOYA_TYPE_STRICT | MOYA_TYPE_VALUE;
  if (!type.fields || type.field_count == 0 || type.field_count > plan_node::most_fields) {
    return "has no fields, or more than 1024";
  }
  if (stride != 0 && (stride < sizeof(moya_type_field) || stride > 4096 || stride % 8 != 0)) {
    return "has a field_stride that is no size of moya_type_field";
  }
  if (type.struct_size == 0 || type.struct_size > largest_struct) {
    return "has a struct_size of 0, or of more than 1048576";
  }
  if ((type.flags & ~known) != 0 || type.reserved != 0) return "has flags that this library does not know";
  if ((type.flags & MOYA_TYPE_VALUE) != 0 && type.field_count != 1) return "is a value, and has more than one field";
  return nullptr;
}

bool plan_builder::refuse(const plan_node &node, const moya_type_field &field, uint32_t index, const char *why) {
  status_ = MOYA_ERROR_ARGUMENT;
  sentence said(fault_);
  said << "the moya_type " << (node.type ? node.type->name : "?") << ": field " << size_t{index};
  size_t length = 0;
  if (const char *name = readable(field.name, length)) {
    said << " '";
    said.shortened(name, length) << "'";
  }
  said << " " << why;
  return false;
}

bool plan_builder::refuse(const char *type, const char *why) {
  status_ = MOYA_ERROR_ARGUMENT;
  sentence(fault_) << "the moya_type " << type << " " << why;
  return false;
}

bool plan_builder::no_memory() {
  status_ = MOYA_ERROR_MEMORY;
  sentence(fault_) << "there is no memory for what a type is prepared to";
  return false;
}

}  // namespace moya
