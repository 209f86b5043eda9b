/* Backends are functions of the program that respond to requests instead of the network. A backend
 * can also pass a request on to the network. A cache and a recorder are examples.
 *
 * A backend receives a request for each attempt of a call that is not stubbed. It responds now or
 * later. If the provider has stub rules (stubs.h), the backend receives only the requests that a
 * rule lets through (`pass_through`). A forked child cannot use a request of the parent: the
 * functions of this header return MOYA_ERROR_FORKED or NULL. */
#ifndef MOYA_BACKEND_H
#define MOYA_BACKEND_H

#include "base.h"
#include "call.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A request that waits for its response. Answer it, fail it or forward it once, and then release
 * it. Any thread may do so. */
typedef struct moya_request moya_request;

/* Receives a request, which the program then owns. This function runs on the thread that sends the
 * request, as hooks do (plugin.h). That is the thread that started the call, or the thread that
 * runs the event loop. Other calls of this thread wait until the function returns. Inside it,
 * library functions that block return MOYA_ERROR_STATE. */
typedef void (*moya_request_fn)(void *user, moya_request *request);

/* A backend (moya_provider_options.backend). */
typedef struct moya_backend {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0;     /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_request_fn send MOYA_0; /* required */
  /* Runs if the call was cancelled or is out of time. The call has ended or ends now, whatever the
   * backend does. Runs at most once, before `request` is released, on any thread, and perhaps while
   * another thread answers the request. `request` is borrowed. May be NULL. */
  moya_request_fn cancel MOYA_0;
  void *user MOYA_0;
  /* Called exactly once with `user`: after the last call of a function above, or when the provider
   * could not be created. Not called if the `size` of this struct or of the moya_provider_options
   * is invalid. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_backend;
#define MOYA_BACKEND_INIT MOYA_SIZED(moya_backend)
#define MOYA_BACKEND(...) MOYA_MAKE(moya_backend, __VA_ARGS__)

/* ── The request ─────────────────────────────────────────────────────────────────────────────── */

/* These functions return texts of the request, as the plugins have prepared it. A text is valid
 * until the request is changed or released. For a NULL handle, the functions return {NULL, 0}.
 * [any thread, one at a time] */
MOYA_API moya_str moya_request_method(const moya_request *request);
MOYA_API moya_str moya_request_url(const moya_request *request);
/* Returns the name of the target. */
MOYA_API moya_str moya_request_target(const moya_request *request);
/* Returns the body, or {NULL, 0} if there is no body or the body is a file or a stream. */
MOYA_API moya_str moya_request_body(const moya_request *request);
/* Returns the value of a field. The value need not be UTF-8. The case of `name` does not matter.
 * Values of fields with the same name are joined with commas. Returns {NULL, 0} if there is no such
 * field. */
MOYA_API moya_str moya_request_header(const moya_request *request, const char *name);
/* Returns the number of fields. The library adds more fields when it sends the request. */
MOYA_API size_t moya_request_header_count(const moya_request *request);
/* Stores the name and the value of one field; `name` and `value` may be NULL. Errors: NULL;
 * ARGUMENT: no such index. */
MOYA_API moya_status moya_request_header_at(const moya_request *request, size_t index,
                                            moya_str *name, moya_str *value) MOYA_NONNULL(1);
/* Returns moya_target.user. */
MOYA_API void *moya_request_user(const moya_request *request);

/* These functions change the request that moya_request_forward sends. A NULL `value` removes the
 * fields of that name. Errors, after which the request is unchanged: NULL, UTF8, ARGUMENT (too
 * long), INVALID_URL, INVALID_REQUEST, MEMORY. [any thread, one at a time] */
MOYA_API moya_status moya_request_set_method(moya_request *request, const char *method)
    MOYA_NONNULL(1, 2);
MOYA_API moya_status moya_request_set_url(moya_request *request, const char *url)
    MOYA_NONNULL(1, 2);
MOYA_API moya_status moya_request_set_header(moya_request *request, const char *name,
                                             const char *value)
    MOYA_NONNULL(1, 2);
MOYA_API moya_status moya_request_set_body(moya_request *request, const void *data, size_t len)
    MOYA_NONNULL(1);

/* ── The answer ──────────────────────────────────────────────────────────────────────────────── */

/* Answers the request with `sample`, which holds a response or a failure. The library copies
 * `sample`. The next steps are the same as for a response of the network: validation, plugins, and
 * completion on the thread of the call.
 *
 * If the call has ended (it was cancelled or is out of time) and the request was not answered, this
 * function returns MOYA_OK and has no effect. Errors, after which the request is not answered:
 * NULL, UTF8, STRUCT_*, ARGUMENT, MEMORY; STATE: the request was already answered, failed or
 * forwarded. [any thread] */
MOYA_API moya_status moya_request_answer(moya_request *request, const moya_sample *sample,
                                         moya_error **error)
    MOYA_NONNULL(1, 2);

/* Answers the request with a response that the program has, for example one from a cache or from
 * the callback of moya_request_forward. Errors: NULL, STATE; ARGUMENT: the response is of a
 * download, and no forward of this request received it. [any thread] */
MOYA_API moya_status moya_request_respond(moya_request *request, const moya_response *response)
    MOYA_NONNULL(1, 2);

/* Fails the request. `status` is MOYA_ERROR_RESOLVE … MOYA_ERROR_ADDRESS, or MOYA_ERROR_OTHER.
 * `message` says why, and may be NULL. You may pass the moya_error_message of a
 * moya_request_forward that failed. The library removes the target's name from the start of
 * `message`, because the call's error names the target, too. Errors: NULL, ARGUMENT, STATE.
 * [any thread] */
MOYA_API moya_status moya_request_fail(moya_request *request, moya_status status,
                                       const char *message)
    MOYA_NONNULL(1);

/* Sends the request, as it is now, over the network.
 *
 * If `callback` is NULL, the network's response becomes the response of the request. The handlers
 * or the queue of the call receive the body and the progress while they arrive. You then only have
 * to release the request.
 *
 * Otherwise the callback receives the whole response. Afterwards, answer the request (perhaps with
 * moya_request_respond), fail it, or forward it again. In a download, moya_response_file names the
 * file. The library removes the file unless the request is answered with that response. The
 * callback runs once, even if the call was cancelled. It runs on the thread that runs the event
 * loop; in a blocking call, that is the thread of the caller. The library calls `release_user` with
 * `user` once, after the callback, or if this function fails.
 *
 * Errors: NULL, STATE (the request was answered, a forward has not ended, or the call of the
 * request has ended). [any thread] */
MOYA_API moya_status moya_request_forward(moya_request *request, moya_callback_fn callback,
                                          void *user, moya_release_fn release_user,
                                          moya_error **error)
    MOYA_NONNULL(1);

/* Releases the handle. If the request was not answered, it fails with MOYA_ERROR_OTHER. If a
 * forward with a callback has not ended, the request fails when the callback has returned.
 * [any thread] */
MOYA_API void moya_request_release(moya_request *request);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_backend) == 40, "moya_backend");
#endif

#ifdef __cplusplus
}
#endif

#endif
