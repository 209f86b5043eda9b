/* Wraps the functions of the host (moya_host) for plugins in C++11 and later (plugin.hpp). */
#ifndef MOYA_PLUGIN_CONTEXT_HPP
#define MOYA_PLUGIN_CONTEXT_HPP

#include "tasks.h"

#include <string>
#include <utility>

namespace moya {
namespace plugin {

/* A borrowed text of the host. It converts to false if there is no text. */
struct text : moya_str {
  text(moya_str it) : moya_str(it) {}
  explicit operator bool() const { return data != nullptr; }
  std::string str() const { return data ? std::string(data, len) : std::string(); }
};

/* A text for the host, or NULL. The host reads it up to its first NUL byte. */
struct argument {
  const char *it;
  argument(const char *text) : it(text) {}
  argument(const std::string &text) : it(text.c_str()) {}
  argument(const text &text) : it(text.data) {}
};

/* A list of header fields that the host returned. It can be used in a range-based `for`. */
struct field_list {
  const moya_field *fields;
  size_t count;
  const moya_field *begin() const { return fields; }
  const moya_field *end() const { return fields + count; }
};

/* A context, and the functions of moya_host that work with it. The functions have the same names
 * and errors as in moya_host. plugin.h says in which hooks each function applies, and how long
 * contexts and texts are valid. Copies of this object stand for the same context. An object of the
 * plugin's class may store a copy of the context that its constructor received. */
struct context {
  const moya_host *host; /* for functions of the host that are not members here:
                          * it.host->target_user(it.handle) */
  moya_context *handle;

  /* Returns a table of further functions by its name, or NULL if the library has no such table. */
  template <class Table>
  const Table *extension(argument name) const {
    return static_cast<const Table *>(host->get_extension(name.it));
  }
  /* Returns the functions for clocks, timers, work that may block, and requests (tasks.h). */
  const moya_tasks *tasks() const { return extension<moya_tasks>(MOYA_TASKS); }

  bool log_enabled(moya_log_level level) const { return host->log_enabled(handle, level) != 0; }
  void log(moya_log_level level, argument line) const { host->log(handle, level, line.it); }
  void fail(argument why) const { host->fail(handle, why.it); }
  void fail_with(uint32_t flags, argument why) const { host->fail_with(handle, flags, why.it); }
  /* Returns the text as `log` would write it. */
  std::string redact(argument it) const {
    std::string out(host->redact(handle, it.it, nullptr, 0) + 1, '\0');
    out.resize(host->redact(handle, it.it, &out[0], out.size()));
    return out;
  }

  text option_text(argument name) const { return host->option_text(handle, name.it); }
  int64_t option_int(argument name) const { return host->option_int(handle, name.it); }
  double option_number(argument name) const { return host->option_number(handle, name.it); }
  size_t option_count(argument name) const { return host->option_count(handle, name.it); }
  text option_at(argument name, size_t at) const { return host->option_at(handle, name.it, at); }

  text target_name() const { return host->target_name(handle); }
  bool target_has_tag(argument tag) const { return host->target_has_tag(handle, tag.it) != 0; }
  bool target_is_as_sent() const { return host->target_is_as_sent(handle) != 0; }
  bool target_has_overrides() const { return host->target_has_overrides(handle) != 0; }
  uint32_t attempt() const { return host->attempt(handle); }
  int64_t time_left_ms() const { return host->time_left_ms(handle); }
  /* The slot is a pointer that the plugin stores for one call. The release_slot hook of the
   * plugin's class frees what it points to. If set_slot fails, the caller still owns `value`. If
   * set_slot replaces a value, the caller owns the replaced value. */
  void *slot() const { return host->slot(handle); }
  moya_status set_slot(void *value) const { return host->set_slot(handle, value); }

  text request_method() const { return host->request_method(handle); }
  text request_url() const { return host->request_url(handle); }
  text request_header(argument name) const { return host->request_header(handle, name.it); }
  size_t request_header_count() const { return host->request_header_count(handle); }
  bool request_header_at(size_t index, moya_str *name, moya_str *value) const {
    return host->request_header_at(handle, index, name, value) != 0;
  }
  field_list request_headers() const {
    field_list it = {nullptr, 0};
    it.fields = host->request_headers(handle, &it.count);
    return it;
  }
  moya_body_kind request_body_kind() const { return host->request_body_kind(handle); }
  int64_t request_body_size() const { return host->request_body_size(handle); }
  text request_body() const { return host->request_body(handle); }
  moya_status request_set_method(argument it) const {
    return host->request_set_method(handle, it.it);
  }
  moya_status request_set_url(argument url) const { return host->request_set_url(handle, url.it); }
  moya_status request_set_header(argument name, argument value) const {
    return host->request_set_header(handle, name.it, value.it);
  }
  moya_status request_add_header(argument name, argument value) const {
    return host->request_add_header(handle, name.it, value.it);
  }
  moya_status request_set_body(const std::string &body) const {
    return host->request_set_body(handle, body.data(), body.size());
  }

