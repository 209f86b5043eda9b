#include <new>

#include "Types/builder.hpp"

// Puts each field of a type's table (moya_type) at the place in the plan to which the field's key path leads. Also
// makes the hash tables that find a field by its key.
namespace moya {
namespace {

constexpr uint32_t most_steps = 64;

}  // namespace

// Adds a field at the place to which its key path leads.
bool plan_builder::place(plan_node &node, const moya_type_field &given, uint32_t index, plan_field made) {
  size_t length = 0;
  const char *path = readable(given.name, length);
  if (!path) return refuse(node, given, index, "has no name, or one that is not UTF-8, or too long");
  plan_node *here = &node;
  char *step = nullptr;
  uint32_t steps = 0;
  for (size_t at = 0;; ++at) {
    // A new step of the key path begins. Its copy needs at most as much room as the rest of the path.
    if (!step) {
      step = static_cast<char *>(plan_.memory_.allocate(length - at + 1));
      if (!step) return no_memory();
      made.name = step;
    }
    if (at < length && path[at] != '.') {
      if (path[at] == '\\' && at + 1 < length) ++at;
      *step++ = path[at];
      continue;
    }
    *step = 0;
    made.length = static_cast<uint32_t>(step - made.name);
    bool is_plain = true;
    for (uint32_t i = 0; i < made.length; ++i) {
      is_plain &= static_cast<byte>(made.name[i]) >= 0x20 && made.name[i] != '"' && made.name[i] != '\\';
    }
    made.plain_length = is_plain ? made.length : UINT32_MAX;
    plan_field *known = nullptr;
    for (uint32_t i = 0; i < here->count && !known; ++i) {
      plan_field &each = here->fields[i];
      if (each.length == made.length && std::memcmp(each.name, made.name, made.length) == 0) known = &each;
    }
    const bool is_last = at >= length;
    if (known && (is_last || known->kind != plan_field::group)) {
      return refuse(node, given, index, "has a key that another field has");
    }
    if (is_last) {
      plan_field *added = add_field(*here);
      if (added) *added = made;
      return added != nullptr;
    }
    if (++steps > most_steps) return refuse(node, given, index, "has a key path of more than 64 steps");
    if (!known) {
      plan_node *inner = add_node();
      known = inner ? add_field(*here) : nullptr;
      if (!known) return false;
      inner->struct_size = node.struct_size;
      inner->flags = node.flags & MOYA_TYPE_STRICT;
      known->name = made.name;
      known->length = made.length;
      known->plain_length = made.plain_length;
      known->node = inner;
    }
    here = const_cast<plan_node *>(known->node);
    step = nullptr;
  }
}

plan_field *plan_builder::add_field(plan_node &node) {
  if (node.count == node.room) {
    const uint32_t room = node.room == 0 ? (node.type ? node.type->field_count : 4) : node.room * 2;
    auto *more = static_cast<plan_field *>(plan_.memory_.allocate(room * sizeof(plan_field)));
    if (!more) return no_memory(), nullptr;
    for (uint32_t i = 0; i < node.count; ++i) new (more + i) plan_field(node.fields[i]);
    node.fields = more;
    node.room = room;
  }
  return new (node.fields + node.count++) plan_field;
}

bool plan_builder::index_fields(plan_node &node) {
  uint32_t size = 4;
  while (size < node.count * 2) size *= 2;
  node.slots = static_cast<uint16_t *>(plan_.memory_.allocate(size * sizeof(uint16_t)));
  if (!node.slots) return no_memory();
  std::memset(node.slots, 0, size * sizeof(uint16_t));
  node.mask = size - 1;
  for (uint32_t i = 0; i < node.count; ++i) {
    uint32_t at = plan_node::hash(node.fields[i].name, node.fields[i].length) & node.mask;
    while (node.slots[at] != 0) at = (at + 1) & node.mask;
    node.slots[at] = static_cast<uint16_t>(i + 1);
  }
  return true;
}

}  // namespace moya
