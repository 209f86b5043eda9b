#include "Types/refusal.hpp"

namespace moya {

bool refusal::because(const char *why) {
  why_ = why;
  start_ = sizeof place_;
  is_cut_ = false;
  return false;
}

bool refusal::under(const char *key) { return step(key, std::strlen(key)); }

bool refusal::under(size_t index) {
  char text[24];
  return step(text, static_cast<size_t>(std::snprintf(text, sizeof text, "[%zu]", index)));
}

bool refusal::step(const char *text, size_t length) {
  const bool leads_to_key = start_ < sizeof place_ && place_[start_] != '[';
  if (leads_to_key) prepend(".", 1);
  prepend(text, length);
  return false;
}

// Puts a text before the place. If there is no room, this text and all later ones are left out. The message then begins
// with "…" and still names the value itself.
void refusal::prepend(const char *text, size_t length) {
  is_cut_ |= length > start_;
  if (is_cut_) return;
  start_ -= length;
  std::memcpy(place_ + start_, text, length);
}

void refusal::tell(sentence &said) const {
  if (is_cut_) said << "…";
  said.write(place_ + start_, sizeof place_ - start_);
  said << (start_ < sizeof place_ ? " " : "the value ") << why_;
}

}  // namespace moya
