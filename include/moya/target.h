/* One operation of an API, as plain data: where it goes, what it carries, and what a stub answers in its place.
 *
 * Functions that take a target read it before they return, and keep nothing of it but what they say. */
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

/* Which HTTP statuses are a success. With any other the call ends with MOYA_ERROR_STATUS_CODE, and the response is the
 * error's. */
enum {
  MOYA_VALIDATION_NONE = 0,                 /* every status; of a download 200 … 299 (download.h) */
  MOYA_VALIDATION_SUCCESS = 1,              /* 200 … 299 */
  MOYA_VALIDATION_SUCCESS_AND_REDIRECT = 2, /* 200 … 399 */
  MOYA_VALIDATION_STATUSES = 3              /* those in the target's `statuses` */
};
typedef int32_t moya_validation;

#define MOYA_NO_REDIRECTS UINT32_MAX

/* What else a target wants: bits of its `flags`. */
enum {
  MOYA_TARGET_SHARE = 1,      /* while an equal request is under way, none is sent: the calls share it, and each gets the
                               * response, after `process` of every plugin. Equal: method, URL, fields, body, tags,
                               * validation, timeouts. Of calls of one provider that are sent or enqueued, not of
                               * blocking ones */
  MOYA_TARGET_PATH_QUERY = 2, /* a `?` in the path begins a query, which is percent-encoded already. It follows the query
                               * of the base URL and precedes the task's */
  MOYA_TARGET_ANY_CODING = 4  /* a body in a content coding that the library does not know comes as it is, and a
                               * Content-Encoding of none or utf-8 is no coding; otherwise each is MOYA_ERROR_DECODE */
};

/* One operation of an API: what Moya calls a target. Plain data, which functions read before they return and do not
 * keep. */
typedef struct moya_target {
  uint32_t size MOYA_0;
  uint32_t timeout_ms MOYA_0;  /* for the whole call; 0: the provider's */
  const char *name MOYA_0;     /* for errors, plugins and logs; NULL: "unnamed" */
  const char *base_url MOYA_0; /* "https://api.example.com/v1"; required unless the provider has one. Text that does
                                * not begin as a URL does ("v2") is joined to the provider's with one slash, a query
                                * ("v2?key=1") behind its query. A host that is not ASCII gets its ASCII form (xn--…,
                                * RFC 5891), or is MOYA_ERROR_INVALID_URL when that is not certain. Characters that no URL
                                * holds are percent-encoded in path and query; spaces, backslashes and control characters
                                * are MOYA_ERROR_INVALID_URL */
  /* Joined with one slash, percent-encoded; a `?` in it becomes %3F (but see MOYA_TARGET_PATH_QUERY). `{name}` stands for the
   * path value of that name, `{+name}` for one whose slashes stay, so that it may be several segments; `{{` and `}}` for a
   * brace. NULL or "": none */
  const char *path MOYA_0;
  const char *method MOYA_0;   /* a token (RFC 9110 §9.1). CONNECT, DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, QUERY
                                * and TRACE are sent in capitals, any other as it is; NULL: GET */
  const moya_header *headers MOYA_0;
  size_t header_count MOYA_0;
  uint32_t header_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t stub_delay_ms MOYA_0;
  const moya_task *task MOYA_0;     /* NULL: plain */
  const moya_sample *sample MOYA_0; /* what a stub answers; NULL: nothing */
  const moya_download *download MOYA_0; /* the file that the response's body becomes; NULL: it stays in memory */
  moya_stub_behavior stub MOYA_0;
  moya_validation validation MOYA_0; /* of stubs' responses too */
  const int32_t *statuses MOYA_0;    /* for MOYA_VALIDATION_STATUSES, 100 … 599 each, at least one; else NULL */
  size_t status_count MOYA_0;
  const char *const *tags MOYA_0; /* seen by plugins ("show-loading") */
  size_t tag_count MOYA_0;
  void *user MOYA_0; /* seen by plugins; the library itself never reads what it points at */
  /* What stands for the names in `path`: a text each, percent-encoded as one segment or a part of one. The
   * values of a name that comes several times are joined with commas. A name without a value, a value without its name, a brace alone are MOYA_ERROR_ARGUMENT; an empty value, or one that makes a segment
   * `.` or `..`, which would lead elsewhere, is MOYA_ERROR_INVALID_URL. */
  const moya_parameter *path_values MOYA_0;
  size_t path_value_count MOYA_0;
  uint32_t path_value_stride MOYA_0;  /* 0: 16; see Arrays in moya.h */
  uint32_t connect_timeout_ms MOYA_0; /* here and below, 0: the provider's */
  uint32_t idle_timeout_ms MOYA_0;
  uint32_t max_redirects MOYA_0; /* MOYA_NO_REDIRECTS: a 3xx is a response like any other */
  uint64_t max_body_size MOYA_0; /* bytes after decoding; a larger body is MOYA_ERROR_TOO_LARGE */
  const moya_credential *credential MOYA_0; /* NULL: the provider's */
  uint32_t flags MOYA_0;    /* MOYA_TARGET_… */
  uint32_t reserved MOYA_0; /* 0; anything else is MOYA_ERROR_ARGUMENT */
  const moya_retry *retry MOYA_0; /* NULL: the provider's; &MOYA_RETRY(.attempts = 1): none */
  /* How it connects differently: see connection.h. What cannot be used is MOYA_ERROR_ARGUMENT when it is sent. Certificates
   * are read with the first call that names them, then kept: a program that gives each of more than 64 targets its own
   * reads them again. NULL: as the provider does */
  const moya_connection_overrides *connection MOYA_0;
} moya_target;
#define MOYA_TARGET_INIT MOYA_SIZED(moya_target)
#define MOYA_TARGET(...) MOYA_MAKE(moya_target, __VA_ARGS__)

