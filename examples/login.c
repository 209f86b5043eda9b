/* Sends a login form, and then gets a page that needs the cookie of the login. */
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &cookies);
  moya_provider *api;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  moya_value *fields = moya_value_object();
  moya_value_set_string(fields, "user", "ann");
  moya_value_set_string(fields, "password", "s3cret & safe");
  moya_target targets[] = {
      MOYA_TARGET(.name = "login", .base_url = arguments[1], .path = "/login", .method = "POST",
                  .task = &MOYA_TASK(.kind = MOYA_TASK_FORM, .value = fields), .validation = MOYA_VALIDATION_SUCCESS),
      MOYA_TARGET(.name = "me", .base_url = arguments[1], .path = "/me", .validation = MOYA_VALIDATION_SUCCESS),
  };
  moya_status status = MOYA_OK;
  for (int number = 0; number < 2 && status == MOYA_OK; number++) {
    moya_response *response;
    moya_error *error;
    status = moya_provider_call(api, &targets[number], NULL, &response, &error);
    if (status == MOYA_OK) printf("%s\n", moya_response_body(response).data);
    else fprintf(stderr, "%s\n", moya_error_message(error).data);
    moya_response_release(response);
    moya_error_release(error);
  }

  moya_value_release(fields);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
