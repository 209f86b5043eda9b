#pragma once
#include <cstddef>

#include "grammar.hpp"

// Finds where values end in a text that comes in pieces, cut anywhere. It knows brackets and quotes only: whether a
// value is sound, its reader says.
namespace moya {

class splitter {
 public:
  // Does the text that has come end outside a value?
  bool is_between() const { return !is_within_; }

  // A piece of the text, at the beginning of a value or within one: how many of its bytes belong to the value. `ends`:
  // it ends there; else it goes on in the next piece. A number ends at what follows it, or at the end of the text.
  size_t take(const byte *bytes, size_t length, bool &ends);

  void end() { *this = splitter(); }

 private:
  bool is_within_ = false;
  bool in_string_ = false;
  bool is_escaped_ = false;
  bool is_scalar_ = false;  // neither a container nor a string
  size_t depth_ = 0;
};

}  // namespace moya
