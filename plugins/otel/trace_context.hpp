// W3C Trace Context (https://www.w3.org/TR/trace-context/): the fields traceparent and tracestate, which say to which
// trace a request belongs.
#ifndef MOYA_OTEL_TRACE_CONTEXT_HPP
#define MOYA_OTEL_TRACE_CONTEXT_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace otel {

using trace_id = std::array<uint8_t, 16>;
using span_id = std::array<uint8_t, 8>;

// What the field traceparent says.
struct trace_parent {
  trace_id trace{};
  span_id span{};
  bool is_sampled = false;
};

// Reads a field value (§3.2). If the value has a later version, reads only the parts that version 00 has. Returns
// nothing if the value is invalid, for example if an id has only zeroes.
std::optional<trace_parent> parse_traceparent(std::string_view value);
// Returns the field value for a parent, in version 00 of the format.
std::string traceparent_text(const trace_parent &it);

// Returns whether the list is valid (§3.3): at most 32 members, with keys that differ.
bool is_tracestate(std::string_view list);

} // namespace otel

#endif
