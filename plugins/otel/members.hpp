// Splits the lists in header fields at their commas, for example the fields tracestate and baggage.
#ifndef MOYA_OTEL_MEMBERS_HPP
#define MOYA_OTEL_MEMBERS_HPP

#include <algorithm>
#include <string_view>

namespace otel {

// Returns whether the text is a token (RFC 9110 §5.6.2), for example the name of a field.
inline bool is_token(std::string_view it) {
  const auto is_token_byte = [](char byte) {
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
    return is_letter || std::string_view("!#$%&'*+-.^_`|~").find(byte) != std::string_view::npos;
  };
  return !it.empty() && std::all_of(it.begin(), it.end(), is_token_byte);
}

// Returns the text without spaces and tabs at its ends (RFC 9110 §5.6.3).
inline std::string_view trimmed(std::string_view it) {
  const size_t first = it.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return it.substr(first, it.find_last_not_of(" \t") - first + 1);
}

struct members {
  std::string_view member; // without the spaces around it. May be empty

  explicit members(std::string_view list) : rest_(list) {}
  // Goes to the next member. Returns false after the last one.
  bool next() {
    if (is_at_end_) return false;
    const size_t comma = rest_.find(',');
    is_at_end_ = comma == std::string_view::npos;
    member = trimmed(rest_.substr(0, comma));
    if (!is_at_end_) rest_.remove_prefix(comma + 1);
    return true;
  }

 private:
  std::string_view rest_;
  bool is_at_end_ = false;
};

} // namespace otel

#endif
