/* libmoya: describe an HTTP API once, as targets, and call it; with stubs, plugins and typed responses included.
 *
 *     moya_provider *github;
 *     moya_provider_create(NULL, &github, NULL);
 *     moya_target zen = MOYA_TARGET_INIT;
 *     zen.name = "zen";
 *     zen.base_url = "https://api.github.com";
 *     zen.path = "/zen";
 *     moya_response *response;
 *     moya_error *error;
 *     if (moya_provider_call(github, &zen, &response, &error) == MOYA_OK) {
 *       puts(moya_response_body(response).data);
 *       moya_response_release(response);
 *     } else {
 *       fputs(moya_error_message(error).data, stderr);
 *       moya_error_release(error);
 *     }
 *     moya_provider_destroy(github);
 *
 * Conventions, for every function unless it says otherwise
 *   Threads    [any thread] may be called from any thread, also at the same time, also from a callback or a hook.
 *              [not in callbacks] blocks, and returns MOYA_ERROR_STATE at once inside a callback or a hook.
 *   Text in    NUL-terminated UTF-8 of at most 131 072 bytes (a key path: 4 096), copied before the function returns. A
 *              longer text is MOYA_ERROR_INVALID_REQUEST in a method, a URL, a parameter or a header of a target, else
 *              MOYA_ERROR_ARGUMENT. Names and values of moya_response_create's fields have no limit.
 *   Text out   moya_str, borrowed: valid until its owner is released; data[len] is 0.
 *   Structs    Begin with `size`, filled by their _INIT macro. Fields are added at the end only. A size smaller than
 *              the first version's, larger than 4096 or no multiple of 8 is MOYA_ERROR_STRUCT_SIZE; a larger one than
 *              this library's, with anything but zeroes in the unknown tail, is MOYA_ERROR_STRUCT_TAIL.
 *   Arrays     A pointer and a count; NULL with a count that is not 0 is MOYA_ERROR_NULL. An array of headers,
 *              parameters or tags has at most 10 000 elements (that of moya_response_create 100 000): more are
 *              MOYA_ERROR_ARGUMENT.
 *   Errors     A moya_status: 0 or negative, the numbers are frozen. An optional last `moya_error **` gets detail: it
 *              is set to NULL on success, and on failure to an error to be released. NULL: not wanted.
 *   Out        Out parameters are set to NULL (or 0) before anything can fail.
 *   Handles    NULL handles give MOYA_ERROR_NULL, {NULL, 0}, 0 or, for a descriptor, −1; releasing NULL does nothing.
 *              Using a handle after its release is undefined.
 *   Memory     A large allocation may fail: one of a mebibyte or more, or a body whose length the caller gave. The
 *              function then returns MOYA_ERROR_MEMORY, or the call ends with it, and the library stays usable. The
 *              limits above keep texts and arrays below a mebibyte. When a small allocation fails, the process may end
 *              with a message on standard error, as programs in Swift do.
 *   Process    No signal handlers, no exit, no output, but for Memory above and for plugins' lines if MOYA_LOG is set
 *              (plugin.h). All file descriptors are close-on-exec.
 *   Since      1.0 for everything here.
 */
#ifndef MOYA_H
#define MOYA_H

#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MOYA_API __attribute__((visibility("default")))
#else
#define MOYA_API
#endif

#define MOYA_VERSION "1.0.0"
#define MOYA_VERSION_NUMBER 0x010000u

/* ── Status ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* How a function or a call ended: 0 or negative. The numbers are frozen. */
enum {
  MOYA_OK = 0, /* it succeeded */

  /* The call itself is wrong, or cannot be made here and now: nothing was done. (MEMORY and SYSTEM also end an exchange
   * during which there was no room for a body, or no descriptor for a connection, a name lookup or the file of
   * certificates and no idle connection to close instead. Calls go well again when there are descriptors.) */
  MOYA_ERROR_NULL = -1,        /* a required pointer is NULL */
  MOYA_ERROR_UTF8 = -2,        /* a text is not UTF-8 */
  MOYA_ERROR_STRUCT_SIZE = -3, /* a struct's size is too small (was it initialised?) */
  MOYA_ERROR_STRUCT_TAIL = -4, /* a struct of a newer header uses a field that this library does not know */
  MOYA_ERROR_ARGUMENT = -5,    /* an argument with any other invalid value */
  MOYA_ERROR_STATE = -6,       /* the function may not be called now, or not on this thread */
  MOYA_ERROR_FORKED = -7,      /* this needs the parent's threads: use a blocking or host-pumped call in a child */
  MOYA_ERROR_MEMORY = -8,      /* no room for a body, a response or a value in it */
  MOYA_ERROR_SYSTEM = -9,      /* the kernel refused something (descriptors, threads) */

