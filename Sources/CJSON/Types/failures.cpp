#include "Types/decode.hpp"

// The messages of a decoder that cannot continue: the place, the value and what was expected.
namespace moya {

bool decoder::malformed() {
  status_ = MOYA_ERROR_JSON;
  sentence(fault_) << "this is not JSON";
  return false;
}

bool decoder::too_deep() {
  status_ = MOYA_ERROR_JSON;
  sentence(fault_) << "the JSON is nested deeper than " << most_levels << " levels";
  return false;
}

bool decoder::too_many_defaults() {
  status_ = MOYA_ERROR_JSON_TYPE;
  sentence(fault_) << "it leads to more than " << most_defaults << " other defaults";
  return false;
}

bool decoder::no_memory() {
  status_ = MOYA_ERROR_MEMORY;
  sentence(fault_) << "there is no memory for what the JSON holds";
  return false;
}

bool decoder::missing() {
  status_ = MOYA_ERROR_KEY_PATH;
  sentence said(fault_);
  place(said, at_);
  said << " is missing";
  return false;
}

bool decoder::unknown_key() {
  status_ = MOYA_ERROR_JSON_TYPE;
  sentence said(fault_);
  place(said, at_);
  said << " is there, and its type is strict and has no such field";
  return false;
}

bool decoder::wrong(const char *expected) {
  status_ = MOYA_ERROR_JSON_TYPE;
  sentence said(fault_);
  place(said, at_);
  said << " is ";
  found(said, p_);
  said << ", not " << expected;
  return false;
}

bool decoder::wrong_name(const plan_names &names) {
  constexpr uint32_t most_shown = 8;
  wrong("");
  sentence said(fault_);
  place(said, at_);
  said << " is ";
  found(said, p_);
  said << ", not " << (names.count == 1 ? "" : "one of ");
  for (uint32_t i = 0; i < names.count && i < most_shown; ++i) {
    said << (i == 0 ? "\"" : ", \"");
    said.shortened(names.all[i].text, names.all[i].length) << "\"";
  }
  if (names.count > most_shown) said << ", …";
  return false;
}

// Writes the place of a value in the form of a key path, but with indexes in brackets.
void decoder::place(sentence &said, const step *at) {
  const bool is_first = !at->outer || (at->outer->is == step::root && at->outer->number == 0);
  if (at->outer) place(said, at->outer);
  switch (at->is) {
    case step::root:
      // If the caller gave a key path, the message begins with it. Otherwise a failure of the whole text is about "the
      // JSON", and any other failure names only the steps below.
      if (at->number > 0) said.shortened(at->text, at->number);
      else if (at == at_) said << "the JSON";
      break;
    case step::element: said << "[" << at->number << "]"; break;
    default:
      if (!is_first) said << ".";
      said.shortened(at->text, at->number);
  }
}

// Describes a value for a message. Only the start of the value is known, and the value can be malformed.
void decoder::found(sentence &said, const byte *value) {
  if (value >= end_) {
    said << "nothing";
    return;
  }
  const byte *last = value;
  switch (*value) {
    case '{': said << "an object"; return;
    case '[': said << "an array"; return;
    case 'n': said << "null"; return;
    case 't': said << "true"; return;
    case 'f': said << "false"; return;
    case '"':
      if (is_secret_) {
        said << "a string";
      } else if (skip_string(++last, end_)) {
        said << "\"";
        said.shortened(reinterpret_cast<const char *>(value + 1), static_cast<size_t>(last - value - 2)) << "\"";
      }
      return;
    default:
      if (is_secret_) said << "a number";
      else if (skip_number(last, end_)) {
        said.shortened(reinterpret_cast<const char *>(value), static_cast<size_t>(last - value));
      }
  }
}

}  // namespace moya
