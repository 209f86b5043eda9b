/* The plugin interface of libmoya, version MOYA_PLUGIN_ABI.
 *
 * A module is a shared object that contains plugins. It exports one function, moya_plugin_entry,
 * and does not link libmoya. The host is the library that loads the module. The table moya_host has
 * the functions of the host that a plugin may call. A plugin in the program itself exports nothing:
 * the program passes the plugin's own table, moya_plugin, to moya_provider_use (plugins.h).
 *
 * These are the hooks of one call, in the order in which they run. The library runs a hook for
 * every plugin, in the order in which the plugins were added. Then it runs the next hook:
 *
 *     prepare ─▶ sign ─▶ will_send ─▶ (network or stub)
 *             ─▶ did_receive ─▶ should_retry? ─▶ process
 *
 * The host has more functions in tables of their own, which get_extension returns:
 *
 *     plugin/tasks.h    clocks (now_us, date_us), timers, work on other threads, and requests of
 *                       the plugin
 *     plugin/digest.h   hashes, and random bytes (random)
 *     plugin/body.h     hooks for the body of a response as it arrives
 *
 * Rules
 *   Threads    Hooks of one call never overlap. Hooks of different calls can run at the same time
 *              on different threads, so an instance must protect what its hooks share. (An instance
 *              is a plugin in one provider; `create` makes it.) A hook delays its call, and other
 *              calls of the same event loop. It must not read or write files, open sockets or
 *              sleep. A hook that needs time uses `defer`. `create` and `destroy` may block.
 *              plugin/tasks.h says on which threads `close` runs. Calls that share a request
 *              (MOYA_TARGET_SHARE) also share one slot, the pointer that a plugin stores for a
 *              call. Their process hooks can use the slot at the same time, and at the same time as
 *              another hook of the request.
 *   Contexts   A context is the handle that a plugin passes to the functions of the host. `self`,
 *              the context of `create` and `close`, names the instance. It is valid on any thread
 *              until `destroy` returns. The context of a hook names one run of the hook. It is
 *              valid on the thread of the hook until the hook returns. After `defer` it is valid on
 *              any thread until `resume`. If the call ends before that, texts that were read stay
 *              valid, and functions that change something return MOYA_ERROR_STATE. With a context
 *              that is not valid, functions return MOYA_ERROR_STATE, {NULL, 0}, NULL, 0 or −1, and
 *              change nothing.
 *   Lifetime   A moya_str is valid until the end of the context through which it was read. If the
 *              request or the result that contains the text changes earlier, the moya_str is valid
 *              only until that change.
 *   Ownership  The host copies all texts and bytes that a plugin passes to a function, before the
 *              function returns.
 *   Text       All texts are UTF-8. Texts that you pass to the host are NUL-terminated and have at
 *              most 131 072 bytes. A longer text fails with MOYA_ERROR_ARGUMENT; a longer message
 *              is cut. Texts from the host have a length and are NUL-terminated, too.
 *   Unwinding  If a C++ exception leaves a hook, the call fails with MOYA_ERROR_PLUGIN_HOOK. If an
 *              exception leaves a hook that returns nothing, the library writes the exception to
 *              the log. A Rust panic, pthread_exit and longjmp must not leave a hook.
 *   Unloading  A loaded module stays until the process ends. `destroy` frees instances. At exit,
 *              hooks can run until main's thread has destroyed the static objects of the module, so
 *              hooks must not use static objects that have destructors.
 *   Growth     Tables get new members only at the end. Before you use a member that a newer header
 *              added, check that `size` includes it. */
#ifndef MOYA_PLUGIN_H
#define MOYA_PLUGIN_H

#include "base.h"
#include "info.h"
#include "log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the interface that this header describes. Every later version of the library also
 * loads modules of interface 1. */
#define MOYA_PLUGIN_ABI 1u

/* What a hook returns. A negative value fails the call with that status and the text that was
 * passed to host->fail(). */
enum {
  MOYA_HOOK_OK = 0,
  /* In prepare only: the plugin has answered the call itself (host->response_set_status and
   * others). If it has set nothing, the response has the status 200, no fields and no body. Nothing
   * is sent. The prepare hooks of later plugins and all will_send hooks are skipped. The process
   * hooks run. */
  MOYA_HOOK_ANSWERED = 1,
  /* The hook has called `defer`, and the call waits until `resume`. Only prepare, sign, process and
   * close may return this. If close returns it, moya_provider_close waits for `resume`, but at most
   * 2 seconds. */
  MOYA_HOOK_PENDING = 2
};

