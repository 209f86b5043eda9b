/* Sending a target, in two ways: wait for the response, or be called with it. The third, a row in a queue, is in
 * queue.h. */
#ifndef MOYA_CALL_H
#define MOYA_CALL_H

#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sends and waits. The calling thread moves the transfer itself; works in a forked child. On success *response is the
 * caller's to release. An HTTP error status is a response, not an error. Each thread that waits at the same time takes
 * two descriptors beside its connection, or three with an old libcurl of the system's. At most 64 such sets are kept,
 * with their connections, for the next calls; they are given back when the provider is closed or destroyed, and after
 * 5 s without use as other calls end. Errors: those of moya_provider_send but FORKED, and those with which a call ends.
 * [not in callbacks] */
MOYA_API moya_status moya_provider_call(moya_provider *provider, const moya_target *target, moya_response **response,
                                        moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* Gets a call's end: exactly once. `response` (on MOYA_OK) or `error` is borrowed until the callback returns; retain it
 * to keep it (moya_response_retain, moya_error_retain).
 * Runs on the pump's thread; for what needs no network (an immediate stub, a plugin's answer, a request that is
 * refused) on the caller's, before send returns; and with MOYA_PUMP_HOST also on the thread that destroys or closes the
 * provider. While a callback or a hook runs on the pump's thread, nothing else of that provider moves, and a timeout
 * that passes meanwhile is noticed after it: do long work elsewhere. Calls of moya_provider_call have threads of their
 * own.
 * A callback may send calls that end at once, whose callbacks send more. From about 30 such levels on, an end waits
 * until the innermost callback has returned; its callback then runs on the same thread. */
typedef void (*moya_callback_fn)(void *user, moya_status status, moya_response *response, moya_error *error);

/* Sends; `callback` gets the end. If send itself fails the callback is not called. `release_user` (may be NULL) is
 * called with `user` exactly once, after the callback, or when send fails. `call` may be NULL; otherwise release it.
 * With MOYA_PUMP_DISPATCH it returns MOYA_ERROR_FORKED in a forked child if the provider was made before the fork, and
 * also for a provider made in the child if a provider of the parent had used that pump: a child cannot have Dispatch's
 * threads again. Errors: NULL, UTF8, STRUCT_*, ARGUMENT, STATE, FORKED, MEMORY, SYSTEM; INVALID_REQUEST, INVALID_URL:
 * a text over its limit, or texts that together make too long a URL. [any thread] */
MOYA_API moya_status moya_provider_send(moya_provider *provider, const moya_target *target, moya_callback_fn callback,
                                        void *user, moya_release_fn release_user, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* Stops a call: it ends with MOYA_ERROR_CANCELLED, through its callback or row, unless it has ended. In a forked child
 * it does nothing for a call of the parent. [any thread] */
MOYA_API void moya_call_cancel(moya_call *call);

/* Releases the handle. The request goes on. [any thread] */
MOYA_API void moya_call_release(moya_call *call);

#ifdef __cplusplus
}
#endif

#endif
