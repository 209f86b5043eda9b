/* Why a function or a call failed. Immutable; never shows a secret. */
#ifndef MOYA_ERROR_H
#define MOYA_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why the function or the call failed; never MOYA_OK. [any thread, as all functions of this group] */
MOYA_API moya_status moya_error_status(const moya_error *error);

/* One sentence on one line: what failed, for which target, why. Never a secret. U+FFFD stands for each control character of
 * a text that is quoted. */
MOYA_API moya_str moya_error_message(const moya_error *error);

/* The target's name; {NULL, 0} when it is about none. */
MOYA_API moya_str moya_error_target(const moya_error *error);

/* The method and the URL of the request whose response has a status that is not accepted
 * (MOYA_ERROR_STATUS_CODE). The URL is shown without a user, and with "<redacted>" for a query or a
 * fragment. {NULL, 0}: another error. The status itself is that of moya_error_response. */
MOYA_API moya_str moya_error_method(const moya_error *error);
MOYA_API moya_str moya_error_url(const moya_error *error);

/* Where a cause has its number from. */
enum {
  MOYA_DOMAIN_NONE = 0,   /* the cause has no number but the status */
  MOYA_DOMAIN_CURL = 1,   /* libcurl: a CURLcode */
  MOYA_DOMAIN_PLUGIN = 2, /* a plugin: the negative value that its hook returned */
  MOYA_DOMAIN_SYSTEM = 3  /* the kernel: an errno */
};
typedef int32_t moya_domain;

/* Where `moya_error_code` comes from. */
MOYA_API moya_domain moya_error_domain(const moya_error *error);

/* The number that the domain gave the cause; 0 for MOYA_DOMAIN_NONE. */
MOYA_API int64_t moya_error_code(const moya_error *error);

/* The response that came in spite of the error, perhaps with a part of its body only; borrowed from the error; NULL:
 * none. */
MOYA_API const moya_response *moya_error_response(const moya_error *error);

/* An error of the program's own, for functions that stand on this library's and report as they do. Its message is "target:
 * message", or `message` if `target` is NULL; keep secrets out of it. `response` (may be NULL) is retained, for
 * moya_error_response. NULL: `status` is not negative, or a text is NULL, too long or not UTF-8. [any thread] Release with
 * moya_error_release. */
MOYA_API moya_error *moya_error_create(moya_status status, const char *target, const char *message,
                                       moya_response *response)
    MOYA_NONNULL(3);

/* Every retain, and every error that a function gave, is released once. retain returns `error`. [any thread] */
MOYA_API moya_error *moya_error_retain(moya_error *error);
MOYA_API void moya_error_release(moya_error *error);

#ifdef __cplusplus
}
#endif

#endif
