#include "Types/decode.hpp"

// Decodes objects, whose members are fields of structs.
namespace moya {

// Reads the value of a field that is present in the JSON.
bool decoder::read(const plan_field &field, char *base) {
  if (p_ >= end_) return malformed();
  if (field.kind == plan_field::group) return group(*field.node, base);
  // If a raw field cannot be absent, null is a value of this field.
  const bool takes_null = field.kind == MOYA_KIND_RAW && !field.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP);
  if (*p_ == 'n' && (!takes_null || field.may_be_absent())) {
    const byte *value = p_;
    if (!skip_literal(p_, end_, "null", 4)) return malformed();
    if (field.may_be_absent()) return absent(field, base);
    p_ = value;
  }
  const bool was_secret = is_secret_;
  is_secret_ |= field.has(MOYA_FIELD_SECRET);
  bool is_read;
  if (field.has(MOYA_FIELD_ARRAY)) {
    is_read = array(field, base);
  } else if (field.has(MOYA_FIELD_MAP)) {
    is_read = map(field, base);
  } else if (field.has(MOYA_FIELD_POINTER)) {
    void *value = memory.allocate(field.element);
    if (!value) return no_memory();
    std::memset(value, 0, field.element);
    std::memcpy(base + field.offset, &value, sizeof value);
    is_read = one(field, static_cast<char *>(value));
  } else {
    is_read = one(field, base + field.offset);
  }
  if (!is_read) return false;
  is_secret_ = was_secret;
  if (field.has(MOYA_FIELD_HAS)) {
    const bool has = true;
    std::memcpy(base + field.has_offset, &has, sizeof has);
  }
  return true;
}

bool decoder::object(const plan_node &node, char *base) {
  if (p_ >= end_ || *p_ != '{') return wrong("an object");
  bool has_more = false;
  if (!enter('}', has_more)) return false;
  uint64_t seen[plan_node::most_fields / 64];
  const uint32_t words = (node.count + 63) / 64;
  for (uint32_t i = 0; i < words; ++i) seen[i] = 0;
  step here = {step::name, at_, nullptr, 0};
  uint32_t next = 0;  // the field that is compared first with the next key
  while (has_more) {
    if (p_ >= end_ || *p_ != '"') return malformed();
    const byte *key = ++p_;
    const plan_field *field = nullptr;
    if (next < node.count) {
      const plan_field &likely = node.fields[next];
      if (static_cast<size_t>(end_ - p_) > likely.plain_length &&
          std::memcmp(p_, likely.name, likely.plain_length) == 0 && p_[likely.plain_length] == '"') {
        field = &likely;
        p_ += likely.plain_length + 1;
      }
    }
    if (!field) {
      if (!skip_string(p_, end_)) return malformed();
      field = field_named(node, key, p_ - 1);
    }
    if (!colon()) return false;
    here.is = field ? step::name : step::key;
    here.text = field ? field->name : reinterpret_cast<const char *>(key);
    if (!field) {
      if ((node.flags & MOYA_TYPE_STRICT) != 0) {
        const byte *last = key;
        if (!skip_string(last, end_)) return malformed();
        if (is_secret_) here.text = redacted;
        here.number = is_secret_ ? sizeof redacted - 1 : static_cast<size_t>(last - 1 - key);
        at_ = &here;
        return unknown_key();
      }
      if (!skip_value()) return false;
    } else {
      const uint32_t index = static_cast<uint32_t>(field - node.fields);
      uint64_t &word = seen[index / 64];
      const uint64_t bit = uint64_t{1} << (index % 64);
      if ((word & bit) != 0) {
        // If several keys are equal, the first one counts. So the value of a later key is skipped.
        if (!skip_value()) return false;
      } else {
        word |= bit;
        next = index + 1;
        here.number = field->length;
        at_ = &here;
        if (!read(*field, base)) return false;
        at_ = here.outer;
      }
    }
    if (!comma_or('}', has_more)) return false;
  }
  --depth_;
  return absent(node, seen, base);
}

// Returns the field whose key is between these quotes, or null if there is none.
const plan_field *decoder::field_named(const plan_node &node, const byte *key, const byte *end) const {
  const size_t length = static_cast<size_t>(end - key);
  if (length == 0 || !std::memchr(key, '\\', length)) return node.find(reinterpret_cast<const char *>(key), length);
  for (uint32_t i = 0; i < node.count; ++i) {
    if (is_key(key, end, node.fields[i].name, node.fields[i].length)) return &node.fields[i];
  }
  return nullptr;
}

// Reads the fields whose key paths continue below a key. The value below the key is an object, or an array that is read
// by index.
bool decoder::group(const plan_node &node, char *base) {
  if (p_ < end_ && *p_ == 'n') {
    if (!skip_literal(p_, end_, "null", 4)) return malformed();
    const uint64_t none[plan_node::most_fields / 64] = {};
    return absent(node, none, base);
  }
  if (p_ >= end_ || *p_ != '[') return object(node, base);
  bool has_more = false;
  if (!enter(']', has_more)) return false;
  uint64_t seen[plan_node::most_fields / 64] = {};
  step here = {step::element, at_, nullptr, 0};
  for (; has_more; ++here.number) {
    char digits[24];
    const int length = std::snprintf(digits, sizeof digits, "%zu", here.number);
    const plan_field *field = node.find(digits, static_cast<size_t>(length));
    at_ = &here;
    if (field) seen[(field - node.fields) / 64] |= uint64_t{1} << ((field - node.fields) % 64);
    if (field ? !read(*field, base) : !skip_value()) return false;
    at_ = here.outer;
    if (!comma_or(']', has_more)) return false;
  }
  --depth_;
  return absent(node, seen, base);
}

}  // namespace moya
