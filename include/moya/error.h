/* Errors say why a function or a call failed. An error never changes and contains no secrets. */
#ifndef MOYA_ERROR_H
#define MOYA_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the status with which the function or the call failed; never MOYA_OK. [any thread, as all
 * functions of this header] */
MOYA_API moya_status moya_error_status(const moya_error *error);

/* Returns one sentence on one line that says what failed, for which target, and why. It contains no
 * secrets. U+FFFD replaces each control character of a quoted text. */
MOYA_API moya_str moya_error_message(const moya_error *error);

/* Returns the target's name, or {NULL, 0} if the error is not about a target. */
MOYA_API moya_str moya_error_target(const moya_error *error);

/* If the response was refused because of its HTTP status (MOYA_ERROR_STATUS_CODE), these two
 * functions return the method and the URL of the request. The URL is shown without a user name and
 * password, and with "<redacted>" instead of a query or a fragment. For any other error they return
 * {NULL, 0}. The HTTP status is in the response that moya_error_response returns. */
MOYA_API moya_str moya_error_method(const moya_error *error);
MOYA_API moya_str moya_error_url(const moya_error *error);

/* The source of the number that moya_error_code returns. */
enum {
  MOYA_DOMAIN_NONE = 0,   /* there is no number besides the status */
  MOYA_DOMAIN_CURL = 1,   /* libcurl: the number is a CURLcode */
  MOYA_DOMAIN_PLUGIN = 2, /* a plugin: the number is the negative value that its hook returned */
  MOYA_DOMAIN_SYSTEM = 3  /* the kernel: the number is an errno */
};
typedef int32_t moya_domain;

/* Returns a MOYA_DOMAIN_… value, which says where the number of moya_error_code comes from. */
MOYA_API moya_domain moya_error_domain(const moya_error *error);

/* Returns the number of the failure. moya_error_domain says what kind of number it is. For
 * MOYA_DOMAIN_NONE the number is 0. */
MOYA_API int64_t moya_error_code(const moya_error *error);

/* Returns the response that arrived before the failure, or NULL if there is none. Its body may be
 * incomplete. The response is borrowed: it is valid until the error is released. */
MOYA_API const moya_response *moya_error_response(const moya_error *error);

/* Makes an error for the program's own functions, if they report errors as this library does. The
 * message becomes "target: message", or `message` if `target` is NULL; put no secrets into it.
 * `response` may be NULL; otherwise the error holds a reference to it, and moya_error_response
 * returns it. Returns NULL if `status` is not negative, if `message` is NULL, or if a text is too
 * long or not UTF-8. The caller must release the error with moya_error_release. [any thread] */
MOYA_API moya_error *moya_error_create(moya_status status, const char *target, const char *message,
                                       const moya_response *response)
    MOYA_NONNULL(3);

/* moya_error_retain adds a reference and returns `error`. moya_error_release releases a reference.
 * The caller owns one reference to each error that a function returned, and each reference that it
 * added. It must release all of them. [any thread] */
MOYA_API moya_error *moya_error_retain(const moya_error *error);
MOYA_API void moya_error_release(moya_error *error);

#ifdef __cplusplus
}
#endif

#endif
