/* Why a function or a call failed. Immutable; never shows a secret. */
#ifndef MOYA_ERROR_H
#define MOYA_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why the function or the call failed; never MOYA_OK. [any thread, as all functions of this group] */
MOYA_API moya_status moya_error_status(const moya_error *error);

/* One sentence: what failed, for which target, why. Never a secret. */
MOYA_API moya_str moya_error_message(const moya_error *error);

/* The target's name; {NULL, 0} when it is about none. */
MOYA_API moya_str moya_error_target(const moya_error *error);

/* Where `moya_error_code` comes from: "curl", "plugin", "system" or "" . */
MOYA_API moya_str moya_error_domain(const moya_error *error);

/* The number that the domain gave the cause: libcurl's CURLcode, a plugin's own, errno; 0 when the domain is "". */
MOYA_API int64_t moya_error_code(const moya_error *error);

/* The response that came in spite of the error, perhaps with a part of its body only; borrowed from the error; NULL:
 * none. */
MOYA_API const moya_response *moya_error_response(const moya_error *error);

/* Every retain, and every error that a function gave, is released once. retain returns `error`. [any thread] */
MOYA_API moya_error *moya_error_retain(moya_error *error);
MOYA_API void moya_error_release(moya_error *error);

#ifdef __cplusplus
}
#endif

#endif
