/* Handlers: functions that are shown the response of a call as it comes, and how far the call is.
 *
 *     static moya_flow save(void *user, const void *data, size_t len) {
 *       return fwrite(data, 1, len, user) == len ? MOYA_FLOW_CONTINUE : MOYA_FLOW_STOP;
 *     }
 *
 *     moya_handlers handlers = MOYA_HANDLERS(.body = save, .user = file);
 *     moya_status status = moya_provider_call(api, &target, &handlers, &response, &error);
 *
 * At most one piece of the body is in memory. A handler that takes its time holds up the server, and
 * nothing else.
 *
 *   Order      begin, head, then body, line or event for each part of the body, then end. progress
 *              may come at any time between begin and end. One handler of a call runs at a time, and
 *              none after end.
 *   Shown      Handlers are shown the final response. They are not shown an interim response, a
 *              redirect that is followed, an attempt that is tried again, or a response that the
 *              target's `validation` refuses: that response is in the error, with its body. Once the
 *              head was shown, the request is not sent again. progress is an exception: it counts the
 *              bytes of every attempt and every response.
 *   Threads    In a blocking call handlers run on the calling thread. In an asynchronous call they
 *              run on the thread that moves the call. Exceptions: `begin` runs on the calling thread,
 *              and so does everything that needs no network (an immediate stub, a plugin's answer).
 *              The thread that ends a pause of such a response runs the handlers that follow.
 *              Handlers on a library thread hold up the provider's other asynchronous calls: return
 *              MOYA_FLOW_PAUSE instead of waiting.
 *   Callbacks  Handlers are callbacks: a function that blocks returns MOYA_ERROR_STATE in them. All
 *              other functions may be called. If a handler cancels its call, or closes or destroys
 *              the provider, no more of the response is shown.
 *   Stubs      The response of a stub or a plugin is shown in the same way, its body in one piece,
 *              without progress. */
#ifndef MOYA_HANDLERS_H
#define MOYA_HANDLERS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One server-sent event (WHATWG HTML, "Server-sent events"). Its texts are UTF-8. The library fills
 * it, one at a time: a later version may add fields at the end. */
typedef struct moya_event {
  moya_str type;    /* "message" unless the stream says otherwise */
  moya_str data;    /* its lines of data, with a line feed between them */
  moya_str id;      /* the last id of the stream, perhaps from an earlier event; "": none yet */
  int64_t retry_ms; /* the server's last `retry`: when to connect again after the end; −1: none yet */
} moya_event;

/* How many bytes were moved, in both directions. The library fills it, one at a time: a later version
 * may add fields at the end. */
typedef struct moya_progress {
  int64_t sent;          /* of the request's body */
  int64_t send_total;    /* −1: not known; 0: it has none */
  int64_t received;      /* of the response's body, before decoding; of a resumed download in all */
  int64_t receive_total; /* −1: not known, or not yet */
} moya_progress;

/* Writes progress as one line for people, such as "12.3 MB of 40.0 MB (31 %)", into `buffer`: of the
 * response's body if some of it was moved, otherwise of the request's. Writes at most `room` bytes with
 * the NUL, and returns the length of the whole line without it, as snprintf does; 0 for NULL.
 * [any thread] */
MOYA_API size_t moya_progress_text(const moya_progress *progress, char *buffer, size_t room);

/* The end of a call: runs exactly once. On MOYA_OK there is a `response`, otherwise an `error`. Both
 * are borrowed until the function returns; to keep one, retain it (moya_response_retain,
 * moya_error_retain).
 *
 * Runs on the thread that moves the call (see Loops in provider.h), or where the provider's executor
 * runs it (executor.h). What needs no network (an immediate stub, a plugin's answer, a request that
 * cannot be sent) ends on the calling thread, before the function returns that began the call. With
 * MOYA_PUMP_HOST it also runs on the thread that closes or destroys the provider.
 *
 * While it runs on a library thread, no other call of that loop moves, and a timeout that passes is
 * noticed late: do long work elsewhere.
 *
 * It may send calls that end at once, whose ends send more. After about 30 such levels an end waits
 * until the innermost one has returned, and then runs on the same thread. */
typedef void (*moya_callback_fn)(void *user, moya_status status, moya_response *response,
                                 moya_error *error);

/* The other handlers. `user` is that of moya_handlers. Everything else that they get is borrowed until
 * they return: copy or retain what you keep. */

/* The call exists and nothing is sent yet. With its handle other threads may pause, resume or cancel
 * it. */
typedef void (*moya_begin_fn)(void *user, moya_call *call);
/* The head of the response: a response whose body is empty. */
typedef moya_flow (*moya_head_fn)(void *user, const moya_response *head);
/* The next bytes of the body, decoded; at least one. No NUL follows them. */
typedef moya_flow (*moya_body_fn)(void *user, const void *data, size_t len);
/* The next line, without the LF or CR LF that ends it. The last line may lack its end. */
typedef moya_flow (*moya_line_fn)(void *user, moya_str line);
/* The next event. The request says `Accept: text/event-stream`, unless the target or the provider has
 * an Accept of its own. The library does not check the response's Content-Type: the head has it. */
typedef moya_flow (*moya_event_fn)(void *user, const moya_event *event);
/* A number has changed, perhaps during a pause. MOYA_FLOW_PAUSE works only if there is one of head,
 * body, line and event, as with moya_call_pause. */
typedef moya_flow (*moya_progress_fn)(void *user, const moya_progress *progress);

/* What to show of a response. NULL: not wanted. Without body, line and event the response has its body
 * at the end. */
typedef struct moya_handlers {
  uint32_t size MOYA_0;
  /* Bytes of a line, and of an event's data. More end the call with MOYA_ERROR_TOO_LARGE.
   * 0: 1 048 576 */
  uint32_t max_line MOYA_0;
  moya_begin_fn begin MOYA_0;
  moya_head_fn head MOYA_0;
  moya_body_fn body MOYA_0; /* of body, line and event at most one */
  moya_line_fn line MOYA_0;
  moya_event_fn event MOYA_0;
  moya_progress_fn progress MOYA_0;
  moya_callback_fn end MOYA_0; /* an asynchronous call needs it; a blocking call must not have it */
  void *user MOYA_0;
  /* Called with `user` exactly once: after the end, or when the function fails. Not called if `size`
   * was refused, because then nothing else was read. */
  moya_release_fn release_user MOYA_0;
} moya_handlers;
#define MOYA_HANDLERS_INIT MOYA_SIZED(moya_handlers)
#define MOYA_HANDLERS(...) MOYA_MAKE(moya_handlers, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_event) == 56, "moya_event");
_Static_assert(sizeof(moya_progress) == 32, "moya_progress");
_Static_assert(sizeof(moya_handlers) == 80, "moya_handlers");
#endif

#ifdef __cplusplus
}
#endif

#endif