/* Lifetime: the macros below and MOYA_TARGET in C make compound literals. A literal, and every array and
 * struct that it points at, lives until the end of the block in which it stands. So a function must not
 * return such a target, and a loop must not store the targets of its rounds: they would be one. Make a
 * copy of a target that must live longer. */

/* Makes a copy of a target with everything that it points at: texts, arrays, task, trees, sample. The
 * caller must release the copy. It may be sent any number of times, from any thread, also after the
 * original is gone; a call that was sent with it goes on when it is released.
 *
 * Bytes of a body are copied, and their `release_user` is called before this returns. A stream and a
 * download keep the caller's functions and their `user`: `release_user` is called once the copy is
 * released and no call needs it. A stream with `rewind` can be sent by one call after the other, a stream
 * without `rewind` once. The `user` of the target and of its retry policy are not copied and must stay
 * valid.
 *
 * Errors: NULL, STRUCT_*, ARGUMENT (a count that cannot be), MEMORY, and what a tree has failed with. All
 * other values are checked when the copy is sent. [any thread] */
MOYA_API moya_status moya_target_copy(const moya_target *target, moya_target **copy, moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Releases a copy that moya_target_copy made. Does nothing for NULL. [any thread] */
MOYA_API void moya_target_release(moya_target *copy);

/* In MOYA_TARGET(…), MOYA_SAMPLE(…) or MOYA_PROVIDER_OPTIONS(…), in C: MOYA_HEADERS({"Accept", "text/plain"}, {"X-Trace", id}). */
#define MOYA_HEADERS(...)                                                              \
  .headers = (const moya_header[]){__VA_ARGS__},                                       \
  .header_count = sizeof((const moya_header[]){__VA_ARGS__}) / sizeof(moya_header),    \
  .header_stride = (uint32_t)sizeof(moya_header)

/* In MOYA_TARGET(…), in C: .path = "/users/{name}", MOYA_PATH_VALUES({"name", name}). */
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
