/* Functions that send a target, and then wait for the response or pass the response to handlers.
 * Queues are a third way: see queue.h. The functions whose names contain `call_row` wait, too. They
 * write the result to a row, as a queue does, but use no queue. */
#ifndef MOYA_CALL_H
#define MOYA_CALL_H

#include "base.h"
#include "handlers.h"
#include "queue.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sends a request and waits for its response. The calling thread runs the transfer itself, so this
 * also works in a forked child. `handlers` receive the response as it arrives; NULL: none. On
 * success the caller must release *response. Its body is empty if a handler received the body.
 * `response` may be NULL.
 *
 * An HTTP error status is a response, not an error: see Success in moya.h.
 *
 * If a handler pauses the call, another thread must resume it, with the handle that the `begin`
 * handler received. A signal does not end the wait. To check a flag from time to time, use
 * moya_provider_call_for. That function takes no handlers. To use handlers and check a flag, use
 * moya_provider_send, moya_call_wait with a timeout, and moya_call_cancel.
 *
 * Each waiting thread uses three descriptors in addition to its connection. After the call, the
 * library stores these descriptors and the connections as one set, for later calls. It stores up to
 * 64 sets, and closes them with the provider. If a set was unused for 5 s, the library closes it
 * when another call ends.
 *
 * Errors: those of moya_provider_send except FORKED, and those with which a call ends; ARGUMENT:
 * also if `handlers` has an `end`. [not in callbacks] */
MOYA_API moya_status moya_provider_call(moya_provider *provider, const moya_target *target,
                                        const moya_handlers *handlers, moya_response **response,
                                        moya_error **error) MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Does the same as moya_provider_call, but waits at most `timeout_ms`. MOYA_NO_TIMEOUT waits until
 * the call ends. Use this function if the caller must check something from time to time, for
 * example a flag that a signal handler sets.
 *
 * If *blocking_call is NULL, starts a call. If *blocking_call is NULL on return, the call is over
 * and the result is that of moya_provider_call. Otherwise the call has not ended, and this function
 * returns MOYA_OK with *response NULL. Then use this function again with the same `blocking_call`,
 * or release it. The library does not read `provider` and `target` again. While no thread is in
 * this function, nothing runs the transfer. If the provider is closed or destroyed in this time,
 * the blocking call ends. Only one thread at a time may use a blocking call.
 *
 * Errors: those of moya_provider_call; ARGUMENT: a timeout less than −1; STATE: another thread is
 * in this function with the same blocking call; FORKED: *blocking_call belongs to the parent
 * process. After STATE and FORKED, *blocking_call is unchanged. [not in callbacks] */
MOYA_API moya_status moya_provider_call_for(moya_provider *provider, const moya_target *target,
                                            int32_t timeout_ms, moya_blocking_call **blocking_call,
                                            moya_response **response, moya_error **error)
    MOYA_NONNULL(4) MOYA_WARN_UNUSED;

/* Does the same as moya_provider_call without handlers, and writes the result to a row (queue.h).
 * The caller then has the status, the response and its body after one function. Use it in a
 * language where calling a C function is expensive. Such a language often has a lock that one
 * thread holds at a time. A thread that has just returned from this function probably holds the
 * lock. So before another thread returns, this function lets the thread with the lock run.
 *
 * The row is of the kind MOYA_ROW_END, and its tag is 0. This function returns the `status` of the
 * row. The caller owns what the row points to, and must release it with moya_completions_release,
 * or with moya_response_release or moya_error_release. What the row pointed to before is not
 * released. `row_size` is sizeof(moya_completion). A newer header can make it larger, by a multiple
 * of 8. The library sets the fields that it does not know to zero.
 *
 * Errors: those of moya_provider_call; NULL: also `row`; STRUCT_SIZE, ARGUMENT: also an invalid
 * `row_size`. If `row` or `row_size` is invalid, no call starts and nothing is written.
 * [not in callbacks] */
MOYA_API moya_status moya_provider_call_row(moya_provider *provider, const moya_target *target,
                                            moya_completion *row, size_t row_size)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* Does the same as moya_provider_call_for, and writes the result to a row, as
 * moya_provider_call_row does. If *blocking_call is not NULL on return, the call has not ended. The
 * row then has no response and no error, and its status is MOYA_OK. After STATE and FORKED, the
 * row has the error, and *blocking_call is unchanged.
 *
 * moya_provider_call_for and this function can continue each other's blocking calls. If `row` or
 * `row_size` is invalid, *blocking_call is unchanged. Errors: those of moya_provider_call_for and
 * of moya_provider_call_row. [not in callbacks] */
MOYA_API moya_status moya_provider_call_row_for(moya_provider *provider, const moya_target *target,
                                                int32_t timeout_ms,
                                                moya_blocking_call **blocking_call,
                                                moya_completion *row, size_t row_size)
    MOYA_NONNULL(4, 5) MOYA_WARN_UNUSED;

/* Cancels a blocking call and releases its handle. The plugins are notified of the cancellation
 * before this function returns. In a forked child, does nothing for a blocking call of the parent.
 * [any thread] */
