/* Adds plugins that are part of the library: access token with refresh, credentials, logger,
 * activity, signing, retry.
 *
 * A program adds each plugin by its id, with options as a JSON object. Some plugins also need
 * functions of the program. */
#ifndef MOYA_BUILTIN_H
#define MOYA_BUILTIN_H

#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A request for a new token. The program must answer it once, now or later, from any thread, and
 * then release it. */
typedef struct moya_refresh moya_refresh;

/* Gets a new token for "moya.access-token". Runs in a hook of the first call that needs the token.
 * The program owns `refresh`.
 *
 * Do not wait for the token in this function. Calls that need the token wait for
 * moya_refresh_answer anyway, and all other calls of this thread would wait too.
 *
 * If the program makes a call to get the new token, that call must not need the token. To exclude
 * that call, set `tag` in the config and do not give this tag to the target of the call, or make
 * the call with another provider. Otherwise the call would wait for itself. The library notices
 * this in this function, in the callback of a call that gets the token, and in moya_refresh_run.
 * There, a call that needs the token fails at once with MOYA_ERROR_STATE. Anywhere else, the call
 * waits until it times out. */
typedef void (*moya_refresh_fn)(void *user, moya_refresh *refresh);

/* A function that moya_refresh_run calls. */
typedef void (*moya_work_fn)(void *user);

/* What "moya.activity" reports. */
enum {
  MOYA_ACTIVITY_BEGAN = 0, /* a request is about to be sent */
  MOYA_ACTIVITY_ENDED = 1  /* the result of the request has arrived */
};
typedef int32_t moya_activity;

/* Runs twice for each attempt of a call: with MOYA_ACTIVITY_BEGAN, then with MOYA_ACTIVITY_ENDED.
 * `target` is the name of the call's target, valid until the function returns. Runs in a hook, on
 * any thread. It can run at the same time for different calls. */
typedef void (*moya_activity_fn)(void *user, moya_activity activity, const char *target);

