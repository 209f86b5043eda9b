/* The plugins that the library has: access token with refresh, credentials, logger, activity, signing, retry.
 *
 * Each is added by its id, with its options as a JSON object, and functions of the program's where it needs some. */
#ifndef MOYA_BUILTIN_H
#define MOYA_BUILTIN_H

#include "base.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A new token is wanted. To be answered once, now or later, from any thread, and then released. */
typedef struct moya_refresh moya_refresh;

/* Gets a new token, for "moya.access-token": runs in a hook of the first call that needs it, and must not wait for an
 * answer: calls that need the token wait for moya_refresh_answer, other calls of this thread would wait too. The program
 * owns `refresh`. A call that it makes for the new token must not need the token: leave it out by the config's tag, or
 * make the call with another provider. A call that needs it fails at once with MOYA_ERROR_STATE, if it is made in this
 * function, in the callback of such a call, or in moya_refresh_run. Made elsewhere, it waits until it times out. */
typedef void (*moya_refresh_fn)(void *user, moya_refresh *refresh);

/* Work for a refresh. */
typedef void (*moya_work_fn)(void *user);

/* What "moya.activity" tells. */
enum {
  MOYA_ACTIVITY_BEGAN = 0, /* a request is about to be sent */
  MOYA_ACTIVITY_ENDED = 1  /* its result is here */
};
typedef int32_t moya_activity;

/* Told of each attempt of a call twice; `target` is its target's name, valid until this returns. Runs in a hook, on any
 * thread, at the same time for different calls. */
typedef void (*moya_activity_fn)(void *user, moya_activity activity, const char *target);

/* Functions of the program for a plugin of the library. All may be NULL. */
typedef struct moya_builtin {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0;         /* 0; anything else is MOYA_ERROR_ARGUMENT */
  moya_refresh_fn refresh MOYA_0;   /* moya.access-token */
  moya_activity_fn activity MOYA_0; /* moya.activity, which needs it */
  /* moya.access-token, instead of `refresh`: sent for a new token, past all plugins; its JSON answer has the token at
   * the key path that the config names. Read when the plugin is added, and sent as often as a token is wanted. */
  const moya_target *refresh_target MOYA_0;
  void *user MOYA_0;
  /* Called once with `user`, when no function above will be called any more, also when the plugin could not be added;
   * but not when a struct's size was refused. May be NULL. */
  moya_release_fn release_user MOYA_0;
} moya_builtin;
#define MOYA_BUILTIN_INIT MOYA_SIZED(moya_builtin)
#define MOYA_BUILTIN(...) MOYA_MAKE(moya_builtin, __VA_ARGS__)

/* Adds a plugin of the library, before the first call. `config` is a JSON object; NULL: "{}". With "tag" the plugin is
 * for targets with that tag only. All keys are optional unless it says otherwise.
 *
 *   moya.access-token   Puts a token on each request, and renews it when the server refuses it: once, however many calls
 *                       were refused; these wait, and are sent again with the new token.
 *                       token: the present one; without it the first call asks for one · scheme: "Bearer"; "": the
 *                       token alone · header: "Authorization" · statuses: [401], those that refuse a token · key_path:
 *                       "access_token", see refresh_target · tag. One of token, refresh and refresh_target is required.
 *   moya.credentials    Answers a server that asks for a user (Basic, Digest): user, required · password · tag.
 *   moya.logger         Writes requests and responses to the provider's log, secrets redacted, each on one line.
 *                       form: "text", "json" (an object per line) or "curl" · level: "debug", "info" (the default),
 *                       "warning", "error" · request_headers: true · request_body, response_body, error_body: false ·
 *                       max_body: 65536, bytes of a body that are written · redact_headers, redact_parameters: names
 *                       beside those that are secret by themselves · tag.
 *   moya.activity       Tells when requests begin and end: `activity` · tag.
 *   moya.signing        Signs the parameters of a request: secret, required · algorithm: "hmac-sha256" or "md5" ·
 *                       query: "sign", the parameter that gets the signature, or header: the field that does · tag.
 *                       Its turn is after all other plugins, whenever it was added: it signs what is sent.
 *   moya.retry          Tries calls again by a policy: retry.h says what each key is, its defaults and its limits.
 *                       attempts: 3 · delay_ms: 500 · backoff_percent: 200 · max_delay_ms: 30000 · jitter_percent: 20 ·
 *                       max_retry_after_ms: 60000 · retry_after: true, a Retry-After counts · statuses: [408, 429, 500,
 *                       502, 503, 504] · errors: ["resolve", "connect", "connect_timeout", "idle_timeout", "network",
 *                       "incomplete_body"], and there is "tls" · methods: ["DELETE", "GET", "HEAD", "OPTIONS", "PUT",
 *                       "TRACE"] · any_method: false · budget_percent, and with it budget_reserve: 10 · tag. A policy
 *                       of the target or the provider (moya_retry) is asked when the plugin wants no other attempt.
 *
 * Errors: NULL, UTF8, STRUCT_*, STATE; ARGUMENT: an id that is none of these, a config that is no JSON object or too
 * long, a key that the plugin does not know, or one of a wrong type or value, a function that is missing; what
 * moya_provider_send says of refresh_target. [any thread] */
MOYA_API moya_status moya_provider_add_builtin(moya_provider *provider, const char *id, const char *config,
                                               const moya_builtin *functions, moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Gives the new token. Calls that waited for it go on. Errors: NULL, UTF8; ARGUMENT: the token is too long or cannot
 * stand in a header field; STATE: it was answered. [any thread] */
MOYA_API moya_status moya_refresh_answer(moya_refresh *refresh, const char *token) MOYA_NONNULL(1, 2);

/* There is no new token: calls that waited for it end with `status` (MOYA_ERROR_…; MOYA_ERROR_PLUGIN_HOOK when that is
 * none) and `message`, which may be NULL. The next call asks again. Errors: NULL; STATE: it was answered. [any thread] */
MOYA_API moya_status moya_refresh_fail(moya_refresh *refresh, moya_status status, const char *message) MOYA_NONNULL(1);

/* Calls work(user) on this thread and returns when it has returned. The library then knows that the calls of `work` are
 * made for this refresh: see moya_refresh_fn. For a program that gets the new token on a thread of its own, where `work`
 * may block. Errors: NULL; FORKED: the refresh is the parent's, and `work` was not called. [any thread] */
MOYA_API moya_status moya_refresh_run(moya_refresh *refresh, moya_work_fn work, void *user) MOYA_NONNULL(1, 2);

/* Releases the handle. Without an answer it has failed. [any thread] */
MOYA_API void moya_refresh_release(moya_refresh *refresh);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_builtin) == 48, "moya_builtin");
#endif

#ifdef __cplusplus
}
#endif

#endif
