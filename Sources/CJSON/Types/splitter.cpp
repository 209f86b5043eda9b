#include "Types/splitter.hpp"

#include "skip.hpp"

namespace moya {

size_t splitter::take(const byte *bytes, size_t length, bool &ends) {
  const byte *p = bytes, *last = bytes + length;
  ends = false;
  while (p < last) {
    if (in_string_) {
      if (!is_escaped_ && last - p >= stride) {
        const ptrdiff_t plain = plain_length(p);
        p += plain;
        if (plain == stride) continue;
      }
      const byte c = *p++;
      if (is_escaped_) is_escaped_ = false;
      else if (c == '\\') is_escaped_ = true;
      else if (c == '"') {
        in_string_ = false;
        if (depth_ == 0) ends = true;
      }
    } else {
      const byte c = *p;
      const bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
      if (is_scalar_ && (opens || closes || c == ',' || c == '"' || is_space(c))) {
        ends = true;
        break;
      }
      ++p;
      if (c == '"') in_string_ = true;
      else if (opens) ++depth_;
      else if (closes && depth_ > 0) ends = --depth_ == 0;
      else if (!is_within_) is_scalar_ = true;
      is_within_ = true;
    }
    if (ends) break;
  }
  if (ends) end();
  return static_cast<size_t>(p - bytes);
}

}  // namespace moya
