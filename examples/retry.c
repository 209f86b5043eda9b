/* Calls a server that is busy at first. There are three attempts, each after a longer wait. */
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  moya_retry retry = MOYA_RETRY(.attempts = 3, .delay_ms = 20, .flags = MOYA_RETRY_NO_RETRY_AFTER);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.retry = &retry);
  moya_provider *api;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  moya_target busy = MOYA_TARGET(.name = "busy", .base_url = arguments[1], .path = "/busy",
                                 .validation = MOYA_VALIDATION_SUCCESS);
  moya_response *response;
  moya_error *error;
  moya_status status = moya_provider_call(api, &busy, NULL, &response, &error);
  if (status == MOYA_OK) printf("%s\n", moya_response_body(response).data);
  else fprintf(stderr, "%s\n", moya_error_message(error).data);

  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
