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

/* What the library is made of, for reports of faults: "libcurl/8.21.0 (bundled) OpenSSL/3.0.22 nghttp2/1.52.0 …", names
 * and versions divided by spaces. "(system)": the machine's libcurl, not the library's own. Static. [any thread] */
MOYA_API const char *moya_features(void);

/* "MOYA_ERROR_CONNECT" for MOYA_ERROR_CONNECT; "MOYA_ERROR_UNKNOWN" for any other number. Static. [any thread] */
MOYA_API const char *moya_status_name(moya_status status);

/* The value of any constant of these two headers by its name ("MOYA_TASK_JSON"), or the size of a struct by its name
 * ("moya_target"), for languages that cannot read headers. MOYA_ERROR_ARGUMENT: no such name. [any thread] */
MOYA_API moya_status moya_constant(const char *name, int64_t *value);

#ifdef __cplusplus
}
#endif

#endif
