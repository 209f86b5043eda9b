/* A program that is built against the installed library: one call, answered by a stub. */
#include <moya/moya.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = "{\"ok\":true}";
  sample.body_len = strlen("{\"ok\":true}");
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = "https://api.example.com";
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;

  moya_provider *provider;
  moya_response *response;
  moya_error *error = NULL;
  bool answered = false;
  if (moya_provider_create(NULL, &provider, &error) == MOYA_OK &&
      moya_provider_call(provider, &target, &response, &error) == MOYA_OK) {
    moya_response_json_bool(response, "ok", &answered, NULL);
    moya_response_release(response);
  }
  if (error) fprintf(stderr, "%s\n", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
  printf("libmoya %s: %s\n", moya_version(), answered ? "answered" : "no answer");
  return answered ? 0 : 1;
}
