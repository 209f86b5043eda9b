/* A queue stores the results of calls as rows, until the program takes them. Calls then need no
 * callbacks.
 *
 * Use a queue in an event loop that polls its descriptor, or in a language where callbacks from
 * other threads are expensive. Every call has one row when it ends. On request, it also has rows
 * for its response as it arrives, for its progress and for its steps. To drain a queue is to take
 * rows out of it, with moya_queue_drain or moya_queue_wait.
 *
 *     uint32_t parts = MOYA_ROW_HEAD | MOYA_ROW_CHUNK;
 *     status = moya_provider_enqueue(api, &target, queue, 1, parts, NULL, NULL, &error);
 *     while ((count = moya_queue_wait(queue, rows, sizeof *rows, 8, -1)) > 0) {
 *       for (int64_t i = 0; i < count; i++) {
 *         if (rows[i].kind == MOYA_ROW_CHUNK) fwrite(rows[i].data, 1, rows[i].len, file);
 *       }
 *       moya_completions_release(rows, sizeof *rows, (size_t)count);
 *     }
 */
#ifndef MOYA_QUEUE_H
#define MOYA_QUEUE_H

#include "base.h"
#include "handlers.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of rows. They are also the bits of `parts` in moya_provider_enqueue. */
enum {
  MOYA_ROW_END = 0,     /* the call has ended: the last row of each call */
  MOYA_ROW_HEAD = 1,    /* the head has arrived: `http_status`, and a `response` with an empty
                         * body */
  MOYA_ROW_CHUNK = 2,   /* the next bytes of the decoded body, at least one: `data` and `len` */
  MOYA_ROW_PROGRESS = 4, /* bytes were sent or received: `progress`, with the numbers at the time
                          * when the row is drained */
  MOYA_ROW_STEP = 8      /* a step of the call has begun: `data` points to a moya_step (handlers.h).
                          * `len` is 0 */
};
typedef int32_t moya_row;

/* A row of a queue: the result of a call, its head, a piece of its body, its progress or a step.
 * Fields that the kind of the row does not use are 0.
 *
 * A row of MOYA_ROW_END has a `response` if `status` is MOYA_OK, otherwise an `error`. The body of
 * the response is also in `data` and `len`, and is valid as long as the response. The caller that
 * drained a row owns everything that the row points to, and must release it with
 * moya_completions_release. */
typedef struct moya_completion {
  uint64_t tag; /* the number that the program passed to moya_provider_enqueue */
  moya_status status;
  int32_t http_status; /* 0: no response */
  moya_response *response;
  moya_error *error;
  moya_row kind;
  uint32_t reserved; /* 0 */
  const void *data;
  size_t len;
  const moya_progress *progress;
} moya_completion;

/* Creates an empty queue. Release it with moya_queue_destroy. Errors: NULL, SYSTEM (no descriptor).
 * [any thread] */
MOYA_API moya_status moya_queue_create(moya_queue **queue, moya_error **error) MOYA_NONNULL(1);

/* Limits the number of calls in a queue. 0 means no limit, as in a new queue.
 *
 * A call counts from moya_provider_enqueue until the program has taken the row with its result.
 * While the queue is at its limit, enqueueing returns MOYA_ERROR_FULL at once. [any thread] */
MOYA_API void moya_queue_set_limit(moya_queue *queue, size_t limit);

/* Limits the bytes that wait in a queue as rows of MOYA_ROW_CHUNK, for all its calls together. 0
 * means 1 048 576, as in a new queue.
 *
 * A call that reaches the limit is paused, which makes its server wait. It continues when half of
 * the bytes have been drained. Each call can exceed the limit by one piece. A piece is what arrived
 * at once, up to 16 KB before decoding; the decoded bytes of a compressed body can be more. The
 * body of a stub is one piece. A piece of fewer than 128 bytes counts as 128 bytes, because its row
 * needs memory too.
 *
 * Other rows do not count, and never make a call wait. A call has one row of its head, at most one
 * row of progress at a time, some rows of steps for each attempt and redirect, and one last row
 * (MOYA_ROW_END). [any thread] */
MOYA_API void moya_queue_set_buffer(moya_queue *queue, size_t bytes);

