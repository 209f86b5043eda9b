/* Handlers are functions of your program that receive a response while it arrives. They also
 * receive the progress and the steps of a call.
 *
 *     static moya_flow save(void *user, const void *data, size_t len) {
 *       return fwrite(data, 1, len, user) == len ? MOYA_FLOW_CONTINUE : MOYA_FLOW_STOP;
 *     }
 *
 *     moya_handlers handlers = MOYA_HANDLERS(.body = save, .user = file);
 *     moya_status status = moya_provider_call(api, &target, &handlers, &response, &error);
 *
 * At most one piece of the body is in memory. The library reads no more of the response until the
 * handler has returned, so a slow handler makes the server wait.
 *
 *   Order      Handlers run in the order `begin`, `head`, then `body`, `line` or `event` for each
 *              part of the body, then `end`. `progress` can run at any time between `begin` and
 *              `end`, and `step` between `begin` and `head`. Only one handler of a call runs at a
 *              time, and none after `end`.
 *   Shown      Handlers receive the final response only. They do not receive an interim response, a
 *              redirect that is followed, or an attempt that is tried again. They also do not
 *              receive a response that the target's `validation` refuses. The error holds that
 *              response, with its body. After `head` has run, the request is not sent again, except
 *              with MOYA_HANDLERS_RECONNECT.
 *              `progress` and `step` differ from the other handlers. They report every attempt and
 *              every response.
 *   Threads    In a blocking call, handlers run on the calling thread. In an asynchronous call,
 *              they run on the thread that runs the call. But `begin` runs on the calling thread,
 *              and so do all handlers of a response that needs no network (MOYA_STUB_IMMEDIATE, or
 *              a response that a plugin makes). If such a response is paused, the thread that
 *              resumes it runs the remaining handlers. A handler on a library thread blocks the
 *              provider's other asynchronous calls, so return MOYA_FLOW_PAUSE instead of waiting.
 *   Callbacks  Inside a handler, library functions that block return MOYA_ERROR_STATE. A handler
 *              may call all other functions of the library. If a handler cancels its call, or
 *              closes or destroys the provider, handlers receive no more of the response.
 *   Stubs      Handlers receive the response of a stub or a plugin in the same way, with its body
 *              in one piece. `progress` and `step` do not run. */
#ifndef MOYA_HANDLERS_H
#define MOYA_HANDLERS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One server-sent event (WHATWG HTML, "Server-sent events"). Its texts are UTF-8. The library fills
 * this struct and never passes an array of such structs, so a later version may add fields at the
 * end. */
typedef struct moya_event {
  moya_str type;    /* "message" unless the stream says otherwise */
  moya_str data;    /* the event's `data` lines, joined with line feeds */
  moya_str id;      /* the last id of the stream, even if an earlier event set it; "": none yet */
  int64_t retry_ms; /* the server's last `retry`: how long to wait before connecting again; −1:
                     * none. With MOYA_HANDLERS_RECONNECT, the library waits itself */
} moya_event;

/* How many bytes were sent and received. The library fills this struct and never passes an array of
 * such structs, so a later version may add fields at the end. */
typedef struct moya_progress {
  int64_t sent;          /* bytes of the request's body */
  int64_t send_total;    /* −1: unknown; 0: there is no body */
  int64_t received;      /* bytes of the response's body before decoding; in a resumed download,
                          * including the bytes of earlier calls */
  int64_t receive_total; /* −1: not known, or not known yet */
} moya_progress;

/* The kinds of steps. A step begins when the library reports it, and ends when the next one begins.
 */
enum {
  MOYA_STEP_RESOLVE = 1,   /* looks up the addresses of a host name; not reported for a host that is
                            * an address, or if the addresses are known */
  MOYA_STEP_CONNECT = 2,   /* opens a connection to `address`. Reported for each address that is
                            * tried; two of them can be tried at the same time */
  MOYA_STEP_TLS = 3,       /* the connection is open, and a TLS handshake begins */
  MOYA_STEP_SEND_HEAD = 4, /* sends the request line and the header section, on the connection to
                            * `address` */
  MOYA_STEP_SEND_BODY = 5, /* sends the body of the request, or waits until the program has the next
                            * piece; not reported if there is no body */
  MOYA_STEP_RECEIVE = 6    /* the whole request was sent: waits for the head of the response. Not
                            * reported if the server responds earlier */
};
typedef int32_t moya_step_kind;