  /* The request cannot be sent: nothing reached the wire. */
  MOYA_ERROR_INVALID_URL = -20,     /* no scheme, another scheme than http and https, no host, bad characters,
                                     * longer than 131 072 bytes before it is percent-encoded */
  MOYA_ERROR_INVALID_REQUEST = -21, /* a method or a header that could forge another, too large a header section, or
                                     * one text of the request (base_url, a header …) longer than 131 072 bytes */
  MOYA_ERROR_ENCODING = -22,        /* parameters or a body that cannot be encoded */
  MOYA_ERROR_NO_STUB = -23,         /* a stub was asked for and the target has no sample */

  /* The exchange failed. */
  MOYA_ERROR_RESOLVE = -40,         /* the host's name does not resolve */
  MOYA_ERROR_CONNECT = -41,         /* the host cannot be reached, or refuses the connection */
  MOYA_ERROR_TLS = -42,             /* no TLS connection: the certificate or the handshake was refused */
  MOYA_ERROR_TIMEOUT_CONNECT = -43, /* no connection within the provider's connect_timeout_ms */
  MOYA_ERROR_TIMEOUT_IDLE = -44,    /* no byte came or left for the provider's idle_timeout_ms */
  MOYA_ERROR_TIMEOUT_TOTAL = -45,   /* the call's time is over */
  MOYA_ERROR_NETWORK = -46,         /* the connection broke, or closed without a response */
  MOYA_ERROR_PROTOCOL = -47,        /* the peer broke the rules of HTTP */
  MOYA_ERROR_INCOMPLETE_BODY = -48, /* the response ended before its body did */
  MOYA_ERROR_DECODE = -49,          /* damaged gzip, deflate or brotli, or a content coding that is not known */
  MOYA_ERROR_TOO_LARGE = -50,       /* a body over max_body_size, or a header section that is too large */
  MOYA_ERROR_REDIRECT = -51,        /* more redirects than max_redirects, or one that cannot be followed */
  MOYA_ERROR_PROXY = -52,           /* the proxy cannot be reached, refuses, or breaks the rules */
  MOYA_ERROR_CANCELLED = -53,       /* the call was cancelled, or its provider closed or destroyed */
  MOYA_ERROR_BODY = -54,            /* the request's body could not be read or sent again */
  MOYA_ERROR_FILE = -55,            /* a file could not be read or written */

  /* There is a response, but not the one that was asked for. */
  MOYA_ERROR_STATUS_CODE = -60, /* the response's HTTP status was not accepted */
  MOYA_ERROR_JSON = -61,        /* the body is not JSON */
  MOYA_ERROR_KEY_PATH = -62,    /* the body has nothing at the key path */
  MOYA_ERROR_JSON_TYPE = -63,   /* the body has a value of another type at the key path */

  /* Plugins. */
  MOYA_ERROR_PLUGIN_OPEN = -80,   /* no such file, or the loader refused it: a missing library, wrong architecture */
  MOYA_ERROR_PLUGIN_FORMAT = -81, /* the file is not an ELF shared object */
  MOYA_ERROR_PLUGIN_ENTRY = -82,  /* the file has no function moya_plugin_entry */
  MOYA_ERROR_PLUGIN_ABI = -83,    /* the plugin declined, or speaks another ABI */
  MOYA_ERROR_PLUGIN_TABLE = -84,  /* the plugin's table is malformed */
  MOYA_ERROR_PLUGIN_CREATE = -85, /* the plugin's `create` failed */
  MOYA_ERROR_PLUGIN_HOOK = -86,   /* a hook failed with a status that is none of these */

  MOYA_ERROR_OTHER = -99 /* none of the above; the message says what */
};

/* ── Library ────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* "1.0.0". Static. [any thread] */
MOYA_API const char *moya_version(void);