enum {
  /* What should_retry returns for no further attempt. Other negative numbers are reserved. */
  MOYA_RETRY_NONE = -1
};

/* Where the bytes of a body are. */
enum {
  MOYA_BODY_NONE = 0,
  MOYA_BODY_BYTES = 1, /* in memory: request_body and response_body return them */
  MOYA_BODY_FILE = 2,  /* in a file: request_body and response_body return its path */
  MOYA_BODY_STREAM = 3 /* a request's body that is read as it is sent, or a response's body that the
                        * caller's handlers receive; request_body and response_body cannot read
                        * it */
};
typedef int32_t moya_body_kind;

/* Bits for moya_host.fail_with. */
enum {
  /* With this bit, the error that the caller receives has a response (moya_error_response). In
   * process, this is the response of the result, with the changes of this hook. In prepare, it is
   * the response that this hook has made. In other hooks this bit has no effect. */
  MOYA_FAIL_RESPONSE = 1,
  /* With this bit, the message of the error is the name of the target and the `message` of
   * fail_with, and moya_error_domain is MOYA_DOMAIN_NONE. Without it, the names of the plugin and
   * of the hook stand between the target and the message. The bit is for a plugin that repeats the
   * failure of an earlier call. */
  MOYA_FAIL_VERBATIM = 2
};

/* A header field in a list (request_headers). If the host made the list, both texts end with a
 * NUL. */
typedef struct moya_field {
  moya_str name;
  moya_str value;
} moya_field;

/* A handle that stands for an instance of a plugin, or for one run of a hook (see Contexts
 * above). */
typedef struct moya_context moya_context;

/* The functions of the host. The table is static, and valid for the life of the process. If a
 * process contains two copies of the library, each has its own table, and both can use the same
 * module.
 *
 * If a function does not apply to the hook that calls it, it returns {NULL, 0}, NULL, 0, −1 or
 * MOYA_ERROR_STATE and changes nothing. Functions that change something return MOYA_ERROR_NULL if a
 * text is missing, MOYA_ERROR_UTF8 if it is not UTF-8, and MOYA_ERROR_ARGUMENT if it is too long.
 * They return MOYA_ERROR_MEMORY if there is no memory. After an error nothing has changed. */
