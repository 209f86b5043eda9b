/* A response has the status, the header fields and the body that a server or a stub sent. It never
 * changes. */
#ifndef MOYA_RESPONSE_H
#define MOYA_RESPONSE_H

#include "base.h"
#include "info.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a response of the given parts, which the library copies. This function is for programs that
 * store responses or pass them to another process. The names and values of `headers` are bytes, as
 * moya_response_header_at gives them. A name must not contain a colon or a line break, and a value
 * must not contain a line break. `header_stride` is sizeof(moya_header), or 0. `url` may be NULL,
 * which stands for "". Errors: NULL, UTF8, ARGUMENT (a status that is not 100 … 599, an invalid
 * name or value, too many fields), STRUCT_* (the stride), MEMORY. The caller must release the
 * response with moya_response_release. [any thread] */
MOYA_API moya_status moya_response_create(int32_t http_status, const char *url,
                                          const moya_header *headers, size_t header_count,
                                          uint32_t header_stride, const void *body, size_t body_len,
                                          moya_response **response, moya_error **error)
    MOYA_NONNULL(8);

/* Adds a reference, which the caller must release too. Returns `response`. [any thread] */
MOYA_API moya_response *moya_response_retain(const moya_response *response);
/* Releases one reference. [any thread] */
MOYA_API void moya_response_release(moya_response *response);

/* Returns the HTTP status, 100 … 599. [any thread] */
MOYA_API int32_t moya_response_http_status(const moya_response *response);

/* Returns the reason phrase that the server sent with the status (RFC 9112 §4). Its bytes are as
 * received. Returns {NULL, 0} if there is none: HTTP/2 has no reason phrases, and the response of a
 * stub, a plugin or moya_response_create has none. [any thread] */
MOYA_API moya_str moya_response_reason(const moya_response *response);

/* Returns the body, decoded. [any thread] */
MOYA_API moya_str moya_response_body(const moya_response *response);

/* Returns the number of header fields; 0 also if there is no memory to read them. [any thread] */
MOYA_API size_t moya_response_header_count(const moya_response *response);

/* Stores the name and the value of one header field. Indexes follow the order in which the fields
 * were received. The name is as received, and the value is without the white space around it.
 * Values are opaque bytes (RFC 9110 §5.5), often UTF-8 or Latin-1, and are not converted. Fields
 * with the same name stay separate. `name` and `value` may be NULL. Errors: NULL, ARGUMENT (no such
 * index), MEMORY. [any thread] */
MOYA_API moya_status moya_response_header_at(const moya_response *response, size_t index,
                                             moya_str *name, moya_str *value)
    MOYA_NONNULL(1);

/* Returns the names and values of all header fields as one text: name, value, name, value, with a
 * NUL between them. As in every text, a NUL follows the last byte. The bytes are those that
 * moya_response_header_at stores. Use it in a language where calling a C function is expensive.
 * Returns {NULL, 0} if there are no fields, if a name or a value contains a NUL, or if there is no
 * memory to read them. [any thread] */
MOYA_API moya_str moya_response_headers(const moya_response *response);

/* Returns the value of a header field, or {NULL, 0} if there is none. The case of `name` does not
 * matter. The bytes of the value are as received. If several fields have this name, returns their
 * values joined with commas. For Set-Cookie it returns only the first value, because these values
 * contain commas (RFC 9110 §5.3). [any thread] */
MOYA_API moya_str moya_response_header(const moya_response *response, const char *name);

/* Returns the URL from which the response came, after redirects. [any thread] */
MOYA_API moya_str moya_response_url(const moya_response *response);


/* ── How the exchange went ───────────────────────────────────────────────────────────────────── */

/* Returns the fact `what` about the exchange that brought the response. Returns −1 if the fact is
 * unknown, or if `what` is not a MOYA_INFO_… number. All facts are unknown for a response of a
 * stub, a plugin or moya_response_create, and for the part of a response that arrived before the
 * call failed. There are two exceptions: MOYA_INFO_ATTEMPTS is known for stubs and for calls that
 * failed, and a plugin can set facts of the response that it makes (response_set_info in
 * plugin.h). If a handler or a row receives the head as a response, its facts are those of the
 * moment when the head arrived. [any thread] */
MOYA_API int64_t moya_response_info(const moya_response *response, moya_info what);

/* Returns the IP address that sent the response, without brackets. Behind a proxy, this is the
 * proxy's address. Returns {NULL, 0} if the address is unknown. It is unknown for a response of a
 * stub, of a plugin or of moya_response_create, and for the part of a response that arrived before
 * the call failed. [any thread] */
MOYA_API moya_str moya_response_remote_address(const moya_response *response);

/* Returns the number of redirects that were followed. [any thread] */
MOYA_API size_t moya_response_redirect_count(const moya_response *response);

/* Stores the status of one redirect and the URL from which the redirect came. Indexes follow the
 * order in which the redirects were received. moya_response_url returns the URL to which the last
 * redirect led. `http_status` and `url` may be NULL. Errors: NULL, ARGUMENT (no such index),
 * MEMORY. [any thread] */
MOYA_API moya_status moya_response_redirect_at(const moya_response *response, size_t index,
                                               int32_t *http_status, moya_str *url)
    MOYA_NONNULL(1);

/* Returns the number of trailers, which are fields that follow the body (RFC 9110 §6.5); 0 also if
 * there is no memory to read them. [any thread] */
MOYA_API size_t moya_response_trailer_count(const moya_response *response);

/* Stores the name and the value of one trailer, as moya_response_header_at does. Trailers do not
 * count as header fields. Errors: NULL, ARGUMENT (no such index), MEMORY. [any thread] */
MOYA_API moya_status moya_response_trailer_at(const moya_response *response, size_t index,
                                              moya_str *name, moya_str *value)
    MOYA_NONNULL(1);

#ifdef __cplusplus
}
#endif

#endif
