/* One operation of an API, as plain data: where it goes, what it carries, and what a stub answers in its place.
 *
 * Functions that take a target read it before they return, and keep nothing of it but what they say. */
#ifndef MOYA_TARGET_H
#define MOYA_TARGET_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a request carries. */
enum {
  MOYA_TASK_PLAIN = 0, /* no body */
  MOYA_TASK_DATA = 1,  /* `data` as it is, no Content-Type added; `parameters` as for MOYA_TASK_QUERY */
  MOYA_TASK_JSON = 2,  /* the same, JSON text, with Content-Type: application/json unless the target has one */
  MOYA_TASK_QUERY = 3  /* `parameters`, percent-encoded, behind the URL's query, in the order given */
};
typedef int32_t moya_task_kind;

typedef struct moya_task {
  uint32_t size;
  moya_task_kind kind;
  const void *data;
  size_t data_len;
  /* NULL: `data` is copied. Otherwise it is kept, must not change, and release(release_context) is called exactly
   * once when it is no longer needed, also when the function that took the task fails; but not when the target's or the
   * task's own `size` was refused: then nothing behind it was read. */
  moya_release_fn release;
  void *release_context;
  const moya_parameter *parameters;
  size_t parameter_count;
} moya_task;
#define MOYA_TASK_INIT {(uint32_t)sizeof(moya_task), MOYA_TASK_PLAIN, NULL, 0, NULL, NULL, NULL, 0}

/* A made-up response, for stubs. */
typedef struct moya_sample {
  uint32_t size;
  int32_t http_status; /* 100 … 599; 0: 200 */
  const moya_header *headers;
  size_t header_count;
  const void *body;
  size_t body_len;
  /* Not MOYA_OK: the exchange fails with this status (-40 … -55) and there is no response. */
  moya_status failure;
  uint32_t reserved; /* 0; anything else is MOYA_ERROR_ARGUMENT */
} moya_sample;
#define MOYA_SAMPLE_INIT {(uint32_t)sizeof(moya_sample), 0, NULL, 0, NULL, 0, MOYA_OK, 0}

/* Whether a target is answered from its sample instead of the network. */
enum {
  MOYA_STUB_DEFAULT = 0,   /* what the provider says; its default is never */
  MOYA_STUB_NEVER = 1,     /* the network */
  MOYA_STUB_IMMEDIATE = 2, /* the sample, on the calling thread, before the function returns (deep in callbacks: later,
                            * see moya_callback_fn) */
  MOYA_STUB_DELAYED = 3    /* the sample, after stub_delay_ms */
};
typedef int32_t moya_stub_behavior;

/* Which HTTP statuses are a success. With any other the call ends with MOYA_ERROR_STATUS_CODE, and the response is the
 * error's. */
enum {
  MOYA_VALIDATION_NONE = 0,                 /* every status */
  MOYA_VALIDATION_SUCCESS = 1,              /* 200 … 299 */
  MOYA_VALIDATION_SUCCESS_AND_REDIRECT = 2, /* 200 … 399 */
  MOYA_VALIDATION_STATUSES = 3              /* those in the target's `statuses` */
};
typedef int32_t moya_validation;

/* One operation of an API: what Moya calls a target. Plain data, which functions read before they return and do not
 * keep. */
typedef struct moya_target {
  uint32_t size;
  uint32_t timeout_ms; /* for the whole call; 0: the provider's */
  const char *name;    /* for errors, plugins and logs; NULL: "unnamed" */
  const char *base_url; /* "https://api.example.com/v1"; required. A host that is not ASCII gets its ASCII form
                         * (xn--…, RFC 5891), or is MOYA_ERROR_INVALID_URL when that is not certain */
  const char *path;     /* joined with one slash, percent-encoded; a `?` in it becomes %3F. NULL or "": none */
  const char *method;   /* a token (RFC 9110 §9.1); CONNECT, DELETE, GET, HEAD, POST and PUT are sent in
                         * capitals, others as they are; NULL: GET */
  const moya_header *headers;
  size_t header_count;
  const moya_task *task;     /* NULL: plain */
  const moya_sample *sample; /* what a stub answers; NULL: nothing */
  moya_stub_behavior stub;
  uint32_t stub_delay_ms;
  const char *const *tags; /* seen by plugins ("show-loading") */
  size_t tag_count;
  void *user; /* seen by plugins; the library itself never reads what it points at */
  moya_validation validation; /* of stubs' responses too */
  uint32_t reserved;          /* 0; anything else is MOYA_ERROR_ARGUMENT */
  const int32_t *statuses;    /* for MOYA_VALIDATION_STATUSES, 100 … 599 each, at least one; else NULL */
  size_t status_count;
} moya_target;
#define MOYA_TARGET_INIT \
  {(uint32_t)sizeof(moya_target), 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, MOYA_STUB_DEFAULT, 0, NULL, 0, NULL, \
   MOYA_VALIDATION_NONE, 0, NULL, 0}

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_task) == 56, "moya_task");
_Static_assert(sizeof(moya_sample) == 48, "moya_sample");
_Static_assert(sizeof(moya_target) == 128, "moya_target");
_Static_assert(offsetof(moya_target, stub) == 72, "moya_target.stub");
#endif

#ifdef __cplusplus
}
#endif

#endif
