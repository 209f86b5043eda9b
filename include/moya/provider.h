/* A provider has the connections, plugins and defaults that its calls share.
 *
 * A program makes one provider for each API, or one for all of them. Any thread may use a provider.
 * Destroy it after its last call.
 *
 * Loops. One thread runs all asynchronous calls of a provider, and therefore runs one callback at a
 * time. Thousands of small calls per second, or long callbacks and hooks, can occupy that thread
 * all the time. In this case, give the provider several `loops`. Each loop has its own thread and
 * its own connections, and the loops get the calls in turn.
 *
 *   Callbacks    Callbacks of different calls can run at the same time, on different threads.
 *                Callbacks of one call still run one after another. The order in which calls
 *                complete can differ from the order in which their responses arrived.
 *   Connections  The loops divide `max_connections` and `max_connections_per_host` among them. If
 *                either limit is smaller than the number of loops, moya_provider_create fails. Each
 *                loop opens its own connection to an HTTP/2 server.
 *   Shortage     If the process has no free descriptor for a loop, the calls of this loop go to the
 *                other loops.
 *   Host pump    With MOYA_PUMP_HOST, the program's own event loop runs the calls. Such a provider
 *                has one loop. If `loops` is larger, moya_provider_create fails. */
#ifndef MOYA_PROVIDER_H
#define MOYA_PROVIDER_H

#include "backend.h"
#include "base.h"
#include "cookies.h"
#include "closures.h"
#include "executor.h"
#include "log.h"
#include "connection.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What runs a provider's asynchronous calls. */
enum {
  MOYA_PUMP_DISPATCH = 0, /* library threads, one for each of `loops`. A thread that waits in
                           * moya_queue_wait sometimes runs the loop instead (see
                           * moya_queue_wait) */
  MOYA_PUMP_HOST = 1      /* your event loop, with moya_provider_fd and moya_provider_process */
};
typedef int32_t moya_pump;

/* The largest number of loops that a provider may have. */
#define MOYA_MOST_LOOPS 64

/* Options of a provider. If a field is 0 or NULL, the default that its comment names applies. Times
 * are in milliseconds. */
typedef struct moya_provider_options {
  uint32_t size MOYA_0;
  moya_pump pump MOYA_0;
  uint32_t connect_timeout_ms MOYA_0;       /* name lookup, TCP and TLS together. Default: 10 000 */
  uint32_t idle_timeout_ms MOYA_0;          /* the longest time in which no byte is sent or
                                             * received. Default: 60 000 */
  uint32_t total_timeout_ms MOYA_0;         /* the whole call, with its retries and redirects.
                                             * Default: 300 000. For a download, and for a call that
                                             * receives the body, lines, events or chunks as they
                                             * arrive, the default limits only the time until the
                                             * head of the response. After the head, only
                                             * idle_timeout_ms applies. A value that you set applies
                                             * to the whole call */
  uint32_t max_connections MOYA_0;          /* connections that are open at once. Default: 256. A
                                             * few connections that have ended can still hold a
                                             * descriptor, in addition to this number */
  uint32_t max_connections_per_host MOYA_0; /* default: 64. Further requests to the host wait in
                                             * order */
  uint32_t max_redirects MOYA_0;            /* default: 16. With MOYA_NO_REDIRECTS, a status of 3xx
                                             * is an ordinary response */
  uint64_t max_body_size MOYA_0;            /* bytes of a response's body after decoding. Default: 1
                                             * GiB */
  const char *ca_file MOYA_0;               /* a PEM file of authorities. Default: the system's
                                             * authorities */
  const char *user_agent MOYA_0;            /* default: "libmoya/1.0.0" */
  moya_stub_behavior stub MOYA_0;           /* for targets that do not set `stub` themselves */
  uint32_t stub_delay_ms MOYA_0;
  const char *proxy MOYA_0;                 /* a URL. "": no proxy. NULL: the proxy of the
                                             * environment (see moya_provider_create) */

  /* The fields from here to `environment_stride` hold values that all targets share. A target's own
   * value takes precedence. */
  const char *base_url MOYA_0; /* for targets without a base_url: "https://api.example.com/v1". If a
                                * target's base_url is not a whole URL ("v2"), it is appended to
                                * this base URL with one slash */
  const moya_header *headers MOYA_0; /* added unless the target has a header of that name; case does
                                      * not matter */
  size_t header_count MOYA_0;
  /* Each parameter is added unless the target has a parameter of that name. If the body is a form
   * or a JSON tree that is an object, the parameters become its fields or members. For any other
   * task, they are appended to the query. */
  const moya_parameter *parameters MOYA_0;
  size_t parameter_count MOYA_0;
  uint32_t header_stride MOYA_0;    /* 0: 16. See Arrays in moya.h */
  uint32_t parameter_stride MOYA_0; /* 0: 16 */
  /* Base URLs, each with the name of its environment: {"production", "https://api.example.com"}.
   * Set them instead of `base_url`. `environment` names the base URL to use. */
  const moya_parameter *environments MOYA_0;
  size_t environment_count MOYA_0;
  const char *environment MOYA_0;
  uint32_t environment_stride MOYA_0; /* 0: 16 */
  uint32_t loops MOYA_0;              /* default: 1. At most MOYA_MOST_LOOPS. See Loops above */
  const moya_connection_options *connection MOYA_0; /* how to connect, and to whom (connection.h) */

  const moya_log_handler *log MOYA_0; /* receives log lines. NULL: they go to standard error if
                                       * MOYA_LOG asks for them (log.h) */
  const moya_cookie_options *cookies MOYA_0; /* where to store cookies, and where to store the hosts
                                              * that want only TLS (HSTS); see cookies.h. NULL:
                                              * nowhere */
  const moya_retry *retry MOYA_0; /* for targets without their own policy (retry.h). NULL: no
                                   * retries */
  const moya_backend *backend MOYA_0;   /* responds to requests instead of the network, or passes
                                         * them on to it. NULL: the network responds */
  const moya_closures *closures MOYA_0; /* change targets and requests (closures.h). NULL: no
                                         * changes */
  const moya_executor *executor MOYA_0; /* where callbacks run. NULL: where calls complete
                                         * (executor.h) */
  moya_stubs *stubs MOYA_0; /* rules that respond to every call instead of the network. They take
                             * precedence over `stub` in targets. The provider holds its own
                             * reference. NULL: no rules */
} moya_provider_options;
#define MOYA_PROVIDER_OPTIONS_INIT MOYA_SIZED(moya_provider_options)
#define MOYA_PROVIDER_OPTIONS(...) MOYA_MAKE(moya_provider_options, __VA_ARGS__)

