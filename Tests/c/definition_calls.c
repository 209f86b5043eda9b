/* This program tests the functions that call endpoints of a definition: moya_api_call, moya_api_call_for,
 * moya_api_send, moya_api_enqueue and moya_api_target. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "definition_calls.h"

static void refused_calls(void) {
  moya_api *api = api_with("'e': {'path': '/'}");
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_argument unnamed = {0};
  EXPECT_STATUS(moya_api_call(api, "f", NULL, 0, NULL, &response, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_is(moya_error_message(error), "test has no endpoint 'f'"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_api_call(api, "\xff", NULL, 0, NULL, &response, NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_api_call(api, NULL, NULL, 0, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call(NULL, "e", NULL, 0, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call(api, "e", NULL, 1, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call(api, "e", &unnamed, 1, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call(api, "e", &unnamed, SIZE_MAX, NULL, &response, NULL), MOYA_ERROR_ARGUMENT);
  moya_blocking_call *exchange = NULL;
  EXPECT_STATUS(moya_api_call_for(api, "e", &unnamed, 1, 0, &exchange, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call_for(api, "f", NULL, 0, 0, &exchange, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_api_call_for(api, "e", NULL, 0, -2, &exchange, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_api_call_for(NULL, "e", NULL, 0, 0, &exchange, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call_for(api, "e", NULL, 0, 0, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_call_for(api, "e", NULL, 0, 0, &exchange, NULL, NULL), MOYA_OK);
  moya_blocking_call_release(exchange);
  EXPECT_STATUS(moya_api_send(api, "e", NULL, 0, &MOYA_HANDLERS(.end = NULL), NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_enqueue(api, "e", NULL, 0, NULL, 0, 0, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_target(api, "e", NULL, 0, NULL, NULL, NULL), MOYA_ERROR_NULL);
  moya_api_release(api);

  /* Without a base URL in the definition, the provider's base URL is used. This provider has none. */
  api = api_of(provider, "{'moya': 1, 'name': 'n', 'endpoints': {'e': {'path': '/'}}}", NULL);
  EXPECT_STATUS(moya_api_call(api, "e", NULL, 0, NULL, &response, &error), MOYA_ERROR_NULL);
  EXPECT(str_has(moya_error_message(error), "e: moya_target.base_url is NULL, and the provider has no base URL"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_api_release(api);
}

static moya_status see_retry(void *user, const moya_target *target) {
  *(const char **)user = target->name;
  EXPECT(target->retry->statuses && target->retry->status_count == 0, "an empty list is none, and not the default");
  return MOYA_OK;
}
static moya_status see_default(void *user, const moya_target *target) {
  *(const char **)user = target->name;
  EXPECT(!target->retry->statuses);
  return MOYA_OK;
}
static void retried_statuses(void) {
  moya_api *api = api_with("'e': {'path': '/', 'retry': {'statuses': []}}, 'd': {'path': '/', 'retry': {'attempts': 2}}");
  const char *seen = NULL;
  EXPECT_STATUS(moya_api_target(api, "e", NULL, 0, see_retry, &seen, NULL), MOYA_OK);
  EXPECT(seen);
  seen = NULL;
  EXPECT_STATUS(moya_api_target(api, "d", NULL, 0, see_default, &seen, NULL), MOYA_OK);
  EXPECT(seen);
  moya_api_release(api);
}

static moya_status see(void *user, const moya_target *target) {
  const char **seen = user;
  EXPECT(strcmp(target->name, "e") == 0 && strcmp(target->path, "/{a}") == 0 && strcmp(target->method, "PATCH") == 0);
  EXPECT(target->timeout_ms == 1 && target->connect_timeout_ms == 2 && target->idle_timeout_ms == 3);
  EXPECT(target->max_body_size == 4 && target->max_redirects == MOYA_NO_REDIRECTS && target->flags == MOYA_TARGET_SHARE);
  EXPECT(target->validation == MOYA_VALIDATION_STATUSES && target->status_count == 2 && target->statuses[1] == 404);
  EXPECT(target->stub == MOYA_STUB_DELAYED && target->stub_delay_ms == 5);
  EXPECT(target->tag_count == 2 && strcmp(target->tags[1], "t2") == 0);
  EXPECT(target->sample->http_status == 201 && strcmp(target->sample->body, "{\"x\":[1,null,true]}") == 0);
  EXPECT(target->sample->header_count == 1 && strcmp(target->sample->headers[0].value, "v") == 0);
  EXPECT(target->retry->attempts == 3 && target->retry->delay_ms == 1 && target->retry->backoff_percent == 200);
  EXPECT(target->retry->max_delay_ms == 6 && target->retry->jitter_percent == 7 && target->retry->max_retry_after_ms == 8);
  EXPECT(target->retry->status_count == 1 && target->retry->statuses[0] == 503);
  EXPECT(target->retry->flags == (MOYA_RETRY_ANY_METHOD | MOYA_RETRY_NO_RETRY_AFTER), "%u", target->retry->flags);
  EXPECT(target->path_value_count == 1 && strcmp(target->path_values[0].value, "7") == 0);
  *seen = "target";
  return MOYA_ERROR_CANCELLED;
}

static void targets(void) {
  moya_api *api = api_with(
      "'e': {'path': '/{a}', 'method': 'PATCH', 'timeout_ms': 1, 'connect_timeout_ms': 2, 'idle_timeout_ms': 3,"
      "'max_body_size': 4, 'max_redirects': 0, 'share': true, 'validation': [200, 404], 'stub': {'delay_ms': 5},"
      "'tags': ['t1', 't2'], 'sample': {'status': 201, 'headers': {'h': 'v'}, 'body': {'x': [1, null, true]}},"
      "'retry': {'attempts': 3, 'delay_ms': 1, 'backoff_percent': 200, 'max_delay_ms': 6, 'jitter_percent': 7,"
      "'max_retry_after_ms': 8, 'statuses': [503], 'any_method': true, 'retry_after': false},"
      "'parameters': [{'name': 'a', 'in': 'path', 'type': 'i64'}]}");
  const char *seen = NULL;
  moya_argument argument = MOYA_ARG_I64("a", 7);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_api_target(api, "e", &argument, 1, see, &seen, &error), MOYA_ERROR_CANCELLED);
  EXPECT(seen && !error);
  EXPECT_STATUS(moya_api_target(api, "e", NULL, 0, see, &seen, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_is(moya_error_message(error), "e: the parameter 'a' is missing"));
  moya_error_release(error);
  moya_api_release(api);
}

static void stubs(void) {
  moya_api *api = api_with("'e': {'path': '/', 'stub': 'immediate', 'sample': {'status': 418, 'text': 'tea'}, 'validation': 'success'},"
                           "'ok': {'path': '/', 'stub': 'immediate', 'sample': {'body': [1]}}");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_api_call(api, "e", NULL, 0, NULL, &response, &error), MOYA_ERROR_STATUS_CODE);
  EXPECT(str_is(moya_response_body(moya_error_response(error)), "tea") && str_is(moya_error_target(error), "e"));
  moya_error_release(error);
  EXPECT_STATUS(moya_api_call(api, "ok", NULL, 0, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_body(response), "[1]") && moya_response_http_status(response) == 200);
  moya_response_release(response);
  moya_api_release(api);
}