/* Functions of the program for a built-in plugin. All may be NULL. */
typedef struct moya_builtin {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0;         /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_refresh_fn refresh MOYA_0;   /* for moya.access-token */
  moya_activity_fn activity MOYA_0; /* for moya.activity, which requires it */
  /* For moya.access-token, instead of `refresh`: a target whose response has a new token. The
   * library sends this target whenever it needs a token, without running any plugin. The JSON
   * response has the token at the `key_path` of the config. The library reads the target when the
   * plugin is added. */
  const moya_target *refresh_target MOYA_0;
  void *user MOYA_0;
  /* Called exactly once with `user`: after the last call of a function above, or when the plugin
   * could not be added. Not called if `size` is invalid. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_builtin;
#define MOYA_BUILTIN_INIT MOYA_SIZED(moya_builtin)
#define MOYA_BUILTIN(...) MOYA_MAKE(moya_builtin, __VA_ARGS__)

/* Adds a built-in plugin. Add plugins before the first call of the provider. `config` is a JSON
 * object; NULL: "{}". The name of the plugin in the provider (plugins.h) is its id. If the name is
 * taken, a number is added: "moya.retry#2".
 *
 * All keys are optional unless described as required. Every plugin has one more key, `tag`: the
 * plugin then applies only to targets with that tag. A token, a password and a secret can also be
 * {"env": "NAME"}, a variable of the environment, or {"file": "PATH"}, the contents of a file. A
 * token, a password or a secret of 6 bytes or more becomes <redacted> in messages of the library.
 *
 * moya.access-token puts a token on each request. If the server refuses the token, the plugin
 * renews the token. It renews the token only once, even if the server refused several calls. The
 * refused calls wait, and are sent again with the new token. `token`, `refresh` or `refresh_target`
 * is required.
 *
 *   token                The present token. Without it, the first call requests one.
 *   scheme               Default: "Bearer". "": only the token is sent.
 *   header               Default: "Authorization".
 *   statuses             Statuses that refuse a token. Default: [401].
 *   key_path             Where the response of `refresh_target` has the token. Default:
 *                        "access_token".
 *
 * moya.credentials authenticates with a user name and a password when a server asks for them
 * (Basic, Digest).
 *
 *   user                 Required.
 *   password             The password.
 *
 * moya.logger writes requests and responses to the provider's log, each on one line and without
 * secrets.
 *
 *   form                 "text" (the default), "json" (one object in each line) or "curl".
 *   level                "debug", "info" (the default), "warning" or "error".
 *   request_headers      Default: true.
 *   request_body         Default: false.
 *   response_body        Default: false.
 *   error_body           Default: false.
 *   max_body             The most bytes of a body that are written. Default: 65536.
 *   redact_headers       Names of further header fields that are secret, in addition to those that
 *                        the library knows.
 *   redact_parameters    Names of further parameters that are secret, in addition to those that the
 *                        library knows.
 *
 * moya.activity calls `activity` when requests begin and end.
 *
 * moya.signing signs the parameters of a request. It runs after the prepare hooks of all plugins,
 * so it signs what is sent.
 *
 *   secret               Required.
 *   algorithm            "hmac-sha256" or "md5". Default: "hmac-sha256".
 *   query                The parameter that gets the signature. Default: "sign".
 *   header               The field that gets the signature, instead of `query`.
 *
 * moya.retry tries calls again by a policy. retry.h describes each key with its limits. If the
 * plugin decides against another attempt, the policy of the target or the provider (moya_retry)
 * decides.
 *
 *   attempts             Default: 3.
 *   delay_ms             Default: 500.
 *   backoff_percent      Default: 200.
 *   max_delay_ms         Default: 30000.
 *   jitter_percent       Default: 20.
 *   max_retry_after_ms   Default: 60000.
 *   retry_after          If true (the default), a Retry-After field counts.
 *   statuses             Default: [408, 429, 500, 502, 503, 504].
 *   errors               Default: ["resolve", "connect", "connect_timeout", "idle_timeout",
 *                        "network", "incomplete_body"]. "tls" is possible, too.
 *   methods              Default: ["DELETE", "GET", "HEAD", "OPTIONS", "PUT", "QUERY", "TRACE"].
 *   any_method           Default: false.
 *   budget_percent       Default: no budget.
 *   budget_reserve       Only with budget_percent. Default: 10.
 *
 * Errors: NULL, UTF8, STRUCT_*, STATE; ARGUMENT: an unknown id, a config that is not a JSON object
 * or is too long, a key that the plugin does not know or that the config has twice, a key of a
 * wrong type or value, or a function that is missing; for `refresh_target`, the errors of
 * moya_provider_send. [any thread] */
MOYA_API moya_status moya_provider_add_builtin(moya_provider *provider, const char *id,
                                               const char *config, const moya_builtin *functions,
                                               moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Passes the new token. Calls that waited for the token continue. Errors: NULL, UTF8; ARGUMENT: the
 * token is too long or cannot be in a header field; STATE: the request for the token was already
 * answered. [any thread] */
MOYA_API moya_status moya_refresh_answer(moya_refresh *refresh, const char *token)
    MOYA_NONNULL(1, 2);

/* Reports that there is no new token. Calls that waited for the token end with `status` and
 * `message`. `message` may be NULL. `status` is a MOYA_ERROR_… value; any other value becomes
 * MOYA_ERROR_PLUGIN_HOOK. The next call requests a token again. Errors: NULL; STATE: the request
 * for the token was already answered. [any thread] */
MOYA_API moya_status moya_refresh_fail(moya_refresh *refresh, moya_status status,
                                       const char *message)
    MOYA_NONNULL(1);

/* Calls work(user) on this thread, and returns when `work` has returned. `work` may block. Use this
 * function if the program gets the new token on its own thread. The library then knows that the
 * calls in `work` are made for this refresh (see moya_refresh_fn). Errors: NULL; FORKED: the
 * refresh belongs to the parent process, and `work` was not called. [any thread] */
MOYA_API moya_status moya_refresh_run(moya_refresh *refresh, moya_work_fn work, void *user)
    MOYA_NONNULL(1, 2);

/* Releases the handle. If the request for a token was not answered, it fails. [any thread] */
MOYA_API void moya_refresh_release(moya_refresh *refresh);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_builtin) == 48, "moya_builtin");
#endif

#ifdef __cplusplus
}
#endif

#endif
