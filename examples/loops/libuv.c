/* Makes ten calls in libuv's loop, without a thread. The calls complete in callbacks. */
#include <moya/moya.h>
#include <stdio.h>
#include <uv.h>

enum { CALLS = 10 };
static int waiting, answered;

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  if (status == MOYA_OK) answered += moya_response_http_status(response) == 200;
  else fprintf(stderr, "%s\n", moya_error_message(error).data);
  if (--waiting == 0) uv_close(user, NULL); /* the loop ends with its last handle */
}

static void ready(uv_poll_t *poll, int status, int events) {
  (void)status, (void)events;
  (void)moya_provider_process(poll->data, 0, NULL);
}

int main(int count, char **arguments) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST);
  moya_provider *api;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;
  uv_loop_t *loop = uv_default_loop();
  uv_poll_t poll = {.data = api};
  if (uv_poll_init(loop, &poll, moya_provider_fd(api)) || uv_poll_start(&poll, UV_READABLE, ready)) return 2;

  moya_target zen = MOYA_TARGET(.name = "zen", .base_url = arguments[1], .path = "/zen");
  for (int number = 0; number < CALLS; number++) {
    waiting += moya_provider_send(api, &zen, &MOYA_HANDLERS(.end = ended, .user = &poll), NULL, NULL, NULL) == MOYA_OK;
  }
  if (waiting > 0) uv_run(loop, UV_RUN_DEFAULT);
  printf("%d of %d answered\n", answered, CALLS);

  moya_provider_destroy(api);
  uv_loop_close(loop);
  return answered == CALLS ? 0 : 1;
}
