/* Gets a new token from the token endpoint. */
#include "grant.h"
#include "reply.h"
#include "secret.h"
#include "token.h"

#include <string.h>

/* Ends the renewal with a failure. The message of the failure is a sentence that ends with `what` and `why`. They may
 * name the token endpoint, but not its query, which can have a secret. */
static void fail_because(token *it, moya_status status, const char *what, const char *why) {
  it->failure = status;
  it->reason.len = 0;
  bytes_add_texts(&it->reason, "there is no token, because ", what, why, NULL);
  lease_fail(it);
}

void renewal_succeed(token *it, uint64_t fence, bool is_adopted) {
  bytes own = it->access_token;
  it->access_token = (bytes){0};
  fresh result = {bytes_text(&own), it->renew_in_ms, it->end_in_ms, fence, is_adopted, MOYA_OK, NULL};
  renewal_end(it, &result);
  secret_free(&own);
}

static int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }

/* Notes when the token should be renewed, and when it expires. Its lifetime counts from the moment at which the token
 * request was sent. */
static void note_lifetime(token *it, int64_t expires_in_s) {
  it->renew_in_ms = it->end_in_ms = -1;
  if (expires_in_s < 0) return;
  int64_t lifetime_ms = expires_in_s * 1000, age_ms = (int64_t)((it->tasks->now_us() - it->asked_us) / 1000);
  it->end_in_ms = lifetime_ms > age_ms ? lifetime_ms - age_ms : 0;
  int64_t margin_ms = smaller(it->settings.margin_ms, lifetime_ms / 2);
  it->renew_in_ms = it->end_in_ms > margin_ms ? it->end_in_ms - margin_ms : 0;
}

static void take_reply(token *it, reply *from) {
  bool rotates = it->refresh_token.len > 0 && from->refresh_token.len > 0;
  if (rotates) {
    secret_free(&it->refresh_token);
    it->refresh_token = from->refresh_token;
    it->refresh_fence = it->fence;
    from->refresh_token = (bytes){0};
  }
  secret_free(&it->access_token);
  it->access_token = from->access_token;
  from->access_token = (bytes){0};
  note_lifetime(it, from->expires_in_s);
  it->host->log(it->self, MOYA_LOG_DEBUG, rotates ? "the token endpoint has sent a token and a new refresh token"
                                                  : "the token endpoint has sent a token");
  lease_fulfil(it);
}

static void read_response(token *it, moya_context *result) {
  bytes reason = {0};
  reply found;
  moya_status status = reply_read(&found, it->host->http_status(result), it->host->response_body(result),
                                  it->settings.scheme.data, &reason);
  if (status == MOYA_OK) take_reply(it, &found);
  else fail_because(it, status, bytes_text(&reason), "");
  reply_free(&found);
  bytes_free(&reason);
}

/* Returns true if a call waits, and the time of the token request ended long before the library noticed that. In a
 * program that makes only blocking calls, the request makes no progress while no call waits. So the call began to wait
 * after that time had ended, and must not fail because of it. */
static bool is_stale(token *it) {
  enum { LATE_US = 1000000 };
  uint64_t took_us = it->tasks->now_us() - it->asked_us;
  guarded_lock(&it->lock);
  bool is_wanted = it->waiting.first != NULL;
  guarded_unlock(&it->lock);
  return is_wanted && took_us > (uint64_t)it->settings.timeout_ms * 1000 + LATE_US;
}

static void receive(void *instance, moya_context *result, void *user, moya_status status) {
  token *it = instance;
  (void)user;
  if (status == MOYA_OK) {
    read_response(it, result);
    return;
  }
  if (status == MOYA_ERROR_NO_STUB) { /* the calls are stubbed, too, and need no token */
    it->failure = MOYA_OK;
    lease_fail(it);
    return;
  }
  if (status != MOYA_ERROR_CANCELLED && is_stale(it)) {
    lease_again(it);
    return;
  }
  bytes reason = {0};
  moya_str message = it->host->error_message(result);
  const char *why = message.data ? message.data : "the request was cancelled";
  /* The message of an error begins with the name of the target and ": ". The result of a plugin's own request has no
   * target, so here the message begins with ": ". */
  if (strncmp(why, ": ", 2) == 0) why += 2;
  bytes_add_texts(&reason, " did not respond: ", why, NULL);
  fail_because(it, status, bytes_text(&it->settings.token_place), bytes_text(&reason));
  bytes_free(&reason);
}

void renewal_send(token *it) {
  grant request;
  moya_header fields[3] = {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}};
  if (!grant_write(&request, &it->settings, &it->refresh_token)) {
    grant_free(&request);
    fail_because(it, MOYA_ERROR_MEMORY, "there is no memory", "");
    return;
  }
  fields[2] = (moya_header){"Authorization", bytes_text(&request.authorization)};
  moya_sub_request sent =
      MOYA_SUB_REQUEST(.flags = MOYA_SUB_NO_REDIRECTS, .timeout_ms = (uint32_t)it->settings.timeout_ms, .name = "token", .method = "POST",
                       .url = it->settings.token_url, .headers = fields, .header_stride = sizeof *fields,
                       .header_count = request.authorization.len > 0 ? 3 : 2, .body = request.form.data,
                       .body_len = request.form.len);
  it->asked_us = it->tasks->now_us();
  moya_status status = it->tasks->send(it->self, &sent, receive, NULL, NULL);
  grant_free(&request);
  if (status != MOYA_OK) fail_because(it, status, "the request to ", bytes_text(&it->settings.token_place));
}

void renewal_begin(token *it) {
  guarded_lock(&it->lock);
  it->refused = it->held && it->is_refused ? it->held->fence : 0;
  guarded_unlock(&it->lock);
  it->fence = 0;
  it->pause_ms = 10;
  if (it->store) lease_take(it);
  else renewal_send(it);
}
