/* Contains what the tests of backends, closures and executors share: a backend that counts what it receives, and a
 * function that makes a call. */
#ifndef BACKENDS_H
#define BACKENDS_H

#include "calls.h"

#include <stdatomic.h>

typedef struct desk {
  void (*serve)(struct desk *, moya_request *);
  _Atomic int sent, cancelled, released;
  _Atomic(moya_request *) pending;
  moya_provider *provider;
} desk;
static inline void serve(void *user, moya_request *request) {
  desk *it = user;
  it->sent++;
  it->serve(it, request);
}
static inline void give_up(void *user, moya_request *request) {
  EXPECT(moya_request_url(request).data != NULL);
  ((desk *)user)->cancelled++;
}
static inline void release(void *user) { ((desk *)user)->released++; }
/* Waits for the first release, because a library thread may still use a call after its callback has returned. */
static inline int released(desk *it) {
  for (int n = 0; n < 60000 && !it->released; n++) usleep(1000);
  return it->released;
}
static inline void keeps(desk *it, moya_request *request) { it->pending = request; }

static inline moya_status call(moya_provider *provider, const moya_target *target, moya_response **response, char *says) {
  moya_error *error = NULL;
  *response = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, response, &error);
  snprintf(says, 200, "%s", error ? moya_error_message(error).data : "");
  moya_error_release(error);
  return status;
}

static moya_sample hello = MOYA_SAMPLE_INIT;
static inline moya_target target(void) {
  static moya_task json = MOYA_TASK_INIT;
  json.kind = MOYA_TASK_JSON;
  json.data = "{}";
  json.data_len = 2;
  hello.body = "hello";
  hello.body_len = 5;
  return MOYA_TARGET(.name = "API.call", .base_url = "http://h/a?b=c", .method = "POST", .task = &json, .user = &hello);
}

static moya_response *recorded;
static inline void record(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)error;
  EXPECT_STATUS(status, MOYA_OK);
  recorded = moya_response_retain(response);
  EXPECT_STATUS(moya_request_respond(user, response), MOYA_OK);
}

#endif
