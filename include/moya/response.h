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
MOYA_API int32_t moya_response_status(const moya_response *response);

/* The body, decoded. [any thread] */
MOYA_API moya_str moya_response_body(const moya_response *response);
MOYA_API const char *moya_response_body_data(const moya_response *response, size_t *len);

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
MOYA_API const char *moya_response_header_data(const moya_response *response, const char *name, size_t *len);

/* The URL that answered, after redirects. [any thread] */
MOYA_API moya_str moya_response_url(const moya_response *response);
MOYA_API const char *moya_response_url_data(const moya_response *response, size_t *len);

#ifdef __cplusplus
}
#endif

#endif
