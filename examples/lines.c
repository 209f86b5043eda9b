/* Shows the lines of a response, each as it arrives. */
#include <moya/moya.h>
#include <stdio.h>

static moya_flow print(void *user, moya_str line) {
  int *number = user;
  printf("%d: %.*s\n", ++*number, (int)line.len, line.data);
  return MOYA_FLOW_CONTINUE;
}

int main(int count, char **arguments) {
  moya_provider *api;
  if (count != 2 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;

  int number = 0;
  moya_target log = MOYA_TARGET(.name = "log", .base_url = arguments[1], .path = "/lines/3",
                                .validation = MOYA_VALIDATION_SUCCESS);
  moya_handlers handlers = MOYA_HANDLERS(.line = print, .user = &number);
  moya_response *response;
  moya_error *error;
  moya_status status = moya_provider_call(api, &log, &handlers, &response, &error);
  if (status != MOYA_OK) fprintf(stderr, "%s\n", moya_error_message(error).data);

  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
