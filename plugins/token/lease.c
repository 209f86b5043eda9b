/* Makes sure that, of all processes that use the store, only one at a time gets a new token.
 *
 * The store has one value for the token. A process that wants a new token adds an empty value, which is its lease. When
 * the process has the token, it replaces the empty value with the token, if it still owns the lease. So the lease and
 * its token have the same fence number. The value ends when the token should be renewed. If the process that has the
 * lease is killed, the lease ends. The value that another process then adds has a higher fence number. */
#include "secret.h"
#include "shared_token.h"
#include "token.h"

#include <stdio.h>
#include <string.h>

enum {
  LEASE_MORE_MS = 2000, /* a lease lives longer than a token request */
  MOST_PAUSE_MS = 200,  /* the longest time between two looks at the lease of another process */
  NAME_BYTES = 16
};

static const int64_t unknown_lifetime_ms = 30 * 86400 * 1000LL, refresh_lifetime_ms = 365 * 86400 * 1000LL;

/* ── Names ── */

static bool add_part(bytes *all, const char *text, size_t len) {
  char size[32];
  snprintf(size, sizeof size, "%zu:", len);
  return bytes_add_text(all, size) && bytes_add(all, text, len);
}

static void write_hex(const uint8_t *from, size_t count, char *to) {
  for (size_t i = 0; i < count; i++) snprintf(to + 2 * i, 3, "%02x", from[i]);
}

/* Makes the keys under which the store has the token and the refresh token. Instances that would get the same token
 * have the same keys. A key contains a hash of the settings, so it does not reveal them. */
static bool write_keys(token *it, const moya_digest *digest) {
  const settings *from = &it->settings;
  bytes all = {0};
  uint8_t sum[MOYA_MOST_HASH];
  char name[2 * NAME_BYTES + 1];
  bool is_good = add_part(&all, from->token_url, strlen(from->token_url)) &&
                 add_part(&all, from->client_id.data, from->client_id.len) &&
                 add_part(&all, from->scope.data, from->scope.len) &&
                 add_part(&all, bytes_text(&from->parameter_form), from->parameter_form.len) &&
                 add_part(&all, from->refresh_token.data, from->refresh_token.len) &&
                 digest->hash(MOYA_HASH_SHA256, all.data, all.len, sum) >= NAME_BYTES;
  secret_free(&all);
  if (!is_good) return false;
  write_hex(sum, NAME_BYTES, name);
  snprintf(it->key, sizeof it->key, "token.%s", name);
  snprintf(it->refresh_key, sizeof it->refresh_key, "token.%s.refresh", name);
  return true;
}

bool lease_init(token *it, const moya_digest *digest) {
  uint8_t random[NAME_BYTES];
  if (digest->random(random, sizeof random) != 1) return false;
  write_hex(random, sizeof random, it->owner);
  return write_keys(it, digest);
}

/* ── Requests to the store ── */

typedef void (*step)(token *it, store_result *result);

static void receive(void *user, store_result *result) {
  token *it = user;
  it->next(it, result);
}

/* Does a request, and continues with `next`: here, or later on another thread. */
static void ask(token *it, const store_request *request, step next) {
  store_result result = {.status = STORE_FAILED};
  it->next = next;
  if (!store_try(it->store, request, &result)) {
    moya_status status = store_send(it->store, request, receive, it);
    if (status == MOYA_OK) return;
    snprintf(result.reason, sizeof result.reason, "it cannot wait (error %d)", (int)status);
  }
  next(it, &result);
  secret_free(&result.value);
}

static void ask_key(token *it, store_kind kind, const char *key, step next) {
  ask(it, &(store_request){.kind = kind, .key = key, .owner = it->owner, .fence = it->fence, .value = "",
                           .lifetime_ms = it->settings.timeout_ms + LEASE_MORE_MS}, next);
}

static void warn(token *it, const char *what, const char *why) {
  bytes line = {0};
  if (bytes_add_texts(&line, what, why, NULL)) it->host->log(it->self, MOYA_LOG_WARNING, line.data);
  bytes_free(&line);
}

static void fail_because(token *it, moya_status status, const char *what, const char *why) {
  it->failure = status;
  it->reason.len = 0;
  bytes_add_texts(&it->reason, "there is no token, because ", what, why, NULL);
  lease_fail(it);
}

/* Runs if the store cannot be used. With client credentials, requests a token without the store. With a refresh token,
 * fails, because two processes must not use one refresh token. */
