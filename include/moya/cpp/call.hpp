/* Wraps calls that were sent, and the handlers that receive a response as it arrives (call.h,
 * handlers.h). */
#ifndef MOYA_CPP_CALL_HPP
#define MOYA_CPP_CALL_HPP

#include "target.hpp"

namespace moya {

/* One call that was sent or enqueued. Copies of this object share the call. When the last copy is
 * destroyed, the call continues. The functions of an empty object do nothing. */
class call {
  detail::shared<moya_call, moya_call_retain, moya_call_release> it_;

 public:
  call() noexcept = default;
  /* Takes ownership of the caller's reference. */
  static call adopt(moya_call *it) noexcept {
    call made;
    made.it_ = decltype(it_)(it);
    return made;
  }
  /* Makes an object with a reference of its own. The caller still owns the reference that it
   * passed. */
  static call share(moya_call *it) noexcept { return adopt(it ? moya_call_retain(it) : nullptr); }
  moya_call *get() const noexcept { return it_.get(); }
  explicit operator bool() const noexcept { return get() != nullptr; }

  /* Ends the call with MOYA_ERROR_CANCELLED, unless it has ended. */
  void cancel() const noexcept { moya_call_cancel(get()); }
  void pause() const noexcept { moya_call_pause(get()); }
  void resume() const noexcept { moya_call_resume(get()); }
  /* Returns MOYA_CALL_WAITING, MOYA_CALL_RUNNING or MOYA_CALL_ENDED. */
  moya_call_phase state() const noexcept { return moya_call_state(get()); }
  bool has_ended() const noexcept { return !get() || state() == MOYA_CALL_ENDED; }
  /* Returns how many bytes of the request's body and of the response's body were transferred. */
  std::pair<int64_t, int64_t> bytes() const noexcept {
    std::pair<int64_t, int64_t> moved{0, 0};
    if (get()) moya_call_bytes(get(), &moved.first, &moved.second);
    return moved;
  }
  /* Returns the name of the call's target. */
  std::string_view target() const noexcept MOYA_BORROWED {
    return detail::view(moya_call_target(get()));
  }

  /* Waits until the call has ended. If it has an `end` handler, waits until the handler has
   * returned. If it was enqueued, waits until the row with its result is in the queue. If the time
   * runs out, try_wait returns the error MOYA_ERROR_TIMEOUT_TOTAL, and wait returns false.
   * [not in callbacks] */
  result<void> try_wait(std::chrono::milliseconds timeout = forever) const {
    if (!get()) return detail::no_handle("the call");
    moya_error *why = nullptr;
    const moya_status status = moya_call_wait(get(), detail::wait_ms(timeout), &why);
    return detail::outcome(status, why);
  }
#if MOYA_EXCEPTIONS
  bool wait(std::chrono::milliseconds timeout = forever) const {
    return detail::in_time(try_wait(timeout));
  }
#endif
};

/* A server-sent event, borrowed until its handler returns. */
struct event {
  std::string_view type{};
  std::string_view data{};
  std::string_view id{};
  std::optional<std::chrono::milliseconds> retry{};
};

/* Functions that receive the response of a call as it arrives. handlers.h says when the library
 * calls each one, and on which thread. All are optional, except `end` for an asynchronous call. A
 * handler may return nothing, which means flow::go.
 *
 * Copies of this object share the functions. If a program gives them to calls that run at the same
 * time, the functions can run on several threads at the same time.
 *
 * If a handler throws, the call is stopped. A blocking call (call or try_call) then throws the
 * exception again. An asynchronous call ends with MOYA_ERROR_CANCELLED, and cause() of the error is
 * the exception. If `end` throws, std::terminate ends the program, because no caller is left to
 * catch the exception. */
struct handlers {
  function<void(moya::call)> begin{};
  /* Receives the response without its body. */
  function<flow(const response &)> head{};
  /* Set at most one of the handlers `body`, `line` and `event`. */
  function<flow(std::string_view)> body{};
  function<flow(std::string_view)> line{};
  function<flow(const moya::event &)> event{};
  function<flow(const moya_progress &)> progress{};
  /* Receives the result. An asynchronous call must have this handler. A blocking call must not have
   * it. */
  function<void(result<response>)> end{};
  /* The maximum number of bytes in a line, and in the data of an event. 0: 1 048 576. */
  uint32_t max_line{};
  /* If a connection that sends events ends, the library connects again
   * (MOYA_HANDLERS_RECONNECT). */
  bool reconnects{};
  /* Receives each step when the step begins. The last step ends with the head of the response. */
  function<flow(const moya_step &)> step{};
};

/* Returns progress as readable text, for example "12.3 MB of 40.0 MB (31 %)". */
inline std::string progress_text(const moya_progress &it) {
  std::string made(moya_progress_text(&it, nullptr, 0), 0);
  if (!made.empty()) moya_progress_text(&it, &made[0], made.size() + 1);
  return made;
}

namespace detail {

/* A function that sends a call accepts handlers, or one function that is the `end` handler. These
 * two overloads convert each of them to handlers. */
inline handlers handlers_of(handlers shown) { return shown; }
inline handlers handlers_of(function<void(result<response>)> end) {
  handlers made;
  made.end = std::move(end);
  return made;
}

/* The handlers of one call, and the exception that one of them has thrown. */
class handling {
  handlers given_;
  std::exception_ptr thrown_;

