/* Tests the end of a renewal of the module token, when the next renewal may already run, and when a call begins to wait.
 * Also tests what a renewal writes if the store refuses the token as too long. Tests/steps/modules compiles this program
 * with sanitizers. */
#include "token.h"

#include "secret.h"

#include <stdio.h>
#include <string.h>

static int failed;
static token it;
static bool has_refresh_token; /* whether the store has got a refresh token */
static int ends;               /* how many renewals have ended */
static waiter late;            /* a call that begins to wait */

static void check(bool holds, const char *what) {
  printf("%s - token: %s\n", holds ? "ok" : "not ok", what);
  if (!holds) failed = 1;
}

/* Replaces the function of wait.c. Changes the token or the reason of the instance, as a next renewal on another thread
 * can do. The result of this renewal must stay the same. */
void renewal_end(token *self, const fresh *result) {
  ends++;
  if (late.is_listed) return;
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

static bool is_taken; /* another process has the lease */
static int takes;     /* how often the instance has asked for the lease */

/* A store whose values are shorter than the token. */
bool store_try(store *self, const store_request *request, store_result *result) {
  (void)self;
  takes += request->kind == STORE_ADD;
  if (request->kind == STORE_ADD && is_taken) {
    *result = (store_result){.status = STORE_TAKEN, .left_ms = 1000};
    return true;
  }
  *result = (store_result){.status = request->kind == STORE_REPLACE ? STORE_INVALID : STORE_DONE};
  has_refresh_token |= request->kind == STORE_SET && request->key == it.refresh_key;
  return true;
}

moya_status store_send(store *self, const store_request *request, store_done done, void *user) {
  (void)self, (void)request, (void)done, (void)user;
  return MOYA_ERROR_STATE;
}

void guarded_lock(guarded_mutex *mutex) { (void)mutex; }

/* As soon as the lock is free, another thread may let a call wait, as token_wait does. */
static bool waits_next, begins;
void guarded_unlock(guarded_mutex *mutex) {
  (void)mutex;
  if (!waits_next) return;
  waits_next = false;
  begins = !it.is_renewing;
  it.is_renewing = late.is_listed = true;
  it.waiting.first = &late;
}

static moya_task_fn timer, receive;
static moya_status after(moya_context *owner, int64_t delay_ms, moya_task_fn run, void *user, uint64_t *task) {
  (void)owner, (void)delay_ms, (void)user, (void)task;
  timer = run;
  return MOYA_OK;
}

static int sent;
static moya_status send_request(moya_context *owner, const moya_sub_request *request, moya_task_fn run, void *user,
                                uint64_t *task) {
  (void)owner, (void)request, (void)user, (void)task;
  sent++;
  receive = run;
  return MOYA_OK;
}

static uint64_t now;
static uint64_t now_us(void) { return now; }

static void call_begins_to_wait(void) {
  late = (waiter){0};
  it.waiting.first = NULL;
  it.is_renewing = is_taken = true;
  it.pause_ms = 10;
  lease_take(&it);
  int before = ends;
  waits_next = true;
  timer(&it, NULL, NULL, MOYA_OK);
  check(ends == before && begins, "a call that begins to wait while nothing else waits begins a renewal of its own");
  is_taken = false;
}

static void request_is_late(store *with, const char *what) {
  late = (waiter){.is_listed = true};
  it.waiting.first = &late;
  it.store = with;
  sent = takes = 0;
  int before = ends;
  renewal_begin(&it);
  now += 5000000;
  receive(&it, NULL, NULL, MOYA_ERROR_TIMEOUT_TOTAL);
  check(sent == 2 && ends == before && takes == (with ? 2 : 0), what);
  now += 3000000;
  receive(&it, NULL, NULL, MOYA_ERROR_TIMEOUT_TOTAL);
  check(sent == 2 && ends == before + 1, "a token request whose time has just ended fails");
  it.waiting.first = NULL;
}

static moya_str no_message(moya_context *context) {
  (void)context;
  return (moya_str){0};
}

static void log_line(moya_context *context, moya_log_level level, const char *line) { (void)context, (void)level, (void)line; }

int main(void) {
  static const moya_host host = {.log = log_line, .error_message = no_message};
  static const moya_tasks tasks = {.size = sizeof tasks, .now_us = now_us, .after = after, .send = send_request};
  it.host = &host;
  it.tasks = &tasks;
  secret_replace(&it.access_token, "a token", 7);
  renewal_succeed(&it, 0, false);
  bytes_add_text(&it.reason, "a reason");
  lease_fail(&it);
  secret_replace(&it.access_token, "a token", 7);
  secret_replace(&it.refresh_token, "a refresh token", 15);
  it.fence = it.refresh_fence = 1;
  lease_fulfil(&it);
  check(has_refresh_token, "a new refresh token is in the store, even if the token is too long for the store");
  it.fence = 0;
  it.settings = (settings){.token_url = "http://h/", .timeout_ms = 3000, .auth = AUTH_NONE};
  secret_free(&it.refresh_token);
  call_begins_to_wait();
  request_is_late(NULL, "a call does not fail because of a token request whose time ended before the call");
  request_is_late((store *)&it, "then the request is sent again with the lease of the store");
  secret_free(&it.access_token);
  bytes_free(&it.reason);
  return failed;
}