/* A step of a call. The library reports it when the step begins. The library fills this struct and
 * never passes an array of such structs, so a later version may add fields at the end.
 *
 *   Failures   If a call fails, the last step that was reported has failed. If no step was
 *              reported, nothing was sent.
 *   Repeated   A retry, a redirect and a request that is sent again report their steps again. The
 *              library sends a request again if, for example, its reused connection has ended.
 *   Reused     A request on a connection that exists has only the steps from MOYA_STEP_SEND_HEAD
 *              on. While the request waits for a connection that another call opens, it has no
 *              step.
 *   Proxies    With a proxy, MOYA_STEP_CONNECT is the connection to the proxy. If this connection
 *              uses TLS, the first MOYA_STEP_TLS is its handshake. A tunnel has no step of its own:
 *              the step before it lasts until the proxy has opened the tunnel. */
typedef struct moya_step {
  moya_step_kind kind;
  int32_t attempt; /* the number of the attempt, from 1; a retry is the next attempt */
  /* With MOYA_STEP_CONNECT and MOYA_STEP_SEND_HEAD, the IP address of the server, or of a proxy
   * before it, without brackets. With any other step, and for a Unix socket, the text is "". */
  moya_str address;
  int32_t port;         /* the port of `address`; 0 if `address` is "" */
  int32_t http_version; /* with MOYA_STEP_SEND_HEAD, 11 or 20 for HTTP/1.1 or HTTP/2; otherwise 0 */
} moya_step;

/* Writes progress as readable text into `buffer`, for example "12.3 MB of 40.0 MB (31 %)". If part
 * of the response's body has arrived, the text describes that body, otherwise the request's body.
 * Writes at most `room` bytes including the NUL. Like snprintf, returns the length of the whole
 * text without the NUL; 0 if `progress` is NULL. [any thread] */
MOYA_API size_t moya_progress_text(const moya_progress *progress, char *buffer, size_t room);

/* The completion callback. Runs exactly once, when the call has ended. If `status` is MOYA_OK there
 * is a `response`, otherwise an `error`. Both are borrowed until the function returns. To use the
 * response or the error for longer, retain it (moya_response_retain, moya_error_retain).
 *
 * Runs on the thread that runs the call (see Loops in provider.h), or where the provider's executor
 * runs it (executor.h). If a call needs no network, it completes on the calling thread, before the
 * function that started it returns. This happens with MOYA_STUB_IMMEDIATE (sample.h), with a
 * response that a plugin makes, and with a request that cannot be sent. With MOYA_PUMP_HOST, the
 * callback can also run on the thread that closes or destroys the provider.
 *
 * While the callback runs on a library thread, no other call of the same event loop makes progress,
 * and timeouts are noticed late. Do long work elsewhere.
 *
 * The callback can start calls that complete at once, and their callbacks can start more. If about
 * 30 callbacks run inside one another in this way, the next one waits until the innermost callback
 * has returned, and then runs on the same thread. */
typedef void (*moya_callback_fn)(void *user, moya_status status, const moya_response *response,
                                 const moya_error *error);

/* These are the types of all handlers except `end`, which is a moya_callback_fn. In each, `user` is
 * moya_handlers.user, and the other arguments are borrowed until the handler returns. Copy or
 * retain what you need for longer. */

/* Runs first, before anything is sent. Other threads may use `call` to pause, resume or cancel the
 * call. */
typedef void (*moya_begin_fn)(void *user, moya_call *call);
/* Receives the head of the response, as a response with an empty body. */
typedef moya_flow (*moya_head_fn)(void *user, const moya_response *head);
/* Receives the next bytes of the decoded body, at least one. No NUL follows them. */
typedef moya_flow (*moya_body_fn)(void *user, const void *data, size_t len);
/* Receives the next line, without the LF or CR LF that ends it. The last line may have no LF. */
typedef moya_flow (*moya_line_fn)(void *user, moya_str line);
/* Receives the next event. The library sends `Accept: text/event-stream` unless the target or the
 * provider has its own Accept field. The library does not check the response's Content-Type. A
 * `head` handler can check it. */
typedef moya_flow (*moya_event_fn)(void *user, const moya_event *event);
/* Runs when a number in `progress` has changed, even during a pause. If this handler returns
 * MOYA_FLOW_PAUSE, the call pauses only if `head`, `body`, `line` or `event` is set. */