typedef struct moya_host {
  uint32_t size; /* the size of the table that the host filled */
  uint32_t abi;  /* MOYA_PLUGIN_ABI of the host */

  /* Returns a table of further functions by its name: MOYA_TASKS ("moya.tasks/1"), MOYA_DIGEST
   * ("moya.digest/1") or MOYA_BODY ("moya.body/1"). Later versions add names. Returns NULL if the
   * host does not have the table. [any thread] */
  const void *(*get_extension)(const char *name);

  /* ── Messages ── */

  /* Returns 1 if `log` would write a line of this level. [any thread] */
  int32_t (*log_enabled)(moya_context *context, moya_log_level level);
  /* Writes a line. If `context` is valid, the line names the plugin, and goes to the log of the
   * provider if there is one (log.h). If `context` is NULL or not valid, or if the provider has no
   * log, the line goes to standard error. It is written there only if the environment variable
   * MOYA_LOG is the level of the line or a lower level (debug, info, warning, error). A `level`
   * above MOYA_LOG_ERROR counts as an error. Control characters become spaces. Secrets become
   * <redacted>: the values of parameters that have secret names (token=…), of secret_headers
   * (X-Key: …) and of options of the kind MOYA_OPTION_SECRET. [any thread] */
  void (*log)(moya_context *context, moya_log_level level, const char *message);
  /* Sets the reason for the error that this hook will return. The caller finds it in
   * moya_error_message. Secrets become <redacted>, as in `log`. */
  void (*fail)(moya_context *context, const char *message);

  /* ── Waiting ──
   * The close hook may wait. If the plugin has the flag MOYA_PLUGIN_WAITS, its prepare, sign and
   * process hooks may wait, too. A call that waits holds no connection and delays no other call. It
   * holds no thread, except the thread of a blocking caller. The total timeout of the call still
   * applies. The log of the provider gets a warning after a hook has waited for 5 seconds, and
   * every 60 seconds from then on. */

  /* Lets the context live on after the hook returns. The hook must then return MOYA_HOOK_PENDING.
   * If the hook returns another status before `resume`, that status is the result of the hook, and
   * the context ends. Call this function on the thread of the hook. Errors: NULL; STATE: this hook
   * cannot wait, or the context was deferred before. */
  moya_status (*defer)(moya_context *context);
  /* Ends a deferred context. `result` is what the hook would have returned: MOYA_HOOK_OK,
   * MOYA_HOOK_ANSWERED (only for prepare) or an error. Any other number fails the call. Resume each
   * deferred context once, even if its call has ended. moya_provider_destroy frees contexts that
   * were never resumed. You may call this function while the hook is still running. The call
   * continues on the thread of its hooks, and not inside this function. Errors: NULL; STATE: the
   * context is not deferred, or its call has ended. [any thread] */
  moya_status (*resume)(moya_context *context, moya_status result);

  /* ── Options ──
   * These functions return the value that the program gave to an option in the config of the
   * plugin, or the preset of the option. Each function reads the kinds of options (MOYA_OPTION_…)
   * that its comment names. The host has checked the config. `context` is the context of a hook, or
   * `self`. `self` may be used on any thread. The texts are valid until `destroy` returns. A text
   * without bytes is "", not NULL. If the config omits a text or a secret that has no preset,
   * option_text returns "", too. So a plugin cannot tell an omitted option from an empty one. */

  moya_str (*option_text)(moya_context *context, const char *name); /* the kinds TEXT, SECRET and
                                                                     * JSON (the JSON text) */
  int64_t (*option_int)(moya_context *context, const char *name);   /* the kinds INT and FLAG */
  double (*option_number)(moya_context *context, const char *name); /* the kinds NUMBER and INT */
  size_t (*option_count)(moya_context *context, const char *name);  /* the kind TEXTS: how many */
  moya_str (*option_at)(moya_context *context, const char *name, size_t index);

  /* ── The call ── */

  moya_str (*target_name)(moya_context *context);
  void *(*target_user)(moya_context *context); /* moya_target.user */
  int32_t (*target_has_tag)(moya_context *context, const char *tag);
  /* Returns 1 for the first attempt, 2 for the first retry and so on. If a call reads events from
   * several connections (MOYA_HANDLERS_RECONNECT), each connection is one more attempt. In
   * should_retry of such a call, the number begins at 1 again for each connection. */
  uint32_t (*attempt)(moya_context *context);
  /* Returns the milliseconds until the total timeout of the call; −1 if the call has none. The
   * default total timeout of a download or a stream applies only until the head of the response has
   * arrived. For a call with this default, the function returns −1 in did_receive, should_retry and
   * process. */
  int64_t (*time_left_ms)(moya_context *context);
  /* The slot is a pointer that the plugin may store for this call. It is NULL at first and exists
   * from prepare to the end of process. If the pointer is not NULL after process, the plugin's
   * `release_slot` receives it. set_slot replaces the pointer and releases nothing. If set_slot
   * fails, the plugin still owns `value`. Errors: STATE. */
  void *(*slot)(moya_context *context);
  moya_status (*set_slot)(moya_context *context, void *value);

  /* ── The request ──
   * Every hook of a call may read the request. There is one exception: the process hook of a call
   * that was cancelled while it shared its request with other calls. prepare may change the
   * request. sign may change its header fields and the query of its URL. If a prepare hook changes
   * the request and then answers the call or fails, later hooks still read the changed request.
   *
   * In sign and will_send the request is what the library will send: the URL has no fragment, and
   * the fields include Host, Content-Length or Transfer-Encoding, and those that the library adds
   * (Accept, Accept-Encoding, User-Agent). The fields are in the order in which HTTP/1.1 sends
   * them. Some fields are added later and are missing here: cookies that the provider stores,
   * Authorization for a credential, the fields of a proxy and of a connection. A redirect repeats
   * the fields with another URL, so a signature that includes the URL becomes invalid. A target
   * whose requests are signed should set max_redirects to MOYA_NO_REDIRECTS. In all other hooks the
   * request has only the fields of the target, of the provider and of the plugins. */

  moya_str (*request_method)(moya_context *context);
  /* Returns the absolute URL with its query. In sign and will_send it has no user, password and
   * fragment. In all other hooks it has those of the caller's URL, for example
   * "https://ann:secret@example.com/a#b". So do not store it or send it elsewhere. `log` and `fail`
   * hide the user, the password and parameters with secret names. Names of hosts are in ASCII form
   * (IDNA, RFC 5891). Otherwise scheme, host and port are as the caller wrote them. So if you
   * compare origins, ignore case, and treat a missing port as the default port. */
  moya_str (*request_url)(moya_context *context);
  /* Returns the value of a field. The case of `name` does not matter. Fields of the same name are
   * joined with commas, and Cookie fields with semicolons (RFC 9110 §5.3, RFC 9113 §8.2.3). */
  moya_str (*request_header)(moya_context *context, const char *name);
  size_t (*request_header_count)(moya_context *context);
  /* Stores the name and the value of one field. Returns 1, or 0 if there is no such index. `name`
   * and `value` may be NULL. */
  int32_t (*request_header_at)(moya_context *context, size_t index, moya_str *name,
                               moya_str *value);
  moya_body_kind (*request_body_kind)(moya_context *context);
  int64_t (*request_body_size)(moya_context *context); /* in bytes; −1: not known */
  moya_str (*request_body)(moya_context *context);
  /* request_set_method, request_set_header and request_add_header return MOYA_ERROR_INVALID_REQUEST
   * if the new method or field is invalid. They also return it if a plugin sets or removes a field
   * that frames a message or belongs to a connection, because the library itself writes these
   * fields of a request. The fields are Content-Length, Transfer-Encoding, Expect, Connection,
   * Keep-Alive, Upgrade, TE, Trailer, Proxy-Connection and Proxy-Authorization. In a response, a
   * plugin may set and remove them. */
  moya_status (*request_set_method)(moya_context *context, const char *method);
  /* Replaces the whole URL. In sign, the new URL may differ from the old URL only in the query. In
   * sign, the library uses the user and the password of the old URL, and ignores those of the new
   * URL. Further errors: INVALID_URL: the URL is invalid, or in sign another part of the URL
   * differs. */
  moya_status (*request_set_url)(moya_context *context, const char *url);
  /* Replaces all fields of that name. A NULL value removes them. */
  moya_status (*request_set_header)(moya_context *context, const char *name, const char *value);
  /* Adds a field after those of the same name. */
  moya_status (*request_add_header)(moya_context *context, const char *name, const char *value);
  moya_status (*request_set_body)(moya_context *context, const void *data, size_t len);

  /* ── The result ──
   * did_receive, should_retry and process may read the result. A failed result also has a response
   * if the status was refused (MOYA_ERROR_STATUS_CODE) or the body broke off. http_status and
   * response_… read this response.
   *
   * prepare may set the result, if the plugin answers the call. process may change the result. If
   * process changes a failed result, the result becomes a response. The response has the status
   * that the hook sets. If the hook sets none, the response has the status that has arrived, or
   * 200. The library does not validate a result that process has changed.
   *
   * A call can fail before the caller's handlers (handlers.h) have received a head. If process then
   * makes a response, the handlers do not receive it, and the caller finds it in the completion. If
   * handlers should receive a response after a failure, the plugin asks for another attempt in
   * should_retry, and answers that attempt in prepare. */

  /* Returns MOYA_OK if the result is a response, of any HTTP status, or if this hook has set a
   * response. Returns why the call failed if the result is a failure, even if the failure has a
   * response. */
  moya_status (*result_status)(moya_context *context);
  moya_str (*error_message)(moya_context *context); /* the message of a failed result */
  /* Returns a fact about the response, as moya_response_info does. Before there is a result,
   * returns −1. The times are those of the last attempt. They do not include the time in which a
   * hook waited. */
  int64_t (*result_info)(moya_context *context, moya_info what);
  moya_str (*remote_address)(moya_context *context); /* works like moya_response_remote_address */
  int32_t (*http_status)(moya_context *context);     /* 0: no response */
  /* Returns the URL after redirects. Like the URL of request_url, it can contain a user, a password
   * and a fragment, also after a redirect. So do not store it or send it elsewhere. */
  moya_str (*response_url)(moya_context *context);
  /* Returns the value of a field as moya_response_header does. The bytes are those that arrived.
   * Fields of the same name are joined with commas. For Set-Cookie, only the first value is
   * returned. */
  moya_str (*response_header)(moya_context *context, const char *name);
  size_t (*response_header_count)(moya_context *context);
  int32_t (*response_header_at)(moya_context *context, size_t index, moya_str *name,
                                moya_str *value);
  /* In prepare, returns the form in which the caller will receive the body. In later hooks, returns
   * where the body is. MOYA_BODY_FILE then means that the body is in the file that the caller gets.
   * MOYA_BODY_STREAM then means that the caller's handlers have received the body. */
  moya_body_kind (*response_body_kind)(moya_context *context);
  /* Returns the body after decoding, unless target_is_as_sent returns 1. The fields
   * Content-Encoding and Content-Length still describe the bytes that arrived. */
  moya_str (*response_body)(moya_context *context);
  /* The next three functions change the status and the header fields of the response. Errors:
   * MOYA_ERROR_ARGUMENT for a status that is not 100 … 599, and MOYA_ERROR_INVALID_REQUEST for a
   * name that is not a token or a value with a line end. As in the response of a server, the value
   * of a field need not be UTF-8 and may have control characters (RFC 9110 §5.5). A NULL value of
   * response_set_header removes all fields of that name. */
  moya_status (*response_set_status)(moya_context *context, int32_t http_status);
  moya_status (*response_set_header)(moya_context *context, const char *name, const char *value);
  moya_status (*response_add_header)(moya_context *context, const char *name, const char *value);
  /* Replaces the body of the response, and no header field. So Content-Length still has the length
   * of the body that arrived. To remove it, call response_set_header with "Content-Length" and
   * NULL. If the body is in a file (MOYA_BODY_FILE), the file stays as it is, and the caller gets
   * both: the file, and the new body as the response's body. If the caller's handlers have received
   * the body (MOYA_BODY_STREAM), they do not receive the new one. */
  moya_status (*response_set_body)(moya_context *context, const void *data, size_t len);

  /* ── Facts of a stored response ──
   * A plugin that repeats an earlier response can repeat what was known about it. Only prepare and
   * process may call these functions. */

  /* Sets the URL that response_url and moya_response_url return. If no plugin sets it, they return
   * the URL of the response that has arrived, or the URL of the request if no response has arrived.
   * Errors: INVALID_URL. */
  moya_status (*response_set_url)(moya_context *context, const char *url);
  /* Sets a fact that result_info and moya_response_info return (info.h). If no facts are known yet,
   * the facts that the plugin does not set become 0, and the HTTP version becomes −1. Errors:
   * ARGUMENT: no fact has this number, the value is negative, or the value of
   * MOYA_INFO_HTTP_VERSION is not 10, 11 or 20. */
  moya_status (*response_set_info)(moya_context *context, moya_info what, int64_t value);

  /* ── Failures ── */

  /* Works like `fail`. `flags` are bits of MOYA_FAIL_…; unknown bits are ignored. If `message` is
   * NULL, the message of the error is the name of the status. In create and close, the flags have
   * no effect. The last call of `fail` or `fail_with` in a hook counts. */
  void (*fail_with)(moya_context *context, uint32_t flags, const char *message);

  /* ── Secrets ── */

  /* Writes a text to `out` as `log` would write it: without secrets, and with spaces instead of
   * control characters. `out` has room for `size` bytes. If the text and its NUL do not fit, the
   * text is cut after a whole character. Returns the number of bytes in the whole text without the
   * NUL, and 0 if `text` is NULL. `out` may be NULL if `size` is 0. If `context` is not valid, the
   * values of secret options are not known and stay in the text. [any thread] */
  size_t (*redact)(moya_context *context, const char *text, char *out, size_t size);

  /* Returns 1 if the target has MOYA_TARGET_AS_SENT. The library then does not decode the body of
   * the response, so plugins see the bytes that the server has sent. Otherwise returns 0. */
  int32_t (*target_is_as_sent)(moya_context *context);

  /* ── Lists of header fields ── */

  /* These two functions return all header fields in their order, and store in `count` how many
   * there are. They cost less than request_header_at and response_header_at for each field. The
   * list is valid as long as its texts. If there are no fields, or if `count` is NULL, the
   * functions return NULL. */
  const moya_field *(*request_headers)(moya_context *context, size_t *count);
  const moya_field *(*response_headers)(moya_context *context, size_t *count);
  /* Replaces all header fields of the response. It costs less than response_add_header for each
   * field, and has the same errors. The texts need not end with a NUL, and a value that contains a
   * NUL is invalid. If `count` is 0, `fields` may be NULL, and the response has no fields
   * afterwards. */
  moya_status (*response_set_headers)(moya_context *context, const moya_field *fields,
                                      size_t count);

  /* ── Connections ── */

  /* Returns 1 if the target has its own settings for connections (`connection` of moya_target), for
   * example for whom it trusts, which client certificate it shows or which proxy it uses. Otherwise
   * returns 0. If it returns 1, a plugin must not give the response to calls with other
   * settings. */
  int32_t (*target_has_overrides)(moya_context *context);
} moya_host;

