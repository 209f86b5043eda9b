#include <new>
#include <simdjson.h>

#include "document.hpp"

// simdjson's first stage lists the offset of every token: brackets, colons, commas, and the first byte of each scalar.
// It reads whole blocks and copies the rest, so the text needs no padding. Its second stage and its On-Demand reader
// are not used: the one makes a tree, the other does not check what it skips; both read past the end.
namespace moya {

document::document() noexcept = default;

document::~document() {
  forget();
  std::free(closing_);
}

size_t document::capacity() const noexcept { return stage_ ? stage_->capacity() : 0; }

document::result document::scan(const byte *bytes, size_t length, size_t max_depth) noexcept {
  forget();
  last_element.keep(0, 0, 0);
  count_ = 0;
  skipped_ = length >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  length_ = length - skipped_;
  if (length_ == 0) return malformed;
  if (result found = reserve(length_)) return found;
  bytes_ = bytes + skipped_;
  if (stage_->stage1(bytes_, length_, simdjson::stage1_mode::regular)) return malformed;
  stage_->structural_indexes[stage_->n_structural_indexes] = static_cast<uint32_t>(length_);
  offsets_ = stage_->structural_indexes.get();
  count_ = stage_->n_structural_indexes;
  const result found = check(max_depth);
  if (found != sound) count_ = 0;
  return found;
}

document::result document::reserve(size_t needed) {
  if (needed > simdjson::SIMDJSON_MAXSIZE_BYTES) return no_memory;
  if (!stage_) {
    const simdjson::implementation *implementation = simdjson::get_active_implementation();
    return implementation->create_dom_parser_implementation(needed, 1, stage_) ? no_memory : sound;
  }
  if (needed > stage_->capacity()) return stage_->allocate(needed, 1) ? no_memory : sound;
  return sound;
}

bool document::reserve_closing(size_t count) {
  if (count <= closing_room_) return true;
  std::free(closing_);
  closing_ = static_cast<uint32_t *>(std::malloc(count * sizeof *closing_));
  closing_room_ = closing_ ? count : 0;
  return closing_ != nullptr;
}

bool document::is_string(uint32_t token) const {
  const byte *last = end(token);
  return last - begin(token) >= 2 && last[-1] == '"';
}

bool document::is_scalar(uint32_t token) const {
  switch (at(token)) {
    case '"': return is_string(token);
    case 't': case 'f': case 'n': return is_literal(begin(token), end(token));
    default: return is_number(begin(token), end(token));
  }
}

// A machine over the tokens. `open` are the brackets that wait for their end.
document::result document::check(size_t max_depth) {
  enum { VALUE, FIRST_VALUE, KEY, FIRST_KEY, COLON, AFTER } state = VALUE;
  // A backslash outside a string fails as part of a scalar, so all of them can be checked at once.
  if (!has_sound_escapes(bytes_, bytes_ + length_)) return malformed;
  std::unique_ptr<uint32_t[]> open(new (std::nothrow) uint32_t[max_depth + 1]);
  if (!open || !reserve_closing(count_)) return no_memory;
  size_t depth = 0;
  bool in_object = false;
  const uint32_t count = count_;

  for (uint32_t token = 0; token < count; ++token) {
    const byte c = at(token);
    switch (state) {
      case COLON:
        if (c != ':') return malformed;
        state = VALUE;
        continue;
      case AFTER:
        if (depth == 0) return malformed;
        if (c == ',') {
          state = in_object ? KEY : VALUE;
          continue;
        }
        if (c != (in_object ? '}' : ']')) return malformed;
        break;
      case FIRST_KEY:
        if (c == '}') break;
        [[fallthrough]];
      case KEY:
        if (c != '"' || !is_string(token)) return malformed;
        state = COLON;
        continue;
      case FIRST_VALUE:
        if (c == ']') break;
        [[fallthrough]];
      case VALUE:
        if (c == '{' || c == '[') {
          if (depth == max_depth) return too_deep;
          open[++depth] = token;
          in_object = c == '{';
          state = in_object ? FIRST_KEY : FIRST_VALUE;
          continue;
        }
        if (!is_scalar(token)) return malformed;
        state = AFTER;
        continue;
    }
    // The innermost container ends here.
    closing_[open[depth]] = token;
    --depth;
    in_object = depth > 0 && at(open[depth]) == '{';
    state = AFTER;
  }
  return state == AFTER && depth == 0 ? sound : malformed;
}

}  // namespace moya
