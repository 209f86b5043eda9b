/* libmoya's plugin interface, table 1.
 *
 * A plugin is a shared object that exports one function, moya_plugin_entry, and needs nothing but this header and those
 * that it includes (base.h, status.h, log.h): it does not link libmoya. What it may do comes in the host table. The same
 * table registers a plugin that lives inside the program (moya_provider_add_plugin).
 *
 * The way of one call, each arrow passing every plugin in the order they were added:
 *
 *     prepare ─▶ will_send ─▶ (network or stub) ─▶ did_receive ─▶ should_retry? ─▶ process ─▶ the caller
 *
 * Rules
 *   Threads    Hooks of one call never overlap. Hooks of different calls may run at the same time on different
 *              threads: an instance guards what it shares. Calls that are one request (MOYA_TARGET_SHARE) have one slot,
 *              too: their process hooks may be in it at the same time, also beside another hook of the request.
 *   Lifetime   A moya_context is valid until the hook returns, on the hook's thread. Afterwards, and on another thread,
 *              functions that get it return MOYA_ERROR_STATE, {NULL, 0}, NULL or 0, and change nothing. A
 *              moya_str taken from it is valid until the next change of the thing it was taken from, or until the hook
 *              returns. Copy what is kept.
 *   Ownership  The host copies every text and every byte given to it before the function returns.
 *   Text       UTF-8. Texts into the host end with NUL and have at most 131 072 bytes: a longer one is
 *              MOYA_ERROR_ARGUMENT, or, where it is a message, cut. Texts out of the host carry a length and end with
 *              NUL as well.
 *   Unwinding  No C++ exception and no Rust panic may leave a hook.
 *   Unloading  Never: a loaded object stays until the process ends. destroy() frees instances.
 *   Growth     Tables grow at their end only. Read `size` before you touch what a newer header added.
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

/* A hook's answers. Any negative value fails the call with that status and the text given to host->fail(). */
enum {
  MOYA_HOOK_OK = 0,
  /* prepare only: the plugin has answered the call itself (host->set_http_status, host->set_body …). Nothing is sent,
   * later plugins' prepare and every will_send are skipped; process runs. */
  MOYA_HOOK_ANSWERED = 1
};

/* What one run of a hook is about: one call of one target, or (in create) the plugin itself. Opaque. */
typedef struct moya_context moya_context;

/* Services of the host. One static table per process; valid for the life of the process.
 * Every function may be called only inside a hook, on the hook's thread, with that hook's context, save for log and
 * get_extension. A function that does not apply in a hook gives {NULL, 0}, 0 or MOYA_ERROR_STATE and changes
 * nothing. */
