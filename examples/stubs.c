/* Tests a function that makes a call. Stubs respond instead of a server. */
#undef NDEBUG
#include <assert.h>
#include <moya/moya.h>
#include <stdio.h>
#include <string.h>

/* The function under test. It asks the server for a user, and stores the user's login in `name`. If this fails, it
 * stores the error message there. */
static void user_name(moya_provider *api, const moya_sample *sample, char *name, size_t room) {
  moya_target user = MOYA_TARGET(.name = "user", .base_url = "https://api.example.com", .path = "/users/octocat",
                                 .validation = MOYA_VALIDATION_SUCCESS, .sample = sample);
  moya_response *response;
  moya_error *error;
  moya_str login = {NULL, 0};
  if (moya_provider_call(api, &user, NULL, &response, &error) == MOYA_OK) {
    moya_response_json_string(response, "login", &login, &error);
  }
  snprintf(name, room, "%s", login.data ? login.data : moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
}

int main(void) {
  /* Every target of this provider gets its sample as the response. */
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stub = MOYA_STUB_IMMEDIATE);
  moya_provider *api;
  if (moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  static const char body[] = "{\"login\": \"octocat\"}";
  moya_sample found = MOYA_SAMPLE(.body = body, .body_len = strlen(body));
  moya_sample missing = MOYA_SAMPLE(.http_status = 404);
  moya_sample slow = MOYA_SAMPLE(.failure = MOYA_ERROR_TIMEOUT_TOTAL);
  char name[256];
  user_name(api, &found, name, sizeof name);
  assert(strcmp(name, "octocat") == 0);
  user_name(api, &missing, name, sizeof name);
  assert(strstr(name, "404"));
  user_name(api, &slow, name, sizeof name);
  assert(strncmp(name, "user: ", 6) == 0);

  moya_provider_destroy(api);
  puts("3 tests passed");
  return 0;
}
