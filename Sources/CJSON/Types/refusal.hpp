#pragma once
#include "Types/fault.hpp"

namespace moya {

// The place of a value that cannot be written, and the reason: `[3].owner.login`, "is NULL". The functions that write a
// value call each other, one for each level. When the innermost function fails, each outer function puts its key or
// index at the front of the place.
class refusal {
 public:
  // Stores the reason, and empties the place. An empty place means that the reason is about the whole value. `because`
  // and both forms of `under` return false, so that the callers can return their result.
  bool because(const char *why);
  // Puts this key or index at the front of the place.
  bool under(const char *key);
  bool under(size_t index);

  void tell(sentence &said) const;

 private:
  bool step(const char *text, size_t length);
  void prepend(const char *text, size_t length);

  const char *why_ = "";
  char place_[192];
  size_t start_ = sizeof place_;
  bool is_cut_ = false;
};

}  // namespace moya
