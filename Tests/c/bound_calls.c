/* Tests calls of bound functions: in each form, by many threads, and when their API is released during the call. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "bound_functions.h"

static void hear_endpoint(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  heard *it = user;
  EXPECT((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
  pthread_mutex_lock(&it->lock);
  it->ok += status == MOYA_OK && moya_response_http_status(response) == 200;
  it->released++;
  pthread_cond_broadcast(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

static void forms(void) {
  moya_api *api = echo_api(PLAIN);
  heard it = HEARD_INIT;
  moya_queue *queue = NULL;
  moya_call *call = NULL;
  moya_error *error = NULL;
  plain_fn_send *send = (plain_fn_send *)moya_api_bind(api, "plain", MOYA_BIND_SEND, PLAIN_SIGNATURE, NULL);
  plain_fn_enqueue *enqueue = (plain_fn_enqueue *)moya_api_bind(api, "plain", MOYA_BIND_ENQUEUE, PLAIN_SIGNATURE, NULL);
  EXPECT(send && enqueue);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(send("a", 1, hear_endpoint, &it, &call, NULL), MOYA_OK);
  EXPECT(call != NULL);
  moya_call_release(call);
  EXPECT_STATUS(send(NULL, 1, hear_endpoint, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  moya_error_release(error);
  EXPECT_STATUS(send("a", 1, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(enqueue("b", 7, queue, UINT64_MAX, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(enqueue("b", 7, NULL, 0, NULL, NULL), MOYA_ERROR_NULL);
  moya_api_release(api);
  EXPECT(await_released(&it, 1) && it.ok == 1);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.tag == UINT64_MAX);
  expect_target(row.response, "/echo/b?page=7");
  row.response = NULL;
  moya_completions_release(&row, sizeof row, 1);
  moya_queue_destroy(queue);
}

/* Threads call the same bound function. They share this struct. */
typedef struct running {
  moya_api *api;
  plain_fn *plain;
  pthread_barrier_t started;
} running;

static void *call_bound(void *user) {
  running *it = user;
  moya_response *response = NULL;
  pthread_barrier_wait(&it->started);
  for (int i = 0; i < 10; i++) {
    EXPECT_STATUS(it->plain("a", i, &response, NULL), MOYA_OK);
    moya_response_release(response);
  }
  return NULL;
}

static void threads(void) {
  running it = {.api = echo_api(PLAIN)};
  pthread_t thread[4];
  it.plain = (plain_fn *)moya_api_bind(it.api, "plain", MOYA_BIND_CALL, PLAIN_SIGNATURE, NULL);
  pthread_barrier_init(&it.started, NULL, 4);
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, call_bound, &it);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&it.started);
  moya_api_release(it.api);
}

/* The function `matches` of a stub rule runs inside the bound function, and releases the API. */
static moya_api *released_inside;

static int32_t release_api(void *user, const moya_stub_request *request) {
  (void)user, (void)request;
  moya_api_release(released_inside);
  released_inside = NULL;
  return 1;
}

static void released_meanwhile(void) {
  moya_stubs *stubs = NULL;
  moya_provider *own = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_sample sample = MOYA_SAMPLE(.body = "here", .body_len = 4);
  moya_stub_rule rule = MOYA_STUB_RULE(.matches = release_api);
  rule.answers = &sample;
  rule.answer_count = 1;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs);
  EXPECT_STATUS(moya_provider_create(&options, &own, NULL), MOYA_OK);
  moya_provider *before = provider;
  provider = own;
  for (int i = 0; i < 20; i++) {
    released_inside = echo_api(PLAIN);
    plain_fn *plain = (plain_fn *)moya_api_bind(released_inside, "plain", MOYA_BIND_CALL, PLAIN_SIGNATURE, NULL);
    EXPECT_STATUS(plain("a", i, &response, NULL), MOYA_OK);
    EXPECT(!released_inside && str_is(moya_response_body(response), "here"));
    moya_response_release(response);
  }
  provider = before;
  moya_provider_destroy(own);
  moya_stubs_release(stubs);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a bound function calls, sends and enqueues", forms);
  TEST("a bound function is called by many threads", threads);
  TEST("an API that is released while its function runs lives until the function returns", released_meanwhile);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
