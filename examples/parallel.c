/* Makes 100 calls at once and collects their results from a queue. */
#include <moya/moya.h>
#include <stdio.h>

enum { CALLS = 100 };

int main(int count, char **arguments) {
  moya_provider *api;
  moya_queue *queue;
  if (count != 2 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;
  if (moya_queue_create(&queue, NULL) != MOYA_OK) return 2;

  int waiting = 0, answered = 0;
  for (int number = 0; number < CALLS; number++) {
    char path[32];
    snprintf(path, sizeof path, "/users/user%d", number);
    moya_target user = MOYA_TARGET(.name = "user", .base_url = arguments[1], .path = path);
    waiting += moya_provider_enqueue(api, &user, queue, (uint64_t)number, 0, NULL, NULL, NULL) == MOYA_OK;
  }
  while (waiting > 0) {
    moya_completion rows[16];
    int64_t taken = moya_queue_wait(queue, rows, sizeof *rows, 16, -1);
    for (int64_t row = 0; row < taken; row++) {
      if (rows[row].status == MOYA_OK) answered += rows[row].http_status == 200;
      else fprintf(stderr, "%d: %s\n", (int)rows[row].tag, moya_error_message(rows[row].error).data);
    }
    moya_completions_release(rows, sizeof *rows, (size_t)taken);
    waiting -= (int)taken;
  }
  printf("%d of %d answered\n", answered, CALLS);

  moya_queue_destroy(queue);
  moya_provider_destroy(api);
  return answered == CALLS ? 0 : 1;
}
