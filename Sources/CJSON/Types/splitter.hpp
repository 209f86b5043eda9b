#pragma once
#include <cstddef>

#include "grammar.hpp"

// Finds where values end in a text that arrives in arbitrary pieces. The splitter knows only brackets and quotes. The
// decoder checks whether a value is valid.
namespace moya {

class splitter {
 public:
  // Returns true if the text that has arrived so far ends outside a value.
  bool is_between() const { return !is_within_; }

  // Takes a piece of the text. The piece begins at the start of a value or within a value. Returns how many bytes of
  // the piece belong to the value. `ends` says whether the value ends after these bytes. If `ends` is false, the value
  // continues in the next piece. A number ends at the byte that follows it, or at the end of the text.
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
