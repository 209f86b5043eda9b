/* URLs: a text as a part of one, what a reference names, and the next page that a response names. */
#ifndef MOYA_URL_H
#define MOYA_URL_H

#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes `text` percent-encoded (RFC 3986 §2.1) into `buffer`. Every byte is encoded except letters, digits,
 * "-", ".", "_" and "~". So the result is one segment of a path, or a name or a value of a query. Writes at
 * most `room` bytes with the NUL, and returns the length of the whole without it, as snprintf does; 0 for
 * NULL. [any thread] */
MOYA_API size_t moya_url_escape(const char *text, char *buffer, size_t room);

/* Writes the URL that `reference` names seen from `base` (RFC 3986 §5.2) into `buffer`, as the library would
 * send it: characters that no URL holds are percent-encoded. Writes at most `room` bytes with the NUL, and
 * returns the length of the whole without it, or a negative status: NULL, UTF8; ARGUMENT: a text of more
 * than 131 072 bytes; INVALID_URL: the result is no URL that the library sends. [any thread] */
MOYA_API int64_t moya_url_resolve(const char *base, const char *reference, char *buffer, size_t room)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Makes a target for the page that a response names in its field Link (RFC 8288) with `relation`; NULL:
 * "next". It is a copy of `target` (moya_target_copy), to be released with moya_target_release, whose base
 * URL is the link; its path and the query of its task are empty. *page is NULL if the response has no such
 * link. `target` may be *page of the response before, which is not released, or a target that may be sent
 * again: `release_user` functions in it are called as by a call.
 *
 * The link is resolved against the response's URL. A link that leads to another origin than the request's
 * is MOYA_ERROR_INVALID_URL, because the target's credentials must not go there; so is one that names a
 * user. A server may link a page to itself: a program that follows links without end should count them.
 *
 * Errors: those of moya_target_copy; UTF8; INVALID_URL. [any thread] */
MOYA_API moya_status moya_target_next(const moya_target *target, const moya_response *response,
                                      const char *relation, moya_target **page, moya_error **error)
    MOYA_NONNULL(1, 2, 4) MOYA_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