static void go_on_alone(token *it, const store_result *result) {
  it->fence = 0;
  if (it->refresh_token.len > 0 || result->status != STORE_FAILED) {
    bool has_ended = result->status == STORE_ENDED;
    fail_because(it, has_ended ? MOYA_ERROR_CANCELLED : MOYA_ERROR_PLUGIN_HOOK, "the store cannot be used: ",
                 has_ended ? "it was closed" : result->reason);
    return;
  }
  if (!it->has_warned) warn(it, "the store cannot be used, so this process gets a token of its own: ", result->reason);
  it->has_warned = true;
  renewal_send(it);
}

/* ── The lease ── */

/* Reads the newest refresh token. */
static void read_refresh_token(token *it, store_result *result) {
  shared_token found = {0};
  if (result->status != STORE_DONE && result->status != STORE_NONE) {
    fail_because(it, MOYA_ERROR_PLUGIN_HOOK, "the store cannot be used: ", result->reason);
    return;
  }
  bool is_read = result->status == STORE_DONE && shared_token_read(&found, &result->value);
  if (is_read && found.fence > it->refresh_fence && found.refresh_token.len > 0) {
    if (secret_replace(&it->refresh_token, found.refresh_token.data, found.refresh_token.len)) {
      it->refresh_fence = found.fence;
    }
  }
  shared_token_free(&found);
  renewal_send(it);
}

static void take_again(token *it, store_result *result) {
  (void)result;
  it->fence = 0;
  lease_take(it);
}

/* Uses the token that another process has stored. */
static void adopt(token *it, const store_result *result, const shared_token *found) {
  if (found->fence > it->refresh_fence && found->refresh_token.len > 0 && it->refresh_token.len > 0 &&
      secret_replace(&it->refresh_token, found->refresh_token.data, found->refresh_token.len)) {
    it->refresh_fence = found->fence;
  }
  if (!secret_replace(&it->access_token, found->access_token.data, found->access_token.len)) {
    fail_because(it, MOYA_ERROR_MEMORY, "there is no memory", "");
    return;
  }
  it->renew_in_ms = result->left_ms;
  it->end_in_ms = result->left_ms + found->margin_ms;
  renewal_succeed(it, result->fence, true);
}

static void look_again(void *instance, moya_context *context, void *user, moya_status status) {
  token *it = instance;
  (void)context, (void)user;
  guarded_lock(&it->lock);
  bool is_wanted = it->waiting.first || it->closing;
  /* The renewal must end under the same lock. Otherwise a call that begins to wait now would fail with it. */
  if (status == MOYA_OK && !is_wanted) it->is_renewing = false;
  guarded_unlock(&it->lock);
  if (status != MOYA_OK) fail_because(it, MOYA_ERROR_CANCELLED, "nothing waits for it", "");
  else if (is_wanted) lease_take(it);
}

/* Waits, because another process has the lease. After a short time, tries to take the lease again. `left_ms` is the rest
 * of the other lease's lifetime. */
static void wait(token *it, int64_t left_ms) {
  int64_t pause = it->pause_ms < left_ms + 1 ? it->pause_ms : left_ms + 1;
  it->pause_ms = it->pause_ms * 2 < MOST_PAUSE_MS ? it->pause_ms * 2 : MOST_PAUSE_MS;
  moya_status status = it->tasks->after(it->self, pause, look_again, NULL, NULL);
  if (status != MOYA_OK) fail_because(it, status, "another process gets one, and there is no timer", "");
}

/* Decides what to do if the store has a value already. If the value is the lease of another process, waits. If the
 * value is a token, uses the token, unless a server has refused it. */
static void consider(token *it, const store_result *result) {
  shared_token found = {0};
  if (result->value.len == 0) {
    wait(it, result->left_ms);
  } else if (!shared_token_read(&found, &result->value) || found.access_token.len == 0) {
    fail_because(it, MOYA_ERROR_PLUGIN_HOOK, "the store has something else under the name ", it->key);
  } else if (it->refused != 0 && result->fence == it->refused) {
    ask(it, &(store_request){.kind = STORE_DELETE, .key = it->key, .owner = found.owner, .fence = it->refused}, take_again);
  } else {
    adopt(it, result, &found);
  }
  shared_token_free(&found);
}