/* 0xMMmmpp. [any thread] */
MOYA_API uint32_t moya_version_number(void);

/* What the library is made of, for reports of faults: "libcurl/8.21.0 (bundled) OpenSSL/3.0.22 nghttp2/1.52.0 …", names
 * and versions divided by spaces. "(system)": the machine's libcurl, not the library's own. Static. [any thread] */
MOYA_API const char *moya_features(void);

/* "MOYA_ERROR_CONNECT" for MOYA_ERROR_CONNECT; "MOYA_ERROR_UNKNOWN" for any other number. Static. [any thread] */
MOYA_API const char *moya_status_name(moya_status status);

/* The value of any constant of these two headers by its name ("MOYA_TASK_JSON"), or the size of a struct by its name
 * ("moya_target"), for languages that cannot read headers. MOYA_ERROR_ARGUMENT: no such name. [any thread] */
MOYA_API moya_status moya_constant(const char *name, int64_t *value);

/* ── Handles ────────────────────────────────────────────────────────────────────────────────────────────────────── */

typedef struct moya_provider moya_provider; /* connections, plugins, defaults */
typedef struct moya_call moya_call;         /* one call that was sent or enqueued, for cancelling it */
typedef struct moya_queue moya_queue;       /* where completions wait to be collected */
typedef struct moya_response moya_response; /* a response; immutable, reference counted, usable from any thread */
typedef struct moya_error moya_error;       /* what went wrong; immutable, reference counted, usable from any thread */

/* ── Targets ────────────────────────────────────────────────────────────────────────────────────────────────────── */

typedef struct moya_header {
  const char *name;  /* a token (RFC 9110 §5.1) */
  const char *value; /* no control characters but tab (§5.5) */
} moya_header;

typedef struct moya_parameter {
  const char *name;
  const char *value;
} moya_parameter;

/* What a request carries. */
enum {
  MOYA_TASK_PLAIN = 0, /* no body */
  MOYA_TASK_DATA = 1,  /* `data` as it is, no Content-Type added; `parameters` as for MOYA_TASK_QUERY */
  MOYA_TASK_JSON = 2,  /* the same, JSON text, with Content-Type: application/json unless the target has one */
  MOYA_TASK_QUERY = 3  /* `parameters`, percent-encoded, behind the URL's query, in the order given */
};
typedef int32_t moya_task_kind;

/* Called once, from any thread, when the library no longer needs what it was given for. */
typedef void (*moya_release)(void *context);

typedef struct moya_task {
  uint32_t size;
  moya_task_kind kind;
  const void *data;
  size_t data_len;
  /* NULL: `data` is copied. Otherwise it is kept, must not change, and release(release_context) is called exactly
   * once when it is no longer needed, also when the function that took the task fails; but not when the target's or the
   * task's own `size` was refused: then nothing behind it was read. */
  moya_release release;
  void *release_context;
  const moya_parameter *parameters;
  size_t parameter_count;
} moya_task;
#define MOYA_TASK_INIT {(uint32_t)sizeof(moya_task), MOYA_TASK_PLAIN, NULL, 0, NULL, NULL, NULL, 0}

/* A made-up response, for stubs. */
typedef struct moya_sample {
  uint32_t size;
  int32_t http_status; /* 100 … 599; 0: 200 */
  const moya_header *headers;
  size_t header_count;
  const void *body;
  size_t body_len;
  /* Not MOYA_OK: the exchange fails with this status (-40 … -55) and there is no response. */
  moya_status failure;
  uint32_t reserved; /* 0; anything else is MOYA_ERROR_ARGUMENT */
} moya_sample;
#define MOYA_SAMPLE_INIT {(uint32_t)sizeof(moya_sample), 0, NULL, 0, NULL, 0, MOYA_OK, 0}

/* Whether a target is answered from its sample instead of the network. */
enum {
  MOYA_STUB_DEFAULT = 0,   /* what the provider says; its default is never */
  MOYA_STUB_NEVER = 1,     /* the network */
  MOYA_STUB_IMMEDIATE = 2, /* the sample, on the calling thread, before the function returns (deep in callbacks: later,
                            * see moya_callback) */
  MOYA_STUB_DELAYED = 3    /* the sample, after stub_delay_ms */
};
typedef int32_t moya_stub_behavior;

