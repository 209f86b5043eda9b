/* Downloads to a file and resumes after an interruption: `download URL FILE`. It tries three times. */
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  moya_provider *api;
  if (count != 3 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;

  moya_download file = MOYA_DOWNLOAD(.path = arguments[2], .flags = MOYA_DOWNLOAD_RESUME);
  moya_target large = MOYA_TARGET(.name = "large", .base_url = arguments[1], .path = "/large", .download = &file,
                                  .validation = MOYA_VALIDATION_SUCCESS);
  moya_response *response;
  moya_error *error;
  moya_status status = MOYA_ERROR_NETWORK;
  for (int tries = 0; status != MOYA_OK && tries < 3; tries++) {
    status = moya_provider_call(api, &large, NULL, &response, &error);
    if (status == MOYA_OK) printf("%s is complete\n", moya_response_file(response).data);
    else printf("%s\n", moya_error_message(error).data);
    moya_response_release(response);
    moya_error_release(error);
  }
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