/* Lets the thread that drains a queue run the queue's calls instead of a library thread. The
 * draining thread begins to run them when at most `most_calls` calls are under way. When more than
 * 2 × `most_calls` calls are under way, a library thread runs them again. If `most_calls` is 0, the
 * draining thread never runs them, as in a new queue. Use this function in an event loop that polls
 * the descriptor of the queue and has few calls at a time. It saves two thread switches per call.
 *
 * While the draining thread runs the calls, the descriptor is also readable when a call has
 * something to do, and moya_queue_drain first does what can be done without waiting. The conditions
 * of moya_queue_wait apply: the provider of the calls uses MOYA_PUMP_DISPATCH with one loop, and
 * all of its asynchronous calls that are under way complete into this queue and belong to no group.
 * Otherwise a library thread runs the calls, and rows arrive as in any queue. If a call has
 * something to do and the program does not drain the queue, a library thread runs the calls after a
 * few milliseconds.
 *
 * While the draining thread runs the calls, hooks of plugins, backends and callbacks can run inside
 * moya_queue_drain. The callbacks can belong to calls that other threads or plugins have made. So
 * hold no lock that this code needs, and have as much stack as a blocking call needs. Inside a
 * callback, moya_queue_drain runs no calls.
 *
 * Errors: NULL; STATE: moya_queue_fd was called before this function was first called with a
 * `most_calls` that is not 0; SYSTEM (no descriptor). In a forked child, the queue is like a new
 * queue. [any thread] */
