/* What a server sent, or a stub in its place: status, header fields, body. Immutable. */
#ifndef MOYA_RESPONSE_H
#define MOYA_RESPONSE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A response of these parts, which are copied: for programs that keep responses, or hand them to another process. Names
 * and values of `headers` are bytes, as moya_response_header_at gives them; a name has no colon and none of them a line
 * break. `header_stride`: sizeof(moya_header), or 0. `url` may be NULL: "". Release with moya_response_release. Errors:
 * NULL, UTF8, ARGUMENT (a status that is not 100 … 599, an invalid name or value, too many fields), STRUCT_* (the
 * stride), MEMORY. [any thread] */
MOYA_API moya_status moya_response_create(int32_t http_status, const char *url, const moya_header *headers,
                                          size_t header_count, uint32_t header_stride, const void *body,
                                          size_t body_len, moya_response **response, moya_error **error)
    MOYA_NONNULL(8);

/* One more reference, to be released too. Returns `response`. [any thread] */
MOYA_API moya_response *moya_response_retain(moya_response *response);
/* Gives up one reference. [any thread] */
MOYA_API void moya_response_release(moya_response *response);

/* 100 … 599. [any thread] */
MOYA_API int32_t moya_response_http_status(const moya_response *response);

/* The body, decoded. [any thread] */
MOYA_API moya_str moya_response_body(const moya_response *response);

/* The number of fields of the header section; 0 also when there is no memory to read them. [any thread] */
MOYA_API size_t moya_response_header_count(const moya_response *response);

/* One field, in the order received: its name as received, its value without the white space around it. Values are
 * opaque bytes (RFC 9110 §5.5), often UTF-8 or Latin-1, given as they came; fields of one name stay apart. `name` and
 * `value` may be NULL. Errors: NULL, ARGUMENT (no such index), MEMORY. [any thread] */
MOYA_API moya_status moya_response_header_at(const moya_response *response, size_t index, moya_str *name,
                                             moya_str *value)
    MOYA_NONNULL(1);

/* A field's value, name compared without case, bytes as they came; {NULL, 0}: none. Several of one name are joined with
 * a comma, but not Set-Cookie, whose values contain commas (RFC 9110 §5.3): that gives the first. [any thread] */
MOYA_API moya_str moya_response_header(const moya_response *response, const char *name);

/* The URL that answered, after redirects. [any thread] */
MOYA_API moya_str moya_response_url(const moya_response *response);


/* ── How the exchange went ──────────────────────────────────────────────────────────────────────────────────────── */

/* What moya_response_info tells. Times are microseconds. */
enum {
  MOYA_INFO_HTTP_VERSION = 1,      /* 10, 11 or 20: HTTP/1.0, HTTP/1.1, HTTP/2 */
  MOYA_INFO_ATTEMPTS = 2,          /* how often the request was sent: 1 without a retry */
  MOYA_INFO_CONNECTION_REUSED = 3, /* 1: it went over a connection that was kept; 0: one was made for it */
  MOYA_INFO_REMOTE_PORT = 4,       /* the port of moya_response_remote_address */
  MOYA_INFO_BYTES_UP = 5,          /* of the request's body */
  MOYA_INFO_BYTES_DOWN = 6,        /* of the response's body as it came: encoded, without the framing of chunks */
  MOYA_INFO_NAME_LOOKUP_US = 7,    /* until the name was resolved, since the last hop (redirect) began; 0 with a kept
                                    * connection, as the next two */
  MOYA_INFO_CONNECT_US = 8,        /* until the connection was made, since the same moment */
  MOYA_INFO_TLS_US = 9,            /* until TLS was agreed; 0 also without TLS */
  MOYA_INFO_FIRST_BYTE_US = 10,    /* until the first byte of the response, since the request was submitted: with waits
                                    * for a connection and redirects, without earlier attempts */
  MOYA_INFO_TOTAL_US = 11          /* until its last byte */
};
typedef int32_t moya_info;

/* A fact of the exchange that brought the response; −1 when there is none: the response is a stub's, a plugin's, made by
 * moya_response_create, or the part that had come when the call failed; or `what` is none of MOYA_INFO_…. Of stubs and
 * of failures MOYA_INFO_ATTEMPTS is known. [any thread] */
MOYA_API int64_t moya_response_info(const moya_response *response, moya_info what);

/* The IP address that sent the response, without brackets; behind a proxy, the proxy's. {NULL, 0}: unknown, as
 * moya_response_info says. [any thread] */
MOYA_API moya_str moya_response_remote_address(const moya_response *response);

/* The number of redirects that were followed. [any thread] */
MOYA_API size_t moya_response_redirect_count(const moya_response *response);

/* One of them, in the order they came: its status, and the URL that sent it. What the last one led to is
 * moya_response_url. `http_status` and `url` may be NULL. Errors: NULL, ARGUMENT (no such index), MEMORY.
 * [any thread] */
MOYA_API moya_status moya_response_redirect_at(const moya_response *response, size_t index, int32_t *http_status,
                                               moya_str *url)
    MOYA_NONNULL(1);

/* The number of trailers: fields that came behind the body (RFC 9110 §6.5). 0 also when there is no memory to read
 * them. [any thread] */
MOYA_API size_t moya_response_trailer_count(const moya_response *response);

/* One trailer, as moya_response_header_at. They are no part of the header section. Errors: NULL, ARGUMENT (no such
 * index), MEMORY. [any thread] */
MOYA_API moya_status moya_response_trailer_at(const moya_response *response, size_t index, moya_str *name,
                                              moya_str *value)
    MOYA_NONNULL(1);

#ifdef __cplusplus
}
#endif

#endif
