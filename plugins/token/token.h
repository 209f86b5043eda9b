/* The data of an instance of the plugin, and the functions of the plugin's source files. */
#ifndef TOKEN_TOKEN_H
#define TOKEN_TOKEN_H

#include "../common/fork_guard.h"
#include "../shared/store.h"
#include "held.h"
#include "settings.h"
#include "waiters.h"

#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>
#include <stdbool.h>
#include <sys/types.h>

enum { TOKEN_OWNER = 33 }; /* bytes of the name of an instance in the store, with the NUL */

typedef struct token {
  const moya_host *host;
  const moya_tasks *tasks;
  moya_context *self;
  pid_t process;
  settings settings;

  guarded_mutex lock; /* protects the members up to the empty line */
  held *held;         /* NULL: there is no token */
  int64_t renew_us;   /* the date when `held` should be renewed; INT64_MAX: it is not known */
  int64_t end_us;     /* the date when `held` ends; INT64_MAX: it is not known */
  bool is_refused;    /* a server has refused `held` */
  bool was_accepted;  /* a server has accepted `held` */
  int vain_renewals;  /* how many tokens in a row a server refused before any server had accepted them */
  int64_t got_us;     /* the date when the instance got `held` */
  bool is_renewing;
  uintptr_t last_number; /* the number of the last token (held.h) */
  moya_context *closing; /* the context of a `close` hook that waits for the end of the renewal; NULL: none waits */
  waiters waiting;

  /* Only the renewal uses the members from here on. There is at most one renewal at a time. */
  bytes refresh_token;    /* empty: the grant is client credentials */
  uint64_t refresh_fence; /* the lease under which `refresh_token` was received; 0: there was none */
  uint64_t asked_us;      /* when the token request was sent */
  bytes access_token;     /* what the token endpoint has sent, or the store had */
  int64_t renew_in_ms, end_in_ms;
  moya_status failure; /* why the renewal fails, while the lease is given back */
  bytes reason;

  /* The renewal uses the members from here on if there is a store. */
  store *store; /* NULL: there is none */
  void (*next)(struct token *, store_result *); /* continues when the store has responded */
  char owner[TOKEN_OWNER];
  char key[STORE_MOST_KEY + 1], refresh_key[STORE_MOST_KEY + 1];
  uint64_t fence;   /* the fence number of the lease; 0: there is no lease */
  uint64_t refused; /* the fence of the token that must not be used any more; 0: none */
  bool has_warned;  /* the log has the warning that the store cannot be used */
  int64_t pause_ms; /* the pause before the store is asked again */
} token;

/* The result of a renewal. */
typedef struct fresh {
  const char *access_token; /* NULL: the renewal has failed, with `status` and `reason` */
  int64_t renew_in_ms;      /* −1: not known */
  int64_t end_in_ms;
  uint64_t fence;
  bool is_adopted;
  moya_status status;
  const char *reason;
} fresh;

/* call.c: the hooks of a call. */
moya_status token_prepare(void *instance, moya_context *context);
moya_status token_sign(void *instance, moya_context *context);
int64_t token_should_retry(void *instance, moya_context *context);
void token_release_slot(void *instance, void *slot);

/* wait.c: calls that wait for a token. */
/* Returns the token, which the caller must release. Returns NULL if the instance has no token that can be used now. */
held *token_usable(token *it);
/* Sets the header field with a token in a request. */
moya_status token_put(token *it, moya_context *context, const held *from);
/* Lets a call wait for a token. Returns what `prepare` must return. */
moya_status token_wait(token *it, moya_context *context);
/* Stores a token, for example one from the options. Does not end a renewal. Returns false if there is no memory. */
bool token_store(token *it, const fresh *result);
/* Ends the renewal: stores the new token, and calls that wait continue with it, or fail. */
void renewal_end(token *it, const fresh *result);
/* Ends the renewal with a failure. */
void renewal_fail(token *it, moya_status status, const char *reason);

/* renewal.c: gets a new token. This is called a renewal. Only one renewal runs at a time. */
void renewal_begin(token *it);
/* Sends the token request. */
void renewal_send(token *it);
/* Ends the renewal with success. The new token is the member `access_token` of the instance. */
void renewal_succeed(token *it, uint64_t fence, bool is_adopted);

/* lease.c: gets new tokens for all instances that use the store, one at a time. */
/* Makes `owner`, the name of this instance in the store, and the keys `key` and `refresh_key`. Returns false if there
 * are no random bytes, no hash function or no memory. */
bool lease_init(token *it, const moya_digest *digest);
/* Takes the lease and sends the token request, or waits for the token that another process gets. */
void lease_take(token *it);
/* Stores `access_token`, if the instance still has the lease. Then ends the renewal. */
void lease_fulfil(token *it);
/* Gives the lease back, if there is one. Then ends the renewal with the members `failure` and `reason`. */
void lease_fail(token *it);
/* Sends the token request again. First gives the lease back, if there is one, and takes it again. */
void lease_again(token *it);
/* Looks for a token in the store without waiting, for a forked child. */
void lease_look(token *it);

#endif
