/* Sending a target: wait for the response, or let a handler have it. A third way, rows of a queue, is
 * in queue.h. */
#ifndef MOYA_CALL_H
#define MOYA_CALL_H

#include "base.h"
#include "handlers.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sends a request and waits for its response. The calling thread moves the transfer itself, so this
 * also works in a forked child. `handlers` are shown the response as it comes; NULL: none. On success
 * the caller must release *response; its body is empty if a handler had it. `response` may be NULL.
 *
 * An HTTP error status is a response, not an error: see Success in moya.h.
 *
 * If a handler pauses the call, another thread must resume it, with the handle that `begin` got. A
 * signal does not end the wait. To look at a flag from time to time, use moya_provider_call_for. With
 * handlers use moya_provider_send, moya_call_wait with a timeout, and moya_call_cancel.
 *
 * Each thread that waits takes three descriptors beside its connection. The library keeps at most 64
 * such sets, with their connections, for the next calls. It closes them with the provider, or after
 * 5 s without use when another call ends.
 *
 * Errors: those of moya_provider_send except FORKED, and those with which a call ends; ARGUMENT: also
 * if `handlers` has an `end`. [not in callbacks] */
MOYA_API moya_status moya_provider_call(moya_provider *provider, const moya_target *target,
                                        const moya_handlers *handlers, moya_response **response,
                                        moya_error **error) MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* As moya_provider_call, but waits at most `timeout_ms` (MOYA_NO_TIMEOUT: until the end): for a caller
 * that must look at something else from time to time, such as a flag that a signal handler sets.
 *
 * If *blocking_call is NULL, starts a call. If *blocking_call is NULL on return, the call is over and
 * the result is that of moya_provider_call. Otherwise returns MOYA_OK with *response NULL: call again
 * with the same `blocking_call` (the other arguments are not read), or release it. Between two such
 * calls nothing moves the transfer; closing or destroying the provider ends it. One thread at a time
 * may use a blocking call.
 *
 * Errors: those of moya_provider_call; ARGUMENT: a timeout less than −1; STATE: another thread is in
 * it; FORKED: *blocking_call is the parent's. With the last two *blocking_call stays.
 * [not in callbacks] */
MOYA_API moya_status moya_provider_call_for(moya_provider *provider, const moya_target *target,
                                            int32_t timeout_ms, moya_blocking_call **blocking_call,
                                            moya_response **response, moya_error **error)
    MOYA_NONNULL(4) MOYA_WARN_UNUSED;

/* Gives up a blocking call: cancels the request. Plugins are notified before this returns. In a forked
 * child it releases nothing of the parent's. [any thread] */
MOYA_API void moya_blocking_call_release(moya_blocking_call *blocking_call);

/* Sends a request and returns at once. `handlers` are copied; their `end` gets the result, and the
 * others are shown the response as it comes. `group`: the call is a member (group.h); NULL: none.
 * `call` may be NULL; otherwise the caller must release the handle, which is set before a handler
 * runs. If this function fails, no handler runs.
 *
 * With MOYA_PUMP_DISPATCH it returns MOYA_ERROR_FORKED in a forked child if the provider was made
 * before the fork, or if a provider of the parent had used that pump: a child cannot have Dispatch's
 * threads again.
 *
 * Errors: NULL, UTF8, STRUCT_*, ARGUMENT, STATE, FORKED, MEMORY, SYSTEM; INVALID_REQUEST, INVALID_URL:
 * a text over its limit, or texts that together make too long a URL. NULL: also without an `end`.
 * ARGUMENT: also more than one of body, line and event, or a group of another provider. [any thread] */
MOYA_API moya_status moya_provider_send(moya_provider *provider, const moya_target *target,
                                        const moya_handlers *handlers, moya_group *group,
                                        moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* How far a call is. */
enum {
  MOYA_CALL_WAITING = 0, /* in a group's line, with plugins, or before another attempt */
  MOYA_CALL_RUNNING = 1, /* the request is out, or waits for a connection */
  MOYA_CALL_ENDED = 2    /* the result is known: the end runs next, or has run, or its row is there */
};
typedef int32_t moya_call_phase;

/* Returns how far a call is. A parent's call has ended for a forked child. [any thread] */
MOYA_API moya_call_phase moya_call_state(moya_call *call);

/* Stores how many bytes of the request's and the response's body were moved, in the attempt and the
 * hop (redirect) that run now; before and after that 0. `up` and `down` may be NULL. [any thread] */
MOYA_API void moya_call_bytes(moya_call *call, int64_t *up, int64_t *down);

/* Returns the target's name; valid until the handle is released. [any thread] */
MOYA_API moya_str moya_call_target(moya_call *call);

/* Waits until the call has ended and its end has returned, or its row is in the queue; at most
 * `timeout_ms` (MOYA_NO_TIMEOUT: for ever). With MOYA_PUMP_HOST this thread moves the provider while
 * it waits, unless another one does. A signal does not end the wait. Errors: NULL; ARGUMENT: a timeout
 * less than −1; TIMEOUT_TOTAL: the time is over; STATE: in a callback; FORKED: the call is the
 * parent's. [not in callbacks] */
MOYA_API moya_status moya_call_wait(moya_call *call, int32_t timeout_ms, moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Cancels a call: it ends with MOYA_ERROR_CANCELLED, through its end or its row, unless it has ended.
 * In a forked child it does nothing for a call of the parent. [any thread] */
MOYA_API void moya_call_cancel(moya_call *call);

/* Pauses a call as MOYA_FLOW_PAUSE does, before the next part of the body. It does not wait for a
 * handler that runs. Does nothing for a call without one of the handlers head, body, line and event,
 * for one that has ended, or in a forked child for a call of the parent. [any thread] */
MOYA_API void moya_call_pause(moya_call *call);

/* Ends a pause: the next handler follows soon, on a thread that handlers.h names. If a handler runs
 * now, ends the pause that it returns. Does nothing without a pause, and where moya_call_pause does
 * nothing. [any thread] */
MOYA_API void moya_call_resume(moya_call *call);

/* Adds a reference to a handle, which must be released too. Returns `call`. [any thread] */
MOYA_API moya_call *moya_call_retain(moya_call *call);

/* Releases the handle. The call goes on. [any thread] */
MOYA_API void moya_call_release(moya_call *call);

/* Releases the `count` handles of an array and sets them to NULL; skips those that are NULL.
 * [any thread] */
MOYA_API void moya_calls_release(moya_call **calls, size_t count);

#ifdef __cplusplus
}
#endif

#endif
