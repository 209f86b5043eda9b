#include "Types/encode.hpp"

// Decides which members are written, and where: objects, arrays and maps.
namespace moya {
namespace {

bool is_zero(const char *bytes, size_t size) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

// Returns true if this member has a value. A number always has a value, unless a bool next to it says that the value is
// absent.
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
    // If an array must be present and its count is 0, the pointer of the array can be NULL. Such a member is written as
    // an empty array.
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

}  // namespace

int32_t encoder::encode(const plan_node &node, const char *value) {
  (void)root(node, value);
  return end();
}

int32_t encoder::encode_list(const plan_node &node, const char *items, size_t count) {
  void *array = sink_.open(sink_.user, nullptr, nullptr, true);
  plan_field element;
  element.kind = MOYA_KIND_STRUCT;
  element.node = &node;
  for (size_t i = 0; i < count && array; ++i) {
    if (one(element, items + i * node.struct_size, array, nullptr)) continue;
    refusal_.under(i);
    break;
  }
  return end();
}

int32_t encoder::end() {
  if (status_ != MOYA_OK) {
    sentence said(fault_);
    said << "a struct cannot be written: ";
    refusal_.tell(said);
  }
  return status_;
}

bool encoder::root(const plan_node &node, const char *value) {
  if ((node.flags & MOYA_TYPE_VALUE) == 0) {
    void *object = sink_.open(sink_.user, nullptr, nullptr, false);
    return object && fields(node, value, object);
  }
  const plan_field &only = node.fields[0];
  if (has_value(only, value)) {
    if (only.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP)) return elements(only, value, nullptr, nullptr);
    const char *member = value + only.offset;
    if (only.kind == MOYA_KIND_STRUCT) {
      return root(*only.node, only.has(MOYA_FIELD_POINTER) ? load<const char *>(member) : member);
    }
  }
  return refuse("is neither an object nor an array, and a tree is one of these", MOYA_ERROR_ARGUMENT);
}

bool encoder::fields(const plan_node &node, const char *base, void *object) {
  for (uint32_t i = 0; i < node.count; ++i) {
    const bool was_secret = is_secret_;
    is_secret_ |= node.fields[i].has(MOYA_FIELD_SECRET);
    if (!field(node.fields[i], base, object)) return refusal_.under(node.fields[i].name);
    is_secret_ = was_secret;
  }
  return true;
}

bool encoder::field(const plan_field &field, const char *base, void *object) {
  if (field.kind == plan_field::group) {
    bool is_needed = writes_nulls_ || has_value(field, base);
    for (uint32_t i = 0; i < field.node->count; ++i) is_needed |= field.node->fields[i].is_needed();
    if (!is_needed) return true;
    void *inner = sink_.open(sink_.user, object, field.name, false);
    return inner && fields(*field.node, base, inner);
  }
  if (has_value(field, base)) return present(field, base, object, field.name);
  if (!field.may_be_absent()) return refuse("is NULL, and may not be absent");
  return !(writes_nulls_ || field.has(MOYA_FIELD_NULL)) || put_null(object, field.name);
}

// Writes a value that is present. Writes it into an object under a key, or into an array.
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
  if (!element && count > 0) return refuse("is NULL, and its count is not 0");
  for (size_t i = 0; i < count; ++i, element += size) {
    const char *name = is_map ? load<const char *>(element) : nullptr;
    if (is_map && !name) return refuse("has a key that is NULL");
    if (one(field, is_map ? element + sizeof(char *) : element, inner, name)) continue;
    return is_map ? refusal_.under(is_secret_ ? redacted : name) : refusal_.under(i);
  }
  return true;
}

bool encoder::structure(const plan_field &field, const char *value, void *into, const char *key) {
  if ((field.node->flags & MOYA_TYPE_VALUE) != 0) {
    const plan_field &only = field.node->fields[0];
    if (has_value(only, value)) return present(only, value, into, key);
    return only.may_be_absent() ? put_null(into, key) : refuse("is NULL, and may not be absent");
  }
  void *object = sink_.open(sink_.user, into, key, false);
  return object && fields(*field.node, value, object);
}

}  // namespace moya