MOYA_API moya_status moya_queue_set_pump(moya_queue *queue, size_t most_calls, moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Ends every moya_queue_wait that is waiting now. If no thread is waiting, ends the next
 * moya_queue_wait or moya_queue_drain.
 *
 * A function that ends in this way returns the rows that are in the queue, or 0 if there are none.
 * Until then, the descriptor of the queue is readable. This function is not async-signal-safe. To
 * end a wait on a signal, block the signal in all threads, and let one thread call sigwait and then
 * this function. Or wait with a timeout, and check a flag that the signal handler sets.
 * [any thread] */
MOYA_API void moya_queue_wake(moya_queue *queue);

/* Closes a queue. From now on, enqueueing a call returns MOYA_ERROR_STATE.
 *
 * After the rows of all calls of the queue have been drained, moya_queue_drain and moya_queue_wait
 * also return MOYA_ERROR_STATE, in every thread. The descriptor is then readable, so a program that
 * polls it notices the end. [any thread] */
MOYA_API void moya_queue_close(moya_queue *queue);

/* Frees a queue, and releases the rows that are still in it.
 *
 * Calls of this queue that have not ended write no more rows. If such a call would still write a
 * row for its head or for a chunk, the library cancels the call. If threads wait in
 * moya_queue_wait, their waits end with MOYA_ERROR_STATE, and the last of these threads closes the
 * descriptor. Otherwise moya_queue_destroy closes it. During moya_queue_destroy and afterwards,
 * no thread may begin to use the queue. [any thread] */
MOYA_API void moya_queue_destroy(moya_queue *queue);

/* Returns a descriptor that is readable while rows are waiting (level-triggered). It is also
 * readable after moya_queue_wake and moya_queue_close, as the comments of these functions say. If
 * moya_queue_set_pump allows it, the descriptor is also readable when a call has something to do.
 * Poll the descriptor, but never read from it, and never close it.
 *
 * A forked child has its own, empty queue. In the child, the function returns −1 if the child has
 * no free descriptor. [any thread] */
MOYA_API int moya_queue_fd(moya_queue *queue);

/* Takes up to `capacity` rows without waiting, oldest first. If moya_queue_set_pump allows it, this
 * function first runs the calls of the queue, as far as that is possible without waiting. Returns
 * the number of rows, or a negative status: NULL, STRUCT_SIZE, ARGUMENT; STATE: the queue is closed
 * and no row will come, or another thread destroys the queue.
 *
 * `row_size` is sizeof(moya_completion). A newer header can make it larger, by a multiple of 8. The
 * library sets the fields that it does not know to zero. [any thread] */
MOYA_API int64_t moya_queue_drain(moya_queue *queue, moya_completion *rows, size_t row_size,
                                  size_t capacity)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Takes rows like moya_queue_drain, but first waits at most `timeout_ms` (MOYA_NO_TIMEOUT: without
 * a limit) for a row.
 *
 * Returns 0 if the time ran out or moya_queue_wake was called. A signal does not end the wait. On
 * failure, returns a negative status, as moya_queue_drain does. Also returns MOYA_ERROR_STATE if
 * the queue is destroyed during the wait. In a forked child, returns MOYA_ERROR_SYSTEM if the
 * process had no free descriptor for the queue.
 *
 * If one thread calls this function again and again, that thread may run the event loop while it
 * waits, which saves thread switches. There are two conditions. First, the provider of the calls
 * uses MOYA_PUMP_DISPATCH with one loop. Second, all asynchronous calls of this provider that are
 * under way complete into this queue and belong to no group. If several providers meet the
 * conditions, the thread runs the loop of one of them.
 *
 * While the thread runs the loop, hooks of plugins, backends and callbacks can run inside this
 * function. The callbacks can belong to calls that other threads or plugins have made. So hold no
 * lock that this code needs, and have as much stack as a blocking call needs. If the thread does
 * not call this function again, a library thread runs the loop after a few milliseconds.
 * [not in callbacks] */
MOYA_API int64_t moya_queue_wait(moya_queue *queue, moya_completion *rows, size_t row_size,
                                 size_t capacity, int32_t timeout_ms)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Releases what `count` rows point to, and sets the pointers to NULL. Does nothing if `row_size` or
 * `count` is invalid. [any thread] */
MOYA_API void moya_completions_release(moya_completion *rows, size_t row_size, size_t count);

/* Starts a call and returns at once. When the call ends, it writes a row with its result and `tag`
 * to `queue`. Several providers may share a queue.
 *
 * `parts` says which other rows the call writes before this last row. It is an OR of MOYA_ROW_HEAD,
 * MOYA_ROW_CHUNK, MOYA_ROW_PROGRESS and MOYA_ROW_STEP, or 0 for none. If `group` is not NULL, the
 * call becomes a member of it (group.h). If `call` is not NULL, the caller must release the handle.
 * If this function fails, there is no row.
 *
 * Rows hold only the final response, as handlers receive it (handlers.h). If `validation` refuses a
 * response, only the error of the last row holds that response, with its body. With MOYA_ROW_CHUNK,
 * the response of the last row has no body. After a call has written a row of the head or a chunk,
 * its request is not sent again. At most one row of progress of each call waits in the queue. A
 * queue can pause a call (moya_queue_set_buffer). When the queue continues this call, it also ends
 * a pause that moya_call_pause began.
 *
 * Errors: as moya_provider_send; FULL: the queue is at its limit; STATE: also if the queue is
 * closed; ARGUMENT: also an unknown bit in `parts`, or chunks of a target with a download.
 * [any thread] */
MOYA_API moya_status moya_provider_enqueue(moya_provider *provider, const moya_target *target,
                                           moya_queue *queue, uint64_t tag, uint32_t parts,
                                           moya_group *group, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* Starts `count` calls as moya_provider_enqueue does, in the order of `targets`. Their tags are
 * `tag`, `tag` + 1 and so on. Use it in a language where calling a C function is expensive.
 *
 * The targets may be copies that moya_target_copy made. `calls` is NULL or an array of `count`
 * handles: calls[i] becomes the handle of targets[i], or NULL if that call did not start.
 *
 * If every call was started, returns MOYA_OK and stores `count` in *begun. Otherwise returns the
 * error of the first target that could not be started, and stores its index in *begun. The targets
 * after that one are not read, and their `release_user` functions are not called. To continue,
 * start at targets[*begun + 1]. `begun` may be NULL. If `count` is 0, does nothing.
 *
 * If `targets` is NULL or `count` is too large, `calls` is not changed. Errors: as
 * moya_provider_enqueue; ARGUMENT: also a count over 10 000. [any thread] */
MOYA_API moya_status moya_provider_enqueue_all(moya_provider *provider,
                                               const moya_target *const *targets, size_t count,
                                               moya_queue *queue, uint64_t tag, uint32_t parts,
                                               moya_group *group, moya_call **calls, size_t *begun,
                                               moya_error **error)
    MOYA_NONNULL(1, 2, 4) MOYA_WARN_UNUSED;

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_completion) == 64, "moya_completion");
#endif

#ifdef __cplusplus
}
#endif

#endif
