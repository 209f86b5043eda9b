// Writes the messages of OTLP (https://opentelemetry.io/docs/specs/otlp/) that carry spans. The package
// opentelemetry/proto/trace/v1 defines them.
#ifndef MOYA_OTEL_OTLP_HPP
#define MOYA_OTEL_OTLP_HPP

#include "protobuf.hpp"
#include "trace_context.hpp"

#include <vector>

namespace otel {

// Encodes the attributes of a span, an event or a resource. `field` is the number of the field `attributes` in the
// message of the span, the event or the resource. Texts are cut after `most_text` bytes.
class attributes {
 public:
  static constexpr size_t most_text = 4096;

  explicit attributes(uint32_t field) : field_(field) { all_.reserve(512); }
  void add(std::string_view name, std::string_view value);
  void add(std::string_view name, const char *value) { add(name, std::string_view(value)); }
  void add(std::string_view name, int64_t value);
  void add(std::string_view name, bool value);
  const std::string &fields() const { return all_.bytes(); }

 private:
  void begin(std::string_view name, size_t size);

  uint32_t field_;
  message all_;
};

// An event of a span: something that happened at a certain moment.
struct event {
  event() : facts(3) {}
  int64_t date_us = 0;
  std::string_view name;
  attributes facts;
};

// A client span.
struct span {
  span() : facts(9) {}
  // Appends an event to encoded events.
  static void add(message &events, const event &it);

  trace_parent own;
  std::optional<span_id> parent; // the span that the caller's traceparent names
  std::string state;             // the field tracestate
  std::string name;
  int64_t start_us = 0, end_us = 0; // since 1970-01-01 UTC
  attributes facts;
  message events; // encoded
  uint32_t events_left_out = 0;
  bool is_error = false;
  std::string reason; // why the call failed; empty if it did not fail
};

// Returns an encoded Span.
std::string encoded(const span &it);

// Describes the program that makes the spans. `own` are attributes as "name=value". They follow the attributes with the
// name of the service and the facts about the module.
std::string encoded_resource(std::string_view service, const std::vector<std::string> &own);

// Returns an encoded ExportTraceServiceRequest of encoded spans.
std::string export_request(std::string_view resource, const std::vector<std::string> &spans);

// Returns how many spans a collector has rejected. `response` is an ExportTraceServiceResponse. If it is not one,
// returns 0.
uint64_t rejected_spans(std::string_view response);

// Returns the longest beginning of a text that has at most `most` bytes and does not cut a character. Returns an empty
// text if the beginning is not UTF-8.
std::string_view clipped(std::string_view text, size_t most);

} // namespace otel

#endif