MOYA_API void moya_blocking_call_release(moya_blocking_call *blocking_call);

/* Sends a request and returns at once. The library copies `handlers`. The `end` handler receives
 * the result, and the other handlers receive the response as it arrives. If `group` is not NULL,
 * the call becomes a member of it (group.h). `call` may be NULL; otherwise the caller must release
 * the handle. The handle is stored before any handler runs. If this function fails, no handler
 * runs.
 *
 * With MOYA_PUMP_DISPATCH (provider.h), this function can return MOYA_ERROR_FORKED in a forked
 * child, because a child cannot start the threads of Dispatch again. It does so if the provider was
 * made before the fork, or if any provider of the parent had used MOYA_PUMP_DISPATCH.
 *
 * Errors: NULL, UTF8, STRUCT_*, ARGUMENT, STATE, FORKED, MEMORY, SYSTEM; INVALID_REQUEST,
 * INVALID_URL: a text over its limit, or texts that together make a URL that is too long. NULL:
 * also if there is no `end`. ARGUMENT: also more than one of the handlers `body`, `line` and
 * `event`, MOYA_HANDLERS_RECONNECT without `event`, or a group of another provider. [any thread] */
MOYA_API moya_status moya_provider_send(moya_provider *provider, const moya_target *target,
                                        const moya_handlers *handlers, moya_group *group,
                                        moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* The phase of a call. */
enum {
  MOYA_CALL_WAITING = 0, /* the call waits in the line of its group (group.h), waits for a plugin,
                          * or waits for its next attempt */
  MOYA_CALL_RUNNING = 1, /* the request was sent, or waits for a connection */
  MOYA_CALL_ENDED = 2    /* the result is known: the `end` handler runs next or has run, or the
                          * call's last row (MOYA_ROW_END) is in the queue */
};
typedef int32_t moya_call_phase;

/* Returns the phase of a call. In a forked child, returns MOYA_CALL_ENDED for a call of the parent.
 * [any thread] */
MOYA_API moya_call_phase moya_call_state(const moya_call *call);

/* Stores how many bytes of the request's body (`up`) and of the response's body (`down`) were
 * transferred in the current attempt. After a redirect, the numbers start at 0 again. Stores 0
 * before and after an attempt. `up` and `down` may be NULL. [any thread] */
MOYA_API void moya_call_bytes(const moya_call *call, int64_t *up, int64_t *down);

/* Returns the name of the call's target. It is valid until the handle is released. [any thread] */
MOYA_API moya_str moya_call_target(const moya_call *call);

/* Waits until the call has ended and its `end` handler has returned. With MOYA_EXECUTOR_OWN, the
 * handler may run later (executor.h). For a call that was enqueued, waits until its last row
 * (MOYA_ROW_END) is in the queue. Waits at most `timeout_ms`; MOYA_NO_TIMEOUT sets no limit. With
 * MOYA_PUMP_HOST, this thread runs the provider's event loop while it waits, unless another thread
 * runs it. A signal does not end the wait.
 *
 * Errors: NULL; ARGUMENT: a timeout less than −1; TIMEOUT_TOTAL: the time is over; STATE: in a
 * callback; FORKED: the call belongs to the parent process. [not in callbacks] */
MOYA_API moya_status moya_call_wait(moya_call *call, int32_t timeout_ms, moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Cancels a call. If the call has not ended, it ends with MOYA_ERROR_CANCELLED. Its `end` handler
 * or its last row (MOYA_ROW_END in queue.h) reports this. In a forked child, does nothing for a
 * call of the parent. [any thread] */
MOYA_API void moya_call_cancel(moya_call *call);

/* Pauses a call before the next part of the body, as MOYA_FLOW_PAUSE does. Does not wait for a
 * handler that is running. Does nothing if the call has ended, or if it has none of the handlers
 * head, body, line and event. In a forked child, does nothing for a call of the parent.
 * [any thread] */
MOYA_API void moya_call_pause(moya_call *call);

/* Ends a pause. The next handler runs soon, on a thread that handlers.h names. If a handler is
 * running and then returns MOYA_FLOW_PAUSE, that pause ends at once. Also ends the wait of a
 * request body (MOYA_READ_LATER in upload.h). Does nothing if the call is not paused and its
 * request body does not wait, or if the call has ended. In a forked child, does nothing for a call
 * of the parent. [any thread] */
MOYA_API void moya_call_resume(moya_call *call);

/* Adds a reference to a handle. The caller must release this reference too. Returns `call`.
 * [any thread] */
MOYA_API moya_call *moya_call_retain(moya_call *call);

/* Releases the handle. The call continues. [any thread] */
MOYA_API void moya_call_release(moya_call *call);

/* Releases the `count` handles of an array and sets them to NULL. Skips handles that are NULL.
 * [any thread] */
MOYA_API void moya_calls_release(moya_call **calls, size_t count);

#ifdef __cplusplus
}
#endif

#endif