/* One operation of an API: what Moya calls a target. Plain data, which functions read before they return and do not
 * keep. */
typedef struct moya_target {
  uint32_t size;
  uint32_t timeout_ms; /* for the whole call; 0: the provider's */
  const char *name;    /* for errors, plugins and logs; NULL: "unnamed" */
  const char *base_url; /* "https://api.example.com/v1"; required. A host that is not ASCII gets its ASCII form
                         * (xn--…, RFC 5891), or is MOYA_ERROR_INVALID_URL when that is not certain */
  const char *path;     /* joined with one slash, percent-encoded; a `?` in it becomes %3F. NULL or "": none */
  const char *method;   /* a token (RFC 9110 §9.1); CONNECT, DELETE, GET, HEAD, POST and PUT are sent in
                         * capitals, others as they are; NULL: GET */
  const moya_header *headers;
  size_t header_count;
  const moya_task *task;     /* NULL: plain */
  const moya_sample *sample; /* what a stub answers; NULL: nothing */
  moya_stub_behavior stub;
  uint32_t stub_delay_ms;
  const char *const *tags; /* seen by plugins ("show-loading") */
  size_t tag_count;
  void *user; /* seen by plugins; the library itself never reads what it points at */
} moya_target;
#define MOYA_TARGET_INIT \
  {(uint32_t)sizeof(moya_target), 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, MOYA_STUB_DEFAULT, 0, NULL, 0, NULL}

/* ── Providers ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/* What moves a provider's asynchronous calls. */
enum {
  MOYA_PUMP_DISPATCH = 0, /* a thread of the library's moves asynchronous calls */
  MOYA_PUMP_HOST = 1      /* your event loop does: moya_provider_fd and moya_provider_process */
};
typedef int32_t moya_pump;

/* 0 or NULL: the default named here. */
typedef struct moya_provider_options {
  uint32_t size;
  moya_pump pump;
  uint32_t connect_timeout_ms;       /* name, TCP and TLS: 10 000 */
  uint32_t idle_timeout_ms;          /* without a byte: 60 000 */
  uint32_t total_timeout_ms;         /* the whole call, retries and redirects included: 300 000 */
  uint32_t max_connections;          /* 256 */
  uint32_t max_connections_per_host; /* 64; what is beyond waits in order */
  uint32_t max_redirects;            /* 16; MOYA_NO_REDIRECTS: a 3xx is a response like any other */
  uint64_t max_body_size;            /* bytes after decoding: 1 GiB */
  const char *ca_file;               /* PEM; the system's */
  const char *user_agent;            /* "libmoya/1.0.0" */
  moya_stub_behavior stub;           /* for targets that do not say */
  uint32_t stub_delay_ms;
  const char *proxy;                 /* a URL; "": none; NULL: the environment's, see moya_provider_create */
} moya_provider_options;
#define MOYA_PROVIDER_OPTIONS_INIT \
  {(uint32_t)sizeof(moya_provider_options), MOYA_PUMP_DISPATCH, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, MOYA_STUB_DEFAULT, 0, \
   NULL}

#define MOYA_NO_REDIRECTS UINT32_MAX

/* A provider with its own connections. `options` may be NULL. Without `proxy` or `ca_file` the environment counts
 * (http_proxy, https_proxy, all_proxy, no_proxy; SSL_CERT_FILE), as it is now: it is read here, and no later. Errors:
 * NULL, STRUCT_*, UTF8; ARGUMENT: an invalid option, a ca_file without a certificate, a proxy that is not the URL of a
 * proxy; SYSTEM: no descriptor to read ca_file with. [any thread] Release with moya_provider_destroy. */
MOYA_API moya_status moya_provider_create(const moya_provider_options *options, moya_provider **provider,
                                          moya_error **error);

/* Cancels what is under way (each completes with MOYA_ERROR_CANCELLED), waits for callbacks that run on other threads,
 * destroys plugin instances and frees the provider. No callback comes after it returns. Called inside a callback or a
 * hook of this provider it does the same as soon as that has returned. [any thread] */
MOYA_API void moya_provider_destroy(moya_provider *provider);

