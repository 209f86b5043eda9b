#include "Types/builder.hpp"

#include <new>

#include "Types/decode.hpp"
#include "moya_simdjson.h"

namespace moya {
namespace {

// As many as a definition may have.
constexpr uint32_t most_types = 50000;
// Types that are found by looking at each.
constexpr uint32_t few_types = 8;
// Of structs that are members of structs: as many levels as JSON may have.
constexpr uint32_t most_depth = decoder::most_levels;
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
  uint32_t walk = 0;
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (!index_fields(*each) || holds_itself(*each, 0) || is_only_itself(*each, ++walk)) return status_;
  }
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (!check_defaults(*each)) return status_;
  }
  return MOYA_OK;
}

// MARK: - Types

plan_node *plan_builder::node(const moya_type *type) {
  if (plan_node *found = known(type)) return found;
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
  if (++types_ > most_types) return refuse(name, "leads to more than 50000 types"), nullptr;
  plan_node *made = add_node();
  if (!made) return nullptr;
  made->type = type;
  made->struct_size = type->struct_size;
  made->flags = type->flags;
  return remember(*made) ? made : nullptr;
}

// The node of a type that was met before; null: it was not.
plan_node *plan_builder::known(const moya_type *type) const {
  if (slots_) return *slot(type);
  plan_node *each = plan_.nodes_;
  while (each && each->type != type) each = each->newer;
  return each;
}

// Where the type's node is, or would be.
plan_node **plan_builder::slot(const moya_type *type) const {
  const uint32_t mask = slot_count_ - 1;
  uint32_t at = static_cast<uint32_t>((reinterpret_cast<uintptr_t>(type) >> 3) * 0x9E3779B97F4A7C15u >> 32) & mask;
  while (slots_[at] && slots_[at]->type != type) at = (at + 1) & mask;
  return &slots_[at];
}

bool plan_builder::remember(plan_node &node) {
  if (types_ <= few_types) return true;
  if (types_ * 2 <= slot_count_) return *slot(node.type) = &node, true;
  slot_count_ = types_ * 4;
  while ((slot_count_ & (slot_count_ - 1)) != 0) slot_count_ &= slot_count_ - 1;
  slots_.reset(new (std::nothrow) plan_node *[slot_count_]());
  if (!slots_) return no_memory();
  for (plan_node *each = plan_.nodes_; each; each = each->newer) {
    if (each->type) *slot(each->type) = each;
  }
  return true;
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
bool plan_builder::holds_itself(plan_node &node, uint32_t depth) {
  if (node.search == plan_node::open) return !refuse(node.type ? node.type->name : "?", "holds itself");
  if (node.search == plan_node::seen) return false;
  if (depth > most_depth) return !refuse(node.type ? node.type->name : "?", "holds structs deeper than 512 levels");
  node.search = plan_node::open;
  bool found = false;
  for (uint32_t i = 0; i < node.count && !found; ++i) {
    const plan_field &field = node.fields[i];
    // Only a struct as large as the one around it can hold that: this ends, and does not grow with the table.
    if (!field.node || field.has(plan_field::pointers)) continue;
    const bool can = field.kind == plan_field::group || field.node->struct_size == node.struct_size;
    found = can && holds_itself(const_cast<plan_node &>(*field.node), depth + 1);
  }
  node.search = plan_node::seen;
  return found;
}

// Does a value without brackets lead to itself, by way of values alone? Its JSON would have no end.
bool plan_builder::is_only_itself(plan_node &node, uint32_t walk) {
  for (plan_node *at = &node; (at->flags & MOYA_TYPE_VALUE) != 0;) {
    if (at->walk == walk) return !refuse(at->type->name, "is a value that is only itself");
    if (at->walk != 0) return false;
    at->walk = walk;
    const plan_field &only = at->fields[0];
    if (!only.node || only.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP)) return false;
    at = const_cast<plan_node *>(only.node);
  }
  return false;
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
