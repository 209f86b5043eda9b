/* Uploads a file in a form, with a progress bar: `upload URL FILE`. */
#include <moya/moya.h>
#include <stdio.h>

static moya_flow show(void *user, const moya_progress *progress) {
  (void)user;
  int done = progress->send_total > 0 ? (int)(progress->sent * 20 / progress->send_total) : 0;
  printf("\r[%-20.*s]", done, "####################");
  fflush(stdout);
  return MOYA_FLOW_CONTINUE;
}

int main(int count, char **arguments) {
  moya_provider *api;
  if (count != 3 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;

  moya_task form = MOYA_TASK(.kind = MOYA_TASK_MULTIPART,
                             MOYA_PARTS({.name = "title", .text = "sea"},
                                        {.name = "photo", .path = arguments[2], .type = "image/jpeg"}));
  moya_target upload = MOYA_TARGET(.name = "upload", .base_url = arguments[1], .path = "/upload", .method = "POST",
                                   .task = &form, .validation = MOYA_VALIDATION_SUCCESS);
  moya_handlers handlers = MOYA_HANDLERS(.progress = show);
  moya_response *response;
  moya_error *error;
  moya_status status = moya_provider_call(api, &upload, &handlers, &response, &error);
  if (status == MOYA_OK) printf("\n%s\n", moya_response_body(response).data);
  else fprintf(stderr, "\n%s\n", moya_error_message(error).data);

  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