/* The kinds of options. */
enum {
  MOYA_OPTION_FLAG = 1,   /* true or false */
  MOYA_OPTION_INT = 2,    /* an integer without a fraction: 2, not 2.0 */
  MOYA_OPTION_NUMBER = 3, /* any number */
  MOYA_OPTION_TEXT = 4,
  MOYA_OPTION_SECRET = 5, /* a text, {"env": "NAME"} for a variable of the environment, or
                           * {"file": "PATH"} for the contents of a file without its last line end.
                           * The secret is read when the plugin is added. In messages of the
                           * library, a secret of 6 bytes or more becomes <redacted>. */
  MOYA_OPTION_TEXTS = 6,  /* a list of texts */
  MOYA_OPTION_JSON = 7    /* any JSON value */
};

/* An option that a plugin lets its user set. The host refuses a config with a key that is not an
 * option of the plugin, or with a value of the wrong kind. The error names the key. */
typedef struct moya_option {
  const char *name;    /* lower-case letters, digits and _, beginning with a letter; at most 63
                        * bytes */
  const char *about;   /* a sentence for people; may be NULL */
  uint32_t kind;       /* MOYA_OPTION_… */
  uint32_t required;   /* 1: a config without the option is refused. An option that is set to "" or
                        * [] is not missing */
  const char *preset;  /* the value of an option that the config omits, as JSON. NULL: 0, false, "",
                        * [] or null */
  const char *choices; /* for TEXT: the possible values, "text|json|curl"; NULL: any text */
  int64_t least, most; /* for INT: the range; if both are 0, any integer */
} moya_option;

