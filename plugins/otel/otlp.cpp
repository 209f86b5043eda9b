#include "otlp.hpp"

extern "C" {
#include "../common/bytes.h"
}
#include "version.hpp"

namespace otel {
namespace {

// The numbers of fields.
enum any_value : uint32_t { string_value = 1, bool_value = 2, int_value = 3 };
enum key_value : uint32_t { key = 1, value = 2 };
enum span_field : uint32_t {
  trace_id_field = 1, span_id_field = 2, trace_state = 3, parent_span_id = 4, span_name = 5, kind = 6,
  start_time = 7, end_time = 8, events_field = 11, dropped_events = 12, status = 15, span_flags = 16
};
enum event_field : uint32_t { event_time = 1, event_name = 2 };
enum status_field : uint32_t { status_message = 2, status_code = 3 };

constexpr uint64_t kind_client = 3, code_error = 2;
// With flag_knows_parent and without the flag 0x200, a span says that its parent is in the same process.
constexpr uint32_t flag_sampled = 0x1, flag_knows_parent = 0x100;
constexpr size_t most_name = 256;

template <size_t count>
std::string_view view(const std::array<uint8_t, count> &it) {
  return {reinterpret_cast<const char *>(it.data()), count};
}

uint64_t nanoseconds(int64_t us) { return us > 0 ? uint64_t(us) * 1000 : 0; }

} // namespace

std::string_view clipped(std::string_view text, size_t most) {
  if (text.size() > most) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) most--;
    text = text.substr(0, most);
  }
  return is_utf8(text.data(), text.size()) ? text : std::string_view();
}

// Begins an attribute whose value has `size` bytes.
void attributes::begin(std::string_view name, size_t size) {
  all_.begin_message(field_, message::size_of_bytes(name.size()) + message::size_of_bytes(size));
  all_.add_bytes(key, name);
  all_.begin_message(value, size);
}

void attributes::add(std::string_view name, std::string_view text) {
  text = clipped(text, most_text);
  begin(name, message::size_of_bytes(text.size()));
  all_.add_bytes(string_value, text);
}

void attributes::add(std::string_view name, int64_t number) {
  begin(name, message::size_of_number(uint64_t(number)));
  all_.add_number(int_value, uint64_t(number));
}

void attributes::add(std::string_view name, bool flag) {
  begin(name, message::size_of_number(flag));
  all_.add_number(bool_value, flag);
}

void span::add(message &events, const event &it) {
  message made;
  made.add_fixed64(event_time, nanoseconds(it.date_us));
  made.add_bytes(event_name, it.name);
  made.add_encoded(it.facts.fields());
  events.add_message(events_field, made);
}

std::string encoded(const span &it) {
  message made;
  made.reserve(256 + it.facts.fields().size() + it.events.bytes().size());
  made.add_bytes(trace_id_field, view(it.own.trace));
  made.add_bytes(span_id_field, view(it.own.span));
  if (!it.state.empty()) made.add_bytes(trace_state, it.state);
  if (it.parent) made.add_bytes(parent_span_id, view(*it.parent));
  made.add_bytes(span_name, clipped(it.name, most_name));
  made.add_number(kind, kind_client);
  made.add_fixed64(start_time, nanoseconds(it.start_us));
  made.add_fixed64(end_time, nanoseconds(it.end_us));
  made.add_encoded(it.facts.fields());
  made.add_encoded(it.events.bytes());
  if (it.events_left_out > 0) made.add_number(dropped_events, it.events_left_out);
  if (it.is_error) {
    message why;
    if (!it.reason.empty()) why.add_bytes(status_message, clipped(it.reason, attributes::most_text));
    why.add_number(status_code, code_error);
    made.add_message(status, why);
  }
  made.add_fixed32(span_flags, flag_sampled | flag_knows_parent);
  return std::move(made).bytes();
}

std::string encoded_resource(std::string_view service, const std::vector<std::string> &own) {
  attributes facts(1);
  facts.add("service.name", service);
  facts.add("telemetry.sdk.name", "libmoya");
  facts.add("telemetry.sdk.language", "cpp");
  facts.add("telemetry.sdk.version", version);
  for (const std::string &pair : own) {
    const size_t equals = pair.find('=');
    facts.add(std::string_view(pair).substr(0, equals), std::string_view(pair).substr(equals + 1));
  }
  return facts.fields();
}

uint64_t rejected_spans(std::string_view response) {
  fields outer(response);
  while (outer.next()) {
    if (outer.number != 1 || outer.type != message::delimited) continue; // reads only the field partial_success
    fields inner(outer.bytes);
    while (inner.next()) {
      if (inner.number == 1 && inner.type == message::varint) return inner.value;
    }
  }
  return 0;
}

std::string export_request(std::string_view resource, const std::vector<std::string> &spans) {
  message scope, of_scope, of_resource, request;
  scope.add_bytes(1, "moya.otel");
  scope.add_bytes(2, version);
  of_scope.add_message(1, scope);
  size_t size = 0;
  for (const std::string &each : spans) size += each.size() + 8;
  of_scope.reserve(size + 64);
  for (const std::string &each : spans) of_scope.add_bytes(2, each);
  of_resource.add_bytes(1, resource);
  of_resource.add_message(2, of_scope);
  request.add_message(1, of_resource);
  return std::move(request).bytes();
}

} // namespace otel
