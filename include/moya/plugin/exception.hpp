/* Catches the exceptions of plugins in C++11 and later (plugin.hpp), so that none leaves a hook. */
#ifndef MOYA_PLUGIN_EXCEPTION_HPP
#define MOYA_PLUGIN_EXCEPTION_HPP

#include "context.hpp"

#include <exception>
#include <stdexcept>
#include <type_traits>

namespace moya {
namespace plugin {

/* If a hook throws this exception, the hook fails with `status`, which must be negative. */
struct error : std::runtime_error {
  moya_status status;
  error(moya_status why, const std::string &text) : std::runtime_error(text), status(why) {}
};

#pragma GCC visibility push(hidden)
namespace detail {

/* Calls a function that does not return a moya_status. Such a function cannot defer its context. */
template <class Result, class Run>
Result settled(const context &, const hook &, Run &run, Result *) {
  return run();
}
/* Calls a function that returns a moya_status. If the function has deferred its context and has
 * destroyed the object `deferred` without resuming it, nothing can resume the context any more. In
 * this case the result is an error. */
template <class Run>
moya_status settled(const context &it, const hook &running, Run &run, moya_status *) {
  const moya_status result = run();
  if (result != MOYA_HOOK_PENDING || !running.dropped) return result;
  it.fail(deferred::dropped());
  return MOYA_ERROR_PLUGIN_HOOK;
}

#if defined(__cpp_exceptions)
/* Reports the exception that is being handled. If Result is a moya_status, the exception becomes
 * the reason of the failure, unless the hook has already given the result. Otherwise it goes to the
 * log of `self`, the instance, because `it` may be NULL or may have ended. Returns what the hook
 * that threw the exception must return. */
template <class Result>
Result caught(const context &it, const hook &running, moya_context *self) {
  const bool fails = std::is_same<Result, moya_status>::value;
  moya_status status = MOYA_RETRY_NONE;
  if (fails) status = MOYA_ERROR_PLUGIN_HOOK;
  const context instance = {it.host, self};
  const auto say = [&](const char *why) {
    if (fails && !running.gave) it.fail(why);
    else instance.log(MOYA_LOG_ERROR, why);
  };
  try {
    throw;
  } catch (const error &why) {
    say(why.what());
    if (fails && why.status < 0) status = why.status;
  } catch (const std::exception &why) {
    say(why.what());
  } catch (...) {
    say("an exception that is not a std::exception");
  }
  return Result(status);
}
#endif

/* Calls a function of the plugin. If exceptions are enabled, catches the exceptions of the
 * function, and passes their texts to `fail` of `it` or to `log` of `self`, the instance. `own` is
 * the context that the function may defer. It is NULL for `create`, `release_slot` and tasks, which
 * cannot defer. */
template <class Result, class Run>
Result guarded(const context &it, moya_context *own, moya_context *self, Run run) {
  hook running(own);
#if defined(__cpp_exceptions)
  try {
    return settled(it, running, run, static_cast<Result *>(nullptr));
  } catch (...) {
    return caught<Result>(it, running, self);
  }
#else
  (void)self;
  return settled(it, running, run, static_cast<Result *>(nullptr));
#endif
}

} // namespace detail
#pragma GCC visibility pop

} // namespace plugin
} // namespace moya

#endif
