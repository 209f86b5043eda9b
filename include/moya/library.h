/* Functions that return the version, the components and the constants of the library.
 *
 * The constants are for languages that cannot read headers. */
#ifndef MOYA_LIBRARY_H
#define MOYA_LIBRARY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version, "1.0.0". The text is valid for the life of the process. [any thread] */
MOYA_API const char *moya_version(void);

/* Returns the version as 0xMMmmpp: major, minor and patch. [any thread] */
MOYA_API uint32_t moya_version_number(void);

/* Returns the library's components with their versions, for bug reports: "libcurl/8.22.0 (bundled)
 * OpenSSL/3.0.22 nghttp2/1.70.0 …". Spaces separate them. "(system)" means that the library uses
 * the machine's libcurl instead of its own. The text is valid for the life of the process.
 * [any thread] */
MOYA_API const char *moya_features(void);

/* Returns the name of a status: "MOYA_ERROR_CONNECT" for MOYA_ERROR_CONNECT, and
 * "MOYA_ERROR_UNKNOWN" for a number that is no status. The text is valid for the life of the
 * process. [any thread] */
MOYA_API const char *moya_status_name(moya_status status);

/* Stores the value of a constant of these headers, by its name ("MOYA_TASK_JSON"). The name of a
 * struct ("moya_target") gives its size, and the name of a field ("moya_target.path") its offset,
 * in bytes. Errors: NULL; ARGUMENT: no such name. [any thread] */
MOYA_API moya_status moya_constant(const char *name, int64_t *value) MOYA_NONNULL(1, 2);

/* Returns how many names moya_constant knows. [any thread] */
MOYA_API size_t moya_constant_count(void);

/* Stores one of the names that moya_constant knows, and its value. Indexes are 0 … count − 1. The
 * name of a struct comes first, then the names of its fields. The name is valid for the life of the
 * process. `value` may be NULL. Errors: NULL; ARGUMENT: no such index. [any thread] */
MOYA_API moya_status moya_constant_at(size_t index, const char **name, int64_t *value)
    MOYA_NONNULL(2);

#ifdef __cplusplus
}
#endif

#endif
