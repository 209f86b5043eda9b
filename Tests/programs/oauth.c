#include <moya/moya.h>
#include <stdio.h>

enum { CALLS = 5 };

int main(int count, char **arguments) {
  if (count != 4) return fprintf(stderr, "usage: %s BASE_URL CONFIG_JSON REFRESH_TOKEN\n", arguments[0]), 1;
  moya_value *form = moya_value_object();
  moya_value_set_string(form, "grant_type", "refresh_token");
  moya_value_set_string(form, "refresh_token", arguments[3]);
  moya_task grant = MOYA_TASK(.kind = MOYA_TASK_FORM, .value = form);
  moya_target renew = MOYA_TARGET(.name = "renew", .path = "/token", .method = "POST", .task = &grant,
                                  .validation = MOYA_VALIDATION_SUCCESS);
  moya_provider *api;
  moya_queue *queue = NULL;
  moya_error *error;
  moya_status status = moya_provider_create(&MOYA_PROVIDER_OPTIONS(.base_url = arguments[1]), &api, &error);
  if (status == MOYA_OK) status = moya_queue_create(&queue, &error);
  moya_builtin refresh = MOYA_BUILTIN(.refresh_target = &renew);
  if (status == MOYA_OK) status = moya_provider_add_builtin(api, "moya.access-token", arguments[2], &refresh, &error);
  for (int number = 0; status == MOYA_OK && number < CALLS; number++) {
    char path[32];
    snprintf(path, sizeof path, "/api/%d", number);
    moya_target call = MOYA_TARGET(.name = "call", .path = path, .validation = MOYA_VALIDATION_SUCCESS);
    status = moya_provider_enqueue(api, &call, queue, 0, 0, NULL, NULL, &error);
  }
  if (status != MOYA_OK) fprintf(stderr, "%s\n", moya_error_message(error).data);
  int answered = 0;
  moya_completion row;
  if (queue) moya_queue_close(queue);
  while (queue && moya_queue_wait(queue, &row, sizeof row, 1, MOYA_NO_TIMEOUT) == 1) {
    answered += row.status == MOYA_OK;
    if (row.status == MOYA_OK) printf("%s\n", moya_response_body(row.response).data);
    else fprintf(stderr, "%s\n", moya_error_message(row.error).data);
    moya_completions_release(&row, sizeof row, 1);
  }
  moya_error_release(error);
  moya_queue_destroy(queue);
  moya_provider_destroy(api);
  moya_value_release(form);
  return answered == CALLS ? 0 : 1;
}
