/* The log has lines for people. Plugins write them, and so does the library itself.
 *
 * If a provider has a log, a function of the program receives its lines. Otherwise the environment
 * variable MOYA_LOG names a level (debug, info, warning or error), and the lines of this level and
 * of higher levels go to standard error. If MOYA_LOG is not set either, only a few warnings of the
 * library go there, for example about certificates that are not checked (connection.h). */
#ifndef MOYA_LOG_H
#define MOYA_LOG_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The severity of a line. */
enum { MOYA_LOG_DEBUG = 0, MOYA_LOG_INFO = 1, MOYA_LOG_WARNING = 2, MOYA_LOG_ERROR = 3 };
typedef int32_t moya_log_level;

/* Receives a line. If a plugin wrote the line, the line begins with the name of the plugin
 * ("org.example.retry: …"). Lines of moya.logger in the form "json" have no name. The line is UTF-8
 * without control characters, and message[len] is 0. The line is valid until this function returns.
 * The library replaces a value with "<redacted>" if the name of the value says that it is a secret
 * (token=…).
 *
 * This function runs on the thread that writes the line, mostly inside a hook. It can run on
 * several threads at the same time. moya_provider_create calls it to warn of dangerous options of
 * the provider. A function that sends a target calls it to warn of dangerous options of the target.
 * moya_provider_destroy calls it if the file of cookies or of HSTS cannot be written. Inside this
 * function, library functions that block return MOYA_ERROR_STATE, and further lines are dropped.
 * [any thread] */
typedef void (*moya_log_fn)(void *user, moya_log_level level, const char *message, size_t len);

/* Where a provider writes its lines (moya_provider_options.log). */
typedef struct moya_log_handler {
  uint32_t size MOYA_0;
  moya_log_level level MOYA_0; /* the lowest level to pass on; 0: all lines */
  moya_log_fn log MOYA_0;      /* required */
  void *user MOYA_0;
  /* Called once with `user`, when the provider writes no more lines. This is after the provider was
   * destroyed, or when the provider could not be made. Not called if the `size` of this struct or
   * of the moya_provider_options is invalid. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_log_handler;
#define MOYA_LOG_HANDLER_INIT MOYA_SIZED(moya_log_handler)
#define MOYA_LOG_HANDLER(...) MOYA_MAKE(moya_log_handler, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_log_handler) == 32, "moya_log_handler");
#endif

#ifdef __cplusplus
}
#endif

#endif
