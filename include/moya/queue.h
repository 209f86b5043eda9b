/* Completions as rows of a queue: for event loops, which poll its descriptor, and for languages to which a callback from
 * another thread is dear. A call may have more rows than its end: its response as it comes, and how far it is.
 *
 *     status = moya_provider_enqueue(api, &target, queue, 1, MOYA_ROW_HEAD | MOYA_ROW_CHUNK, NULL, NULL, &error);
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

/* What a row says of its call. As bits, also the `parts` of moya_provider_enqueue. */
enum {
  MOYA_ROW_END = 0,     /* the call has ended: one row of each call, its last */
  MOYA_ROW_HEAD = 1,    /* the response's head has come: `response`, whose body is empty, and `http_status` */
  MOYA_ROW_CHUNK = 2,   /* the next bytes of the body, decoded: `data` and `len`, at least one */
  MOYA_ROW_PROGRESS = 4 /* bytes were moved: `progress`, as it is when the row is drained */
};
typedef int32_t moya_row;

/* A row. That of an end has on MOYA_OK a `response`, whose body is in `data` and `len` too (as moya_response_body: valid
 * as long as the response), and an `error` otherwise. The caller that drained a row owns all that it points to, until
 * moya_completions_release; what its kind does not have is 0. */
typedef struct moya_completion {
  uint64_t tag;
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

/* A new, empty queue. Errors: NULL, SYSTEM (no descriptor). [any thread] Release with moya_queue_destroy. */
MOYA_API moya_status moya_queue_create(moya_queue **queue, moya_error **error) MOYA_NONNULL(1);

/* Bounds a queue: it takes so many calls, counted from moya_provider_enqueue until the row is drained; then enqueueing
 * returns MOYA_ERROR_FULL, without waiting, until rows are drained. 0: no bound, as a new queue. [any thread] */
MOYA_API void moya_queue_set_limit(moya_queue *queue, size_t limit);

/* Bounds what waits in a queue as rows of MOYA_ROW_CHUNK, in bytes of all its calls together; 0: 1 048 576, as a new
 * queue. A call that finds as much waiting is paused, so that its server waits too, and goes on when half of it was
 * drained: each call exceeds the bound by one piece at most, which is what arrived at once (16 KB; of a compressed body
 * what becomes of that; of a stub the whole). Rows of other kinds are not bounded and never wait: a call has one head,
 * one progress that was not drained, and one end. [any thread] */
MOYA_API void moya_queue_set_buffer(moya_queue *queue, size_t bytes);

/* Ends each moya_queue_wait that waits now; if there is none, the next one, or the next
 * moya_queue_drain. They return the rows that there are, or 0. Until then the descriptor is readable.
 * It is not async-signal-safe. To end a wait on a signal, block the signal in all threads and let one
 * thread call sigwait and then this function; or wait with a timeout and look at a flag that the handler
 * sets. [any thread] */
MOYA_API void moya_queue_wake(moya_queue *queue);

/* Says that no more calls will be enqueued: that returns MOYA_ERROR_STATE. When the rows of all calls that name the queue
 * have been drained, drain and wait return MOYA_ERROR_STATE too, in every thread, and the descriptor is readable: so a
 * loop that drains ends by itself. [any thread] */
MOYA_API void moya_queue_close(moya_queue *queue);

/* Frees a queue. Rows that were not drained are released. Calls that still name the queue end without a row; those with
 * rows of a head or of chunks are cancelled, as far as these have not come. Threads
 * that are in moya_queue_wait return MOYA_ERROR_STATE; no other use of the queue may begin. Its descriptor is closed at
 * once, or by the last of those threads. [any thread] */
MOYA_API void moya_queue_destroy(moya_queue *queue);

/* A descriptor that is readable while rows are waiting (level-triggered), and after moya_queue_wake and moya_queue_close
 * as these say. Poll it, never read it. −1: a forked child got none for its own, empty queue. [any thread] */
MOYA_API int moya_queue_fd(moya_queue *queue);

/* Takes up to `capacity` rows, oldest first, without waiting. `row_size` is sizeof(moya_completion); a newer header's
 * may be larger, by multiples of 8, and gets zeroes in what this library does not know. Returns the number taken, or a
 * negative status: NULL, STRUCT_SIZE, ARGUMENT; STATE: the queue is closed and no row will come, or it is being
 * destroyed. [any thread] */
MOYA_API int64_t moya_queue_drain(moya_queue *queue, moya_completion *rows, size_t row_size, size_t capacity)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* As moya_queue_drain, but waits at most `timeout_ms` (MOYA_NO_TIMEOUT: for ever) for the first row.
 * Returns 0 if the time ran out or moya_queue_wake was called. A signal does not end the wait. STATE: also
 * if the queue is destroyed meanwhile; SYSTEM: a forked child got no descriptor for it.
 *
 * If one thread calls this function again and again, the library may let it run the event loop while it
 * waits, which saves thread switches. This happens only if the provider uses MOYA_PUMP_DISPATCH with one
 * loop, and all of its asynchronous calls complete into this queue, outside any group. Of several such
 * providers it runs the loop of one. Hooks of plugins, backends, callbacks of other threads' calls and
 * ends of plugins' own calls can then run inside this function. So hold no lock that they need, and have
 * the stack that a blocking call needs. If the thread stays away, a library thread takes over within
 * milliseconds. [not in callbacks] */
MOYA_API int64_t moya_queue_wait(moya_queue *queue, moya_completion *rows, size_t row_size, size_t capacity,
                                 int32_t timeout_ms)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Releases what `count` rows point to, and sets it to NULL. Does nothing when `row_size` or `count` is
 * invalid. [any thread] */
MOYA_API void moya_completions_release(moya_completion *rows, size_t row_size, size_t count);

/* Sends a request and returns at once; the end becomes a row of `queue` that carries `tag`. `parts` asks
 * for other rows before it: an OR of MOYA_ROW_HEAD, MOYA_ROW_CHUNK and MOYA_ROW_PROGRESS; 0: none.
 * `group`: the call is a member (group.h); NULL: none. `call` may be NULL; otherwise the caller must
 * release the handle. If this function fails there is no row. Several providers may share a queue.
 *
 * Rows show what handlers are shown (handlers.h): the final response, and not one that `validation`
 * refuses, which is in the error of the end with its body. With MOYA_ROW_CHUNK the response of the end
 * has no body. Once a row of the head or a chunk is written, the request is not sent again. Between
 * two drains there is at most one row of progress. A pause of moya_call_pause also ends when the queue
 * ends a pause of its own.
 *
 * Errors: as moya_provider_send; FULL: the queue is at its limit; STATE: also if the queue is closed;
 * ARGUMENT: also another bit in `parts`, or chunks of a target with a download. [any thread] */
MOYA_API moya_status moya_provider_enqueue(moya_provider *provider, const moya_target *target,
                                           moya_queue *queue, uint64_t tag, uint32_t parts,
                                           moya_group *group, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* As moya_provider_enqueue for `count` targets in their order, with the tags `tag`, `tag` + 1 and so on:
 * for languages to which a call of a C function is expensive. The targets may be owned ones
 * (moya_target_copy). `calls` is NULL or has `count` places: calls[i] becomes the handle of targets[i],
 * or NULL if that call did not start.
 *
 * Returns MOYA_OK if every call was started. Otherwise returns the error of the first target that could
 * not be started, and stores its index in *begun if `begun` is not NULL. Targets after it are not read
 * and nothing of them is released; to go on, start at targets[*begun + 1]. On success *begun is
 * `count`. With a count of 0 does nothing.
 *
 * Errors: as moya_provider_enqueue; ARGUMENT: also a count over 10 000, and then, as with `targets`
 * NULL, `calls` is not touched. [any thread] */
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
