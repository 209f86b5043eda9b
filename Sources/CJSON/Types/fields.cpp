#include "Types/builder.hpp"

// Checks the fields in a type's table (moya_type) one by one.
namespace moya {
namespace {

constexpr uint32_t most_names = 4096;
constexpr uint32_t known_flags =
    plan_field::pointers | MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS | MOYA_FIELD_SECRET | MOYA_FIELD_NULL |
    MOYA_FIELD_UTC;

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

bool plan_builder::read(plan_node &node, const moya_type_field &given, uint32_t index) {
  plan_field made;
  if (!read_kind(node, given, index, made)) return false;
  const auto fits = [&](uint32_t offset, uint32_t size) {
    return offset <= node.struct_size && size <= node.struct_size - offset;
  };
  const uint32_t member = made.member();
  if (!fits(given.offset, member)) return refuse(node, given, index, "lies outside its struct");
  if (given.member_size != 0 && given.member_size != member) {
    return refuse(node, given, index, "has the wrong size for its kind");
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
  if (made.has(MOYA_FIELD_NULL) && !made.may_be_absent()) {
    return refuse(node, given, index, "is null when it is absent, and may not be absent");
  }
  if ((node.flags & MOYA_TYPE_VALUE) == 0) return place(node, given, index, made);
  plan_field *added = add_field(node);
  if (added) *added = made;
  return added != nullptr;
}

bool plan_builder::read_kind(const plan_node &node, const moya_type_field &given, uint32_t index, plan_field &made) {
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
  if ((given.flags & MOYA_FIELD_UTC) != 0 && given.kind != MOYA_KIND_DATE) return refused("is in UTC, and is no date");
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

const plan_names *plan_builder::names(const moya_type_names *given) {
  if (given->size != sizeof(moya_type_names) || given->flags > MOYA_NAMES_OPEN || !given->names) return nullptr;
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

}  // namespace moya
