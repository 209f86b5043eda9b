// Sends spans to a collector, in batches. Memory is bounded: spans for which the queue has no room are lost and counted.
#ifndef MOYA_OTEL_EXPORTER_HPP
#define MOYA_OTEL_EXPORTER_HPP

#include "mutex.hpp"

#include <moya/plugin/context.hpp>
#include <string>
#include <vector>

namespace otel {

using moya::plugin::context;

struct export_options {
  std::string url, key_field, key; // if `key` is empty, requests have no such field
  size_t most_queued, most_in_batch;
  int64_t every_ms, close_ms;
  uint32_t timeout_ms;
};

class exporter {
 public:
  // C functions that the library runs as tasks. Each calls the member function of the same name.
  struct functions {
    moya_task_fn send_due, send_regularly, send_again, receive, end;
  };

  // `resource` is encoded (otlp.hpp).
  exporter(const context &self, const functions &run, export_options options, std::string resource);

  // Adds an encoded span. [any thread]
  void add(std::string span);
  // Returns whether a call that ends should first wait for one pass of the event loop, so that the exporter's tasks can
  // run. This is necessary if only blocking calls run the event loop (MOYA_PUMP_HOST), because no task can run between
  // these calls. [any thread]
  bool wants_turn();
  // Sends what is left, within close_ms. Returns what the close hook returns.
  moya_status close();
  // Counts spans that were lost because there is no memory. [any thread]
  void lose_without_memory(size_t count) { lose(count, "there is no memory"); }
  // Call this if a task or `close` has thrown std::bad_alloc. Gives the batch up. If the provider is being closed, ends
  // the close hook, which would otherwise last until its time limit.
  void give_up();

  // What the tasks do. Tasks and `close` run one after another.
  void send_due(moya_status status);
  void send_regularly(moya_status status);
  void send_again(moya_status status);
  void receive(const context &result, moya_status status);
  void end(moya_status status);

 private:
  enum class state { idle, sending, waiting }; // waiting: until the batch is sent again

  // When a timer should run, in microseconds of the clock `now`. `never`: the timer is not set.
  using moment = int64_t;
  static constexpr moment never = INT64_MAX;

  moment now() const { return moment(tasks_->now_us()); }
  bool set(moment &timer, moya_task_fn run, int64_t delay_ms);
  void has_run(moment &timer);
  size_t count_queued();
  void note_state(state it);
  bool take_batch();
  void send_next();
  void send();
  void send_later(const context &result);
  void lose(size_t count, const char *reason, const char *more = "");
  void log_count(moya_log_level level, const char *before, size_t count) const;
  void forget_losses();
  void finish();

  const context self_;
  const moya_tasks *const tasks_ = self_.tasks();
  const functions run_;
  const export_options options_;
  const std::string resource_;
  const size_t most_in_batch_;

  // Only tasks use the members up to the lock.
  state state_ = state::idle;
  std::string batch_; // the request that is sent
  size_t batch_count_ = 0;
  uint32_t tries_ = 0;
  bool is_closing_ = false, has_ended_ = false;

  mutex lock_; // protects the members below
  std::vector<std::string> queue_;
  moment due_ = never, regular_ = never, again_ = never, end_ = never; // timers
  bool is_sending_ = false;
  bool lends_ = false; // timers are late, so calls wait for turns of the event loop
  moment next_turn_ = 0;
  bool has_told_ = false;                    // the log has the warning that spans are lost
  size_t lost_ = 0;
};

} // namespace otel

#endif
