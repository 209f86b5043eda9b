/* A target describes one operation of an API as plain data: where a request goes, what it carries,
 * and the response of a stub.
 *
 * A function that takes a target reads it before it returns. It stores no pointer to the target or
 * to its parts, except where a comment says so. So several threads can send one target at the same
 * time, as long as no thread changes it. If the target has a stream or a `release_user`, each call
 * needs a `user` of its own (moya_stream). */
#ifndef MOYA_TARGET_H
#define MOYA_TARGET_H

#include "base.h"
#include "credential.h"
#include "download.h"
#include "retry.h"
#include "connection.h"
#include "sample.h"
#include "task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The HTTP statuses that are a success. With any other status, the call fails with
 * MOYA_ERROR_STATUS_CODE, and moya_error_response returns the response. */
enum {
  MOYA_VALIDATION_NONE = 0,                 /* every status; for a download 200 … 299
                                             * (download.h) */
  MOYA_VALIDATION_SUCCESS = 1,              /* 200 … 299 */
  MOYA_VALIDATION_SUCCESS_AND_REDIRECT = 2, /* 200 … 399 */
  MOYA_VALIDATION_STATUSES = 3              /* the statuses in the target's `statuses` */
};
typedef int32_t moya_validation;

#define MOYA_NO_REDIRECTS UINT32_MAX

/* The bits of a target's `flags`. */
enum {
  MOYA_TARGET_SHARE = 1,      /* If an equal request with this flag is in progress, no second
                               * request is sent, and the calls share the response of the first. The
                               * `process` hooks of the plugins still run for each call. Requests
                               * are equal if method, URL, header fields, body, tags, validation,
                               * timeouts and all other options are equal. Only calls that are sent
                               * or enqueued with the same provider share a response; a blocking
                               * call shares none */
  MOYA_TARGET_PATH_QUERY = 2, /* A `?` in the path begins a query, which must be percent-encoded
                               * already. This query follows the query of the base URL and precedes
                               * the query of the task */
  MOYA_TARGET_ANY_CODING = 4, /* A body whose content coding the library does not know is passed on
                               * as it arrives, and a Content-Encoding of none or utf-8 counts as no
                               * coding. Without this flag, the call fails with MOYA_ERROR_DECODE in
                               * both cases */
  MOYA_TARGET_AS_SENT = 8,    /* The library does not decode the body. The program receives the
                               * bytes that the server has sent, without the framing of chunks, and
                               * finds the content coding in Content-Encoding. The library accepts
                               * every coding. A limit that otherwise counts decoded bytes, for
                               * example max_body_size, counts the bytes that the server has sent */
  MOYA_TARGET_ONLY_HEADERS = 16, /* The library adds no User-Agent, Accept or Accept-Encoding to the
                                  * header fields of the target, the provider and its plugins. The
                                  * library still adds the fields that HTTP requires */
  MOYA_TARGET_URL_AS_IS = 32     /* The characters " < > ^ ` { | } in the path and the query of the
                                  * base URL are sent as they are. Without this flag, the library
                                  * percent-encodes them. The flag is for a URL that another program
                                  * has written or signed. With this flag, characters outside ASCII
                                  * fail with MOYA_ERROR_INVALID_URL, unless they are in the host */
};

/* Describes one operation of an API. Functions read this plain data before they return and do not
 * store it. */
