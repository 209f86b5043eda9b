// The span of a call while the call runs. It is in the slot of the call.
#ifndef MOYA_OTEL_CALL_HPP
#define MOYA_OTEL_CALL_HPP

#include "mutex.hpp"
#include "otlp.hpp"
#include "url.hpp"

#include <moya/plugin/context.hpp>

namespace otel {

using moya::plugin::context;

class call {
 public:
  // `tasks` has the clocks, and `own` has the ids of the span. The second constructor is for a span with a parent:
  // `parent` has the ids of the parent, and `state` is the value of the field tracestate.
  call(const moya_tasks *tasks, const trace_parent &own) : tasks_(tasks), own_(own) {}
  call(const moya_tasks *tasks, const trace_parent &own, const trace_parent &parent, std::string state)
      : tasks_(tasks), own_(own), parent_(parent.span), state_(std::move(state)) {}

  const trace_parent &own() const { return own_; }
  const std::string &state() const { return state_; }
  bool is_sampled() const { return own_.is_sampled; }

  // These functions run in the hooks of a call that is sampled. Calls that share a request share this object, too, and
  // their `process` hooks may run at the same time.
  void will_send();
  void did_receive(const context &it);
  void process(const context &it, const secret_parameters &secrets);

  // Returns the encoded span. Call this after the last hook of the call.
  std::string span() const;

 private:
  struct outcome {
    int32_t http = 0; // 0: no response
    moya_status status = MOYA_OK;
    void read(const context &it);
    // Adds http.response.status_code and error.type. Returns whether the outcome is an error.
    bool describe(attributes &to) const;
  };
  struct connection {
    std::string version, address;
    int64_t port = 0;
    void read(const context &it);
    void describe(attributes &to) const;
  };

  void read_request(const context &it, const secret_parameters &secrets);
  int64_t now_us() const { return int64_t(tasks_->now_us() - begin_us_); }
  void describe_request(otel::span &to) const;

  static constexpr uint32_t most_events = 32;

  const moya_tasks *const tasks_;
  const trace_parent own_;
  const std::optional<span_id> parent_;
  const std::string state_;
  const int64_t start_us_ = tasks_->date_us();
  const uint64_t begin_us_ = tasks_->now_us();

  mutex lock_; // protects the members below
  std::string method_, target_;
  shown_url url_;
  uint32_t attempts_ = 0;
  int64_t sent_us_ = 0, end_us_ = 0; // since `begin_us_`
  message events_;
  uint32_t event_count_ = 0;
  connection connection_; // the connection of the last attempt
  bool has_outcome_ = false;
  outcome outcome_;
  std::string reason_;
};

} // namespace otel

#endif
