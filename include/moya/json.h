/* Values of a JSON body, found without a tree: only the path to the value is read. */
#ifndef MOYA_JSON_H
#define MOYA_JSON_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values of a JSON body by key path: names and array indexes joined with dots ("items.0.name"; a dot in a name is
 * written `\.`); "" or NULL is the root. Nothing else of the body is parsed. Texts live as long as the response.
 * Errors: NULL, UTF8, ARGUMENT (too long a key path), JSON, KEY_PATH, JSON_TYPE, MEMORY. [any thread] */
MOYA_API moya_status moya_response_json_string(const moya_response *response, const char *key_path, moya_str *value,
                                               moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_int64(const moya_response *response, const char *key_path, int64_t *value,
                                              moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_double(const moya_response *response, const char *key_path, double *value,
                                               moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_bool(const moya_response *response, const char *key_path, bool *value,
                                             moya_error **error)
    MOYA_NONNULL(1, 3);
/* The JSON text itself, whatever its type. */
MOYA_API moya_status moya_response_json_raw(const moya_response *response, const char *key_path, moya_str *value,
                                            moya_error **error)
    MOYA_NONNULL(1, 3);

#ifdef __cplusplus
}
#endif

#endif