typedef struct moya_target {
  uint32_t size MOYA_0;
  uint32_t timeout_ms MOYA_0;  /* the timeout of the whole call; 0: the provider's timeout */
  const char *name MOYA_0;     /* the name in errors, logs and plugins; NULL: "unnamed" */
  const char *base_url MOYA_0; /* "https://api.example.com/v1"; required unless the provider has
                                * one. A text without a scheme ("v2") is joined to the provider's
                                * base URL with one slash, and its query ("v2?key=1") follows the
                                * query of that URL. The library converts a host that is not ASCII
                                * to its ASCII form (xn--…, RFC 5891). A host for which this form is
                                * ambiguous fails with MOYA_ERROR_INVALID_URL. Characters that a URL
                                * cannot contain are percent-encoded in path and query. Spaces,
                                * backslashes and control characters fail with
                                * MOYA_ERROR_INVALID_URL */
  /* The path. It is joined to the base URL with one slash and percent-encoded: a `%` becomes %25,
   * and a `?` becomes %3F, unless MOYA_TARGET_PATH_QUERY is set. `{name}` stands for the path value
   * of that name. `{+name}` also stands for that value, but its slashes are not encoded, so the
   * value can be several segments. `{{` and `}}` stand for braces. NULL or "": no path. */
  const char *path MOYA_0;
  const char *method MOYA_0;   /* a token (RFC 9110 §9.1); NULL: GET. CONNECT, DELETE, GET, HEAD,
                                * OPTIONS, PATCH, POST, PUT, QUERY and TRACE are sent in capitals,
                                * and any other method as it is written */
  const moya_header *headers MOYA_0;
  size_t header_count MOYA_0;
  uint32_t header_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t stub_delay_ms MOYA_0;
  const moya_task *task MOYA_0;     /* the body and the query; NULL: neither */
  const moya_sample *sample MOYA_0; /* the response of a stub; NULL: none */
  const moya_download *download MOYA_0; /* the file to write the response's body to; NULL: the body
                                         * stays in memory */
  moya_stub_behavior stub MOYA_0;
  moya_validation validation MOYA_0; /* also applies to the responses of stubs */
  const int32_t *statuses MOYA_0;    /* for MOYA_VALIDATION_STATUSES at least one, each 100 … 599;
                                      * otherwise NULL */
  size_t status_count MOYA_0;
  const char *const *tags MOYA_0; /* for plugins ("show-loading") */
  size_t tag_count MOYA_0;
  void *user MOYA_0; /* for plugins; the library never reads what it points to */
  /* The values for the names in `path`. The library percent-encodes each value, as one segment or
   * as a part of a segment. If a name has several values, commas join them. A name without a value,
   * a value without a name, and a single brace fail with MOYA_ERROR_ARGUMENT. An empty value fails
   * with MOYA_ERROR_INVALID_URL, and so does a value that makes a segment `.` or `..`, because the
   * URL would lead elsewhere. */
  const moya_parameter *path_values MOYA_0;
  size_t path_value_count MOYA_0;
  uint32_t path_value_stride MOYA_0;  /* 0: 16; see Arrays in moya.h */
  uint32_t connect_timeout_ms MOYA_0; /* if this or one of the next three fields is 0, the
                                       * provider's value applies */
  uint32_t idle_timeout_ms MOYA_0;
  uint32_t max_redirects MOYA_0; /* how many redirects are followed at most; MOYA_NO_REDIRECTS: a
                                  * 3xx is a response like any other */
  uint64_t max_body_size MOYA_0; /* the most bytes of the response's body after decoding; a larger
                                  * body fails with MOYA_ERROR_TOO_LARGE */
  const moya_credential *credential MOYA_0; /* NULL: the provider's credential */
  uint32_t flags MOYA_0;    /* MOYA_TARGET_… */
  uint32_t reserved MOYA_0; /* must be 0 */
  const moya_retry *retry MOYA_0; /* NULL: the provider's policy; &MOYA_RETRY(.attempts = 1): no
                                   * retries */
  /* Settings that replace those of the provider's connection; see connection.h. NULL: none. If a
   * setting cannot be used, sending the target fails with MOYA_ERROR_ARGUMENT. The provider reads
   * the files of certificates when a call first names them. It stores what it has read for the last
   * 64 different settings. If a program uses more settings than that, the provider reads the files
   * again. */
  const moya_connection_overrides *connection MOYA_0;
} moya_target;
#define MOYA_TARGET_INIT MOYA_SIZED(moya_target)
#define MOYA_TARGET(...) MOYA_MAKE(moya_target, __VA_ARGS__)

/* Lifetime: in C, MOYA_TARGET and the macros below make compound literals. A literal, and every
 * array and struct that it points to, lives until the end of the enclosing block. So a function
 * must not return such a target. A loop must not store the targets of its iterations, because they
 * would all be the same object. To use a target for longer, copy it. */

/* Copies a target and everything that it points to: texts, arrays, task, trees and sample. The
 * caller must release the copy. Any thread may send the copy any number of times, even after the
 * original is gone. A call that was sent with the copy continues after the copy is released.
 *
 * The library copies the bytes of the task and its parts, and calls the `release_user` of these
 * bytes before this function returns. For a stream, a download and a retry policy, the copy holds
 * the caller's functions and their `user`. The library calls their `release_user` when the copy is
 * released and no call needs them any more. A stream with `rewind` can be sent by several calls,
 * one after another; a stream without `rewind` can be sent once. While one call reads the stream,
 * another call that begins to read it fails with MOYA_ERROR_BODY. The `user` of the target is
 * copied as a pointer. What it points to must stay valid.
 *
 * Errors: NULL, STRUCT_*, ARGUMENT (an impossible count), MEMORY, and the first failure of a tree.
 * All other values are checked when the copy is sent. [any thread] */
MOYA_API moya_status moya_target_copy(const moya_target *target, moya_target **copy,
                                      moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Releases a copy that moya_target_copy or moya_target_next made. Does nothing for NULL.
 * [any thread] */
MOYA_API void moya_target_release(moya_target *copy);

/* Sets the header fields of a target, a sample or a provider. It works in C only, inside
 * MOYA_TARGET(…), MOYA_SAMPLE(…) or MOYA_PROVIDER_OPTIONS(…):
 *
 *     MOYA_HEADERS({"Accept", "text/plain"}, {"X-Trace", id}) */
#define MOYA_HEADERS(...)                                                              \
  .headers = (const moya_header[]){__VA_ARGS__},                                       \
  .header_count = sizeof((const moya_header[]){__VA_ARGS__}) / sizeof(moya_header),    \
  .header_stride = (uint32_t)sizeof(moya_header)

/* Sets the values for the names in `path`. It works in C only, inside MOYA_TARGET(…):
 *
 *     .path = "/users/{name}", MOYA_PATH_VALUES({"name", name}) */
#define MOYA_PATH_VALUES(...)                                                                    \
  .path_values = (const moya_parameter[]){__VA_ARGS__},                                          \
  .path_value_count = sizeof((const moya_parameter[]){__VA_ARGS__}) / sizeof(moya_parameter),    \
  .path_value_stride = (uint32_t)sizeof(moya_parameter)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_target) == 208, "moya_target");
_Static_assert(offsetof(moya_target, stub) == 88, "moya_target.stub");
#endif

#ifdef __cplusplus
}
#endif

#endif
