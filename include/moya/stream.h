/* A response as it comes: its head, then its body in pieces, in lines or as server-sent events; and how far the call is.
 *
 *     static moya_flow save(void *user, const void *data, size_t len) {
 *       return fwrite(data, 1, len, user) == len ? MOYA_FLOW_CONTINUE : MOYA_FLOW_STOP;
 *     }
 *
 *     moya_handlers handlers = MOYA_HANDLERS(.body = save, .user = file);
 *     moya_status status = moya_provider_run(api, &target, &handlers, &response, &error);
 *
 * No more of the body is in memory than a piece of it: a handler that takes its time holds up the server, and nothing
 * else does.
 *
 *   Order      begin, head, then body, line or event for each part of the body, then the end. progress comes in between. One
 *              handler of a call at a time; none after the end.
 *   Shown      The final response: not an interim one, a redirect that is followed, or an attempt that is tried again.
 *              A response that the target's `validation` refuses is not shown: it is in the error with its body, as
 *              with moya_provider_call. Once the head was shown, the request is not sent again.
 *   Threads    Of moya_provider_run: the calling thread. Of moya_provider_start: the pump's; the calling one for begin, and what
 *              needs no network (an immediate stub, a plugin's answer), or the one that ends a pause of that. Handlers
 *              on the pump's thread hold up the provider's other asynchronous calls while they run: answer
 *              MOYA_FLOW_PAUSE instead of waiting.
 *   Callbacks  Handlers are callbacks: a function that blocks returns MOYA_ERROR_STATE in them, all others may be
 *              called there. A call that is cancelled in one of its handlers, or whose provider is closed or destroyed
 *              there, shows no more of the response.
 *   Stubs      What a stub or a plugin answers is shown in the same way, its body in one piece; without progress. */
#ifndef MOYA_STREAM_H
#define MOYA_STREAM_H

#include "base.h"
#include "call.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One server-sent event (WHATWG HTML, "Server-sent events"), its texts UTF-8. The library's: a later version may add
 * fields at the end, as to moya_progress. */
typedef struct moya_event {
  moya_str type;    /* "message" unless the stream says otherwise */
  moya_str data;    /* its lines of data, with a line feed between them */
  moya_str id;      /* the last that the stream has named, perhaps with an earlier event; "": none */
  int64_t retry_ms; /* when the server wants to be asked again after the stream's end, as it said last; −1: it did not */
} moya_event;

/* Bytes that were moved, in both directions. */
typedef struct moya_progress {
  int64_t sent;          /* of the request's body */
  int64_t send_total;    /* −1: not known; 0: it has none */
  int64_t received;      /* of the response's body, before it is decoded; of a resumed download with what was there */
  int64_t receive_total; /* −1: not known, or not yet */
} moya_progress;

/* Handlers; `user` is that of moya_handlers. What else they get is borrowed until they return: copy or retain what is
 * kept. */

/* The call is made, and nothing is sent yet: its handle, by which other threads too may pause, resume or cancel it. */
typedef void (*moya_begin_fn)(void *user, moya_call *call);
/* The head of the response: a response whose body is empty. */
typedef moya_flow (*moya_head_fn)(void *user, const moya_response *head);
/* The next bytes of the body, decoded; at least one. Not ended by NUL. */
typedef moya_flow (*moya_body_fn)(void *user, const void *data, size_t len);
/* The next line, without the LF or CR LF that ends it; also the last one when nothing ends it. Bytes as they came. */
typedef moya_flow (*moya_line_fn)(void *user, moya_str line);
/* The next event. The request says `Accept: text/event-stream`, unless the target or the provider says what is accepted.
 * The response's Content-Type is not looked at: the head has it. */
typedef moya_flow (*moya_event_fn)(void *user, const moya_event *event);
/* Whenever a number has changed, in a pause too. Its MOYA_FLOW_PAUSE needs one of head, body, line and event, as
 * moya_call_pause does: a body that goes into the response or a file is not paused. */
typedef moya_flow (*moya_progress_fn)(void *user, const moya_progress *progress);

/* Who is shown the response. NULL: not wanted. Without body, line and event the response has its body at the end. */
typedef struct moya_handlers {
  uint32_t size MOYA_0;
  uint32_t max_line MOYA_0; /* bytes of a line, and of an event's data; more end the call with MOYA_ERROR_TOO_LARGE.
                             * 0: 1 048 576 */
  moya_begin_fn begin MOYA_0;
  moya_head_fn head MOYA_0;
  moya_body_fn body MOYA_0;   /* of body, line and event at most one */
  moya_line_fn line MOYA_0;
  moya_event_fn event MOYA_0;
  moya_progress_fn progress MOYA_0;
  moya_callback_fn end MOYA_0; /* as with moya_provider_send; for moya_provider_start only, which needs it */
  void *user MOYA_0;
  moya_release_fn release_user MOYA_0; /* called with `user` exactly once: after the end, or when the function fails; but
                                        * not when `size` was refused: then nothing behind it was read */
} moya_handlers;
#define MOYA_HANDLERS_INIT MOYA_SIZED(moya_handlers)
#define MOYA_HANDLERS(...) MOYA_MAKE(moya_handlers, __VA_ARGS__)

/* Sends; `handlers`, which are copied, are shown the response as it comes, and its end. `call` may be NULL; otherwise
 * release it. It is set before a handler runs. Errors: those of moya_provider_send; ARGUMENT: more than one of
 * body, line and event; NULL: no `end`. [any thread] */
MOYA_API moya_status moya_provider_start(moya_provider *provider, const moya_target *target,
                                         const moya_handlers *handlers, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;

/* The same, and waits: as moya_provider_call, with handlers. On success *response is the caller's to release; its body
 * is empty when a handler had it. A pause is ended by another thread, with the call's handle that `begin` was given.
 * Errors: those of moya_provider_call; ARGUMENT: more than one of body, line and event, or an `end`.
 * [not in callbacks] */
MOYA_API moya_status moya_provider_run(moya_provider *provider, const moya_target *target,
                                       const moya_handlers *handlers, moya_response **response, moya_error **error)
    MOYA_NONNULL(1, 2, 3, 4) MOYA_WARN_UNUSED;

/* Pauses a call as MOYA_FLOW_PAUSE does, before the next part of the body; a handler that runs is not waited for. Does
 * nothing for a call without one of the handlers head, body, line and event, or one that has ended, or for a call of
 * the parent in a forked child. [any thread] */
MOYA_API void moya_call_pause(moya_call *call);

/* Ends a pause: the next handler follows soon, on a thread named above. While a handler runs it counts for the pause that
 * this one asks for. Without a pause, and where moya_call_pause does nothing, it does nothing. [any thread] */
MOYA_API void moya_call_resume(moya_call *call);

/* One more reference to a call's handle, to be released too. Returns `call`. [any thread] */
MOYA_API moya_call *moya_call_retain(moya_call *call);

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_event) == 56, "moya_event");
_Static_assert(sizeof(moya_progress) == 32, "moya_progress");
_Static_assert(sizeof(moya_handlers) == 80, "moya_handlers");
#endif

#ifdef __cplusplus
}
#endif

#endif
