/* Contains what C tests that call faultserver.py share: targets, providers, checks, and callbacks that count. */
#ifndef CALLS_H
#define CALLS_H

#include "check.h"

#include <pthread.h>
#include <time.h>

/* The fault server, which main starts with server_start("Tests/servers/faultserver.py"). */
static server faults;

static inline moya_target target_of(const char *path) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = faults.url;
  target.path = path;
  return target;
}

static inline moya_provider *provider_of(moya_pump pump) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_provider *provider = NULL;
  options.pump = pump;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

/* Checks that the provider still works: a call gets its response. */
static inline void expect_good(moya_provider *provider) {
  moya_target target = target_of("/ok");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 200, "%s", error ? moya_error_message(error).data : "");
  bool ok = false;
  EXPECT_STATUS(moya_response_json_bool(response, "ok", &ok, NULL), MOYA_OK);
  EXPECT(ok);
  moya_response_release(response);
  moya_error_release(error);
}

/* Clears the log of the server. */
static inline void forget_log(moya_provider *provider) {
  moya_target target = target_of("/reset");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}

/* Returns whether the log of the server says that a client does not read a response. */
static inline bool has_stalled(moya_provider *provider) {
  moya_target target = target_of("/log");
  moya_response *response = NULL;
  if (moya_provider_call(provider, &target, NULL, &response, NULL) != MOYA_OK) return false;
  bool stalled = str_has(moya_response_body(response), "\"stalled\"");
  moya_response_release(response);
  return stalled;
}

/* Waits at most a minute until `has_stalled` returns true. Other calls go on. */
static inline void await_stalled(moya_provider *provider) {
  for (long end = clock_seconds() + 60; !has_stalled(provider) && clock_seconds() < end;) expect_good(provider);
  EXPECT(has_stalled(provider), "the server is not held up");
}

/* Counts callbacks and the results that they received. `then` runs inside each callback. */
typedef struct heard {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int calls, ok, cancelled, released;
  moya_status last;
  void (*then)(struct heard *);
  moya_provider *provider;
} heard;
#define HEARD_INIT {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, 0, MOYA_OK, NULL, NULL}

static inline void hear(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  heard *it = user;
  EXPECT((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
  if (error) EXPECT(strncmp(moya_error_message(error).data, "API.call: ", 10) == 0);
  pthread_mutex_lock(&it->lock);
  it->calls++;
  it->last = status;
  it->ok += status == MOYA_OK && moya_response_http_status(response) == 200;
  it->cancelled += status == MOYA_ERROR_CANCELLED;
  void (*then)(heard *) = it->then;
  pthread_mutex_unlock(&it->lock);
  if (then) then(it);
}

static inline void unhear(void *user) {
  heard *it = user;
  pthread_mutex_lock(&it->lock);
  EXPECT(it->released <= it->calls, "released before its callback");
  it->released++;
  pthread_cond_broadcast(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

/* Waits at most a minute until `release_user` has run `count` times. */
static inline bool await_released(heard *it, int count) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  pthread_mutex_lock(&it->lock);
  while (it->released < count && pthread_cond_timedwait(&it->changed, &it->lock, &deadline) == 0) continue;
  bool there = it->released >= count;
  pthread_mutex_unlock(&it->lock);
  return there;
}

/* Returns how many requests with this method and path the server has read. Each test that counts requests has its own
 * path, because a cancelled request of another test may still arrive. */
static inline int64_t requests_at_server(moya_provider *provider, const char *line) {
  moya_target target = target_of("/log");
  moya_response *response = NULL;
  int64_t count = 0;
  char path[64];
  snprintf(path, sizeof path, "requests.%s", line);
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  if (moya_response_json_int64(response, path, &count, NULL) != MOYA_OK) count = 0;
  moya_response_release(response);
  return count;
}

#endif
