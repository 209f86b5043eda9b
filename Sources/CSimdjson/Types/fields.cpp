#include <new>

#include "Types/builder.hpp"

// The fields of a table: checked one by one, and put where their key paths lead.
namespace moya {
namespace {

constexpr uint32_t most_names = 4096;
constexpr uint32_t most_steps = 64;
constexpr uint32_t known_flags = plan_field::pointers | MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS | MOYA_FIELD_SECRET;

uint32_t size_of(int32_t kind) {
  switch (kind) {
    case MOYA_KIND_I8: case MOYA_KIND_U8: return 1;
    case MOYA_KIND_BOOLEAN: return sizeof(bool);
    case MOYA_KIND_I16: case MOYA_KIND_U16: return 2;
    case MOYA_KIND_I32: case MOYA_KIND_U32: case MOYA_KIND_F32: case MOYA_KIND_ENUM: return 4;
    case MOYA_KIND_I64: case MOYA_KIND_U64: case MOYA_KIND_F64: case MOYA_KIND_DATE: return 8;
    case MOYA_KIND_STR: return sizeof(char *);
    case MOYA_KIND_TEXT: case MOYA_KIND_BYTES: case MOYA_KIND_RAW: return sizeof(moya_str);
    default: return 0;
  }
}

}  // namespace

bool plan_builder::read(plan_node &node, const moya_field &given, uint32_t index) {
  plan_field made;
  if (!read_kind(node, given, index, made)) return false;
  const auto fits = [&](uint32_t offset, uint32_t size) {
    return offset <= node.struct_size && size <= node.struct_size - offset;
  };
  const uint32_t member = made.member();
  if (!fits(given.offset, member)) return refuse(node, given, index, "lies outside its struct");
  if (given.member_size != 0 && given.member_size != member) {
    return refuse(node, given, index, "has not the size of its kind");
  }
  if (made.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP) && !fits(given.count_offset, sizeof(size_t))) {
    return refuse(node, given, index, "has its count outside its struct");
  }
  if (made.has(MOYA_FIELD_HAS) && !fits(given.has_offset, sizeof(bool))) {
    return refuse(node, given, index, "has its bool outside its struct");
  }
  made.offset = given.offset;
  made.count_offset = given.count_offset;
  made.has_offset = given.has_offset;
  made.default_json = given.default_json;
  if ((node.flags & MOYA_TYPE_VALUE) == 0) return place(node, given, index, made);
  plan_field *added = add_field(node);
  if (added) *added = made;
  return added != nullptr;
}

bool plan_builder::read_kind(const plan_node &node, const moya_field &given, uint32_t index, plan_field &made) {
  const auto refused = [&](const char *why) { return refuse(node, given, index, why); };
  if (given.kind < MOYA_KIND_I8 || given.kind > MOYA_KIND_STRUCT) return refused("is of an unknown kind");
  if ((given.flags & ~known_flags) != 0) return refused("has flags that this library does not know");
  const uint32_t form = given.flags & plan_field::pointers;
  if ((form & (form - 1)) != 0) return refused("is more than one of array, map and pointer");
  if ((given.kind == MOYA_KIND_STRUCT) != (given.type != nullptr)) {
    return refused(given.type ? "has a type, and is no struct" : "is a struct without a type");
  }
  if ((given.kind == MOYA_KIND_ENUM) != (given.names != nullptr)) {
    return refused(given.names ? "has names, and is no enumeration" : "is an enumeration without names");
  }
  made.kind = given.kind;
  made.flags = given.flags;
  made.element = size_of(given.kind);
  if (given.type) {
    const plan_node *inner = this->node(given.type);
    if (!inner) return false;
    made.node = inner;
    made.element = inner->struct_size;
  }
  if (given.names) {
    made.names = names(given.names);
    if (!made.names) return status_ == MOYA_ERROR_MEMORY ? false : refused("has no sound names");
  }
  return true;
}

const plan_names *plan_builder::names(const moya_names *given) {
  if (given->size != sizeof(moya_names) || given->flags > MOYA_NAMES_OPEN || !given->names) return nullptr;
  if (given->count == 0 || given->count > most_names) return nullptr;
  auto *made = static_cast<plan_names *>(plan_.memory_.allocate(sizeof(plan_names)));
  auto *all = static_cast<plan_name *>(plan_.memory_.allocate(given->count * sizeof(plan_name)));
  if (!made || !all) return no_memory(), nullptr;
  for (uint32_t i = 0; i < given->count; ++i) {
    size_t length = 0;
    const char *text = readable(given->names[i], length);
    if (!text) return nullptr;
    all[i] = {text, static_cast<uint32_t>(length), given->values ? given->values[i] : static_cast<int32_t>(i)};
  }
  *made = {all, given->count, (given->flags & MOYA_NAMES_OPEN) != 0, given->other};
  return made;
}

// Puts a field where its key path leads.
bool plan_builder::place(plan_node &node, const moya_field &given, uint32_t index, plan_field made) {
  size_t length = 0;
  const char *path = readable(given.name, length);
  if (!path) return refuse(node, given, index, "has no name, or one that is not UTF-8, or too long");
  plan_node *here = &node;
  char *step = nullptr;
  uint32_t steps = 0;
  for (size_t at = 0;; ++at) {
    // The step is copied only if it is not the rest of the name as it stands.
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