/* Bits of moya_plugin.flags. */
enum {
  /* With this flag, `defer` works in prepare, sign and process. In close it always works. If no
   * plugin of a provider has this flag, the provider's calls cost less. */
  MOYA_PLUGIN_WAITS = 1,
  /* With this flag, the hooks after prepare run only for calls for which prepare has stored a
   * pointer (set_slot). If a plugin has nothing to do for a call, its prepare stores none, and the
   * call costs almost nothing more. A plugin with this flag must have a prepare hook. */
  MOYA_PLUGIN_NEEDS_SLOT = 2,
  /* With this flag, the hooks for bodies (plugin/body.h) run only in calls whose caller streams the
   * body. In these calls, response_body_kind returns MOYA_BODY_STREAM in prepare. The flag is for a
   * plugin that reads other bodies as a whole, in did_receive or process. A call whose body is not
   * streamed then costs less. */
  MOYA_PLUGIN_ONLY_STREAMS = 4
};

/* A plugin. The struct is static, and the host never writes to it. Texts and hooks may be NULL,
 * unless their comment says otherwise. A hook that is NULL costs nothing. */
typedef struct moya_plugin {
  uint32_t size;        /* sizeof(moya_plugin) when the plugin was compiled */
  uint32_t option_size; /* sizeof(moya_option) when the plugin was compiled; required even if there
                         * are no options */
  uint32_t flags;       /* MOYA_PLUGIN_… */
  uint32_t reserved;    /* 0 */
  const char *id;      /* required: reverse DNS, "org.example.retry". At least two labels of
                        * lower-case letters, digits and hyphens, with dots between them; at most
                        * 127 bytes. Ids that begin with "moya." belong to libmoya. */
  const char *version; /* required: "1.2.0", at most 63 bytes */
  const char *about;   /* a sentence for people */
  const char *license; /* an SPDX expression */
  const moya_option *options; /* the last one has a NULL name */
  /* The names of header fields that this plugin fills with secrets. The last name is NULL. Logs
   * hide the values of these fields. If a redirect leads to another origin, the fields are not sent
   * there. */
  const char *const *secret_headers;

  /* Makes an instance for one provider. `self` is the context of the instance; pass it to the
   * functions that read options. If `create` fails, the host ignores `instance` and does not call
   * `destroy`. If the plugin has no `create`, the instance is NULL. `create` runs on the thread
   * that adds the plugin, and may block. */
  moya_status (*create)(const moya_host *host, moya_context *self, void **instance);
  /* Runs while the provider is being closed (moya_provider_close, moya_provider_destroy), after its
   * last call has ended. This is the last chance to send something (plugin/tasks.h). The close
   * hooks of all plugins run at the same time. If the hook returns MOYA_HOOK_PENDING after
   * defer(self), the provider waits for resume(self), at most 2 seconds for all plugins together.
   * Then the library ends the tasks of all instances. If a close hook fails, its error is written
   * to the log. */
  moya_status (*close)(void *instance, moya_context *self);
  /* Frees the instance. Runs after the last hook and the last task of the instance, and may
   * block. */
  void (*destroy)(void *instance);

  /* May change the request (for example add a token) or answer the call. Runs once for each
   * attempt. */
  moya_status (*prepare)(void *instance, moya_context *context);
  /* May add fields that depend on the whole request, for example a signature. Runs after the
   * prepare hooks of all plugins, unless one of them has answered the call. */
  moya_status (*sign)(void *instance, moya_context *context);
  /* Runs when the request is final. The library sends the request next. */
  void (*will_send)(void *instance, moya_context *context);
  /* Receives the unchanged result of an attempt for which will_send ran. */
  void (*did_receive)(void *instance, moya_context *context);
  /* Decides whether the library makes another attempt. Returns MOYA_RETRY_NONE, or the milliseconds
   * to wait before the next attempt. The total timeout of the call still applies. This hook does
   * not run for a call that was cancelled, is out of time, or has a request that cannot be sent or
   * sent again. It does not run after the caller's handlers have received the head of the response
   * (handlers.h), or after the 16th attempt. In these cases the call ends with its last result. */
  int64_t (*should_retry)(void *instance, moya_context *context);
  /* May replace the result. Later plugins and the caller see the replacement. Runs once for each
   * call, even if the call failed. */
  moya_status (*process)(void *instance, moya_context *context);
  /* Frees the pointer that the plugin stored for a call (set_slot). Runs once for each call, if the
   * pointer is not NULL. Calls that share a request (MOYA_TARGET_SHARE) share one pointer. For all
   * of them together, this hook runs once, after the last of their process hooks. */
  void (*release_slot)(void *instance, void *slot);

  /* Returns a table of further hooks by its name, for example a moya_body_hooks for MOYA_BODY
   * (plugin/body.h). Returns NULL if the plugin has no such table. If a C++ exception leaves this
   * function, the plugin is refused with MOYA_ERROR_PLUGIN_TABLE. [any thread] */
  const void *(*get_extension)(const char *name);
} moya_plugin;

