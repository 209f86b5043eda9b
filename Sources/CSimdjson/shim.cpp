#include "moya_simdjson.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <simdjson.h>

#include "check.hpp"

using moya::byte;

// simdjson's first stage lists the offset of every token: brackets, colons, commas, and the first byte of each scalar.
// It reads whole blocks and copies the rest, so the text needs no padding. Its second stage and its On-Demand reader
// are not used: the one makes a tree, the other does not check what it skips; both read past the end.
namespace {

// The tokens of a document. A value of its own, so that the compiler can keep it in registers.
struct token_list {
  const byte *text;
  size_t length;
  const uint32_t *offsets;
  size_t count;

  const byte *begin(size_t token) const { return text + offsets[token]; }
  byte at(size_t token) const { return *begin(token); }

  // Behind the last byte of a scalar: between it and the next token there is only space.
  const byte *end(size_t token) const {
    const byte *p = token + 1 < count ? begin(token + 1) : text + length;
    while (moya::is_space(p[-1])) --p;
    return p;
  }

  bool is_string(size_t token) const {
    const byte *last = end(token);
    return last - begin(token) >= 2 && last[-1] == '"';
  }

  bool is_scalar(size_t token) const {
    switch (at(token)) {
      case '"': return is_string(token);
      case 't': case 'f': case 'n': return moya::is_literal(begin(token), end(token));
      default: return moya::is_number(begin(token), end(token));
    }
  }
};

}  // namespace

struct moya_json_scanner {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
  const byte *text = nullptr;  // the caller's, during a call
  size_t length = 0;
  size_t skipped = 0;  // byte order mark in front of `text`
  uint32_t *closing = nullptr;  // for the token of an opening bracket: the token of its closing one
  size_t closing_room = 0;

  ~moya_json_scanner() { std::free(closing); }

  token_list tokens() const { return {text, length, stage->structural_indexes.get(), stage->n_structural_indexes}; }

  // The first token behind the value at `token`.
  size_t behind(const token_list &list, size_t token) const {
    const byte c = list.at(token);
    return (c == '{' || c == '[' ? closing[token] : token) + 1;
  }

  int32_t reserve(size_t needed);
  bool reserve_closing(size_t count);
  int32_t check(size_t max_depth);
  bool step(const token_list &list, size_t &token, const moya_json_step &step) const;
};

int32_t moya_json_scanner::reserve(size_t needed) {
  if (needed > simdjson::SIMDJSON_MAXSIZE_BYTES) return MOYA_JSON_NO_MEMORY;
  if (!stage) {
    const simdjson::implementation *implementation = simdjson::get_active_implementation();
    return implementation->create_dom_parser_implementation(needed, 1, stage) ? MOYA_JSON_NO_MEMORY : MOYA_JSON_OK;
  }
  if (needed > stage->capacity()) return stage->allocate(needed, 1) ? MOYA_JSON_NO_MEMORY : MOYA_JSON_OK;
  return MOYA_JSON_OK;
}

bool moya_json_scanner::reserve_closing(size_t count) {
  if (count <= closing_room) return true;
  std::free(closing);
  closing = static_cast<uint32_t *>(std::malloc(count * sizeof *closing));
  closing_room = closing ? count : 0;
  return closing != nullptr;
}

// A machine over the tokens. `open` are the brackets that wait for their end.
int32_t moya_json_scanner::check(size_t max_depth) {
  enum { VALUE, FIRST_VALUE, KEY, FIRST_KEY, COLON, AFTER } state = VALUE;
  // A backslash outside a string fails as part of a scalar, so all of them can be checked at once.
  if (!moya::has_sound_escapes(text, text + length)) return MOYA_JSON_MALFORMED;
  std::unique_ptr<uint32_t[]> open(new (std::nothrow) uint32_t[max_depth + 1]);
  const token_list list = tokens();
  if (!open || !reserve_closing(list.count)) return MOYA_JSON_NO_MEMORY;
  size_t depth = 0;
  bool in_object = false;
  const uint32_t count = static_cast<uint32_t>(list.count);

  for (uint32_t token = 0; token < count; ++token) {
    const byte c = list.at(token);
    switch (state) {
      case COLON:
        if (c != ':') return MOYA_JSON_MALFORMED;
        state = VALUE;
        continue;
      case AFTER:
        if (depth == 0) return MOYA_JSON_MALFORMED;
        if (c == ',') {
          state = in_object ? KEY : VALUE;
          continue;
        }
        if (c != (in_object ? '}' : ']')) return MOYA_JSON_MALFORMED;
        break;
      case FIRST_KEY:
        if (c == '}') break;
        [[fallthrough]];
      case KEY:
        if (c != '"' || !list.is_string(token)) return MOYA_JSON_MALFORMED;
        state = COLON;
        continue;
      case FIRST_VALUE:
        if (c == ']') break;
        [[fallthrough]];
      case VALUE:
        if (c == '{' || c == '[') {
          if (depth == max_depth) return MOYA_JSON_TOO_DEEP;
          open[++depth] = token;
          in_object = c == '{';
          state = in_object ? FIRST_KEY : FIRST_VALUE;
          continue;
        }
        if (!list.is_scalar(token)) return MOYA_JSON_MALFORMED;
        state = AFTER;
        continue;
    }
    // The innermost container ends here.
    closing[open[depth]] = token;
    --depth;
    in_object = depth > 0 && list.at(open[depth]) == '{';
    state = AFTER;
  }
  return state == AFTER && depth == 0 ? MOYA_JSON_OK : MOYA_JSON_MALFORMED;
}

