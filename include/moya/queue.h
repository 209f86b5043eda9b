/* Completions as rows of a queue: for event loops, which poll its descriptor, and for languages to which a callback from
 * another thread is dear. */
#ifndef MOYA_QUEUE_H
#define MOYA_QUEUE_H

#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A finished call. It has a `response` on MOYA_OK, an `error` otherwise; the caller that drained the row owns them. */
typedef struct moya_completion {
  uint64_t tag;
  moya_status status;
  int32_t http_status; /* 0: no response */
  moya_response *response;
  moya_error *error;
} moya_completion;

/* A new, empty queue. Errors: NULL, SYSTEM (no descriptor). [any thread] Release with moya_queue_destroy. */
MOYA_API moya_status moya_queue_create(moya_queue **queue, moya_error **error) MOYA_NONNULL(1);

/* Bounds a queue: it takes so many calls, counted from moya_provider_enqueue until the row is drained; then enqueueing
 * returns MOYA_ERROR_FULL, without waiting, until rows are drained. 0: no bound, as a new queue. [any thread] */
MOYA_API void moya_queue_set_limit(moya_queue *queue, size_t limit);

/* Ends each moya_queue_wait that waits now; when there is none, the next one, or the next moya_queue_drain: they return
 * the rows that there are, or 0. Until then the descriptor is readable. [any thread] */
MOYA_API void moya_queue_wake(moya_queue *queue);

/* Says that no more calls will be enqueued: that returns MOYA_ERROR_STATE. When the rows of all calls that name the queue
 * have been drained, drain and wait return MOYA_ERROR_STATE too, in every thread, and the descriptor is readable: so a
 * loop that drains ends by itself. [any thread] */
MOYA_API void moya_queue_close(moya_queue *queue);

/* Frees a queue. Rows that were not drained are released. Calls that still name the queue end without a row. Threads
 * that are in moya_queue_wait return MOYA_ERROR_STATE; no other use of the queue may begin. Its descriptor is closed at
 * once, or by the last of those threads. [any thread] */
MOYA_API void moya_queue_destroy(moya_queue *queue);

/* A descriptor that is readable while rows are waiting (level-triggered). Poll it, never read it. −1: a forked child
 * got none for its own, empty queue. [any thread] */
MOYA_API int moya_queue_fd(moya_queue *queue);

/* Takes up to `capacity` rows, oldest first, without waiting. `row_size` is sizeof(moya_completion); a newer header's
 * may be larger, by multiples of 8, and gets zeroes in what this library does not know. Returns the number taken, or a
 * negative status: NULL, STRUCT_SIZE, ARGUMENT; STATE: the queue is closed and no row will come, or it is being
 * destroyed. [any thread] */
MOYA_API int64_t moya_queue_drain(moya_queue *queue, moya_completion *rows, size_t row_size, size_t capacity)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* As moya_queue_drain, but waits up to `timeout_ms` (−1: for ever) for the first row. Returns 0 when the time ran out, or
 * moya_queue_wake was called. STATE: also when the queue is destroyed meanwhile; SYSTEM: a forked child got no descriptor for it.
 * [not in callbacks] */
MOYA_API int64_t moya_queue_wait(moya_queue *queue, moya_completion *rows, size_t row_size, size_t capacity,
                                 int32_t timeout_ms)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Releases the responses and errors of `count` rows and sets them to NULL. Does nothing when `row_size` or `count` is
 * invalid. [any thread] */
MOYA_API void moya_completions_release(moya_completion *rows, size_t row_size, size_t count);

/* Sends; the end becomes a row of `queue` that carries `tag`. If enqueue itself fails there is no row. The queue may be
 * shared by providers; destroyed before the call has ended, it gets no row. Errors: as moya_provider_send; FULL: the queue's
 * limit is reached; STATE: also when the queue is closed.
 * [any thread] */
MOYA_API moya_status moya_provider_enqueue(moya_provider *provider, const moya_target *target, moya_queue *queue,
                                           uint64_t tag, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_completion) == 32, "moya_completion");
#endif

#ifdef __cplusplus
}
#endif

#endif
