/* Sends a GET and reads two values of the JSON response. */
#include <inttypes.h>
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  moya_provider *api;
  if (count != 2 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;

  moya_target user = MOYA_TARGET(.name = "user", .base_url = arguments[1], .path = "/users/octocat",
                                 .validation = MOYA_VALIDATION_SUCCESS);
  moya_response *response;
  moya_error *error;
  moya_str login;
  int64_t followers;
  moya_status status = moya_provider_call(api, &user, NULL, &response, &error);
  if (status == MOYA_OK) status = moya_response_json_string(response, "login", &login, &error);
  if (status == MOYA_OK) status = moya_response_json_int64(response, "followers", &followers, &error);
  if (status == MOYA_OK) printf("%s has %" PRId64 " followers\n", login.data, followers);
  else fprintf(stderr, "%s\n", moya_error_message(error).data);

  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
