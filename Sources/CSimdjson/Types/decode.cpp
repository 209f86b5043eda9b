#include "Types/decode.hpp"

#include <cstdlib>

namespace moya {

decoder::~decoder() {
  for (size_t i = 0; i < collector_count_; ++i) std::free(collectors_[i].start);
  std::free(collectors_);
}

int32_t decoder::decode(
    const byte *text, size_t length, const char *key_path, const plan_field &field, char *base, const size_t *number) {
  status_ = MOYA_OK;
  if (length > longest_text) {
    sentence(fault_) << "the JSON is longer than 4 GiB";
    return MOYA_ERROR_MEMORY;
  }
  if (length >= 3 && std::memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
    text += 3;
    length -= 3;
  }
  p_ = text;
  end_ = text + length;
  depth_ = 0;
  step root = {step::root, nullptr, key_path, std::strlen(key_path)};
  step numbered = {step::element, &root, nullptr, number ? *number : 0};
  at_ = number ? &numbered : &root;
  checker around(most_levels);
  if (find(key_path, around) && read(field, base)) {
    if (around.rest(p_, end_) == checker::sound) skip_space();
    if (p_ == end_) return MOYA_OK;
    malformed();
  }
  // What was found first may be the consequence of a fault further on.
  size_t place = 0;
  const checker::result sound = checker::check(text, length, most_levels, place);
  if (sound == checker::sound || status_ == MOYA_ERROR_MEMORY) return status_;
  sentence said(fault_);
  if (number) said << "[" << *number << "] ";
  else said << (sound == checker::too_deep ? "the JSON " : "this ");
  if (sound == checker::too_deep) said << "is nested deeper than " << most_levels << " levels";
  else said << "is not JSON (byte " << place << " of " << length << ")";
  return MOYA_ERROR_JSON;
}

// Moves to the value at a key path. `around` gets the containers that are entered.
bool decoder::find(const char *key_path, checker &around) {
  char step[4097];
  skip_space();
  for (bool has_more_steps = *key_path != 0; has_more_steps;) {
    size_t length = 0;
    while (*key_path != 0 && *key_path != '.') {
      if (*key_path == '\\' && key_path[1] != 0) ++key_path;
      if (length < sizeof step) step[length++] = *key_path;
      ++key_path;
    }
    has_more_steps = *key_path == '.';
    key_path += has_more_steps;
    if (p_ >= end_) return malformed();
    const bool is_object = *p_ == '{';
    size_t index = 0;
    if (!is_object) {
      // An index: digits, without a zero in front of others.
      bool is_index = *p_ == '[' && length > 0 && length <= 9 && (length == 1 || step[0] != '0');
      for (size_t i = 0; i < length && is_index; ++i) {
        is_index = is_digit(static_cast<byte>(step[i]));
        index = index * 10 + static_cast<size_t>(step[i] - '0');
      }
      if (!is_index) return missing();
    }
    if (!around.enter(is_object)) return too_deep();
    ++depth_;
    ++p_;
    skip_space();
    if (p_ < end_ && *p_ == (is_object ? '}' : ']')) return missing();
    for (bool is_here = false;;) {
      if (is_object) {
        if (p_ >= end_ || *p_ != '"') return malformed();
        const byte *key = ++p_;
        if (!skip_string(p_, end_)) return malformed();
        is_here = is_key(key, p_ - 1, step, length);
        skip_space();
        if (p_ >= end_ || *p_++ != ':') return malformed();
        skip_space();
      } else {
        is_here = index-- == 0;
      }
      if (is_here) break;
      bool more = false;
      if (!skip_value() || !comma_or(is_object ? '}' : ']', more)) return false;
      if (!more) return missing();
    }
  }
  return true;
}

// Between two elements or behind the last one.
bool decoder::comma_or(byte close, bool &has_more) {
  skip_space();
  if (p_ >= end_ || (*p_ != ',' && *p_ != close)) return malformed();
  has_more = *p_++ == ',';
  if (has_more) skip_space();
  return true;
}

bool decoder::skip_value() {
  if (p_ >= end_) return malformed();
  if (*p_ != '{' && *p_ != '[') return skip_scalar(p_, end_) || malformed();
  checker it(most_levels - depth_);
  const checker::result result = it.value(p_, end_);
  return result == checker::sound || (result == checker::too_deep ? too_deep() : malformed());
}

// MARK: - Structs

// The value of a field that stands in the JSON.
bool decoder::read(const plan_field &field, char *base) {
  if (p_ >= end_) return malformed();
  if (field.kind == plan_field::group) return group(*field.node, base);
  if (*p_ == 'n' && (field.kind != MOYA_KIND_RAW || field.has(MOYA_FIELD_ARRAY | MOYA_FIELD_MAP) || field.may_be_absent())) {
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
  if (depth_ == most_levels) return too_deep();
  ++depth_;
  ++p_;
  skip_space();
  uint64_t seen[plan_node::most_fields / 64];
  const uint32_t words = (node.count + 63) / 64;
  for (uint32_t i = 0; i < words; ++i) seen[i] = 0;
  step here = {step::name, at_, nullptr, 0};
  uint32_t next = 0;  // where the next key's field is looked for first
  bool has_more = true;
  if (p_ < end_ && *p_ == '}') {
    ++p_;
    has_more = false;
  }
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
    skip_space();
    if (p_ >= end_ || *p_++ != ':') return malformed();
    skip_space();
    here.is = field ? step::name : step::key;
    here.text = field ? field->name : reinterpret_cast<const char *>(key);
    if (!field) {
      if ((node.flags & MOYA_TYPE_STRICT) != 0) {
        const byte *last = key;
        if (!skip_string(last, end_)) return malformed();
        here.number = static_cast<size_t>(last - 1 - key);
        at_ = &here;
        return unknown_key();
      }
      if (!skip_value()) return false;
    } else {
      const uint32_t index = static_cast<uint32_t>(field - node.fields);
      uint64_t &word = seen[index / 64];
      const uint64_t bit = uint64_t{1} << (index % 64);
      if ((word & bit) != 0) {
        // Of equal keys the first counts.
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

// The field of a key between quotes; null: none.
const plan_field *decoder::field_named(const plan_node &node, const byte *key, const byte *end) const {
  const size_t length = static_cast<size_t>(end - key);
  if (length == 0 || !std::memchr(key, '\\', length)) return node.find(reinterpret_cast<const char *>(key), length);
  for (uint32_t i = 0; i < node.count; ++i) {
    if (is_key(key, end, node.fields[i].name, node.fields[i].length)) return &node.fields[i];
  }
  return nullptr;
}

// The fields whose key paths go on below a key: in an object, or by indexes in an array.
bool decoder::group(const plan_node &node, char *base) {
  if (p_ < end_ && *p_ == 'n') {
    if (!skip_literal(p_, end_, "null", 4)) return malformed();
    const uint64_t none[plan_node::most_fields / 64] = {};
    return absent(node, none, base);
  }
  if (p_ >= end_ || *p_ != '[') return object(node, base);
  if (depth_ == most_levels) return too_deep();
  ++depth_;
  ++p_;
  skip_space();
  uint64_t seen[plan_node::most_fields / 64] = {};
  step here = {step::element, at_, nullptr, 0};
  bool has_more = true;
  if (p_ < end_ && *p_ == ']') {
    ++p_;
    has_more = false;
  }
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

// MARK: - What is not there

bool decoder::absent(const plan_node &node, const uint64_t *seen, char *base) {
  for (uint32_t first = 0; first < node.count; first += 64) {
    const uint64_t all = node.count - first >= 64 ? ~uint64_t{0} : (uint64_t{1} << (node.count - first)) - 1;
    for (uint64_t left = all & ~seen[first / 64]; left != 0; left &= left - 1) {
      const plan_field &field = node.fields[first + static_cast<uint32_t>(__builtin_ctzll(left))];
      // Most fields that are absent may be, and have no default.
      if (field.may_be_absent() && !field.default_json) continue;
      step here = {step::name, at_, field.name, field.length};
      at_ = &here;
      if (!absent(field, base)) return false;
      at_ = here.outer;
    }
  }
  return true;
}

bool decoder::absent(const plan_field &field, char *base) {
  if (field.kind == plan_field::group) {
    const uint64_t none[plan_node::most_fields / 64] = {};
    return absent(*field.node, none, base);
  }
  if (!field.default_json) return field.may_be_absent() || missing();
  if (depth_ == most_levels) return too_deep();
  ++depth_;
  const byte *p = p_, *end = end_;
  p_ = reinterpret_cast<const byte *>(field.default_json);
  end_ = p_ + std::strlen(field.default_json);
  skip_space();
  plan_field as_given = field;
  as_given.default_json = nullptr;
  as_given.flags &= ~uint32_t{MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS};
  if (!read(as_given, base)) return false;
  skip_space();
  if (p_ != end_) return malformed();
  p_ = p;
  end_ = end;
  --depth_;
  return true;
}

int32_t decoder::try_default(
    const plan_field &field, size_t length, size_t struct_size, moya_types_fault &fault) {
  char *room = static_cast<char *>(std::calloc(1, struct_size));
  if (!room) return MOYA_ERROR_MEMORY;
  decoder it(fault, false);
  plan_field as_given = field;
  as_given.default_json = nullptr;
  as_given.flags &= ~uint32_t{MOYA_FIELD_OPTIONAL | MOYA_FIELD_HAS};
  const int32_t status = it.decode(reinterpret_cast<const byte *>(field.default_json), length, "", as_given, room);
  std::free(room);
  return status;
}

}  // namespace moya
