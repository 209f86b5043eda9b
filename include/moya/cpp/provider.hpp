/* Wraps providers, which have the connections, plugins and defaults that calls share, and groups of
 * calls (provider.h, call.h, group.h). */
#ifndef MOYA_CPP_PROVIDER_HPP
#define MOYA_CPP_PROVIDER_HPP

#include "options.hpp"
#include "queue.hpp"

namespace moya {

class provider;

/* Calls that belong together. A group limits how many of its calls run at the same time, and can
 * cancel all of them or wait for all of them. Any thread may use it. */
class group {
  detail::owned<moya_group, moya_group_release> it_;

 public:
  group() noexcept = default;
  /* Makes a group for calls of a provider. `limit` is the maximum number of calls of the group that
   * run at the same time. 0: no limit. */
  static result<group> create(const provider &provider, uint32_t limit = 0);
#if MOYA_EXCEPTIONS
  explicit group(const provider &provider, uint32_t limit = 0)
      : group(create(provider, limit).value()) {}
#endif
  moya_group *get() const noexcept { return it_.get(); }
  /* Returns the number of calls that have not ended. */
  size_t size() const noexcept { return moya_group_count(get()); }
  /* Cancels the calls that are in the group now. */
  void cancel() const noexcept { moya_group_cancel(get()); }
  /* Waits until all calls have ended and their `end` handlers have returned. If the time runs out,
   * try_wait returns the error MOYA_ERROR_TIMEOUT_TOTAL, and wait returns false.
   * [not in callbacks] */
  result<void> try_wait(std::chrono::milliseconds timeout = forever) const {
    if (!get()) return detail::no_handle("the group");
    moya_error *why = nullptr;
    const moya_status status = moya_group_wait(get(), detail::wait_ms(timeout), &why);
    return detail::outcome(status, why);
  }
#if MOYA_EXCEPTIONS
  bool wait(std::chrono::milliseconds timeout = forever) const {
    return detail::in_time(try_wait(timeout));
  }
#endif
};

/* Means no group. It is the default argument of functions that take a group. */
inline const group no_group;

/* Connections, plugins and defaults that calls share. A provider can be moved, but not copied. Any
 * thread may use it. The destructor of a provider ends running calls with MOYA_ERROR_CANCELLED, and
 * waits for callbacks that run on other threads. After a provider was moved from, its functions
 * fail with MOYA_ERROR_NULL.
 *
 * The parameter `target` is a moya::target, usually in braces, or a pointer to a moya_target. */
class provider {
  friend class blocking_call;
  detail::owned<moya_provider, moya_provider_destroy> it_;

  /* Calls `run` with the target as a moya_target. */
  template <class Target, class Run>
  auto with(const Target &target, Run run) const -> decltype(run(nullptr)) {
    if (!get()) return detail::no_handle("the provider");
    if constexpr (std::is_convertible_v<const Target &, const moya_target *>) {
      if (!static_cast<const moya_target *>(target)) return detail::no_handle("the target");
      return run(static_cast<const moya_target *>(target));
    } else {
      static_assert(std::is_same_v<Target, moya::target>,
                    "a target is a moya::target or a pointer to a moya_target");
      lowered_target lowered(target);
      if (error wrong = lowered.fault()) return wrong;
      return run(lowered.get());
    }
  }

 public:
  provider(moya_provider *it, detail::adopt) noexcept : it_(it) {}
  static result<provider> create(const provider_options &options = {}) {
    detail::lowered_options lowered(options);
    if (error wrong = lowered.fault()) return wrong;
    moya_provider *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_provider_create(lowered.get(), &it, &why);
    return detail::outcome(status, why, provider(it, detail::adopt()));
  }
  /* Takes ownership of a provider that the C API has made. */
  static provider adopt(moya_provider *it) noexcept { return provider(it, detail::adopt()); }
#if MOYA_EXCEPTIONS
  provider() : provider(create().value()) {}
  explicit provider(const provider_options &options) : provider(create(options).value()) {}
#endif
  /* Returns the handle for the C functions and for the endpoints of typed.h. */
  moya_provider *get() const noexcept { return it_.get(); }
  explicit operator bool() const noexcept { return get() != nullptr; }

  /* ── Calls ─────────────────────────────────────────────────────────────────────────────────── */