typedef struct moya_host {
  uint32_t size; /* of the table that the host filled */
  uint32_t abi;  /* MOYA_PLUGIN_ABI of the host */

  /* Writes a line: with the context of a hook that runs on this thread to the log of the hook's provider (log.h), and
   * the line names the plugin. Without one (`context` may be NULL), or when that provider has no log, to standard error
   * if the environment's MOYA_LOG is a level (debug, info, warning, error) that this one reaches, else nowhere. A level
   * above these is an error's; a control character becomes a space; the values of parameters whose names say that they
   * are secrets (token=…) become <redacted>. [any thread] */
  void (*log)(moya_context *context, moya_log_level level, const char *message);
  /* Says why this hook is about to return an error. The text reaches the caller in moya_error_message. */
  void (*fail)(moya_context *context, const char *message);
  /* Functions of a later version by name, such as "moya.cookies/1"; NULL when this host has none. [any thread] */
  const void *(*get_extension)(const char *name);

  /* The target. */
  moya_str (*target_name)(moya_context *context);
  void *(*target_user)(moya_context *context); /* moya_target.user */
  int32_t (*target_has_tag)(moya_context *context, const char *tag);
  /* 1 for the first attempt, 2 for the first retry … */
  uint32_t (*attempt)(moya_context *context);
  /* A pointer of the plugin's own for this call: starts as NULL, lives from prepare to the end of process.
   * `release_slot` of the table gets what is left in it. NULL outside a call. */
  void **(*slot)(moya_context *context);

  /* The request. Readable in every hook of a call, changeable in prepare only. What a prepare has changed stays changed
   * when it then answers or fails: the hooks behind it read the request so. */
  moya_str (*request_method)(moya_context *context);
  moya_str (*request_url)(moya_context *context);
  moya_str (*request_body)(moya_context *context); /* {NULL, 0} for a file or a stream */
  /* The value of a field, case-insensitive; several fields of one name joined with a comma. */
  moya_str (*request_header)(moya_context *context, const char *name);
  size_t (*request_header_count)(moya_context *context);
  /* 0: no such index; else 1. `name` and `value` may be NULL. */
  int32_t (*request_header_at)(moya_context *context, size_t index, moya_str *name, moya_str *value);
  /* Each: 0, or MOYA_ERROR_INVALID_URL / _INVALID_REQUEST / _ARGUMENT / _UTF8 / _NULL / _STATE / _MEMORY, and the
   * request is unchanged. */
  moya_status (*set_method)(moya_context *context, const char *method);
  moya_status (*set_url)(moya_context *context, const char *url);
  /* Replaces every field of that name; a NULL value removes them. */
  moya_status (*set_header)(moya_context *context, const char *name, const char *value);
  moya_status (*set_request_body)(moya_context *context, const void *data, size_t len);

  /* The result. Readable in did_receive, should_retry and process; changeable in process, and in prepare by a plugin
   * that answers the call. */
  moya_status (*result_status)(moya_context *context); /* MOYA_OK: there is a response, of any HTTP status */
  int32_t (*http_status)(moya_context *context);       /* 0: none */
  moya_str (*response_body)(moya_context *context);
  /* As moya_response_header: bytes as they came, several of one name joined with a comma, of Set-Cookie the first. */
  moya_str (*response_header)(moya_context *context, const char *name);
  moya_str (*error_message)(moya_context *context); /* of a failed result */
  /* Each turns a failed result into a response: of status 200, unless one had arrived or is set. Errors: as above, and
   * MOYA_ERROR_ARGUMENT for a status that is not 100 … 599. */
  moya_status (*set_http_status)(moya_context *context, int32_t http_status);
  moya_status (*set_body)(moya_context *context, const void *data, size_t len);
  moya_status (*set_response_header)(moya_context *context, const char *name, const char *value);
} moya_host;

/* What a plugin gives to the host. Static; the host reads it and never writes to it. NULL hooks do nothing. */
typedef struct moya_plugin_table {
  uint32_t size; /* sizeof(moya_plugin_table) as the plugin was compiled */
  uint32_t abi;  /* MOYA_PLUGIN_ABI as the plugin was compiled */
  const char *id;      /* reverse DNS, "org.example.retry"; required, UTF-8 without control characters */
  const char *version; /* for people; may be NULL */
  uint64_t flags;      /* 0 */

  /* Makes an instance for one provider. `config` is one UTF-8 JSON object, never NULL ("{}" by default). A plugin
   * rejects what it does not know: host->fail(context, "unknown key retires") and a negative status. May be NULL: the
   * instance is NULL. Runs on the thread that adds the plugin. */
  moya_status (*create)(const moya_host *host, moya_context *context, const char *config, void **instance);
  /* Frees the instance, after its last hook. May be NULL. */
  void (*destroy)(void *instance);

  /* May change the request (a token, a signature) or answer the call. Runs once per attempt. */
  moya_status (*prepare)(void *instance, moya_context *context);
  /* The request is about to be sent and final. */
  void (*will_send)(void *instance, moya_context *context);
  /* The result of an attempt for which will_send ran, unchanged. */
  void (*did_receive)(void *instance, moya_context *context);
  /* May replace the result; later plugins and the caller see the replacement. Runs once per call, on failures too. */
  moya_status (*process)(void *instance, moya_context *context);

  /* Try again? Negative: no. Otherwise after that many milliseconds. The call's total timeout still holds. Not asked
   * about a call that was cancelled, is out of time or cannot be sent as it is, nor after the 16th attempt: the call
   * then ends with its last outcome. */
  int64_t (*should_retry)(void *instance, moya_context *context);
  /* Frees what the plugin left in its slot. Once per call, only when the slot is not NULL. */
  void (*release_slot)(void *instance, void *slot);
} moya_plugin_table;

/* The one export of a plugin. `host_abi` is the newest interface that the host speaks; NULL means "I cannot serve
 * it". */
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