/* Ends the use of a provider, whose handle stays valid until moya_provider_destroy: for programs in which another
 * thread may be about to use it. Cancels what is under way, and waits for callbacks that run on other threads and for
 * the rows of what was enqueued. From then on calls, plugins and moya_provider_process return MOYA_ERROR_STATE. Called
 * inside a callback or a hook of this provider it does not wait. Closing again does nothing more. [any thread] */
MOYA_API void moya_provider_close(moya_provider *provider);

/* Adds a plugin that lives in the program. `config`: a JSON object; NULL: "{}". The table must stay valid.
 * Before the first call only: later it returns MOYA_ERROR_STATE. Errors: NULL, UTF8, ARGUMENT (`config` is no JSON
 * object, or too long), PLUGIN_TABLE, PLUGIN_ABI, PLUGIN_CREATE, STATE. [any thread] */
MOYA_API moya_status moya_provider_add_plugin(moya_provider *provider, const moya_plugin_table *table,
                                              const char *config, moya_error **error);

/* Loads a shared object and adds its plugin. Opened once per process however often it is asked for, never unloaded.
 * A path without a slash is looked for in the current folder, not along the library path. Errors: as add_plugin, and
 * PLUGIN_OPEN, PLUGIN_FORMAT, PLUGIN_ENTRY. [any thread] */
MOYA_API moya_status moya_provider_load_plugin(moya_provider *provider, const char *path, const char *config,
                                               moya_error **error);

/* ── Calls ──────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Sends and waits. The calling thread moves the transfer itself; works in a forked child. On success *response is the
 * caller's to release. An HTTP error status is a response, not an error. Each thread that waits at the same time takes
 * two descriptors beside its connection, or three with an old libcurl of the system's. At most 64 such sets are kept,
 * with their connections, for the next calls; they are given back when the provider is closed or destroyed, and after
 * 5 s without use as other calls end. Errors: those of moya_provider_send but FORKED, and those with which a call ends.
 * [not in callbacks] */
MOYA_API moya_status moya_provider_call(moya_provider *provider, const moya_target *target, moya_response **response,
                                        moya_error **error);

/* Gets a call's end: exactly once. `response` (on MOYA_OK) or `error` is borrowed until the callback returns; retain it
 * to keep it (moya_response_retain, moya_error_retain).
 * Runs on the pump's thread; for what needs no network (an immediate stub, a plugin's answer, a request that is
 * refused) on the caller's, before send returns; and with MOYA_PUMP_HOST also on the thread that destroys or closes the
 * provider. While a callback or a hook runs on the pump's thread, nothing else of that provider moves, and a timeout
 * that passes meanwhile is noticed after it: do long work elsewhere. Calls of moya_provider_call have threads of their
 * own.
 * A callback may send calls that end at once, whose callbacks send more. From about 30 such levels on, an end waits
 * until the innermost callback has returned; its callback then runs on the same thread. */
typedef void (*moya_callback)(void *user, moya_status status, moya_response *response, moya_error *error);

/* Sends; `callback` gets the end. If send itself fails the callback is not called. `release_user` (may be NULL) is
 * called with `user` exactly once, after the callback, or when send fails. `call` may be NULL; otherwise release it.
 * With MOYA_PUMP_DISPATCH it returns MOYA_ERROR_FORKED in a forked child if the provider was made before the fork, and
 * also for a provider made in the child if a provider of the parent had used that pump: a child cannot have Dispatch's
 * threads again. Errors: NULL, UTF8, STRUCT_*, ARGUMENT, STATE, FORKED, MEMORY, SYSTEM; INVALID_REQUEST, INVALID_URL:
 * a text over its limit, or texts that together make too long a URL. [any thread] */
MOYA_API moya_status moya_provider_send(moya_provider *provider, const moya_target *target, moya_callback callback,
                                        void *user, moya_release release_user, moya_call **call, moya_error **error);

/* Sends; the end becomes a row of `queue` that carries `tag`. If enqueue itself fails there is no row. The queue may be
 * shared by providers; destroyed before the call has ended, it gets no row. Errors: as moya_provider_send.
 * [any thread] */
MOYA_API moya_status moya_provider_enqueue(moya_provider *provider, const moya_target *target, moya_queue *queue,
                                           uint64_t tag, moya_call **call, moya_error **error);

/* Every call under way ends with MOYA_ERROR_CANCELLED. [any thread] */
MOYA_API void moya_provider_cancel_all(moya_provider *provider);

