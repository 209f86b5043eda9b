/* This program is built with the installed library. `consumer URL` gets the URL, and calls a stub. */
#include <moya/moya.h>
#include <stdio.h>
#include <string.h>

/* Returns whether the call succeeds. A stub must have responded with {"ok": true}, and a server with status 200. */
static bool answered(moya_provider *provider, const moya_target *target) {
  moya_response *response;
  moya_error *error = NULL;
  bool ok = false;
  if (moya_provider_call(provider, target, NULL, &response, &error) == MOYA_OK) {
    if (target->sample) moya_response_json_bool(response, "ok", &ok, NULL);
    else ok = moya_response_http_status(response) == 200;
    moya_response_release(response);
  }
  if (error) fprintf(stderr, "%s\n", moya_error_message(error).data);
  moya_error_release(error);
  return ok;
}

int main(int count, char **arguments) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = "{\"ok\":true}";
  sample.body_len = strlen("{\"ok\":true}");
  moya_target stub = MOYA_TARGET_INIT;
  stub.base_url = "https://api.example.com";
  stub.sample = &sample;
  stub.stub = MOYA_STUB_IMMEDIATE;
  moya_target real = MOYA_TARGET_INIT;
  real.base_url = count == 2 ? arguments[1] : "";

  moya_provider *provider;
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  bool both = answered(provider, &stub) && answered(provider, &real);
  moya_provider_destroy(provider);
  printf("libmoya %s: %s\n", moya_version(), both ? "answered" : "no answer");
  return both ? 0 : 1;
}
