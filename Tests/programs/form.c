#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count != 5) return fprintf(stderr, "usage: %s BASE_URL FILE FILE FILE\n", arguments[0]), 1;
  moya_task form = MOYA_TASK(.kind = MOYA_TASK_MULTIPART,
                             MOYA_PARTS({.name = "title", .text = "Three files"},
                                        {.name = "file", .path = arguments[2]},
                                        {.name = "file", .path = arguments[3]},
                                        {.name = "file", .path = arguments[4]}));
  moya_target upload = MOYA_TARGET(.name = "upload", .base_url = arguments[1], .path = "/form", .method = "POST",
                                   .task = &form, .validation = MOYA_VALIDATION_SUCCESS);
  moya_provider *api;
  moya_response *response = NULL;
  moya_error *error;
  moya_status status = moya_provider_create(NULL, &api, &error);
  if (status == MOYA_OK) status = moya_provider_call(api, &upload, NULL, &response, &error);
  if (status == MOYA_OK) printf("%s\n", moya_response_body(response).data);
  else fprintf(stderr, "%s\n", moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
