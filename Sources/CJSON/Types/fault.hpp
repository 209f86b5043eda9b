#pragma once
#include <cstdio>
#include <cstring>

#include <moya/status.h>

#include "grammar.hpp"
#include "moya_types.h"

namespace moya {

// Replaces a secret key in messages. The keys of a map of secrets are as secret as the values of the map.
constexpr char redacted[] = "<redacted>";

// A message that is written piece by piece. If there is no room for the rest of a text, the text is cut off between two
// characters.
class sentence {
 public:
  explicit sentence(moya_types_fault &fault) : out_(fault.message), room_(sizeof fault.message - 1) { *out_ = 0; }

  sentence &operator<<(const char *text) { return write(text, std::strlen(text)); }

  sentence &operator<<(size_t number) {
    char digits[24];
    return write(digits, static_cast<size_t>(std::snprintf(digits, sizeof digits, "%zu", number)));
  }

  sentence &write(const char *text, size_t length) {
    const size_t fits = whole(text, length, room_);
    std::memcpy(out_, text, fits);
    out_ += fits;
    *out_ = 0;
    room_ = fits == length ? room_ - fits : 0;
    return *this;
  }

  // Writes a text that does not come from the library, for example a key. If the text is long, writes only its start.
  sentence &shortened(const char *text, size_t length) {
    const size_t shown = whole(text, length, longest);
    write(text, shown);
    return shown == length ? *this : *this << "…";
  }

 private:
  static constexpr size_t longest = 40;

  // Returns how many bytes of the text fit into `room` without cutting a UTF-8 character.
  static size_t whole(const char *text, size_t length, size_t room) {
    if (length <= room) return length;
    while (room > 0 && (static_cast<byte>(text[room]) & 0xC0) == 0x80) --room;
    return room;
  }

  char *out_;
  size_t room_;
};

}  // namespace moya
