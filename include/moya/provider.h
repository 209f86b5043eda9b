/* Connections, plugins and defaults that calls share. A program has one provider for each API, or one for all.
 *
 * Made once, used from any thread, destroyed when the last call is done with.
 *
 * Loops. One thread moves all asynchronous calls of a provider, and so runs one callback at a time. A program that keeps
 * this thread busy (thousands of small calls a second, long callbacks or hooks) may give a provider several `loops`, each
 * with a thread and connections of its own: call after call goes to the next one. Callbacks of one provider then run at
 * the same time on different threads, each call's own still one after another, and ends come in another order than
 * their responses. `max_connections` and `max_connections_per_host` are shared out among the loops: with fewer
 * connections than loops creation fails. HTTP/2 has a connection for each loop. A loop that cannot be made, for lack of
 * descriptors, leaves its calls to the others. With MOYA_PUMP_HOST there is one. */
#ifndef MOYA_PROVIDER_H
#define MOYA_PROVIDER_H

#include "backend.h"
#include "base.h"
#include "cookies.h"
#include "closures.h"
#include "executor.h"
#include "log.h"
#include "plugin.h"
#include "connection.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What moves a provider's asynchronous calls. */
enum {
  MOYA_PUMP_DISPATCH = 0, /* threads of the library's move asynchronous calls: one for each of `loops`; in its place at times
                           * a thread that is in moya_queue_wait, as said there */
  MOYA_PUMP_HOST = 1      /* your event loop does: moya_provider_fd and moya_provider_process */
};
typedef int32_t moya_pump;

/* Loops of a provider, at the most. */
#define MOYA_MOST_LOOPS 64

/* 0 or NULL: the default named here. */
typedef struct moya_provider_options {
  uint32_t size MOYA_0;
  moya_pump pump MOYA_0;
  uint32_t connect_timeout_ms MOYA_0;       /* name, TCP and TLS: 10 000 */
  uint32_t idle_timeout_ms MOYA_0;          /* without a byte: 60 000 */
  uint32_t total_timeout_ms MOYA_0;         /* the whole call, retries and redirects included: 300 000. This default ends
                                             * with the head of the response for a download, and for a call whose body,
                                             * lines, events or pieces are taken as they come: from then on
                                             * idle_timeout_ms alone counts. A time that you give holds to the end */
  uint32_t max_connections MOYA_0;          /* 256 open at once; a few that have ended may still hold a descriptor */
  uint32_t max_connections_per_host MOYA_0; /* 64; what is beyond waits in order */
  uint32_t max_redirects MOYA_0;            /* 16; MOYA_NO_REDIRECTS: a 3xx is a response like any other */
  uint64_t max_body_size MOYA_0;            /* bytes after decoding: 1 GiB */
  const char *ca_file MOYA_0;               /* PEM; the system's */
  const char *user_agent MOYA_0;            /* "libmoya/1.0.0" */
  moya_stub_behavior stub MOYA_0;           /* for targets that do not say */
  uint32_t stub_delay_ms MOYA_0;
  const char *proxy MOYA_0;                 /* a URL; "": none; NULL: the environment's, see moya_provider_create */

  /* What the targets of a service have in common. A target's own wins. */
  const char *base_url MOYA_0; /* "https://api.example.com/v1": for targets without one. A base_url of a target that
                                * is no whole URL ("v2") is joined to it with one slash */
  const moya_header *headers MOYA_0; /* where the target has none of that name, whatever its case */
  size_t header_count MOYA_0;
  /* Where the target has none of that name: of a form or a JSON tree that is an object, fields and members; of any other
   * task, behind the query. */
  const moya_parameter *parameters MOYA_0;
  size_t parameter_count MOYA_0;
  uint32_t header_stride MOYA_0;    /* 0: 16; see Arrays in moya.h */
  uint32_t parameter_stride MOYA_0; /* 0: 16 */
  /* Base URLs by the name of their environment, {"production", "https://api.example.com"}, and which of them counts;
   * instead of base_url. */
  const moya_parameter *environments MOYA_0;
  size_t environment_count MOYA_0;
  const char *environment MOYA_0;
  uint32_t environment_stride MOYA_0; /* 0: 16 */
  uint32_t loops MOYA_0;              /* 1, at most MOYA_MOST_LOOPS; see Loops below */
  const moya_connection_options *connection MOYA_0; /* how to connect, and to whom; NULL: the defaults */

  const moya_log_handler *log MOYA_0; /* where lines go; NULL: to standard error, as MOYA_LOG says (log.h) */
  const moya_cookie_options *cookies MOYA_0; /* what is kept of cookies and HSTS; NULL: nothing; see cookies.h */
  const moya_retry *retry MOYA_0; /* for targets without a policy of their own; NULL: no other attempt; see retry.h */
  const moya_backend *backend MOYA_0;   /* what answers in place of the network, or in front of it; NULL: the network */
  const moya_closures *closures MOYA_0; /* what targets come to; NULL: they are called as they are */
  const moya_executor *executor MOYA_0; /* where callbacks run; NULL: where calls end */
  moya_stubs *stubs MOYA_0; /* rules that answer every call, in place of the network and of targets' `stub`, with a
                             * reference of the provider's own; NULL: there are none */
} moya_provider_options;
#define MOYA_PROVIDER_OPTIONS_INIT MOYA_SIZED(moya_provider_options)
#define MOYA_PROVIDER_OPTIONS(...) MOYA_MAKE(moya_provider_options, __VA_ARGS__)

