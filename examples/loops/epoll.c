/* Makes ten calls in the program's own epoll loop, without a thread. The calls complete in callbacks. */
#include <moya/moya.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { CALLS = 10 };
static int waiting, answered;

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user;
  if (status == MOYA_OK) answered += moya_response_http_status(response) == 200;
  else fprintf(stderr, "%s\n", moya_error_message(error).data);
  waiting--;
}

int main(int count, char **arguments) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST);
  moya_provider *api;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;
  moya_target zen = MOYA_TARGET(.name = "zen", .base_url = arguments[1], .path = "/zen");
  for (int number = 0; number < CALLS; number++) {
    waiting += moya_provider_send(api, &zen, &MOYA_HANDLERS(.end = ended), NULL, NULL, NULL) == MOYA_OK;
  }

  int loop = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN};
  if (loop < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, moya_provider_fd(api), &event)) return 2;
  while (waiting > 0) {
    if (epoll_wait(loop, &event, 1, -1) == 1) (void)moya_provider_process(api, 0, NULL);
  }
  printf("%d of %d answered\n", answered, CALLS);

  close(loop);
  moya_provider_destroy(api);
  return answered == CALLS ? 0 : 1;
}
