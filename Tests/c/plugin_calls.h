/* Contains what tests of plugins share: providers, a target with a stub, and functions that check a call or the
 * addition of a plugin. */
#ifndef PLUGIN_CALLS_H
#define PLUGIN_CALLS_H

#include "check.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static inline moya_provider *new_provider(const moya_log_handler *log) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.log = log;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static inline moya_target stub_target(moya_stub_behavior stub) {
  static const moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = "http://h/a";
  target.stub = stub;
  target.sample = &sample;
  return target;
}

/* Calls an immediate stub and checks the status. If `text` is not NULL, the error's message must contain it. */
static inline void expect_call(moya_provider *provider, moya_status wanted, const char *text) {
  moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(status == wanted, "%s instead of %s", moya_status_name(status), moya_status_name(wanted));
  if (text) EXPECT(str_has(moya_error_message(error), text), "%s in %s", text, moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
}

/* Adds a plugin and checks the status. If `text` is not NULL, the error's message must contain it. */
static inline void expect_use(moya_provider *provider, const moya_plugin_use *use, moya_status wanted,
                              const char *text, const char *what) {
  moya_error *error = NULL;
  moya_status status = moya_provider_use(provider, use, &error);
  EXPECT(status == wanted, "%s: %s instead of %s (%s)", what, moya_status_name(status), moya_status_name(wanted),
         error ? moya_error_message(error).data : "no message");
  EXPECT((status == MOYA_OK) == (error == NULL), "%s", what);
  if (text) EXPECT(str_has(moya_error_message(error), text), "%s: %s", what, moya_error_message(error).data);
  moya_error_release(error);
}

/* Returns the path of a module that Tests/steps/c has built. The text is valid until the next call. */
static inline const char *module_path(const char *name) {
  static char path[2048];
  const char *root = getenv("MOYA_ROOT");
  snprintf(path, sizeof path, "%s/build/tests/plugins/%s", root ? root : ".", name);
  return path;
}

#endif
