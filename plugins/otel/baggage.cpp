#include "baggage.hpp"

#include "members.hpp"

#include <algorithm>

namespace otel {
namespace {

constexpr size_t most_members = 64, most_bytes = 8192;

// Returns whether a byte needs no percent-encoding: a baggage-octet of §3.3.1, but not the percent sign.
bool is_plain(unsigned char byte) {
  return byte > 0x20 && byte < 0x7f && std::string_view("\",;\\%").find(char(byte)) == std::string_view::npos;
}

std::string encoded(std::string_view value) {
  std::string text;
  for (const char each : value) {
    const auto byte = static_cast<unsigned char>(each);
    if (is_plain(byte)) {
      text += each;
    } else {
      text += '%';
      text += "0123456789ABCDEF"[byte / 16];
      text += "0123456789ABCDEF"[byte % 16];
    }
  }
  return text;
}

std::string_view name_of(std::string_view member) { return trimmed(member.substr(0, member.find('='))); }

} // namespace

std::string baggage::add(std::string_view pair) {
  const size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return "has no =";
  const std::string_view name = trimmed(pair.substr(0, equals));
  if (!is_token(name)) return "has a name that is not a token (RFC 9110 §5.6.2)";
  const std::string text = std::string(name) + "=" + encoded(trimmed(pair.substr(equals + 1)));
  if (own_.size() == most_members || text.size() > most_bytes) return "exceeds the limits of baggage";
  own_.push_back({std::string(name), text});
  return {};
}

std::string baggage::joined(std::string_view of_request) const {
  std::string text;
  size_t count = 0;
  std::vector<std::string_view> names;
  for (members each(of_request); each.next();) {
    if (each.member.empty()) continue;
    names.push_back(name_of(each.member));
    text.append(count++ > 0 ? "," : "").append(each.member);
  }
  for (const member &own : own_) {
    if (std::find(names.begin(), names.end(), own.name) != names.end()) continue;
    if (count == most_members || text.size() + 1 + own.text.size() > most_bytes) break;
    text.append(count++ > 0 ? "," : "").append(own.text);
  }
  return text;
}

} // namespace otel
