#include "call.hpp"

#include "status_name.hpp"

#include <algorithm>
#include <moya/info.h>

namespace otel {
namespace {

std::string_view view(moya_str it) { return it.data ? std::string_view(it.data, it.len) : std::string_view(); }

// Returns whether RFC 9110 or RFC 5789 defines the method. Spans show any other method as _OTHER, so that the number of
// values is limited.
bool is_known_method(std::string_view it) {
  constexpr std::string_view known[] = {"GET",   "POST",    "PUT",     "DELETE", "HEAD",
                                        "PATCH", "OPTIONS", "CONNECT", "TRACE"};
  return std::find(std::begin(known), std::end(known), it) != std::end(known);
}

void add_fact(attributes &to, const char *name, const context &it, moya_info what) {
  const int64_t fact = it.result_info(what);
  if (fact >= 0) to.add(name, fact);
}

} // namespace

void call::outcome::read(const context &it) {
  http = it.http_status();
  status = it.result_status();
}

bool call::outcome::describe(attributes &to) const {
  if (http > 0) to.add("http.response.status_code", int64_t(http));
  if (http >= 400) to.add("error.type", std::to_string(http));
  else if (status != MOYA_OK) to.add("error.type", status_name(status));
  return http >= 400 || status != MOYA_OK;
}

void call::connection::read(const context &it) {
  address = view(it.host->remote_address(it.handle));
  port = it.result_info(MOYA_INFO_REMOTE_PORT);
  const int64_t number = it.result_info(MOYA_INFO_HTTP_VERSION);
  version = number == 20 ? "2" : number == 11 ? "1.1" : number == 10 ? "1.0" : "";
}

void call::connection::describe(attributes &to) const {
  if (!version.empty()) to.add("network.protocol.version", version);
  if (address.empty()) return;
  to.add("network.peer.address", address);
  if (port > 0) to.add("network.peer.port", port);
}

// Reads the request. Only `process` calls this, because it sees the URL without user, password and fragment. In
// `will_send`, the library would first have to make the whole request.
void call::read_request(const context &it, const secret_parameters &secrets) {
  const std::string_view url = view(it.request_url());
  if (url.empty()) return; // a call that shared its request and was cancelled
  method_ = view(it.request_method());
  target_ = view(it.target_name());
  url_ = show(url, secrets);
}

void call::will_send() {
  const locked guard(lock_);
  attempts_++;
  sent_us_ = now_us();
}

void call::did_receive(const context &it) {
  const locked guard(lock_);
  connection_.read(it);
  if (event_count_++ >= most_events) return;
  outcome result;
  event made;
  result.read(it);
  made.date_us = start_us_ + sent_us_;
  made.name = "moya.attempt";
  made.facts.add("moya.attempt", int64_t(attempts_));
  result.describe(made.facts);
  connection_.describe(made.facts);
  const int64_t reused = it.result_info(MOYA_INFO_CONNECTION_REUSED);
  if (reused >= 0) made.facts.add("moya.connection.reused", reused == 1);
  if (reused == 0) { // a connection that was used again has no such times
    add_fact(made.facts, "moya.name_lookup_us", it, MOYA_INFO_NAME_LOOKUP_US);
    add_fact(made.facts, "moya.connect_us", it, MOYA_INFO_CONNECT_US);
    add_fact(made.facts, "moya.tls_us", it, MOYA_INFO_TLS_US);
  }
  add_fact(made.facts, "moya.first_byte_us", it, MOYA_INFO_FIRST_BYTE_US);
  add_fact(made.facts, "moya.total_us", it, MOYA_INFO_TOTAL_US);
  add_fact(made.facts, "http.request.body.size", it, MOYA_INFO_BYTES_UP);
  add_fact(made.facts, "http.response.body.size", it, MOYA_INFO_BYTES_DOWN);
  otel::span::add(events_, made);
}

void call::process(const context &it, const secret_parameters &secrets) {
  const locked guard(lock_);
  if (url_.full.empty()) read_request(it, secrets);
  outcome result;
  result.read(it);
  // A request that several calls share continues when one of them is cancelled. So a cancellation does not replace an
  // outcome that is there already.
  if (has_outcome_ && result.status == MOYA_ERROR_CANCELLED) return;
  has_outcome_ = true;
  outcome_ = result;
  end_us_ = now_us();
  reason_ = result.status != MOYA_OK && result.http == 0 ? view(it.error_message()) : std::string_view();
}

void call::describe_request(otel::span &to) const {
  const bool is_known = is_known_method(method_);
  to.name = is_known ? method_ : "HTTP";
  // If the target has no name, the method is the name of the span. The path is not used, because it may have any number
  // of values.
  if (!target_.empty() && target_ != "unnamed") to.name.append(" ").append(target_);
  to.facts.add("http.request.method", is_known ? method_ : "_OTHER");
  if (!is_known) to.facts.add("http.request.method_original", method_);
  to.facts.add("url.full", url_.full);
  to.facts.add("server.address", url_.host);
  if (url_.port > 0) to.facts.add("server.port", url_.port);
  if (attempts_ > 1) to.facts.add("http.request.resend_count", int64_t(attempts_ - 1));
}

std::string call::span() const {
  otel::span made;
  made.own = own_;
  made.parent = parent_;
  made.state = state_;
  made.start_us = start_us_;
  made.end_us = start_us_ + end_us_;
  describe_request(made);
  made.is_error = outcome_.describe(made.facts);
  made.reason = reason_;
  connection_.describe(made.facts);
  made.events = events_;
  made.events_left_out = event_count_ > most_events ? event_count_ - most_events : 0;
  return encoded(made);
}

} // namespace otel
