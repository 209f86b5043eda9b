/* The plugin interface of libmoya, version 1 (MOYA_PLUGIN_ABI).
 *
 * A plugin is a shared object that exports one function, moya_plugin_entry. It needs only this
 * header and those that it includes (base.h, status.h, log.h), and does not link libmoya. The host
 * is the library that loads the plugin. Its table, moya_host, has the functions that a plugin may
 * call. A plugin in the program itself exports nothing: the program passes the plugin's own table,
 * moya_plugin_table, to moya_provider_add_plugin.
 *
 * These are the hooks of one call, in the order in which they run. The library runs a hook for
 * every plugin, in the order in which the plugins were added. Then it runs the next hook:
 *
 *     prepare ─▶ will_send ─▶ (network or stub) ─▶ did_receive ─▶ should_retry? ─▶ process
 *
 * Rules
 *   Threads    Hooks of one call never overlap. Hooks of different calls may run at the same time
 *              on different threads, so an instance must protect what its hooks share. Calls that
 *              share a request (MOYA_TARGET_SHARE) also share one slot, the pointer that a plugin
 *              stores for a call (moya_host.slot). Their process hooks may use the slot at the same
 *              time, and at the same time as another hook of the request.
 *   Lifetime   A moya_context is valid until the hook returns, on the thread of the hook. Later, or
 *              on another thread, functions that get it return MOYA_ERROR_STATE, {NULL, 0}, NULL or
 *              0, and change nothing. A moya_str from a context is valid until the hook returns, or
 *              until the request or the result that it was taken from changes. Copy what you need
 *              longer.
 *   Ownership  The host copies every text and all bytes that it gets, before the function returns.
 *   Text       UTF-8. Texts that you pass to the host are NUL-terminated and have at most 131 072
 *              bytes. A longer text fails with MOYA_ERROR_ARGUMENT; a longer message is cut. Texts
 *              from the host have a length and are NUL-terminated, too.
 *   Unwinding  No C++ exception and no Rust panic may leave a hook.
 *   Unloading  A loaded object stays until the process ends. destroy() frees instances.
 *   Growth     Tables get new members only at the end. Read `size` before you use what a newer
 *              header added.
 */
#ifndef MOYA_PLUGIN_H
#define MOYA_PLUGIN_H

#include "base.h"
#include "log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The interface that this header describes. */
#define MOYA_PLUGIN_ABI 1u

/* What a hook returns. A negative value fails the call with that status and the text that was
 * passed to host->fail(). */
enum {
  MOYA_HOOK_OK = 0,
  /* In prepare only: the plugin has answered the call itself (host->set_http_status, host->set_body
   * and others). Nothing is sent. The prepare hooks of later plugins and all will_send hooks are
   * skipped. process runs. */
  MOYA_HOOK_ANSWERED = 1
};

/* What one run of a hook is about: one call of one target or, in create, the plugin itself. Only
 * the host looks into it. */
typedef struct moya_context moya_context;

/* Functions of the host. There is one static table in a process, which is valid for the life of the
 * process.
 *
 * Call them only inside a hook, on the thread of the hook, with the context of that hook. log and
 * get_extension are exceptions. A function that does not apply to a hook returns {NULL, 0}, 0 or
 * MOYA_ERROR_STATE and changes nothing. */
