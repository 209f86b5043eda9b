#include "Types/builder.hpp"

#include <new>

#include "Types/decode.hpp"

namespace moya {
namespace {

// The most types of a plan. A definition has the same limit.
constexpr uint32_t most_types = 50000;
// If there are at most this many types, the search looks at one type after another. Otherwise it uses a hash table.
constexpr uint32_t few_types = 8;

}  // namespace

int32_t plan_builder::build(const moya_type *type) {
  if (!type) {
    sentence(fault_) << "type is NULL";
    return MOYA_ERROR_NULL;
  }
  if (!node(type)) return status_;
  // `read` adds nodes for the types to which fields refer. The loop reads these nodes too, because they are at the end
  // of the list.
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

// Returns the node of a type that was seen before, or null if the type was not seen.
plan_node *plan_builder::known(const moya_type *type) const {
  if (slots_) return *slot(type);
  plan_node *each = plan_.nodes_;
  while (each && each->type != type) each = each->newer;
  return each;
}

// Returns the place in the hash table where the type's node is, or where it must be added.
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
  const size_t stride = type.field_stride != 0 ? type.field_stride : sizeof(moya_type_field);
  for (uint32_t index = 0; index < type.field_count; ++index) {
    moya_type_field field;
    const byte *start = reinterpret_cast<const byte *>(type.fields) + index * stride;
    std::memcpy(&field, start, sizeof field);
    for (size_t i = sizeof field; i < stride; ++i) {
      if (start[i] != 0) return refuse(node, field, index, "uses what this library does not know");
    }
    if (!read(node, field, index)) return false;
  }
  return true;
}

// Decodes each default once, as a check.
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
    sentence(fault_) << "the default of a moya_type_field '" << field.name << "' does not fit: " << why.message;
    return false;
  }
  return true;
}

}  // namespace moya
