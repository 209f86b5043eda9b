#pragma once
#include "Types/fault.hpp"

namespace moya {

// Where a value that cannot be written is, and why: `[3].owner.login`, "is NULL". The place grows from its end, as the
// functions that were on the way to the value return.
class refusal {
 public:
  // Begins at the value itself, without a place. All three return false, which the functions on the way return.
  bool because(const char *why);
  // The value, or what it lies in, is under this key, or at this index.
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