/* Creates a provider with its own connections. `options` may be NULL. Release the provider with
 * moya_provider_destroy.
 *
 * If `proxy` is NULL, the library uses the proxy that the environment variables http_proxy,
 * https_proxy, all_proxy and no_proxy name. If `ca_file` is NULL, it uses the file that the
 * environment variable SSL_CERT_FILE names. No other function reads these variables.
 *
 * Errors: NULL, STRUCT_*, UTF8; ARGUMENT: an invalid option, a ca_file without a certificate, a
 * proxy that is not the URL of a proxy, a base URL or a header that cannot be sent, an environment
 * that is not in `environments`, an invalid option of connection.h, a file of `cookies` that cannot
 * be used, or an invalid value in the retry policy; SYSTEM: no descriptor to read a file with.
 * [any thread] */
MOYA_API moya_status moya_provider_create(const moya_provider_options *options,
                                          moya_provider **provider, moya_error **error)
    MOYA_NONNULL(2);

/* Cancels all calls, waits for callbacks that run on other threads, destroys the plugin instances
 * and frees the provider.
 *
 * Each cancelled call completes with MOYA_ERROR_CANCELLED. No callback runs after this function
 * returns, except with MOYA_EXECUTOR_OWN (executor.h). If you call this inside a callback or a hook
 * of this provider, it cancels the calls at once. It does the rest as soon as that callback or hook
 * has returned. [any thread] */
MOYA_API void moya_provider_destroy(moya_provider *provider);

/* Closes a provider. Its handle stays valid until moya_provider_destroy. Use this if another thread
 * may be about to use the provider.
 *
 * Cancels all calls. Waits for callbacks that run on other threads, and waits until the rows of the
 * enqueued calls are in their queues. Then closes all connections. Afterwards, calls, functions
 * that add plugins and moya_provider_process return MOYA_ERROR_STATE. Closing a closed provider
 * does nothing more.
 *
 * If you call this inside a callback or a hook of this provider, it cancels the calls at once. It
 * does the rest as soon as that callback or hook has returned. If the callback or hook runs inside
 * moya_provider_process or a blocking call, the rest is done before that function returns.
 * [any thread] */
MOYA_API void moya_provider_close(moya_provider *provider);

/* Refuses new calls, waits until all earlier calls have completed, and closes the provider. Cancels
 * no call.
 *
 * A call has completed when its callback has returned or its row is in its queue. With
 * MOYA_EXECUTOR_OWN, callbacks may run later (executor.h). Plugins can still send their own
 * requests. moya_provider_call_for and moya_provider_call_row_for can return before their call has
 * ended. moya_provider_drain then waits until the caller has continued the call to its end or
 * released it.
 *
 * Waits at most `timeout_ms` (MOYA_NO_TIMEOUT: without a limit). With MOYA_PUMP_HOST, this thread
 * runs the calls while it waits, unless another thread runs them. If the time runs out, the calls
 * continue, and new calls are still refused. You may then drain again, or close the provider.
 *
 * Errors: NULL; ARGUMENT: a timeout less than −1; TIMEOUT_TOTAL: the time ran out; STATE: the
 * provider is closed, or the function was called in a callback. [not in callbacks] */
MOYA_API moya_status moya_provider_drain(moya_provider *provider, int32_t timeout_ms,
                                         moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Cancels all calls that have not ended. Each completes with MOYA_ERROR_CANCELLED. [any thread] */
MOYA_API void moya_provider_cancel_all(moya_provider *provider);


/* ── The program's own event loop (MOYA_PUMP_HOST) ───────────────────────────────────────────── */

/* Returns a descriptor that is readable when moya_provider_process has something to do, timeouts
 * included. The provider owns it. A forked child gets another descriptor.
 *
 * Returns −1 if the provider does not use MOYA_PUMP_HOST or is closed, or if the process has no
 * free descriptor. [any thread] */
MOYA_API int moya_provider_fd(moya_provider *provider);

/* Runs transfers and callbacks on this thread. Waits at most `timeout_ms` (0: does not wait; −1:
 * waits until something happens). Only one thread at a time may be in this function. In a forked
 * child, this function runs the calls that the child has made.
 *
 * Errors: NULL; ARGUMENT: a timeout less than −1; STATE: the provider does not use MOYA_PUMP_HOST
 * or is closed, another thread is in this function, or the function was called in a callback;
 * FORKED: the calls belong to the parent process. [not in callbacks] */
MOYA_API moya_status moya_provider_process(moya_provider *provider, int32_t timeout_ms,
                                           moya_error **error)
    MOYA_NONNULL(1);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_provider_options) == 216, "moya_provider_options");
#endif

#ifdef __cplusplus
}
#endif

#endif