typedef struct moya_host {
  uint32_t size; /* the size of the table that the host filled */
  uint32_t abi;  /* MOYA_PLUGIN_ABI of the host */

  /* Writes a line. If `context` belongs to a hook that runs on this thread, the line goes to the
   * log of the provider (log.h) and names the plugin. For any other `context`, which may be NULL,
   * and for a provider without a log, the line goes to standard error. That happens only if
   * MOYA_LOG in the environment is a level (debug, info, warning, error) that the line reaches. A
   * `level` above MOYA_LOG_ERROR counts as an error. Control characters become spaces. The values
   * of parameters that have secret names (token=…) become <redacted>. [any thread] */
  void (*log)(moya_context *context, moya_log_level level, const char *message);
  /* Sets the reason why this hook will return an error. The caller finds it in
   * moya_error_message. */
  void (*fail)(moya_context *context, const char *message);
  /* Returns functions of a later version by name, for example "moya.cookies/1". Returns NULL if the
   * host does not have them. [any thread] */
  const void *(*get_extension)(const char *name);

  /* These functions describe the target. */
  moya_str (*target_name)(moya_context *context);
  void *(*target_user)(moya_context *context); /* moya_target.user */
  int32_t (*target_has_tag)(moya_context *context, const char *tag);
  /* Returns 1 for the first attempt, 2 for the first retry and so on. */
  uint32_t (*attempt)(moya_context *context);
  /* Returns the address of the slot, which is a pointer that the plugin may set for this call. The
   * slot is NULL at first and exists from prepare to the end of process. If it is not NULL then,
   * the table's `release_slot` receives its value. This function returns NULL outside a call. */
  void **(*slot)(moya_context *context);

  /* These functions read and change the request. Every hook of a call may read it, but only prepare
   * may change it. If a prepare hook changes it and then answers the call or fails, later hooks
   * still read the changed request. */
  moya_str (*request_method)(moya_context *context);
  moya_str (*request_url)(moya_context *context);
  moya_str (*request_body)(moya_context *context); /* {NULL, 0} for a file or a stream */
  /* Returns the value of a field. The case of `name` does not matter. Fields of the same name are
   * joined with commas. */
  moya_str (*request_header)(moya_context *context, const char *name);
  size_t (*request_header_count)(moya_context *context);
  /* Returns 1, or 0 if there is no such index. `name` and `value` may be NULL. */
  int32_t (*request_header_at)(moya_context *context, size_t index, moya_str *name,
                               moya_str *value);
  /* Each of these functions returns 0 or an error, and leaves the request unchanged after an error.
   * The errors are MOYA_ERROR_INVALID_URL / _INVALID_REQUEST / _ARGUMENT / _UTF8 / _NULL / _STATE /
   * _MEMORY. */
  moya_status (*set_method)(moya_context *context, const char *method);
  moya_status (*set_url)(moya_context *context, const char *url);
  /* Replaces all fields of that name. A NULL value removes them. */
  moya_status (*set_header)(moya_context *context, const char *name, const char *value);
  moya_status (*set_request_body)(moya_context *context, const void *data, size_t len);

  /* These functions read and change the result. did_receive, should_retry and process may read it.
   * process may change it, and so may prepare in a plugin that answers the call. */
  moya_status (*result_status)(moya_context *context); /* MOYA_OK: there is a response, of any HTTP
                                                        * status */
  int32_t (*http_status)(moya_context *context);       /* 0: none */
  moya_str (*response_body)(moya_context *context);
  /* Returns the value of a field as moya_response_header does. The bytes are those that arrived.
   * Fields of the same name are joined with commas. For Set-Cookie, only the first value is
   * returned. */
  moya_str (*response_header)(moya_context *context, const char *name);
  moya_str (*error_message)(moya_context *context); /* for a failed result */
  /* Each of these functions turns a failed result into a response. The response has the status 200,
   * unless another status has arrived or is set. Errors: as above, and MOYA_ERROR_ARGUMENT for a
   * status that is not 100 … 599. */
  moya_status (*set_http_status)(moya_context *context, int32_t http_status);
  moya_status (*set_body)(moya_context *context, const void *data, size_t len);
  moya_status (*set_response_header)(moya_context *context, const char *name, const char *value);
} moya_host;

/* The table that a plugin gives to the host. The table is static, and the host never writes to it.
 * Hooks that are NULL do nothing. */
typedef struct moya_plugin_table {
  uint32_t size; /* sizeof(moya_plugin_table) as the plugin was compiled */
  uint32_t abi;  /* MOYA_PLUGIN_ABI as the plugin was compiled */
  const char *id;      /* reverse DNS, "org.example.retry"; required, UTF-8 without control
                        * characters */
  const char *version; /* for people; may be NULL */
  uint64_t flags;      /* 0 */

  /* Makes an instance for one provider. `config` is a JSON object in UTF-8 and never NULL; the
   * default is "{}". A plugin should reject unknown keys: host->fail(context, "unknown key
   * retires") and a negative status. May be NULL; the instance is then NULL. Runs on the thread
   * that adds the plugin. */
  moya_status (*create)(const moya_host *host, moya_context *context, const char *config,
                        void **instance);
  /* Frees the instance. Runs after the last hook of the instance. May be NULL. */
  void (*destroy)(void *instance);

  /* May change the request (for a token or a signature) or answer the call. Runs once for each
   * attempt. */
  moya_status (*prepare)(void *instance, moya_context *context);
  /* Runs when the request is final. The library sends the request next. */
  void (*will_send)(void *instance, moya_context *context);
  /* Receives the unchanged result of an attempt for which will_send ran. */
  void (*did_receive)(void *instance, moya_context *context);
  /* May replace the result. Later plugins and the caller see the replacement. Runs once for each
   * call, even if the call failed. */
  moya_status (*process)(void *instance, moya_context *context);

  /* Decides about another attempt. Returns a negative number for no further attempt, otherwise the
   * milliseconds to wait before the next attempt. The total timeout of the call still applies. This
   * hook does not run for a call that was cancelled, is out of time or cannot be sent in its
   * present form. It also does not run after the 16th attempt. In these cases the call ends with
   * its last result. */
  int64_t (*should_retry)(void *instance, moya_context *context);
  /* Frees what the plugin stored in its slot. Runs once for each call, if the slot is not NULL. */
  void (*release_slot)(void *instance, void *slot);
} moya_plugin_table;

/* The only export of a plugin. `host_abi` is the newest interface that the host supports. Return
 * NULL if the plugin does not support that interface. */
typedef const moya_plugin_table *(*moya_plugin_entry_fn)(uint32_t host_abi);

#if defined(__GNUC__)
#define MOYA_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define MOYA_PLUGIN_EXPORT
#endif

/* Define this function in your plugin. libmoya itself does not have it. */
MOYA_PLUGIN_EXPORT const moya_plugin_table *moya_plugin_entry(uint32_t host_abi);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_plugin_table) == 96, "moya_plugin_table");
#endif

#ifdef __cplusplus
}
#endif

#endif