  /* Sends a request and waits for its response. `shown` are handlers, which receive the response as
   * it arrives. A response with an HTTP error status is a success, unless the target's validation
   * refuses it. [not in callbacks] */
  template <class Target = moya::target>
  result<response> try_call(const Target &target, const handlers &shown = {}) const {
    detail::handling state(shown);
    const moya_handlers lowered = state.lower();
    result<response> end = with(target, [&](const moya_target *given) {
      moya_response *it = nullptr;
      moya_error *why = nullptr;
      const moya_status status = moya_provider_call(
          get(), given, state.is_empty() ? nullptr : &lowered, &it, &why);
      return detail::outcome(status, why, response::adopt(it));
    });
    state.rethrow();
    return end;
  }

  /* Sends a request and returns at once. `end` is a function that receives a result<response>, or
   * handlers that contain such a function. handlers.h says on which thread `end` runs. */
  template <class Target = moya::target, class End = handlers>
  result<moya::call> try_send(const Target &target, End end,
                              const group &members = no_group) const {
    if (&members != &no_group && !members.get()) return detail::no_handle("the group");
    auto state = std::make_unique<detail::handling>(detail::handlers_of(std::move(end)));
    return with(target, [&](const moya_target *given) {
      const moya_handlers lowered = state.release()->hand_over();
      moya_call *it = nullptr;
      moya_error *why = nullptr;
      const moya_status status = moya_provider_send(get(), given, &lowered, members.get(), &it,
                                                    &why);
      return detail::outcome(status, why, moya::call::adopt(it));
    });
  }

  /* Sends a request and returns at once. When the call ends, it writes a row with its result to the
   * queue. `parts` says which other rows it writes before this row: MOYA_ROW_HEAD | MOYA_ROW_CHUNK
   * | MOYA_ROW_PROGRESS | MOYA_ROW_STEP. */
  template <class Target = moya::target>
  result<moya::call> try_enqueue(const Target &target, const queue &queue, uint64_t tag,
                                 uint32_t parts = 0, const group &members = no_group) const {
    if (!queue.get()) return detail::no_handle("the queue");
    if (&members != &no_group && !members.get()) return detail::no_handle("the group");
    return with(target, [&](const moya_target *given) {
      moya_call *it = nullptr;
      moya_error *why = nullptr;
      const moya_status status = moya_provider_enqueue(get(), given, queue.get(), tag, parts,
                                                       members.get(), &it, &why);
      return detail::outcome(status, why, moya::call::adopt(it));
    });
  }
#if MOYA_EXCEPTIONS
  template <class Target = moya::target>
  response call(const Target &target, const handlers &shown = {}) const {
    return try_call(target, shown).value();
  }
  template <class Target = moya::target, class End = handlers>
  moya::call send(const Target &target, End end, const group &members = no_group) const {
    return try_send(target, std::move(end), members).value();
  }
  template <class Target = moya::target>
  moya::call enqueue(const Target &target, const queue &queue, uint64_t tag, uint32_t parts = 0,
                     const group &members = no_group) const {
    return try_enqueue(target, queue, tag, parts, members).value();
  }
#endif

  /* Ends all running calls with MOYA_ERROR_CANCELLED. */
  void cancel_all() const noexcept { moya_provider_cancel_all(get()); }
  /* Cancels all running calls. Later calls fail with MOYA_ERROR_STATE. */
  void close() const noexcept { moya_provider_close(get()); }
  /* Waits until the running calls have ended, and closes the provider. If the time runs out,
   * try_drain returns the error MOYA_ERROR_TIMEOUT_TOTAL, and drain returns false.
   * [not in callbacks] */
  result<void> try_drain(std::chrono::milliseconds timeout = forever) const {
    if (!get()) return detail::no_handle("the provider");
    moya_error *why = nullptr;
    const moya_status status = moya_provider_drain(get(), detail::wait_ms(timeout), &why);
    return detail::outcome(status, why);
  }

  /* ── Plugins ───────────────────────────────────────────────────────────────────────────────── */

