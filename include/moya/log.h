/* Lines for people: what plugins, and the library's own ones, have to say about calls.
 *
 * A provider's log gets them by a callback; without one they go to standard error, as far as MOYA_LOG asks for them. */
#ifndef MOYA_LOG_H
#define MOYA_LOG_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How severe a line is. */
enum { MOYA_LOG_DEBUG = 0, MOYA_LOG_INFO = 1, MOYA_LOG_WARNING = 2, MOYA_LOG_ERROR = 3 };
typedef int32_t moya_log_level;

/* Gets a line, which begins with the plugin that wrote it ("org.example.retry: …"): UTF-8 without control characters,
 * valid until this returns, message[len] is 0. Values whose names say that they are secrets are "<redacted>" in it. Runs
 * where the line is written, on several threads at the same time, mostly inside a hook; for a warning of the library's
 * inside moya_provider_create, and for files that cannot be written at the end inside moya_provider_destroy. Functions
 * that block return MOYA_ERROR_STATE. Lines that are written inside of it are dropped. [any thread] */
typedef void (*moya_log_fn)(void *user, moya_log_level level, const char *message, size_t len);

/* Where a provider's lines go (moya_provider_options.log). */
typedef struct moya_log_handler {
  uint32_t size MOYA_0;
  moya_log_level level MOYA_0; /* the lowest that is told; 0: all */
  moya_log_fn log MOYA_0;      /* required */
  void *user MOYA_0;
  /* Called once with `user`, when the provider no longer writes lines: after it was destroyed, or when it could not be
   * made; but not when the size of a struct was refused. May be NULL. */
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
