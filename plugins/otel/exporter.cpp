#include "exporter.hpp"

#include "otlp.hpp"
#include "status_name.hpp"

#include <algorithm>
#include <cstdio>

namespace otel {
namespace {

constexpr uint32_t most_tries = 5;
constexpr int64_t first_pause_ms = 1000, most_pause_ms = 60000;
constexpr int64_t late_us = 100000, turn_us = 1000;

// Returns true for the HTTP statuses after which a client of OTLP should send its request again.
bool is_temporary(int32_t http) { return http == 429 || http == 502 || http == 503 || http == 504; }

// Returns the milliseconds that a Retry-After field demands. Returns `otherwise` if the field has a date or is missing.
int64_t pause_of(moya_str field, int64_t otherwise) {
  if (!field.data || field.len == 0) return otherwise;
  int64_t seconds = 0;
  for (const char digit : std::string_view(field.data, field.len)) {
    if (digit < '0' || digit > '9') return otherwise;
    seconds = std::min<int64_t>(seconds * 10 + (digit - '0'), most_pause_ms / 1000);
  }
  return seconds * 1000;
}

} // namespace

exporter::exporter(const context &self, const functions &run, export_options options, std::string resource)
    : self_(self), run_(run), options_(std::move(options)), resource_(std::move(resource)),
      most_in_batch_(std::min(options_.most_in_batch, options_.most_queued)) {}

// ── The queue ──

void exporter::add(std::string span) {
  bool has_room = false, is_full = false, is_busy = false;
  {
    const locked guard(lock_);
    has_room = queue_.size() < options_.most_queued;
    if (has_room) queue_.push_back(std::move(span));
    is_full = queue_.size() >= most_in_batch_;
    is_busy = is_sending_ || again_ != never;
  }
  if (!has_room) lose(1, "the queue is full");
  else if (is_busy) return; // `receive` continues with the queue
  else if (is_full) set(due_, run_.send_due, 0);
  else set(regular_, run_.send_regularly, options_.every_ms);
}

// Sets a timer, unless it is set already. Returns false if that is not possible.
bool exporter::set(moment &timer, moya_task_fn run, int64_t delay_ms) {
  {
    const locked guard(lock_);
    if (timer != never) return true;
    timer = now() + delay_ms * 1000;
  }
  if (tasks_->after(self_.handle, delay_ms, run, nullptr, nullptr) == MOYA_OK) return true;
  has_run(timer); // the next span tries again
  return false;
}

void exporter::has_run(moment &timer) {
  const locked guard(lock_);
  timer = never;
}

void exporter::note_state(state it) {
  state_ = it;
  const locked guard(lock_);
  is_sending_ = it == state::sending;
}

bool exporter::wants_turn() {
  const moment time = now();
  const locked guard(lock_);
  const moment first = std::min({due_, regular_, again_});
  if (!lends_) lends_ = first < time - late_us;
  if (!lends_ || time < next_turn_ || (time < first && !is_sending_)) return false;
  next_turn_ = time + turn_us;
  return true;
}

// Makes the request of the next batch. Returns false if there are no spans.
bool exporter::take_batch() {
  std::vector<std::string> spans;
  {
    const locked guard(lock_);
    if (queue_.size() <= most_in_batch_) {
      spans.swap(queue_);
    } else {
      const auto end = queue_.begin() + std::ptrdiff_t(most_in_batch_);
      spans.assign(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
      queue_.erase(queue_.begin(), end);
    }
  }
  batch_count_ = spans.size();
  tries_ = 0;
  if (spans.empty()) return false;
  batch_ = export_request(resource_, spans);
  return true;
}

// ── Sending ──

void exporter::send_due(moya_status status) {
  has_run(due_);
  if (status == MOYA_OK && state_ == state::idle) send_next();
}

void exporter::send_regularly(moya_status status) {
  has_run(regular_);
  if (status == MOYA_OK && state_ == state::idle) send_next();
}

void exporter::send_again(moya_status status) {
  has_run(again_);
  if (status == MOYA_OK && state_ == state::waiting) send();
}

void exporter::send_next() {
  if (take_batch()) send();
}

void exporter::send() {
  const moya_header headers[] = {{"Content-Type", "application/x-protobuf"},
                                 {options_.key_field.c_str(), options_.key.c_str()}};
  moya_sub_request request{};
  request.size = sizeof request;
  request.flags = MOYA_SUB_BARE | MOYA_SUB_NO_REDIRECTS; // the key is for the collector alone
  request.name = "spans";
  request.method = "POST";
  request.url = options_.url.c_str();
  request.headers = headers;
  request.header_count = options_.key.empty() ? 1 : 2;
  request.header_stride = sizeof *headers;
  request.timeout_ms = options_.timeout_ms;
  request.body = batch_.data();
  request.body_len = batch_.size();
  note_state(state::sending);
  tries_++;
  const moya_status status = tasks_->send(self_.handle, &request, run_.receive, nullptr, nullptr);
  if (status == MOYA_OK) return;
  note_state(state::idle);
  lose(std::exchange(batch_count_, 0), "the request cannot be sent: ", status_name(status));
  if (is_closing_) finish();
}

void exporter::receive(const context &result, moya_status status) {
  if (has_ended_) return;
  note_state(state::idle);
  const int32_t http = status == MOYA_OK ? result.http_status() : 0;
  const bool is_over = status == MOYA_ERROR_CANCELLED;
  if (http >= 200 && http < 300) {
    forget_losses();
    const moya_str body = result.response_body();
    const uint64_t rejected = rejected_spans({body.data ? body.data : "", body.len});
    if (rejected > 0) lose(size_t(std::min<uint64_t>(rejected, batch_count_)), "the collector rejects some of them");
  } else if (!is_closing_ && !is_over && (http == 0 || is_temporary(http)) && tries_ < most_tries) {
    send_later(result);
    return;
  } else if (http > 0) {
    char number[16];
    std::snprintf(number, sizeof number, "%d", int(http));
    lose(batch_count_, "the collector responds with the status ", number);
  } else {
    const char *why = result.error_message().data;
    lose(batch_count_, "the collector cannot be reached: ", why ? why : "");
  }
  batch_count_ = 0;
  batch_.clear();
  if (is_over) return is_closing_ ? finish() : void();
  const size_t left = count_queued();
  if (left >= most_in_batch_ || (left > 0 && is_closing_)) send_next();
  else if (is_closing_) finish();
  else if (left > 0) set(regular_, run_.send_regularly, options_.every_ms);
}

size_t exporter::count_queued() {
  const locked guard(lock_);
  return queue_.size();
}

void exporter::send_later(const context &result) {
  const int64_t doubled = std::min(first_pause_ms << (tries_ - 1), most_pause_ms);
  note_state(state::waiting);
  if (set(again_, run_.send_again, pause_of(result.response_header("Retry-After"), doubled))) return;
  note_state(state::idle);
  lose(std::exchange(batch_count_, 0), "the library sets no timer");
}

// ── Losses ──

// Counts spans that no collector receives. After the first loss, the log is silent until the collector takes spans
// again. Allocates nothing, because memory may be short.
void exporter::lose(size_t count, const char *reason, const char *more) {
  {
    const locked guard(lock_);
    lost_ += count;
    if (std::exchange(has_told_, true)) return;
  }
  char line[512];
  const std::string_view end = clipped(more, 300);
  std::snprintf(line, sizeof line, "spans are lost: %s%.*s", reason, int(end.size()), end.data());
  self_.log(MOYA_LOG_WARNING, line);
}

void exporter::log_count(moya_log_level level, const char *before, size_t count) const {
  char line[128];
  std::snprintf(line, sizeof line, "%s%zu %s lost", before, count, count == 1 ? "span was" : "spans were");
  self_.log(level, line);
}

void exporter::forget_losses() {
  size_t lost = 0;
  {
    const locked guard(lock_);
    has_told_ = false;
    lost = std::exchange(lost_, 0);
  }
  if (lost > 0) log_count(MOYA_LOG_INFO, "the collector takes spans again; ", lost);
}

void exporter::give_up() {
  if (batch_count_ > 0) lose_without_memory(std::exchange(batch_count_, 0));
  batch_.clear();
  if (is_closing_ && !has_ended_ && state_ != state::sending) finish();
}

// ── The end ──

moya_status exporter::close() {
  is_closing_ = true;
  if ((count_queued() == 0 && state_ == state::idle) || self_.host->defer(self_.handle) != MOYA_OK) {
    has_ended_ = true;
    finish();
    return MOYA_HOOK_OK;
  }
  set(end_, run_.end, options_.close_ms);
  if (state_ == state::waiting) send();
  else if (state_ == state::idle) send_next();
  return MOYA_HOOK_PENDING;
}

// Runs when the time of close_ms is over, or when the library ends the tasks of the instance.
void exporter::end(moya_status) {
  if (has_ended_) return;
  lose(0, "the collector has not responded, and the provider is closed");
  finish();
}

void exporter::finish() {
  const bool resumes = !std::exchange(has_ended_, true);
  size_t lost = batch_count_;
  {
    const locked guard(lock_);
    lost += queue_.size() + std::exchange(lost_, 0);
    queue_.clear();
  }
  if (lost > 0) log_count(MOYA_LOG_WARNING, "", lost);
  if (resumes) self_.host->resume(self_.handle, MOYA_HOOK_OK);
}

} // namespace otel
