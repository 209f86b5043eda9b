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
 * three descriptors beside its connection. At most 64 such sets are kept, with their connections, for the next calls;
 * they are given back when the provider is closed or destroyed, and after 5 s without use as other calls end. Errors:
 * those of moya_provider_send but FORKED, and those with which a call ends.
 * [not in callbacks] */
MOYA_API moya_status moya_provider_call(moya_provider *provider, const moya_target *target, moya_response **response,
                                        moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* As moya_provider_call, but waits at most `timeout_ms` (−1: until the end): for callers that must look at something else
 * meanwhile, such as signals or a flag. With *exchange NULL a call begins. It has ended when the function returns and
 * *exchange is NULL: then the result is that of moya_provider_call. Otherwise it returns MOYA_OK, with *response NULL:
 * call it again with the same `exchange`, which is all that it then reads, or release that. Between two calls of this
 * function nothing moves the exchange, except that closing or destroying the provider ends it. One thread at a time.
 * Errors: as moya_provider_call; ARGUMENT: a timeout less than −1; STATE: another thread is in it; FORKED: *exchange is
 * the parent's. With the last two *exchange stays. [not in callbacks] */
MOYA_API moya_status moya_provider_exchange(moya_provider *provider, const moya_target *target, int32_t timeout_ms,
                                            moya_exchange **exchange, moya_response **response, moya_error **error)
    MOYA_NONNULL(4, 5) MOYA_WARN_UNUSED;

/* Ends an exchange that is given up: the request is cancelled, plugins hear of it before this returns. A forked child
 * keeps nothing of a parent's. [any thread] */
MOYA_API void moya_exchange_release(moya_exchange *exchange);

/* Gets a call's end: exactly once. `response` (on MOYA_OK) or `error` is borrowed until the callback returns; retain it
 * to keep it (moya_response_retain, moya_error_retain).
 * Runs on the pump's thread, or one of them (Loops in provider.h); for what needs no network (an immediate stub, a plugin's answer, a request that is
 * refused) on the caller's, before send returns; and with MOYA_PUMP_HOST also on the thread that destroys or closes the
 * provider. While a callback or a hook runs on the pump's thread, nothing else of that loop moves, and a timeout
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

/* How far a call is. */
enum {
  MOYA_CALL_WAITING = 0, /* in a group's line, with plugins, or before another attempt */
  MOYA_CALL_RUNNING = 1, /* the request is out, or waits for a connection */
  MOYA_CALL_ENDED = 2    /* its result is known: its callback runs next, or has run, or its row is there */
};
typedef int32_t moya_call_state;

/* Its state. A parent's call has ended for a forked child. [any thread] */
MOYA_API moya_call_state moya_call_get_state(moya_call *call);

/* The bytes of the request's and the response's body that have been moved, in the attempt and the hop (redirect) that
 * run: before and after that 0. `up` and `down` may be NULL. [any thread] */
MOYA_API void moya_call_bytes(moya_call *call, int64_t *up, int64_t *down);

/* The target's name; valid until the handle is released. [any thread] */
MOYA_API moya_str moya_call_target(moya_call *call);
MOYA_API const char *moya_call_target_data(moya_call *call, size_t *len);

/* Stops a call: it ends with MOYA_ERROR_CANCELLED, through its callback or row, unless it has ended. In a forked child
 * it does nothing for a call of the parent. [any thread] */
MOYA_API void moya_call_cancel(moya_call *call);

/* Releases the handle. The request goes on. [any thread] */
MOYA_API void moya_call_release(moya_call *call);

/* Releases the `count` handles of an array, and sets them to NULL; passes over those that are NULL. [any thread] */
MOYA_API void moya_calls_release(moya_call **calls, size_t count);

#ifdef __cplusplus
}
#endif

#endif
