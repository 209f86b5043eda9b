/* Makes two calls for the same purpose, uses the first response and cancels the other call. */
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  static const char *const paths[] = {"/slow", "/zen"};
  moya_provider *api;
  moya_queue *queue;
  if (count != 2 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;
  if (moya_queue_create(&queue, NULL) != MOYA_OK) return 2;

  moya_call *calls[2] = {NULL, NULL};
  for (uint64_t number = 0; number < 2; number++) {
    moya_target target = MOYA_TARGET(.name = paths[number], .base_url = arguments[1], .path = paths[number]);
    if (moya_provider_enqueue(api, &target, queue, number, 0, NULL, &calls[number], NULL) != MOYA_OK) return 2;
  }
  bool answered = false;
  for (int ended = 0; ended < 2; ended++) {
    moya_completion row;
    if (moya_queue_wait(queue, &row, sizeof row, 1, -1) != 1) return 2;
    if (row.status == MOYA_OK) printf("%s: %s\n", paths[row.tag], moya_response_body(row.response).data);
    else printf("%s\n", moya_error_message(row.error).data);
    answered |= row.status == MOYA_OK;
    moya_completions_release(&row, sizeof row, 1);
    moya_call_cancel(calls[!row.tag]); /* does nothing if the call has completed */
  }

  moya_call_release(calls[0]);
  moya_call_release(calls[1]);
  moya_queue_destroy(queue);
  moya_provider_destroy(api);
  return answered ? 0 : 1;
}
