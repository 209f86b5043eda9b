/* Percent-encodes texts for URLs, resolves references, and finds the next page of a response. */
#ifndef MOYA_URL_H
#define MOYA_URL_H

#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes `text` percent-encoded (RFC 3986 §2.1) into `buffer`. Every byte is encoded except
 * letters, digits, "-", ".", "_" and "~". So the result is one segment of a path, or a name or a
 * value of a query. Writes at most `room` bytes, including the NUL. Returns the length of the whole
 * result without the NUL, as snprintf does; 0 for NULL. [any thread] */
MOYA_API size_t moya_url_escape(const char *text, char *buffer, size_t room);

/* Writes the URL that `reference` means relative to `base` (RFC 3986 §5.2) into `buffer`. The URL
 * is as the library would send it: characters that a URL cannot contain are percent-encoded. Writes
 * at most `room` bytes, including the NUL. Returns the length of the whole URL without the NUL. On
 * failure, returns a negative status: NULL, UTF8; ARGUMENT: a text of more than 131 072 bytes;
 * INVALID_URL: the result is not a URL that the library sends. [any thread] */
MOYA_API int64_t moya_url_resolve(const char *base, const char *reference, char *buffer,
                                  size_t room)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Makes a target for another page of a result. The response names the page in its field Link
 * (RFC 8288) with `relation`; NULL stands for "next". The new target is a copy of `target`
 * (moya_target_copy). The base URL of the copy is the link, and its path and the query of its task
 * are empty. The caller must release the copy with moya_target_release. If the response has no such
 * link, *page is NULL.
 *
 * `target` is usually the target whose call returned `response`. You can also pass any other target
 * that can be sent again. This function does not release `target`. The library calls the
 * `release_user` functions in `target` as it does when a target is sent.
 *
 * The link is resolved against the response's URL. A link to another origin than the request's
 * fails with MOYA_ERROR_INVALID_URL, because the target's credentials must not go there. A link
 * whose URL contains a user name ("https://user@host/") fails with MOYA_ERROR_INVALID_URL too. A
 * server can link a page to itself, so a program that follows all links should count them.
 *
 * Errors: those of moya_target_copy; UTF8; INVALID_URL. [any thread] */
MOYA_API moya_status moya_target_next(const moya_target *target, const moya_response *response,
                                      const char *relation, moya_target **page, moya_error **error)
    MOYA_NONNULL(1, 2, 4) MOYA_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