static bool read_index(const moya_json_step &step, size_t &index) {
  if (step.length == 0 || step.length > 9 || (step.length > 1 && step.text[0] == '0')) return false;
  index = 0;
  for (size_t i = 0; i < step.length; ++i) {
    if (!moya::is_digit(static_cast<byte>(step.text[i]))) return false;
    index = index * 10 + static_cast<size_t>(step.text[i] - '0');
  }
  return true;
}

// Moves from a container to the child that the step names.
bool moya_json_scanner::step(const token_list &list, size_t &token, const moya_json_step &step) const {
  const byte open = list.at(token);
  if (open == '{') {
    for (size_t key = token + 1; list.at(key) == '"';) {
      const size_t value = key + 2;
      if (moya::is_key(list.begin(key) + 1, list.end(key) - 1, step.text, step.length)) {
        token = value;
        return true;
      }
      key = behind(list, value);
      if (list.at(key) != ',') return false;
      ++key;
    }
    return false;
  }
  size_t index;
  if (open != '[' || !read_index(step, index)) return false;
  size_t child = token + 1;
  if (list.at(child) == ']') return false;
  for (; index > 0; --index) {
    child = behind(list, child);
    if (list.at(child) != ',') return false;
    ++child;
  }
  token = child;
  return true;
}

extern "C" {

moya_json_scanner *moya_json_scanner_create(void) { return new (std::nothrow) moya_json_scanner; }

void moya_json_scanner_destroy(moya_json_scanner *scanner) { delete scanner; }

size_t moya_json_scanner_capacity(const moya_json_scanner *scanner) {
  return scanner->stage ? scanner->stage->capacity() : 0;
}

int32_t moya_json_scan(moya_json_scanner *scanner, const uint8_t *bytes, size_t length, size_t max_depth) {
  scanner->skipped = length >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  scanner->length = length - scanner->skipped;
  if (scanner->length == 0) return MOYA_JSON_MALFORMED;
  if (int32_t status = scanner->reserve(scanner->length)) return status;
  scanner->text = bytes + scanner->skipped;
  if (scanner->stage->stage1(scanner->text, scanner->length, simdjson::stage1_mode::regular)) {
    return MOYA_JSON_MALFORMED;
  }
  return scanner->check(max_depth);
}

int32_t moya_json_find(
    moya_json_scanner *scanner, const uint8_t *bytes, const moya_json_step *steps, size_t count,
    moya_json_span *found) {
  scanner->text = bytes + scanner->skipped;
  const token_list list = scanner->tokens();
  size_t token = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!scanner->step(list, token, steps[i])) return MOYA_JSON_MISSING;
  }
  const byte c = list.at(token);
  const byte *first = list.begin(token);
  const bool is_container = c == '{' || c == '[';
  const byte *last = is_container ? list.begin(scanner->closing[token]) + 1 : list.end(token);
  found->offset = static_cast<size_t>(first - scanner->text) + scanner->skipped;
  found->length = static_cast<size_t>(last - first);
  return MOYA_JSON_OK;
}

int32_t moya_json_check(const uint8_t *bytes, size_t length, size_t max_depth, size_t *place) {
  switch (moya::checker::check(bytes, length, max_depth, *place)) {
    case moya::checker::sound: return MOYA_JSON_OK;
    case moya::checker::too_deep: return MOYA_JSON_TOO_DEEP;
    default: return MOYA_JSON_MALFORMED;
  }
}

bool moya_utf8_check(const uint8_t *bytes, size_t length) {
  const byte *p = bytes, *end = bytes + length;
  while (p < end) {
    uint64_t word;
    if (end - p >= 8 && (std::memcpy(&word, p, 8), (word & 0x8080808080808080) == 0)) {
      p += 8;
    } else if (*p < 0x80) {
      ++p;
    } else if (const size_t count = moya::utf8_length(p, end)) {
      p += count;
    } else {
      return false;
    }
  }
  return true;
}

}  // extern "C"