typedef moya_flow (*moya_progress_fn)(void *user, const moya_progress *progress);
/* Runs when a step begins, before the library does anything for it. So a program that shows the
 * steps shows where a call hangs. MOYA_FLOW_STOP cancels the call. MOYA_FLOW_PAUSE works as in
 * `progress`. */
typedef moya_flow (*moya_step_fn)(void *user, const moya_step *step);

/* The bits of moya_handlers.flags.
 *
 * With MOYA_HANDLERS_RECONNECT, the call reads its events from one connection after another (WHATWG
 * HTML, "Processing model" of server-sent events). When the response ends or the connection fails,
 * the library sends the request again, with the last id of the stream as `Last-Event-ID`. While the
 * stream has no id, the request has the target's own Last-Event-ID, if there is one. An id with a
 * control character other than tab, or with more than about 300,000 bytes, cannot be sent. The
 * request then has the last id before it. Handlers receive every id as the server has sent it.
 *
 *   Delay      Before it connects again, the library waits as long as the server's last `retry`
 *              says, or 3 s if the server has sent none. While connections bring no event, it
 *              doubles the delay, up to 30 s, or up to the server's `retry` if that is longer. A
 *              `retry` of more than a day counts as a day. No thread waits.
 *   End        After status 204, the call ends with MOYA_OK. Any other status except 200 ends it
 *              with MOYA_ERROR_STATUS_CODE; these rules replace the target's `validation`. A
 *              Content-Type other than text/event-stream ends it with MOYA_ERROR_PROTOCOL; a
 *              response without this field is read. The number of connections has no limit.
 *   Failures   The library connects again after RESOLVE, CONNECT, TIMEOUT_CONNECT, TIMEOUT_IDLE,
 *              NETWORK and INCOMPLETE_BODY. Any other error ends the call. Plugins and a retry
 *              policy can first try the request of a connection again. The limits of attempts apply
 *              to each connection separately.
 *   Timeouts   A total timeout that you have set limits the whole call, with all connections and
 *              delays. If a connection could begin only after that time, the call ends with
 *              TIMEOUT_TOTAL at once. The default total timeout limits the time until the head of
 *              each response. If no head arrives in this time, the library connects again.
 *   Handlers   `begin` and `end` run once. `step` and then `head` run for each connection. A
 *              connection that fails during a pause ends when the pause ends, after handlers have
 *              received the rest of what arrived.
 *   Plugins    Plugins see one call, and each connection as one more attempt. If a plugin makes the
 *              response instead of the server, the call ends with that response.
 *   Body       A request whose body cannot be sent again has only one connection. */
enum {
  MOYA_HANDLERS_RECONNECT = 1 /* if a connection ends, connects again; needs `event` */
};

/* The handlers of a call. A handler that is NULL does not run. If `body`, `line` and `event` are
 * all NULL, the response in `end` has the body. */
typedef struct moya_handlers {
  uint32_t size MOYA_0;
  /* The most bytes in a line, or in the data of an event. A longer line or longer data ends the
   * call with MOYA_ERROR_TOO_LARGE. 0: 1 048 576 */
  uint32_t max_line MOYA_0;
  moya_begin_fn begin MOYA_0;
  moya_head_fn head MOYA_0;
  moya_body_fn body MOYA_0; /* set at most one of `body`, `line` and `event` */
  moya_line_fn line MOYA_0;
  moya_event_fn event MOYA_0;
  moya_progress_fn progress MOYA_0;
  moya_callback_fn end MOYA_0; /* asynchronous call: required; blocking call: must be NULL */
  void *user MOYA_0;
  /* Called with `user` exactly once: after `end`, or when the function that received the handlers
   * fails. Not called if `size` is invalid, because then the library reads no other field. */
  moya_release_fn release_user MOYA_0;
  uint32_t flags MOYA_0;    /* MOYA_HANDLERS_…; an unknown bit is MOYA_ERROR_ARGUMENT */
  uint32_t reserved MOYA_0; /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_step_fn step MOYA_0;
} moya_handlers;
#define MOYA_HANDLERS_INIT MOYA_SIZED(moya_handlers)
#define MOYA_HANDLERS(...) MOYA_MAKE(moya_handlers, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_event) == 56, "moya_event");
_Static_assert(sizeof(moya_progress) == 32, "moya_progress");
_Static_assert(sizeof(moya_step) == 32, "moya_step");
_Static_assert(sizeof(moya_handlers) == 96, "moya_handlers");
#endif

#ifdef __cplusplus
}
#endif

#endif