/* The plugins of a module. */
typedef struct moya_module {
  uint32_t size;                     /* sizeof(moya_module) when the module was compiled */
  uint32_t abi;                      /* MOYA_PLUGIN_ABI when the module was compiled */
  const moya_plugin *const *plugins; /* one or more, then NULL */
} moya_module;

#if defined(__GNUC__)
#define MOYA_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define MOYA_PLUGIN_EXPORT
#endif

/* The only export of a module. `host_abi` is the newest interface that the host supports. Return
 * NULL if the module does not support that interface. Define this function in your module. libmoya
 * itself does not have it. */
typedef const moya_module *(*moya_plugin_entry_fn)(uint32_t host_abi);
MOYA_PLUGIN_EXPORT const moya_module *moya_plugin_entry(uint32_t host_abi);

/* Defines moya_plugin_entry: MOYA_MODULE(&first, &second) */
#define MOYA_MODULE(...)                                                                \
  const moya_module *moya_plugin_entry(uint32_t host_abi) {                             \
    static const moya_plugin *const plugins[] = {__VA_ARGS__, NULL};                    \
    static const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};  \
    return host_abi >= MOYA_PLUGIN_ABI ? &module : NULL;                                \
  }

/* Begins the table of a plugin: {MOYA_PLUGIN_HEAD, .id = …} */
#define MOYA_PLUGIN_HEAD .size = sizeof(moya_plugin), .option_size = sizeof(moya_option)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_option) == 56, "moya_option");
_Static_assert(sizeof(moya_plugin) == 152, "moya_plugin");
_Static_assert(sizeof(moya_module) == 16, "moya_module");
#endif

#ifdef __cplusplus
}
#endif

#endif