  template <class Body>
  moya_flow guard(Body run) noexcept {
#if MOYA_EXCEPTIONS
    try {
      return static_cast<moya_flow>(run());
    } catch (...) {
      if (!thrown_) thrown_ = std::current_exception();
      return MOYA_FLOW_STOP;
    }
#else
    return static_cast<moya_flow>(run());
#endif
  }
  static handling *of(void *user) noexcept { return static_cast<handling *>(user); }

  static void begin(void *user, moya_call *it) noexcept {
    const moya_flow answer = of(user)->guard([&] {
      of(user)->given_.begin(call::share(it));
      return flow::go;
    });
    if (answer != MOYA_FLOW_CONTINUE) moya_call_cancel(it);
  }
  static moya_flow head(void *user, const moya_response *head) noexcept {
    return of(user)->guard([&] { return of(user)->given_.head(response::share(head)); });
  }
  static moya_flow body(void *user, const void *data, size_t len) noexcept {
    return of(user)->guard([&] {
      return of(user)->given_.body(std::string_view(static_cast<const char *>(data), len));
    });
  }
  static moya_flow line(void *user, moya_str line) noexcept {
    return of(user)->guard([&] { return of(user)->given_.line(view(line)); });
  }
  static moya_flow event(void *user, const moya_event *it) noexcept {
    return of(user)->guard([&] {
      moya::event made{view(it->type), view(it->data), view(it->id), {}};
      if (it->retry_ms >= 0) made.retry.emplace(it->retry_ms);
      return of(user)->given_.event(made);
    });
  }
  static moya_flow progress(void *user, const moya_progress *it) noexcept {
    return of(user)->guard([&] { return of(user)->given_.progress(*it); });
  }
  static moya_flow step(void *user, const moya_step *it) noexcept {
    return of(user)->guard([&] { return of(user)->given_.step(*it); });
  }
  /* If the program's `end` throws, std::terminate ends the program, because this function is
   * noexcept. */
  static void end(void *user, moya_status status, const moya_response *it,
                  const moya_error *why) noexcept {
    if (status == MOYA_OK) return of(user)->given_.end(response::share(it));
    error shown = error::share(status, why);
    shown.cause_ = of(user)->thrown_;
    of(user)->given_.end(std::move(shown));
  }
  static void free(void *user) noexcept { delete of(user); }

 public:
  explicit handling(handlers given) : given_(std::move(given)) {}

  bool is_empty() const noexcept {
    return !given_.begin && !given_.head && !given_.body && !given_.line && !given_.event &&
           !given_.progress && !given_.end && !given_.reconnects && !given_.step;
  }
  moya_handlers lower() noexcept {
    moya_handlers made = MOYA_HANDLERS_INIT;
    made.max_line = given_.max_line;
    if (given_.reconnects) made.flags = MOYA_HANDLERS_RECONNECT;
    if (given_.begin) made.begin = begin;
    if (given_.head) made.head = head;
    if (given_.body) made.body = body;
    if (given_.line) made.line = line;
    if (given_.event) made.event = event;
    if (given_.progress) made.progress = progress;
    if (given_.step) made.step = step;
    if (given_.end) made.end = end;
    made.user = this;
    return made;
  }
  /* Returns the handlers as `lower` does. The library deletes this object when it no longer needs
   * the handlers. So call this only for an object that `new` has made. */
  moya_handlers hand_over() noexcept {
    moya_handlers made = lower();
    made.release_user = free;
    return made;
  }
  void rethrow() const {
#if MOYA_EXCEPTIONS
    if (thrown_) std::rethrow_exception(thrown_);
#endif
  }
};

} // namespace detail
} // namespace moya

#endif