  /* try_load_plugin adds the plugin of a module that contains only one. try_add_plugin adds a
   * plugin that is part of the program (plugins.h). Add plugins before the first call. `config` is
   * a JSON object. */
  result<void> try_load_plugin(text_argument path, text_argument config = "{}") const {
    if (!get() || !path.c_str()) return detail::no_handle(get() ? "the path" : "the provider");
    if (!path.is_whole() || !config.is_whole())
      return detail::zero_inside("the path or the config");
    moya_error *why = nullptr;
    const moya_status status = moya_provider_load_plugin(get(), path.c_str(), config.c_str(), &why);
    return detail::outcome(status, why);
  }
  result<void> try_add_plugin(const moya_plugin &table, text_argument config = "{}") const {
    if (!get()) return detail::no_handle("the provider");
    if (!config.is_whole()) return detail::zero_inside("the config");
    moya_error *why = nullptr;
    const moya_status status = moya_provider_add_plugin(get(), &table, config.c_str(), &why);
    return detail::outcome(status, why);
  }
  /* Adds a plugin that is part of the library (builtin.h). */
  result<void> try_add_builtin(text_argument id, text_argument config = "{}",
                               const moya_builtin *functions = nullptr) const {
    if (!get() || !id.c_str()) return detail::no_handle(get() ? "the id" : "the provider");
    if (!id.is_whole() || !config.is_whole()) return detail::zero_inside("the id or the config");
    moya_error *why = nullptr;
    const moya_status status = moya_provider_add_builtin(get(), id.c_str(), config.c_str(),
                                                         functions, &why);
    return detail::outcome(status, why);
  }

  /* ── The program's own event loop (MOYA_PUMP_HOST) ─────────────────────────────────────────── */

  /* Returns a descriptor, which is readable when process has work to do. */
  int fd() const noexcept { return moya_provider_fd(get()); }
  /* Continues transfers and runs callbacks, on this thread. */
  result<void> try_process(std::chrono::milliseconds timeout = {}) const {
    if (!get()) return detail::no_handle("the provider");
    moya_error *why = nullptr;
    const moya_status status = moya_provider_process(get(), detail::wait_ms(timeout), &why);
    return detail::outcome(status, why);
  }
#if MOYA_EXCEPTIONS
  bool drain(std::chrono::milliseconds timeout = forever) const {
    return detail::in_time(try_drain(timeout));
  }
  void load_plugin(text_argument path, text_argument config = "{}") const {
    try_load_plugin(path, config).value();
  }
  void add_plugin(const moya_plugin &table, text_argument config = "{}") const {
    try_add_plugin(table, config).value();
  }
  void add_builtin(text_argument id, text_argument config = "{}",
                   const moya_builtin *functions = nullptr) const {
    try_add_builtin(id, config, functions).value();
  }
  void process(std::chrono::milliseconds timeout = {}) const { try_process(timeout).value(); }
#endif
};

inline result<group> group::create(const provider &provider, uint32_t limit) {
  if (!provider) return detail::no_handle("the provider");
  group made;
  moya_group *it = nullptr;
  moya_error *why = nullptr;
  const moya_status status = moya_group_create(provider.get(), limit, &it, &why);
  made.it_.reset(it);
  return detail::outcome(status, why, std::move(made));
}

/* A blocking call that returns to its caller from time to time, so that the caller can do other
 * work. Its destructor cancels a call that has not ended. The provider must live longer than this
 * object. Only one thread at a time may use a blocking call.
 *
 *     moya::blocking_call download(api, target);
 *     while (!download.wait(100ms))
 *       if (interrupted) return;
 *     use(download.response()); */
class blocking_call {
  detail::owned<moya_blocking_call, moya_blocking_call_release> it_;
  moya_provider *provider_ = nullptr;
  result<moya::response> end_{moya::response()};
  bool has_ended_ = false;

  void step(const moya_target *given, std::chrono::milliseconds timeout) {
    moya_blocking_call *it = it_.release();
    moya_response *came = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_provider_call_for(provider_, given, detail::wait_ms(timeout),
                                                      &it, &came, &why);
    it_.reset(it);
    end_ = detail::outcome(status, why, moya::response::adopt(came));
    has_ended_ = it == nullptr || status != MOYA_OK;
  }

 public:
  /* Starts the call. */
  template <class Target = moya::target>
  blocking_call(const provider &provider, const Target &target) : provider_(provider.get()) {
    const result<void> begun = provider.with(target, [&](const moya_target *given) {
      step(given, std::chrono::milliseconds(0));
      return result<void>();
    });
    if (begun) return;
    end_ = begun.error();
    has_ended_ = true;
  }
  /* Runs the call for at most `timeout`. Returns true if the call has ended. */
  bool wait(std::chrono::milliseconds timeout = forever) {
    if (!has_ended_) step(nullptr, timeout);
    return has_ended_;
  }
  bool has_ended() const noexcept { return has_ended_; }
  /* Returns the result of the call. Before the call has ended, returns the error
   * MOYA_ERROR_STATE. */
  result<moya::response> end() const {
    return has_ended_ ? end_
                      : result<moya::response>(error(MOYA_ERROR_STATE, "the call has not ended"));
  }
#if MOYA_EXCEPTIONS
  moya::response response() const { return end().value(); }
#endif
};

} // namespace moya

#endif
