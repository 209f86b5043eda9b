#include "Types/builder.hpp"

#include <new>

#include "Types/decode.hpp"
#include "moya_simdjson.h"

namespace moya {
namespace {

constexpr uint32_t most_types = 1000;
constexpr uint32_t largest_struct = 1 << 20;

// What is wrong with a type, its fields apart. Null: nothing.
const char *fault_of(const moya_type &type) {
  const uint32_t stride = type.field_stride, known = MOYA_TYPE_STRICT | MOYA_TYPE_VALUE;
  if (!type.fields || type.field_count == 0 || type.field_count > plan_node::most_fields) {
    return "has no fields, or more than 1024";
  }
  if (stride != 0 && (stride < sizeof(moya_field) || stride > 4096 || stride % 8 != 0)) {
    return "has a field_stride that is no size of moya_field";
  }
  if (type.struct_size == 0 || type.struct_size > largest_struct) {
    return "has a struct_size of 0, or of more than 1048576";
  }
  if ((type.flags & ~known) != 0 || type.reserved != 0) return "has flags that this library does not know";
  if ((type.flags & MOYA_TYPE_VALUE) != 0 && type.field_count != 1) return "is a value, and has more than one field";
  return nullptr;
}

}  // namespace

const char *readable(const char *text, size_t &length) {
  if (!text) return nullptr;
  length = strnlen(text, longest_name + 1);
  return length <= longest_name && utf8_check(reinterpret_cast<const uint8_t *>(text), length) ? text : nullptr;
}

int32_t plan_builder::build(const moya_type *type) {
  if (!type) {
    sentence(fault_) << "type is NULL";
    return MOYA_ERROR_NULL;
  }
  if (!node(type)) return status_;
  // Nodes are added while this goes on: of the types that fields name.
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (each->type && !read(*each)) return status_;
  }
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (!index_fields(*each) || holds_itself(*each)) return status_;
  }
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (!check_defaults(*each)) return status_;
  }
  return MOYA_OK;
}

// MARK: - Types

plan_node *plan_builder::node(const moya_type *type) {
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (each->type == type) return each;
  }
  size_t length = 0;
  const char *name = type->size >= sizeof(moya_type) ? readable(type->name, length) : "";
  if (type->size < sizeof(moya_type) || type->size > 4096 || type->size % 8 != 0) {
    status_ = MOYA_ERROR_STRUCT_SIZE;
    sentence(fault_) << "moya_type.size is " << size_t{type->size} << ", which is no size of it";
    return nullptr;
  }
  if (!name) return refuse("?", "has no name, or one that is not UTF-8"), nullptr;
  const byte *tail = reinterpret_cast<const byte *>(type) + sizeof(moya_type);
  for (size_t i = 0; i < type->size - sizeof(moya_type); ++i) {
    if (tail[i] == 0) continue;
    status_ = MOYA_ERROR_STRUCT_TAIL;
    sentence(fault_) << "the moya_type " << name << " uses a field that this library does not know";
    return nullptr;
  }
  if (const char *wrong = fault_of(*type)) return refuse(name, wrong), nullptr;
  if (++types_ > most_types) return refuse(name, "leads to more than 1000 types"), nullptr;
  plan_node *made = add_node();
  if (!made) return nullptr;
  made->type = type;
  made->struct_size = type->struct_size;
  made->flags = type->flags;
  return made;
}

plan_node *plan_builder::add_node() {
  void *room = plan_.memory_.allocate(sizeof(plan_node));
  if (!room) return no_memory(), nullptr;
  plan_node *made = new (room) plan_node;
  (newest_ ? newest_->newer : plan_.nodes_) = made;
  newest_ = made;
  return made;
}

bool plan_builder::read(plan_node &node) {
  const moya_type &type = *node.type;
  const size_t stride = type.field_stride != 0 ? type.field_stride : sizeof(moya_field);
  for (uint32_t index = 0; index < type.field_count; ++index) {
    moya_field field;
    const byte *start = reinterpret_cast<const byte *>(type.fields) + index * stride;
    std::memcpy(&field, start, sizeof field);
    for (size_t i = sizeof field; i < stride; ++i) {
      if (start[i] != 0) return refuse(node, field, index, "uses what this library does not know");
    }
    if (!read(node, field, index)) return false;
  }
  return true;
}

// Does a struct hold itself, by way of members that are structs?
bool plan_builder::holds_itself(plan_node &node) {
  if (node.search == plan_node::open) return !refuse(node.type ? node.type->name : "?", "holds itself");
  if (node.search == plan_node::seen) return false;
  node.search = plan_node::open;
  bool found = false;
  for (uint32_t i = 0; i < node.count && !found; ++i) {
    const plan_field &field = node.fields[i];
    // Only a struct as large as the one around it can hold that: this ends, and does not grow with the table.
    if (!field.node || field.has(plan_field::pointers)) continue;
    const bool can = field.kind == plan_field::group || field.node->struct_size == node.struct_size;
    found = can && holds_itself(const_cast<plan_node &>(*field.node));
  }
  node.search = plan_node::seen;
  return found;
}

// Reads each default once.
bool plan_builder::check_defaults(plan_node &node) {
  for (uint32_t i = 0; i < node.count; ++i) {
    const plan_field &field = node.fields[i];
    if (!field.default_json) continue;
    const size_t length = std::strlen(field.default_json);
    moya_types_fault why;
    const int32_t found = decoder::try_default(field, length, node.struct_size, why);
    if (found == MOYA_OK) continue;
    if (found == MOYA_ERROR_MEMORY) return no_memory();
    status_ = MOYA_ERROR_ARGUMENT;
    sentence(fault_) << "the default of a moya_field '" << field.name << "' does not fit: " << why.message;
    return false;
  }
  return true;
}

// MARK: - Errors

bool plan_builder::refuse(const plan_node &node, const moya_field &field, uint32_t index, const char *why) {
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
