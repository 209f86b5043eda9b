/* Backends of the program's own: what answers requests in place of the network, or between it and the calls, such as a
 * cache or a recorder.
 *
 * A backend gets a request for each attempt of a call that is not stubbed, and answers it now or later. A provider with
 * stub rules (stubs.h) does not ask its backend: the rules answer every call. In a forked child a request stays its
 * parent's: there these functions return MOYA_ERROR_FORKED, or NULL. */
#ifndef MOYA_BACKEND_H
#define MOYA_BACKEND_H

#include "base.h"
#include "call.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A request that waits for its answer. To be answered, failed or forwarded once, and then released, from any thread. */
typedef struct moya_request moya_request;

/* Gets a request, which the program owns from now on. Runs inside a hook, on the thread that sends: that of the caller,
 * or the pump's; calls on it wait as long as it runs. Functions that block return MOYA_ERROR_STATE in it. */
typedef void (*moya_request_fn)(void *user, moya_request *request);

/* What answers requests (moya_provider_options.backend). */
typedef struct moya_backend {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0;     /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_request_fn send MOYA_0; /* required */
  /* The call was cancelled, or is out of time: it has ended or ends now, whatever the backend does. At most once, before
   * `request` is released and perhaps while another thread answers it; on any thread. `request` is borrowed. May be
   * NULL. */
  moya_request_fn cancel MOYA_0;
  void *user MOYA_0;
  /* Called once with `user`, when no function above will be called any more, also when the provider could not be made;
   * but not when a struct's size was refused. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_backend;
#define MOYA_BACKEND_INIT MOYA_SIZED(moya_backend)
#define MOYA_BACKEND(...) MOYA_MAKE(moya_backend, __VA_ARGS__)

/* ── The request ────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Texts of the request as the plugins prepared it, valid until the request is changed or released;
 * {NULL, 0} for a NULL handle. [any thread, one at a time] */
MOYA_API moya_str moya_request_method(moya_request *request);
MOYA_API moya_str moya_request_url(moya_request *request);
/* The name of the target. */
MOYA_API moya_str moya_request_target(moya_request *request);
/* {NULL, 0}: it has no body, or its body is a file or a stream. */
MOYA_API moya_str moya_request_body(moya_request *request);
/* The value of a field, whatever the case of its name; several of one name are joined with a comma.
 * {NULL, 0}: there is none. */
MOYA_API moya_str moya_request_header(moya_request *request, const char *name);
/* The number of fields. The session adds others on the wire. */
MOYA_API size_t moya_request_header_count(moya_request *request);
/* Stores the name and the value of one field; `name` and `value` may be NULL. Errors: NULL; ARGUMENT: no
 * such index. */
MOYA_API moya_status moya_request_header_at(moya_request *request, size_t index, moya_str *name,
                                            moya_str *value) MOYA_NONNULL(1);
/* moya_target.user. */
MOYA_API void *moya_request_user(moya_request *request);

/* Changes of the request, for moya_request_forward. A NULL `value` removes the fields of that name. Errors, the request
 * is unchanged: NULL, UTF8, ARGUMENT (too long), INVALID_URL, INVALID_REQUEST, MEMORY. [any thread, one at a time] */
MOYA_API moya_status moya_request_set_method(moya_request *request, const char *method) MOYA_NONNULL(1, 2);
MOYA_API moya_status moya_request_set_url(moya_request *request, const char *url) MOYA_NONNULL(1, 2);
MOYA_API moya_status moya_request_set_header(moya_request *request, const char *name, const char *value)
    MOYA_NONNULL(1, 2);
MOYA_API moya_status moya_request_set_body(moya_request *request, const void *data, size_t len) MOYA_NONNULL(1);

/* ── The answer ─────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Answers with a response, or with the failure, that `sample` says; it is copied. What follows is as for a response of
 * the network: validation, plugins, the call's end on its thread. Errors, the request is not answered: NULL, UTF8,
 * STRUCT_*, ARGUMENT, MEMORY; STATE: it was answered, failed or forwarded before. When only its call has ended, cancelled
 * or out of time, it is MOYA_OK without an effect. [any thread] */
MOYA_API moya_status moya_request_answer(moya_request *request, const moya_sample *sample, moya_error **error)
    MOYA_NONNULL(1, 2);

/* Answers with a response that there is: one that a forward brought, or that was kept. Errors: NULL, STATE; ARGUMENT: it
 * is that of a download, and was brought by no forward of this request, or answers another. [any thread] */
MOYA_API moya_status moya_request_respond(moya_request *request, const moya_response *response) MOYA_NONNULL(1, 2);

/* Fails. `status`: MOYA_ERROR_RESOLVE … MOYA_ERROR_ADDRESS, or MOYA_ERROR_OTHER; `message` says why, and may be NULL:
 * moya_error_message of a forward's error will do, whose target is not named twice.
 * Errors: NULL, ARGUMENT, STATE. [any thread] */
MOYA_API moya_status moya_request_fail(moya_request *request, moya_status status, const char *message)
    MOYA_NONNULL(1);

/* Sends the request, as it is now, over the network. Without a callback the network's answer is the request's, with its
 * progress and its body as it comes, and nothing more is to be done but to release the request. A callback gets the
 * answer, whole, instead: the request is then to be answered, perhaps with moya_request_respond, failed, or forwarded
 * again. Of a download moya_response_file names what was brought, which is removed unless the request is answered with
 * it. The callback runs once, on the pump's thread (for a blocking call the caller's), also when the call was
 * cancelled. `release_user` is called with `user` once, after it, or when this fails. Errors: NULL, STATE (it was
 * answered, a forward is under way, or its call has ended). [any thread] */
MOYA_API moya_status moya_request_forward(moya_request *request, moya_callback_fn callback, void *user,
                                           moya_release_fn release_user, moya_error **error) MOYA_NONNULL(1);

/* Releases the handle. A request without an answer has then failed (MOYA_ERROR_OTHER). [any thread] */
MOYA_API void moya_request_release(moya_request *request);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_backend) == 40, "moya_backend");
#endif

#ifdef __cplusplus
}
#endif

#endif
