/* Contains what the tests of the library's own plugins share: functions that make a provider, add plugins and make a
 * call, and a source of access tokens. */
#ifndef BUILTINS_H
#define BUILTINS_H

#include "calls.h"

#include <stdatomic.h>

static inline moya_provider *made(moya_pump pump, const moya_log_handler *log) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = pump, .log = log), &provider, NULL), MOYA_OK);
  return provider;
}
static inline void add(moya_provider *provider, const char *id, const char *config, const moya_builtin *functions) {
  moya_error *error = NULL;
  moya_status status = moya_provider_add_builtin(provider, id, config, functions, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  moya_error_release(error);
}
static inline moya_response *call(moya_provider *provider, const moya_target *target) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return response;
}

/* The `create` of plugins that tests add. It stores the services of the host. */
static const moya_host *host;
static inline moya_status create(const moya_host *services, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = services;
  return MOYA_HOOK_OK;
}

static moya_sample unauthorized = MOYA_SAMPLE_INIT;
static inline moya_target guarded(void) {
  unauthorized.http_status = 401;
  return MOYA_TARGET(.name = "API.call", .base_url = "http://h", .sample = &unauthorized, .stub = MOYA_STUB_IMMEDIATE);
}

static const char *good_token = "new";
typedef struct source {
  _Atomic int asked, released;
  _Atomic(moya_refresh *) pending;
  int at_once; /* what `refresh` does. 1: answers, 2: fails, 3: only releases the handle, 0: stores the handle */
} source;
static inline void refresh(void *user, moya_refresh *handle) {
  source *it = user;
  it->asked++;
  if (it->at_once == 0) {
    it->pending = handle;
    return;
  }
  if (it->at_once == 1) {
    EXPECT_STATUS(moya_refresh_answer(handle, "\xff"), MOYA_ERROR_UTF8);
    EXPECT_STATUS(moya_refresh_answer(handle, "a\r\nX-Evil: 1"), MOYA_ERROR_ARGUMENT);
    EXPECT_STATUS(moya_refresh_answer(handle, good_token), MOYA_OK);
    EXPECT_STATUS(moya_refresh_answer(handle, "again"), MOYA_ERROR_STATE);
    EXPECT_STATUS(moya_refresh_fail(handle, MOYA_ERROR_NETWORK, "late"), MOYA_ERROR_STATE);
  }
  if (it->at_once == 2) EXPECT_STATUS(moya_refresh_fail(handle, MOYA_ERROR_NETWORK, "no way\n\tto the server\x7f"), MOYA_OK);
  moya_refresh_release(handle);
}
static inline void released(void *user) { ((source *)user)->released++; }

#endif