  moya_status result_status() const { return host->result_status(handle); }
  text error_message() const { return host->error_message(handle); }
  int64_t result_info(moya_info what) const { return host->result_info(handle, what); }
  int32_t http_status() const { return host->http_status(handle); }
  text response_url() const { return host->response_url(handle); }
  text response_header(argument name) const { return host->response_header(handle, name.it); }
  size_t response_header_count() const { return host->response_header_count(handle); }
  bool response_header_at(size_t index, moya_str *name, moya_str *value) const {
    return host->response_header_at(handle, index, name, value) != 0;
  }
  field_list response_headers() const {
    field_list it = {nullptr, 0};
    it.fields = host->response_headers(handle, &it.count);
    return it;
  }
  moya_body_kind response_body_kind() const { return host->response_body_kind(handle); }
  text response_body() const { return host->response_body(handle); }
  moya_status response_set_status(int32_t it) const {
    return host->response_set_status(handle, it);
  }
  moya_status response_set_header(argument name, argument value) const {
    return host->response_set_header(handle, name.it, value.it);
  }
  moya_status response_add_header(argument name, argument value) const {
    return host->response_add_header(handle, name.it, value.it);
  }
  moya_status response_set_headers(const moya_field *fields, size_t count) const {
    return host->response_set_headers(handle, fields, count);
  }
  moya_status response_set_body(const std::string &body) const {
    return host->response_set_body(handle, body.data(), body.size());
  }
  moya_status response_set_url(argument url) const {
    return host->response_set_url(handle, url.it);
  }
  moya_status response_set_info(moya_info what, int64_t value) const {
    return host->response_set_info(handle, what, value);
  }
};

/* These symbols are hidden, so that each module has its own copies. */
#pragma GCC visibility push(hidden)
namespace detail {
/* Records which hook runs on this thread. So the destructor of a `deferred` object can see whether
 * it runs inside the hook that deferred the context. */
struct hook {
  moya_context *context;
  hook *before;
  bool dropped; /* a deferred object was destroyed, and the context is still deferred */
  bool gave;    /* the context was resumed or given away, so it may have ended */

  explicit hook(moya_context *it) : context(it), before(now()), dropped(false), gave(false) {
    now() = this;
  }
  hook(const hook &) = delete;
  ~hook() { now() = before; }
  static hook *of(moya_context *it) { return now() && now()->context == it ? now() : nullptr; }

 private:
  static hook *&now() {
    static thread_local hook *it = nullptr;
    return it;
  }
};
} // namespace detail
#pragma GCC visibility pop

/* Owns a deferred context. If the context was not resumed, the destructor resumes it with an error.
 * But if the destructor runs inside the hook that deferred the context, it resumes nothing: the
 * result or the exception of the hook decides what happens to the call.
 *
 * After a hook has stored this object, for example in a queue, the hook must not fail. Otherwise
 * the error ends the context, and the stored object is of no use. If the hook has to fail, it must
 * first take the object back. */
struct deferred : context {
  /* Defers the context of a hook. The object is false if the hook cannot wait. If the object is
   * true, the hook must return MOYA_HOOK_PENDING. */
  explicit deferred(const context &it) : context(it) {
    if (host->defer(handle) != MOYA_OK) handle = nullptr;
  }
  /* Owns a context that was deferred before (`defer` in plugin.h), for example a context that
   * another object has given away with release(). */
  deferred(const moya_host *from, moya_context *it) : context{from, it} {}
  deferred(deferred &&it) noexcept : context(it) { it.handle = nullptr; }
  deferred &operator=(deferred &&it) noexcept {
    std::swap(host, it.host);
    std::swap(handle, it.handle);
    return *this;
  }
  ~deferred() {
    if (!handle) return;
    if (detail::hook *hook = detail::hook::of(handle)) {
      hook->dropped = true;
      return;
    }
    fail(dropped());
    resume(MOYA_ERROR_PLUGIN_HOOK);
  }
  explicit operator bool() const { return handle != nullptr; }

  /* Resumes the context. `result` is the result of the hook. Returns MOYA_ERROR_STATE if the call
   * has ended. The call does not continue inside this function, so the caller may hold a lock.
   * [any thread] */
  moya_status resume(moya_status result) { return host->resume(release(), result); }
  /* Lets a timer resume the context with MOYA_HOOK_OK after `ms` milliseconds. If this function
   * fails, this object still owns the context. */
  moya_status resume_after(int64_t ms) {
    const moya_tasks *timers = tasks();
    if (!timers) return MOYA_ERROR_STATE;
    const moya_status status = timers->after(handle, ms, nullptr, nullptr, nullptr);
    if (status == MOYA_OK) release();
    return status;
  }
  /* Returns the context. Its new owner must resume it. */
  moya_context *release() {
    moya_context *it = handle;
    if (detail::hook *hook = detail::hook::of(it)) hook->gave = true;
    handle = nullptr;
    return it;
  }
  static const char *dropped() { return "the plugin dropped the call"; }
};

} // namespace plugin
} // namespace moya

#endif
