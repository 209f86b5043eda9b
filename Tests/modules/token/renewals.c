/* Tests the end of a renewal of the module token, when the next renewal may already run. Also tests what a renewal
 * writes if the store refuses the token as too long. Tests/steps/modules compiles this program with sanitizers. */
#include "token.h"

#include "secret.h"

#include <stdio.h>
#include <string.h>

static int failed;
static token it;
static bool has_refresh_token; /* whether the store has got a refresh token */

static void check(bool holds, const char *what) {
  printf("%s - token: %s\n", holds ? "ok" : "not ok", what);
  if (!holds) failed = 1;
}

/* Replaces the function of wait.c. Changes the token or the reason of the instance, as a next renewal on another thread
 * can do. The result of this renewal must stay the same. */
void renewal_end(token *self, const fresh *result) {
  if (result->access_token) {
    secret_replace(&self->access_token, "another token", 13);
    check(strcmp(result->access_token, "a token") == 0, "the next renewal leaves the token of the last one as it is");
  } else {
    self->reason.len = 0;
    bytes_add_text(&self->reason, "other");
    check(strcmp(result->reason, "a reason") == 0, "the next renewal leaves the reason of the last one as it is");
  }
}

void renewal_fail(token *self, moya_status status, const char *reason) {
  renewal_end(self, &(fresh){.status = status, .reason = reason});
}

bool token_store(token *self, const fresh *result) { return self && result; }

/* A store that refuses the token, as if the token were too long. */
bool store_try(store *self, const store_request *request, store_result *result) {
  (void)self;
  *result = (store_result){.status = request->kind == STORE_REPLACE ? STORE_INVALID : STORE_DONE};
  has_refresh_token |= request->kind == STORE_SET && request->key == it.refresh_key;
  return true;
}

moya_status store_send(store *self, const store_request *request, store_done done, void *user) {
  (void)self, (void)request, (void)done, (void)user;
  return MOYA_ERROR_STATE;
}

void guarded_lock(guarded_mutex *mutex) { (void)mutex; }
void guarded_unlock(guarded_mutex *mutex) { (void)mutex; }

static void log_line(moya_context *context, moya_log_level level, const char *line) { (void)context, (void)level, (void)line; }

int main(void) {
  static const moya_host host = {.log = log_line};
  it.host = &host;
  secret_replace(&it.access_token, "a token", 7);
  renewal_succeed(&it, 0, false);
  bytes_add_text(&it.reason, "a reason");
  lease_fail(&it);
  secret_replace(&it.access_token, "a token", 7);
  secret_replace(&it.refresh_token, "a refresh token", 15);
  it.fence = it.refresh_fence = 1;
  lease_fulfil(&it);
  check(has_refresh_token, "a new refresh token is in the store, even if the token is too long for the store");
  secret_free(&it.access_token);
  secret_free(&it.refresh_token);
  bytes_free(&it.reason);
  return failed;
}
