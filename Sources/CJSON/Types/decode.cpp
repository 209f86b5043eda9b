#include "Types/decode.hpp"

#include <cstdlib>

namespace moya {

decoder::~decoder() {
  for (size_t i = 0; i < collector_count_; ++i) std::free(collectors_[i].start);
  std::free(collectors_);
}

namespace {

// If the type has MOYA_TYPE_VALUE and its only field can be absent, returns this field. Otherwise returns null.
const plan_field *alone_and_optional(const plan_field &whole) {
  if (whole.flags != 0 || !whole.node || (whole.node->flags & MOYA_TYPE_VALUE) == 0) return nullptr;
  const plan_field &only = whole.node->fields[0];
  return only.may_be_absent() ? &only : nullptr;
}

bool is_blank(const byte *text, const byte *end) {
  while (text < end && is_space(*text)) ++text;
  return text == end;
}

}  // namespace

int32_t decoder::decode(
    const byte *text, size_t length, const char *key_path, const plan_field &field, char *base, const size_t *number) {
  status_ = MOYA_OK;
  if (length > longest_text) {
    sentence(fault_) << "the JSON is longer than 4 GiB";
    return MOYA_ERROR_MEMORY;
  }
  // A value within a text has no byte order mark, so only a whole text may begin with one.
  if (!number && length >= 3 && std::memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
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
  const bool is_there = find(key_path, around);
  if (is_there && read(field, base)) {
    if (around.rest(p_, end_) == checker::sound) skip_space();
    if (p_ == end_) return MOYA_OK;
    malformed();
  }
  // The value was not decoded. If the text is not JSON, the error must say this and not what failed first. The fault
  // may be in a part of the text that was not read yet, so the whole text is checked.
  size_t place = 0;
  const plan_field *alone = number ? nullptr : alone_and_optional(field);
  if (alone && is_blank(text, end_)) return absent(*alone, base) ? MOYA_OK : status_;
  const checker::result sound = checker::check(text, length, most_levels, place);
  if (alone && !is_there && sound == checker::sound && status_ == MOYA_ERROR_KEY_PATH) {
    status_ = MOYA_OK;
    return absent(*alone, base) ? MOYA_OK : status_;
  }
  if (sound == checker::sound || status_ == MOYA_ERROR_MEMORY) return status_;
  sentence said(fault_);
  if (number) said << "[" << *number << "] ";
  else said << (sound == checker::too_deep ? "the JSON " : "this ");
  if (sound == checker::too_deep) said << "is nested deeper than " << most_levels << " levels";
  else said << "is not JSON (byte " << place << " of " << length << ")";
  return MOYA_ERROR_JSON;
}

// Moves to the value at a key path. Notes each array and object on the way to this value in `around`. `around` later
// checks the text around the value.
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
      // A step is an index if it consists of digits without a leading zero.
      bool is_index = *p_ == '[' && length > 0 && length <= 9 && (length == 1 || step[0] != '0');
      for (size_t i = 0; i < length && is_index; ++i) {
        is_index = is_digit(static_cast<byte>(step[i]));
        index = index * 10 + static_cast<size_t>(step[i] - '0');
      }
      if (!is_index) return missing();
    }
    if (!around.enter(is_object)) return too_deep();
    const byte close = is_object ? '}' : ']';
    bool more = false;
    if (!enter(close, more)) return false;
    if (!more) return missing();
    for (bool is_here = false;;) {
      if (is_object) {
        if (p_ >= end_ || *p_ != '"') return malformed();
        const byte *key = ++p_;
        if (!skip_string(p_, end_)) return malformed();
        is_here = is_key(key, p_ - 1, step, length);
        if (!colon()) return false;
      } else {
        is_here = index-- == 0;
      }
      if (is_here) break;
      if (!skip_value() || !comma_or(close, more)) return false;
      if (!more) return missing();
    }
  }
  return true;
}

// Reads the comma between two elements, or the bracket after the last element.
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

}  // namespace moya