static void hear_endpoint(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  heard *it = user;
  EXPECT((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
  pthread_mutex_lock(&it->lock);
  it->calls++;
  it->ok += status == MOYA_OK && moya_response_http_status(response) == 200;
  pthread_mutex_unlock(&it->lock);
}

/* The program releases the API before its calls have ended. The calls go on. */
static void sent_and_enqueued(void) {
  moya_api *api = api_with("'e': {'path': '/{a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'i64'}]}");
  heard it = HEARD_INIT;
  moya_queue *queue = NULL;
  moya_argument argument = MOYA_ARG_I64("a", 1), none = MOYA_ARG_I64("b", 1);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  for (int i = 0; i < 20; i++) {
    argument.integer = i;
    EXPECT_STATUS(moya_api_send(api, "e", &argument, 1, &MOYA_HANDLERS(.end = hear_endpoint, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    EXPECT_STATUS(moya_api_enqueue(api, "e", &argument, 1, queue, (uint64_t)i, 0, NULL, NULL, NULL), MOYA_OK);
  }
  /* If moya_api_send fails, no callback runs, and the library releases `user`. */
  moya_error *error = NULL;
  heard failed = HEARD_INIT;
  failed.calls = 1;
  EXPECT_STATUS(moya_api_send(api, "e", &none, 1, &MOYA_HANDLERS(.end = hear_endpoint, .user = &failed, .release_user = unhear), NULL, NULL, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(failed.calls == 1 && failed.released == 1);
  moya_error_release(error);
  EXPECT_STATUS(moya_api_enqueue(api, "e", &none, 1, queue, 0, 0, NULL, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_api_release(api);
  EXPECT(await_released(&it, 20) && it.ok == 20, "%d", it.ok);
  int rows = 0;
  while (rows < 20) {
    moya_completion row[8];
    int64_t got = moya_queue_wait(queue, row, sizeof *row, 8, 30000);
    if (got <= 0) break;
    for (int64_t i = 0; i < got; i++) {
      char path[32];
      moya_str target = {"", 0};
      snprintf(path, sizeof path, "/echo/%d", (int)row[i].tag);
      EXPECT(row[i].response && moya_response_json_string(row[i].response, "target", &target, NULL) == MOYA_OK);
      EXPECT(str_is(target, path), "%s", target.data);
    }
    moya_completions_release(row, sizeof *row, (size_t)got);
    rows += (int)got;
  }
  EXPECT(rows == 20, "%d", rows);
  moya_queue_destroy(queue);
}

static void slices(void) {
  char text[512];
  snprintf(text, sizeof text,
           "{'moya': 1, 'name': 'n', 'base_url': '%s', 'endpoints': {"
           "'e': {'path': '/echo/{a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'str'}]},"
           "'late': {'path': '/never', 'timeout_ms': 50}, 'stub': {'path': '/', 'sample': {}, 'stub': 'immediate'}}}",
           faults.url);
  moya_api *api = api_of(provider, text, NULL);
  moya_argument argument = MOYA_ARG_STR("a", "x");
  moya_blocking_call *exchange = NULL;
  moya_response *response = NULL;
  moya_error *error = NULL;
  do { /* only the first moya_api_call_for gets the arguments */
    size_t count = exchange ? 0 : 1;
    EXPECT_STATUS(moya_api_call_for(api, "e", &argument, count, 0, &exchange, &response, &error), MOYA_OK);
    EXPECT((exchange == NULL) == (response != NULL));
  } while (exchange);
  moya_str target = {"", 0};
  EXPECT(moya_response_json_string(response, "target", &target, NULL) == MOYA_OK && str_is(target, "/echo/x"));
  moya_response_release(response);
  EXPECT_STATUS(moya_api_call_for(api, "stub", NULL, 0, 0, &exchange, &response, NULL), MOYA_OK);
  EXPECT(exchange == NULL && moya_response_http_status(response) == 200);
  moya_response_release(response);
  moya_status status = moya_api_call_for(api, "late", NULL, 0, 1, &exchange, &response, &error);
  moya_api_release(api);
  while (exchange && status == MOYA_OK) {
    status = moya_provider_call_for(provider, NULL, 1, &exchange, &response, &error);
  }
  EXPECT_STATUS(status, MOYA_ERROR_TIMEOUT_TOTAL);
  EXPECT(str_has(moya_error_message(error), "late"), "%s", moya_error_message(error).data);
  moya_error_release(error);
}

/* In a callback, functions that block return MOYA_ERROR_STATE. */
static void blocks(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  moya_response *other = NULL;
  moya_blocking_call *exchange = NULL;
  (void)response, (void)error;
  EXPECT_STATUS(status, MOYA_OK);
  EXPECT_STATUS(moya_api_call(user, "e", NULL, 0, NULL, &other, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_api_call_for(user, "e", NULL, 0, -1, &exchange, &other, NULL), MOYA_ERROR_STATE);
}
static void in_callbacks(void) {
  moya_api *api = api_with("'e': {'path': '/'}, 'stub': {'path': '/', 'sample': {}, 'stub': 'immediate'}");
  EXPECT_STATUS(moya_api_send(api, "stub", NULL, 0, &MOYA_HANDLERS(.end = blocks, .user = api), NULL, NULL, NULL), MOYA_OK);
  moya_api_release(api);
}

static void *call_many(void *api) {
  for (int i = 0; i < 20; i++) {
    moya_argument argument = MOYA_ARG_I64("a", i);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_api_call(api, "e", &argument, 1, NULL, &response, NULL), MOYA_OK);
    moya_response_release(response);
  }
  return NULL;
}

static void threads(void) {
  moya_api *api = api_with("'e': {'path': '/{a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'i64'}]}");
  pthread_t thread[4];
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, call_many, api);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  moya_api_release(api);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a call that cannot be made is refused", refused_calls);
  TEST("an endpoint's options are its target's", targets);
  TEST("an empty list of statuses to retry is not the default list", retried_statuses);
  TEST("an endpoint's sample is its stub", stubs);
  TEST("calls that were sent and enqueued outlive their API", sent_and_enqueued);
  TEST("a call in slices goes on when its API has gone", slices);
  TEST("a call that blocks is refused in a callback", in_callbacks);
  TEST("an API is used by many threads", threads);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
