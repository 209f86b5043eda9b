/* Finds out from a response for how long the server wants no requests. Puts this pause into the store, so that all
 * processes obey it. */
#include "limit.h"
#include "server_limit.h"

#include <stdio.h>

static void ignore(void *user, store_result *result) {
  (void)user;
  (void)result;
}

static slice field(const limit *it, moya_context *context, const char *name) {
  moya_str value = it->host->response_header(context, name);
  return (slice){value.data, value.len};
}

static int64_t pause_of(const limit *it, moya_context *context) {
  server_limit said = {.status = it->host->http_status(context),
                       .rate_limit = field(it, context, "RateLimit"),
                       .remaining = field(it, context, "RateLimit-Remaining")};
  if (said.remaining.at) said.reset = field(it, context, "RateLimit-Reset");
  bool may_demand = said.status == 429 || said.status == 503;
  if (may_demand) said.retry_after = field(it, context, "Retry-After");
  if (may_demand || said.rate_limit.at || said.reset.at) said.date = field(it, context, "Date");
  return server_pause(&said, it->tasks->date_us() / 1000000);
}

/* Stops the requests of this limit in all processes, for `seconds`. */
static void pause_all(limit *it, bucket *bucket, moya_context *context, int64_t seconds) {
  if (seconds > GCRA_MOST_PAUSE_S) seconds = GCRA_MOST_PAUSE_S;
  int64_t until_us = (int64_t)it->tasks->now_us() + seconds * 1000000;
  guarded_lock(&it->use);
  bool is_longer = until_us > bucket->paused_us;
  if (is_longer) bucket->paused_us = until_us;
  guarded_unlock(&it->use);
  if (!is_longer) return;
  store_result result;
  store_request request = {.kind = STORE_STEP, .key = bucket->key, .owner = it->owner, .rule = it->rule,
                           .pause_us = seconds * 1000000};
  if (store_try(it->store, &request, &result)) bytes_free(&result.value);
  else (void)store_send(it->store, &request, ignore, NULL);
  if (!it->host->log_enabled(context, MOYA_LOG_INFO)) return;
  char line[STORE_MOST_KEY + 80];
  snprintf(line, sizeof line, "%s: the server wants no request for %lld s", bucket->key, (long long)seconds);
  it->host->log(context, MOYA_LOG_INFO, line);
}

/* Returns true if a redirect led the request to another origin. The response then says nothing about the limit of the
 * request's origin. */
static bool is_redirected(const limit *it, moya_context *context) {
  moya_str sent = it->host->request_url(context), last = it->host->response_url(context);
  return origin_is_left((slice){sent.data, sent.len}, (slice){last.data, last.len});
}

void did_receive(void *instance, moya_context *context) {
  limit *it = instance;
  call *call = it->host->slot(context);
  if (!call) return;
  lease_give_back(call);
  if (!it->learns || it->host->http_status(context) == 0) return;
  int64_t seconds = pause_of(it, context);
  if (seconds <= 0) return;
  /* A later plugin can have sent the request to another origin than `prepare` saw. */
  limited what;
  if (!limited_of(it, context, &what)) return;
  /* The limit of a tag is for all origins. */
  if (!what.tag && is_redirected(it, context)) return;
  bucket *bucket = bucket_for(it, &what);
  if (!bucket) return;
  pause_all(it, bucket, context, seconds);
  bucket_release(it, bucket);
}
