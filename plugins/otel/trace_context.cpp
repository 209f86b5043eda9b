#include "trace_context.hpp"

#include "members.hpp"

#include <algorithm>

namespace otel {
namespace {

constexpr size_t most_members = 32, most_key = 256, most_value = 256, most_tenant = 241, most_system = 14;
// Where the parts of a traceparent begin: "00-" trace "-" span "-" flags
constexpr size_t trace_at = 3, span_at = 36, flags_at = 53, whole = 55;

bool is_lower(char it) { return it >= 'a' && it <= 'z'; }
bool is_digit(char it) { return it >= '0' && it <= '9'; }

int digit(char it) {
  if (is_digit(it)) return it - '0';
  return it >= 'a' && it <= 'f' ? it - 'a' + 10 : -1;
}

template <size_t count>
bool read_hex(std::string_view text, std::array<uint8_t, count> &out) {
  for (size_t i = 0; i < count; i++) {
    const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    out[i] = uint8_t(high * 16 + low);
  }
  return true;
}

template <size_t count>
bool is_zero(const std::array<uint8_t, count> &it) {
  return std::all_of(it.begin(), it.end(), [](uint8_t byte) { return byte == 0; });
}

// Writes bytes as hexadecimal digits, and returns the place after them.
template <size_t count>
char *write_hex(char *to, const std::array<uint8_t, count> &it) {
  for (const uint8_t byte : it) {
    *to++ = "0123456789abcdef"[byte / 16];
    *to++ = "0123456789abcdef"[byte % 16];
  }
  return to;
}

bool is_key_byte(char it) {
  return is_lower(it) || is_digit(it) || it == '_' || it == '-' || it == '*' || it == '/';
}

bool is_key_part(std::string_view it, size_t most) {
  return !it.empty() && it.size() <= most && std::all_of(it.begin(), it.end(), is_key_byte);
}

// Returns whether a text can be a key in a tracestate: "key", or "tenant@system" (§3.3.1.3.1).
bool is_state_key(std::string_view it) {
  const size_t at = it.find('@');
  if (at == std::string_view::npos) return is_key_part(it, most_key) && (is_lower(it[0]) || is_digit(it[0]));
  const std::string_view tenant = it.substr(0, at), system = it.substr(at + 1);
  return is_key_part(tenant, most_tenant) && is_key_part(system, most_system) && is_lower(system[0]) &&
         (is_lower(tenant[0]) || is_digit(tenant[0]));
}

bool is_state_value(std::string_view it) {
  const auto is_value_byte = [](char byte) { return byte >= 0x20 && byte <= 0x7e && byte != ',' && byte != '='; };
  return !it.empty() && it.size() <= most_value && it.back() != ' ' && std::all_of(it.begin(), it.end(), is_value_byte);
}

} // namespace

std::optional<trace_parent> parse_traceparent(std::string_view value) {
  trace_parent it;
  std::array<uint8_t, 1> version, flags;
  value = trimmed(value);
  if (value.size() < whole || value[2] != '-' || value[span_at - 1] != '-' || value[flags_at - 1] != '-') return {};
  if (!read_hex(value, version) || version[0] == 0xff) return {};
  if (version[0] == 0 ? value.size() != whole : value.size() > whole && value[whole] != '-') return {};
  if (!read_hex(value.substr(trace_at), it.trace) || is_zero(it.trace)) return {};
  if (!read_hex(value.substr(span_at), it.span) || is_zero(it.span)) return {};
  if (!read_hex(value.substr(flags_at), flags)) return {};
  it.is_sampled = (flags[0] & 1) != 0;
  return it;
}

std::string traceparent_text(const trace_parent &it) {
  std::string text("00-00000000000000000000000000000000-0000000000000000-00");
  write_hex(&text[trace_at], it.trace);
  write_hex(&text[span_at], it.span);
  if (it.is_sampled) text.back() = '1';
  return text;
}

bool is_tracestate(std::string_view list) {
  std::array<std::string_view, most_members> keys;
  size_t count = 0;
  for (members each(list); each.next();) {
    const size_t equals = each.member.find('=');
    if (each.member.empty()) continue;
    if (equals == std::string_view::npos || count == most_members) return false;
    const std::string_view key = each.member.substr(0, equals);
    if (!is_state_key(key) || !is_state_value(each.member.substr(equals + 1))) return false;
    if (std::find(keys.begin(), keys.begin() + count, key) != keys.begin() + count) return false;
    keys[count++] = key;
  }
  return count > 0;
}

} // namespace otel