/* A provider with its own connections. `options` may be NULL. Without `proxy` or `ca_file` the environment counts
 * (http_proxy, https_proxy, all_proxy, no_proxy; SSL_CERT_FILE), as it is now: it is read here, and no later. Errors:
 * NULL, STRUCT_*, UTF8; ARGUMENT: an invalid option, a ca_file without a certificate, a proxy that is not the URL of a
 * proxy, a base URL or a header that cannot be sent, an environment that is not among the environments, an option of
 * the connections that connection.h refuses, a file of `cookies` that cannot be used, or a policy of retries with a
 * value that is none; SYSTEM: no descriptor to read a file with.
 * [any thread] Release with moya_provider_destroy. */
MOYA_API moya_status moya_provider_create(const moya_provider_options *options, moya_provider **provider,
                                          moya_error **error)
    MOYA_NONNULL(2);

/* Cancels what is under way (each completes with MOYA_ERROR_CANCELLED), waits for callbacks that run on other threads,
 * destroys plugin instances and frees the provider. No callback comes after it returns. Called inside a callback or a
 * hook of this provider it cancels at once, and does the rest as soon as that has returned. [any thread] */
MOYA_API void moya_provider_destroy(moya_provider *provider);

/* Ends the use of a provider, whose handle stays valid until moya_provider_destroy: for programs in which another
 * thread may be about to use it. Cancels what is under way, and waits for callbacks that run on other threads and for
 * the rows of what was enqueued; then closes all connections. From then on calls, plugins and moya_provider_process
 * return MOYA_ERROR_STATE. Called inside a callback or a hook of this provider it cancels at once, and does the rest as
 * soon as that has returned: with MOYA_PUMP_HOST, and in blocking calls, before the function returns in which it ran.
 * Closing again does nothing more. [any thread] */
MOYA_API void moya_provider_close(moya_provider *provider);

/* Ends the use of a provider without cancelling anything: refuses new calls, waits until those under way
 * have ended and their ends have returned or their rows are in their queues, and closes the provider.
 * Waits at most `timeout_ms` (MOYA_NO_TIMEOUT: for ever). With MOYA_PUMP_HOST this thread moves the calls
 * while it waits, unless another one does. Plugins may still send calls of their own. A blocking call that
 * its caller has left (moya_provider_call_for) is under way until the caller ends it.
 *
 * If the time is over, the calls go on and new ones are still refused: drain again, or close the
 * provider. Errors: NULL; ARGUMENT: a timeout less than −1; TIMEOUT_TOTAL: the time is over; STATE: the
 * provider is closed, or the function runs in a callback. [not in callbacks] */
MOYA_API moya_status moya_provider_drain(moya_provider *provider, int32_t timeout_ms, moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

/* Adds a plugin that lives in the program. `config`: a JSON object; NULL: "{}". The table must stay valid.
 * Before the first call only: later it returns MOYA_ERROR_STATE. Errors: NULL, UTF8, ARGUMENT (`config` is no JSON
 * object, or too long), PLUGIN_TABLE, PLUGIN_ABI, PLUGIN_CREATE, STATE. [any thread] */
MOYA_API moya_status moya_provider_add_plugin(moya_provider *provider, const moya_plugin_table *table,
                                              const char *config, moya_error **error)
    MOYA_NONNULL(1, 2);

/* Loads a shared object and adds its plugin. Opened once per process however often it is asked for, never unloaded.
 * A path without a slash is looked for in the current folder, not along the library path. Errors: as add_plugin, and
 * PLUGIN_OPEN, PLUGIN_FORMAT, PLUGIN_ENTRY. [any thread] */
MOYA_API moya_status moya_provider_load_plugin(moya_provider *provider, const char *path, const char *config,
                                               moya_error **error)
    MOYA_NONNULL(1, 2);

/* Every call under way ends with MOYA_ERROR_CANCELLED. [any thread] */
MOYA_API void moya_provider_cancel_all(moya_provider *provider);


/* ── The host's own event loop (MOYA_PUMP_HOST) ─────────────────────────────────────────────────────────────────── */

/* A descriptor that is readable when moya_provider_process has something to do, timeouts included. −1 for another
 * pump, for a closed provider, and when the kernel gives no descriptor. A forked child gets another one. Owned by the
 * provider. [any thread] */
MOYA_API int moya_provider_fd(moya_provider *provider);

/* Moves transfers and runs callbacks on this thread; waits at most `timeout_ms` (0: not at all, −1: until something
 * happened). One thread at a time. Works in a forked child, for calls made there. Errors: NULL, STATE (another pump, a
 * second thread, inside a callback), FORKED (calls of the parent). [not in callbacks] */
MOYA_API moya_status moya_provider_process(moya_provider *provider, int32_t timeout_ms, moya_error **error)
    MOYA_NONNULL(1);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_provider_options) == 216, "moya_provider_options");
#endif

#ifdef __cplusplus
}
#endif

#endif
