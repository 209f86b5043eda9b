/* Makes ten calls at once with an expired token. The token is renewed once, and the calls are sent again with the new
 * token. */
#include <moya/moya.h>
#include <stdio.h>

enum { CALLS = 10 };

int main(int count, char **arguments) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = arguments[1]);
  moya_provider *api;
  moya_queue *queue;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;
  if (moya_queue_create(&queue, NULL) != MOYA_OK) return 2;

  /* The library sends this target when it needs a token. The JSON response has the token under "access_token". */
  moya_target renew = MOYA_TARGET(.name = "renew", .path = "/token", .method = "POST");
  moya_builtin functions = MOYA_BUILTIN(.refresh_target = &renew);
  if (moya_provider_add_builtin(api, "moya.access-token", "{\"token\": \"expired\"}", &functions, NULL) != MOYA_OK) return 2;

  moya_target secret = MOYA_TARGET(.name = "secret", .path = "/secret", .validation = MOYA_VALIDATION_SUCCESS);
  int answered = 0;
  for (int number = 0; number < CALLS; number++) {
    if (moya_provider_enqueue(api, &secret, queue, 0, 0, NULL, NULL, NULL) != MOYA_OK) return 2;
  }
  for (int ended = 0; ended < CALLS; ended++) {
    moya_completion row;
    if (moya_queue_wait(queue, &row, sizeof row, 1, -1) != 1) return 2;
    if (row.status == MOYA_OK) answered++, printf("%s\n", moya_response_body(row.response).data);
    else fprintf(stderr, "%s\n", moya_error_message(row.error).data);
    moya_completions_release(&row, sizeof row, 1);
  }

  moya_queue_destroy(queue);
  moya_provider_destroy(api);
  return answered == CALLS ? 0 : 1;
}
