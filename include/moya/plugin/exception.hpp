/* Exceptions of plugins in C++11 and later (plugin.hpp). None leaves a hook. */
#ifndef MOYA_PLUGIN_EXCEPTION_HPP
#define MOYA_PLUGIN_EXCEPTION_HPP

#include "context.hpp"

#include <exception>
#include <stdexcept>
#include <type_traits>

namespace moya {
namespace plugin {

/* An exception with a status, which is negative. */
struct error : std::runtime_error {
  moya_status status;
  error(moya_status why, const std::string &text) : std::runtime_error(text), status(why) {}
};

namespace detail {

#if defined(__cpp_exceptions)
/* Reports the exception that is being handled. Returns what its hook must return. */
template <class Result>
Result caught(const context &it) {
  const bool fails = std::is_same<Result, moya_status>::value;
  moya_status status = MOYA_RETRY_NONE;
  if (fails) status = MOYA_ERROR_PLUGIN_HOOK;
  const auto say = [&](const char *why) { fails ? it.fail(why) : it.log(MOYA_LOG_ERROR, why); };
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
#define MOYA_PLUGIN_TRY try
#define MOYA_PLUGIN_CATCH(result, context)    \
  catch (...) {                               \
    return detail::caught<result>(context);   \
  }
#else
#define MOYA_PLUGIN_TRY
#define MOYA_PLUGIN_CATCH(result, context)
#endif

} // namespace detail

} // namespace plugin
} // namespace moya

#endif