/* Stops a call: it ends with MOYA_ERROR_CANCELLED, through its callback or row, unless it has ended. In a forked child
 * it does nothing for a call of the parent. [any thread] */
MOYA_API void moya_call_cancel(moya_call *call);

/* Releases the handle. The request goes on. [any thread] */
MOYA_API void moya_call_release(moya_call *call);

/* ── The host's own event loop (MOYA_PUMP_HOST) ─────────────────────────────────────────────────────────────────── */

/* A descriptor that is readable when moya_provider_process has something to do, timeouts included. −1 for another
 * pump, for a closed provider, and when the kernel gives no descriptor. A forked child gets another one. Owned by the
 * provider. [any thread] */
MOYA_API int moya_provider_fd(moya_provider *provider);

/* Moves transfers and runs callbacks on this thread; waits at most `timeout_ms` (0: not at all, −1: until something
 * happened). One thread at a time. Works in a forked child, for calls made there. Errors: NULL, STATE (another pump, a
 * second thread, inside a callback), FORKED (calls of the parent). [not in callbacks] */
MOYA_API moya_status moya_provider_process(moya_provider *provider, int32_t timeout_ms, moya_error **error);

/* ── Queues ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* A finished call. It has a `response` on MOYA_OK, an `error` otherwise; the caller that drained the row owns them. */
typedef struct moya_completion {
  uint64_t tag;
  moya_status status;
  int32_t http_status; /* 0: no response */
  moya_response *response;
  moya_error *error;
} moya_completion;

/* A new, empty queue. Errors: NULL, SYSTEM (no descriptor). [any thread] Release with moya_queue_destroy. */
MOYA_API moya_status moya_queue_create(moya_queue **queue, moya_error **error);

/* Frees a queue. Rows that were not drained are released. Calls that still name the queue end without a row. Threads
 * that are in moya_queue_wait return MOYA_ERROR_STATE; no other use of the queue may begin. Its descriptor is closed at
 * once, or by the last of those threads. [any thread] */
MOYA_API void moya_queue_destroy(moya_queue *queue);

/* A descriptor that is readable while rows are waiting (level-triggered). Poll it, never read it. −1: a forked child
 * got none for its own, empty queue. [any thread] */
MOYA_API int moya_queue_fd(moya_queue *queue);

/* Takes up to `capacity` rows, oldest first, without waiting. `row_size` is sizeof(moya_completion); a newer header's
 * may be larger, by multiples of 8, and gets zeroes in what this library does not know. Returns the number taken, or a
 * negative status: NULL, STRUCT_SIZE, ARGUMENT, STATE. [any thread] */
MOYA_API int64_t moya_queue_drain(moya_queue *queue, moya_completion *rows, size_t row_size, size_t capacity);

/* As moya_queue_drain, but waits up to `timeout_ms` (−1: for ever) for the first row. Returns 0 when the time ran out.
 * STATE: also when the queue is destroyed meanwhile; SYSTEM: a forked child got no descriptor for it.
 * [not in callbacks] */
MOYA_API int64_t moya_queue_wait(moya_queue *queue, moya_completion *rows, size_t row_size, size_t capacity,
                                 int32_t timeout_ms);

/* Releases the responses and errors of `count` rows and sets them to NULL. Does nothing when `row_size` or `count` is
 * invalid. [any thread] */
MOYA_API void moya_completions_release(moya_completion *rows, size_t row_size, size_t count);

/* ── Responses ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/* A response of these parts, which are copied: for programs that keep responses, or hand them to another process. Names
 * and values of `headers` are bytes, as moya_response_header_at gives them; a name has no colon and none of them a line
 * break. `url` may be NULL: "". Release with moya_response_release. Errors: NULL, UTF8, ARGUMENT (a status that is not
 * 100 … 599, an invalid name or value, too many fields), MEMORY. [any thread] */
MOYA_API moya_status moya_response_create(int32_t http_status, const char *url, const moya_header *headers,
                                          size_t header_count, const void *body, size_t body_len,
                                          moya_response **response, moya_error **error);

/* One more reference, to be released too. Returns `response`. [any thread] */
MOYA_API moya_response *moya_response_retain(moya_response *response);
/* Gives up one reference. [any thread] */
MOYA_API void moya_response_release(moya_response *response);

