/* Builds a JSON body step by step, sends it with POST and reads a value of the response. */
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  moya_provider *api;
  if (count != 2 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;

  moya_value *user = moya_value_object(); /* if a step fails, the call fails */
  moya_value_set_string(user, "name", "Ann");
  moya_value_set_int64(user, "age", 36);
  moya_value *roles = moya_value_set_array(user, "roles");
  moya_value_add_string(roles, "admin");
  moya_value_add_string(roles, "editor");

  moya_target add = MOYA_TARGET(.name = "add", .base_url = arguments[1], .path = "/echo", .method = "POST",
                                .task = &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = user),
                                .validation = MOYA_VALIDATION_SUCCESS);
  moya_response *response;
  moya_error *error;
  moya_str role;
  moya_status status = moya_provider_call(api, &add, NULL, &response, &error);
  if (status == MOYA_OK) status = moya_response_json_string(response, "received.roles.1", &role, &error);
  if (status == MOYA_OK) printf("added as %s\n", role.data);
  else fprintf(stderr, "%s\n", moya_error_message(error).data);

  moya_response_release(response);
  moya_error_release(error);
  moya_value_release(user);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
