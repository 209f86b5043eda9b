/* The library itself: its version, what it is made of, and its constants for languages that cannot read headers. */
#ifndef MOYA_LIBRARY_H
#define MOYA_LIBRARY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "1.0.0". Static. [any thread] */
MOYA_API const char *moya_version(void);

/* 0xMMmmpp. [any thread] */
MOYA_API uint32_t moya_version_number(void);

/* What the library is made of, for reports of faults: "libcurl/8.22.0 (bundled) OpenSSL/3.0.22 nghttp2/1.52.0 …", names
 * and versions divided by spaces. "(system)": the machine's libcurl, not the library's own. Static. [any thread] */
MOYA_API const char *moya_features(void);

/* "MOYA_ERROR_CONNECT" for MOYA_ERROR_CONNECT; "MOYA_ERROR_UNKNOWN" for any other number. Static. [any thread] */
MOYA_API const char *moya_status_name(moya_status status);

/* The value of any constant of these headers by its name ("MOYA_TASK_JSON"), the size of a struct by its name
 * ("moya_target"), or where a field of it begins ("moya_target.path"), in bytes: for languages that cannot read headers.
 * Errors: NULL; ARGUMENT: no such name. [any thread] */
MOYA_API moya_status moya_constant(const char *name, int64_t *value) MOYA_NONNULL(1, 2);

/* How many names moya_constant knows. [any thread] */
MOYA_API size_t moya_constant_count(void);

/* One of them, 0 … count − 1; a field follows its struct. The name is static. `value` may be NULL.
 * Errors: NULL; ARGUMENT: no such index. [any thread] */
MOYA_API moya_status moya_constant_at(size_t index, const char **name, int64_t *value) MOYA_NONNULL(2);

#ifdef __cplusplus
}
#endif

#endif
