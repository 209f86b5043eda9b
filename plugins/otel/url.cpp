#include "url.hpp"

#include "../common/secret_words.h"

#include <algorithm>

namespace otel {
namespace {

constexpr std::string_view redacted = "REDACTED"; // OpenTelemetry's word

int64_t port_of(std::string_view text, std::string_view scheme) {
  if (text.empty()) return scheme == "http" ? 80 : scheme == "https" ? 443 : 0;
  int64_t port = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9' || port > 65535) return 0;
    port = port * 10 + (digit - '0');
  }
  return port;
}

void read_authority(std::string_view authority, std::string_view scheme, shown_url &to) {
  const size_t bracket = authority.rfind(']'), colon = authority.rfind(':');
  const bool has_port = colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  std::string_view host = has_port ? authority.substr(0, colon) : authority;
  to.port = port_of(has_port ? authority.substr(colon + 1) : std::string_view(), scheme);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  to.host = host;
}

// Appends the query, in which the values of secret parameters are replaced.
void add_query(std::string_view query, const secret_parameters &secrets, std::string &to) {
  while (true) {
    const size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    const size_t equals = pair.find('=');
    if (equals != std::string_view::npos && equals + 1 < pair.size() && secrets.has(pair.substr(0, equals))) {
      to.append(pair.substr(0, equals + 1)).append(redacted);
    } else {
      to += pair;
    }
    if (end == std::string_view::npos) return;
    to += '&';
    query.remove_prefix(end + 1);
  }
}

bool covers(const std::vector<std::string> &words, const char *name) {
  const auto covers_name = [name](const std::string &word) { return word_covers(word.c_str(), name); };
  return std::any_of(words.begin(), words.end(), covers_name);
}

} // namespace

bool secret_parameters::has(std::string_view name) const {
  char simple[MOST_NAME + 1];
  simplify_name(name.data(), name.size(), simple);
  if (std::find(kept_.begin(), kept_.end(), simple) != kept_.end()) return false;
  return covers(more_, simple) || is_secret_word(PLACE_PARAMETER, simple);
}

shown_url show(std::string_view url, const secret_parameters &secrets) {
  shown_url it;
  url = url.substr(0, url.find('#'));
  const size_t scheme_end = url.find("://");
  if (scheme_end == std::string_view::npos) return it;
  const std::string_view scheme = url.substr(0, scheme_end);
  const std::string_view rest = url.substr(scheme_end + 3);
  const size_t authority_end = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view authority = rest.substr(0, authority_end);
  const size_t user_end = authority.rfind('@');
  if (user_end != std::string_view::npos) authority.remove_prefix(user_end + 1);
  read_authority(authority, scheme, it);
  const std::string_view place = rest.substr(authority_end);
  const size_t query = place.find('?');
  it.full.append(scheme).append("://").append(authority).append(place.substr(0, query));
  if (query != std::string_view::npos) {
    it.full += '?';
    add_query(place.substr(query + 1), secrets, it.full);
  }
  return it;
}

} // namespace otel