/* 100 … 599. [any thread] */
MOYA_API int32_t moya_response_status(const moya_response *response);

/* The body, decoded. [any thread] */
MOYA_API moya_str moya_response_body(const moya_response *response);

/* The number of fields of the header section; 0 also when there is no memory to read them. [any thread] */
MOYA_API size_t moya_response_header_count(const moya_response *response);

/* One field, in the order received: its name as received, its value without the white space around it. Values are
 * opaque bytes (RFC 9110 §5.5), often UTF-8 or Latin-1, given as they came; fields of one name stay apart. `name` and
 * `value` may be NULL. Errors: NULL, ARGUMENT (no such index), MEMORY. [any thread] */
MOYA_API moya_status moya_response_header_at(const moya_response *response, size_t index, moya_str *name,
                                             moya_str *value);

/* A field's value, name compared without case, bytes as they came; {NULL, 0}: none. Several of one name are joined with
 * a comma, but not Set-Cookie, whose values contain commas (RFC 9110 §5.3): that gives the first. [any thread] */
MOYA_API moya_str moya_response_header(const moya_response *response, const char *name);

/* The URL that answered, after redirects. [any thread] */
MOYA_API moya_str moya_response_url(const moya_response *response);

/* Values of a JSON body by key path: names and array indexes joined with dots ("items.0.name"; a dot in a name is
 * written `\.`); "" or NULL is the root. Nothing else of the body is parsed. Texts live as long as the response.
 * Errors: NULL, UTF8, ARGUMENT (too long a key path), JSON, KEY_PATH, JSON_TYPE, MEMORY. [any thread] */
MOYA_API moya_status moya_response_json_string(const moya_response *response, const char *key_path, moya_str *value,
                                               moya_error **error);
MOYA_API moya_status moya_response_json_int64(const moya_response *response, const char *key_path, int64_t *value,
                                              moya_error **error);
MOYA_API moya_status moya_response_json_double(const moya_response *response, const char *key_path, double *value,
                                               moya_error **error);
MOYA_API moya_status moya_response_json_bool(const moya_response *response, const char *key_path, bool *value,
                                             moya_error **error);
/* The JSON text itself, whatever its type. */
MOYA_API moya_status moya_response_json_raw(const moya_response *response, const char *key_path, moya_str *value,
                                            moya_error **error);

/* ── Errors ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Why the function or the call failed; never MOYA_OK. [any thread, as all functions of this group] */
MOYA_API moya_status moya_error_status(const moya_error *error);

/* One sentence: what failed, for which target, why. Never a secret. */
MOYA_API moya_str moya_error_message(const moya_error *error);

/* The target's name; {NULL, 0} when it is about none. */
MOYA_API moya_str moya_error_target(const moya_error *error);

/* Where `moya_error_code` comes from: "curl", "plugin", "system" or "" . */
MOYA_API moya_str moya_error_domain(const moya_error *error);

/* The number that the domain gave the cause: libcurl's CURLcode, a plugin's own, errno; 0 when the domain is "". */
MOYA_API int64_t moya_error_code(const moya_error *error);

/* The response that came in spite of the error, perhaps with a part of its body only; borrowed from the error; NULL:
 * none. */
MOYA_API const moya_response *moya_error_response(const moya_error *error);

/* Every retain, and every error that a function gave, is released once. retain returns `error`. [any thread] */
MOYA_API moya_error *moya_error_retain(moya_error *error);
MOYA_API void moya_error_release(moya_error *error);

/* ── Layout (LP64) ──────────────────────────────────────────────────────────────────────────────────────────────── */

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_str) == 16, "moya_str");
_Static_assert(sizeof(moya_header) == 16, "moya_header");
_Static_assert(sizeof(moya_task) == 56, "moya_task");
_Static_assert(sizeof(moya_sample) == 48, "moya_sample");
_Static_assert(sizeof(moya_target) == 104, "moya_target");
_Static_assert(offsetof(moya_target, stub) == 72, "moya_target.stub");
_Static_assert(sizeof(moya_provider_options) == 72, "moya_provider_options");
_Static_assert(sizeof(moya_completion) == 32, "moya_completion");
_Static_assert(sizeof(moya_plugin_table) == 96, "moya_plugin_table");
#endif

#ifdef __cplusplus
}
#endif

#endif
