/* Contains what tests of typed.h share: the API in Tests/typed/api.h, and a provider whose server implements this
 * API. */
#ifndef TYPED_CALLS_H
#define TYPED_CALLS_H

#include "calls.h"
#include "../typed/api.h"

/* A provider whose server returns what it received. */
static moya_provider *echoes;

static inline moya_provider *provider_with(const char *url) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.base_url = url;
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static inline void expect_error(moya_error *error, const char *message) {
  EXPECT(error && str_is(moya_error_message(error), message), "%s", error ? moya_error_message(error).data : "no error");
  moya_error_release(error);
}
#define EXPECT_TEXT(text, wanted) EXPECT((text) && strcmp(text, wanted) == 0, "%s", text)

/* Makes a response with this body, as if a server had sent it. */
static inline moya_response *response_of(const char *json) {
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, json, strlen(json), &response, NULL), MOYA_OK);
  return response;
}

#endif
