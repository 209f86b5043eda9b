/* Tests a function that makes its own target. The test cannot put a stub into this target, so the provider has stub
 * rules, which respond like a server. */
#undef NDEBUG
#include <assert.h>
#include <moya/moya.h>
#include <stdio.h>
#include <string.h>

/* The function under test. It asks the server up to three times for a user, and stores the user's name in `name`. If
 * this fails, it stores the error message there. */
static void user_name(moya_provider *api, const char *login, char *name, size_t room) {
  moya_parameter values[] = {{"login", login}};
  moya_retry retry = MOYA_RETRY(.attempts = 3, .delay_ms = 1);
  moya_target user = MOYA_TARGET(.name = "user", .base_url = "https://api.example.com", .path = "/users/{login}",
                                 .path_values = values, .path_value_count = 1, .retry = &retry,
                                 .validation = MOYA_VALIDATION_SUCCESS);
  moya_response *response;
  moya_error *error;
  moya_str text = {NULL, 0};
  if (moya_provider_call(api, &user, NULL, &response, &error) == MOYA_OK) {
    moya_response_json_string(response, "name", &text, &error);
  }
  snprintf(name, room, "%s", text.data ? text.data : moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
}

int main(void) {
  moya_stubs *stubs;
  moya_provider *api;
  if (moya_stubs_create(&stubs, NULL) != MOYA_OK) return 2;
  if (moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stubs = stubs), &api, NULL) != MOYA_OK) return 2;

  /* The first response says that the server is busy, and the second has the user. */
  static const char octocat[] = "{\"name\": \"The Octocat\"}";
  moya_sample answers[] = {MOYA_SAMPLE(.http_status = 503),
                           MOYA_SAMPLE(.body = octocat, .body_len = strlen(octocat))};
  moya_stub_rule rule = MOYA_STUB_RULE(.method = "GET", .path = "/users/octocat", .answers = answers, .answer_count = 2);
  uint64_t id;
  if (moya_stubs_add(stubs, &rule, &id, NULL) != MOYA_OK) return 2;

  char name[256];
  user_name(api, "octocat", name, sizeof name);
  assert(strcmp(name, "The Octocat") == 0);
  assert(moya_stubs_count(stubs, id) == 2);

  /* If no rule matches a request, the call fails with an error that names the request. */
  user_name(api, "hubot", name, sizeof name);
  assert(strstr(name, "GET https://api.example.com/users/hubot"));

  moya_provider_destroy(api);
  moya_stubs_release(stubs);
  puts("2 tests passed");
  return 0;
}