static void took(token *it, store_result *result) {
  if (result->status == STORE_TAKEN || result->status == STORE_DONE) it->has_warned = false;
  if (result->status == STORE_TAKEN) {
    consider(it, result);
  } else if (result->status == STORE_DONE) {
    it->fence = result->fence;
    if (it->refresh_token.len > 0) ask_key(it, STORE_GET, it->refresh_key, read_refresh_token);
    else renewal_send(it);
  } else {
    go_on_alone(it, result);
  }
}

void lease_again(token *it) {
  if (it->fence) ask_key(it, STORE_DELETE, it->key, take_again);
  else if (it->store) lease_take(it);
  else renewal_send(it);
}

void lease_take(token *it) { ask_key(it, STORE_ADD, it->key, took); }

/* ── The end ── */

/* Takes the reason out of the instance, because the next renewal can begin while calls still read the reason. */
static void end_failed(token *it) {
  bytes reason = it->reason;
  it->reason = (bytes){0};
  renewal_fail(it, it->failure, bytes_text(&reason));
  bytes_free(&reason);
}

static void gave_back(token *it, store_result *result) {
  (void)result;
  end_failed(it);
}

void lease_fail(token *it) {
  if (it->fence) ask_key(it, STORE_DELETE, it->key, gave_back);
  else end_failed(it);
}

static void stored_refresh_token(token *it, store_result *result) {
  if (result->status != STORE_DONE) warn(it, "the refresh token is not in the store: ", result->reason);
  renewal_succeed(it, it->fence, false);
}

static void set_refresh_token(token *it, const shared_token *all) {
  shared_token only = {.refresh_token = all->refresh_token, .fence = all->fence};
  bytes value = {0};
  snprintf(only.owner, sizeof only.owner, "%s", it->owner);
  bool is_written = shared_token_write(&only, &value);
  ask(it, &(store_request){.kind = STORE_SET, .key = it->refresh_key, .value = is_written ? value.data : "",
                           .value_len = value.len, .lifetime_ms = is_written ? refresh_lifetime_ms : 0},
      stored_refresh_token);
  secret_free(&value);
}

static void replaced(token *it, store_result *result) {
  if (result->status == STORE_TAKEN) {
    warn(it, "the token came after the lease had ended, so it is dropped", "");
    it->fence = 0;
    lease_take(it);
    return;
  }
  if (result->status != STORE_DONE) {
    warn(it, "the token is not in the store: ", result->status == STORE_ENDED ? "it was closed" : result->reason);
  }
  /* The store can refuse a token that is too long. Other processes still need the new refresh token. */
  bool is_over = result->status == STORE_ENDED;
  if (!is_over && it->refresh_token.len > 0 && it->refresh_fence == it->fence) {
    set_refresh_token(it, &(shared_token){.refresh_token = it->refresh_token, .fence = it->fence});
  } else {
    renewal_succeed(it, it->fence, false);
  }
}

void lease_fulfil(token *it) {
  if (!it->fence) {
    renewal_succeed(it, 0, false);
    return;
  }
  int64_t lifetime_ms = it->renew_in_ms < 0 ? unknown_lifetime_ms : it->renew_in_ms < 1 ? 1 : it->renew_in_ms;
  shared_token all = {.access_token = it->access_token, .refresh_token = it->refresh_token, .fence = it->fence,
                      .margin_ms = it->end_in_ms - it->renew_in_ms};
  bytes value = {0};
  snprintf(all.owner, sizeof all.owner, "%s", it->owner);
  bool is_written = shared_token_write(&all, &value);
  store_request request = {.kind = STORE_REPLACE, .key = it->key, .owner = it->owner, .fence = it->fence,
                           .value = value.data, .value_len = value.len, .lifetime_ms = lifetime_ms};
  if (is_written) ask(it, &request, replaced);
  else fail_because(it, MOYA_ERROR_MEMORY, "there is no memory", "");
  secret_free(&value);
}

void lease_look(token *it) {
  store_result result;
  shared_token found = {0};
  if (!store_try(it->store, &(store_request){.kind = STORE_GET, .key = it->key}, &result)) return;
  guarded_lock(&it->lock);
  uint64_t refused = it->held && it->is_refused ? it->held->fence : 0;
  guarded_unlock(&it->lock);
  if (result.status == STORE_DONE && result.fence != refused && shared_token_read(&found, &result.value) &&
      found.access_token.len > 0) {
    token_store(it, &(fresh){.access_token = found.access_token.data, .renew_in_ms = result.left_ms,
                             .end_in_ms = result.left_ms + found.margin_ms, .fence = result.fence});
  }
  secret_free(&result.value);
  shared_token_free(&found);
}
