/* Tests blocking calls that write their result to a row: moya_provider_call_row and moya_provider_call_row_for. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

static moya_provider *provider;

/* A row, and bytes after it that only a newer header would have. */
typedef struct newer_row {
  moya_completion row;
  uint64_t unknown, after;
} newer_row;

/* Returns a row in which every byte is set. */
static newer_row filled(void) {
  newer_row it;
  memset(&it, 0xA5, sizeof it);
  return it;
}

static bool is_filled(const newer_row *it) {
  newer_row other = filled();
  return memcmp(it, &other, sizeof other) == 0;
}

/* Checks the row of a call that has brought this response, and releases the row. */
static void expect_response(moya_completion *row, int32_t http_status, const char *body) {
  EXPECT_STATUS(row->status, MOYA_OK);
  EXPECT(row->response != NULL && row->error == NULL);
  EXPECT(row->http_status == http_status && moya_response_http_status(row->response) == http_status, "%d", (int)row->http_status);
  EXPECT(row->len == strlen(body) && memcmp(row->data, body, row->len) == 0, "%.*s", (int)row->len, (const char *)row->data);
  EXPECT(row->data == (const void *)moya_response_body(row->response).data);
  EXPECT(row->kind == MOYA_ROW_END && row->tag == 0 && row->reserved == 0 && row->progress == NULL);
  moya_completions_release(row, sizeof *row, 1);
  EXPECT(row->response == NULL && row->data == NULL && row->len == 0);
}

/* Checks the row of a call that has failed, and releases the row. */
static void expect_failure(moya_completion *row, moya_status status, const char *message) {
  EXPECT_STATUS(row->status, status);
  EXPECT(row->response == NULL && row->data == NULL && row->len == 0 && row->tag == 0 && row->kind == MOYA_ROW_END);
  EXPECT(str_has(moya_error_message(row->error), message), "%s", moya_error_message(row->error).data);
  moya_completions_release(row, sizeof *row, 1);
  EXPECT(row->error == NULL);
}

static void responses(void) {
  static const char body[] = "from a stub";
  moya_sample sample = MOYA_SAMPLE(.http_status = 201, .body = body, .body_len = sizeof body - 1);
  moya_target network = target_of("/ok"), stub = target_of("/ok"), missing = target_of("/status/404");
  stub.sample = &sample;
  stub.stub = MOYA_STUB_IMMEDIATE;
  moya_blocking_call *call = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &missing, NULL, &response, NULL), MOYA_OK);
  const char *fault = moya_response_body(response).data;
  for (int round = 0; round < 3; round++) {
    newer_row it = filled();
    EXPECT_STATUS(moya_provider_call_row(provider, &network, &it.row, sizeof it.row), MOYA_OK);
    expect_response(&it.row, 200, "{\"ok\":true}");
    EXPECT_STATUS(moya_provider_call_row(provider, &stub, &it.row, sizeof it.row), MOYA_OK);
    expect_response(&it.row, 201, body);
    EXPECT_STATUS(moya_provider_call_row(provider, &missing, &it.row, sizeof it.row), MOYA_OK);
    expect_response(&it.row, 404, fault);
    EXPECT_STATUS(moya_provider_call_row_for(provider, &network, -1, &call, &it.row, sizeof it.row), MOYA_OK);
    expect_response(&it.row, 200, "{\"ok\":true}");
    EXPECT_STATUS(moya_provider_call_row_for(provider, &stub, 0, &call, &it.row, sizeof it.row), MOYA_OK);
    expect_response(&it.row, 201, body);
    EXPECT(call == NULL && it.unknown == filled().unknown, "the library has written after the row");
  }
  moya_response_release(response);
}

static void owners(void) {
  moya_provider *own = provider_of(MOYA_PUMP_HOST);
  moya_target target = target_of("/ok");
  moya_completion row;
  EXPECT_STATUS(moya_provider_call_row(own, &target, &row, sizeof row), MOYA_OK);
  moya_provider_destroy(own);
  EXPECT(row.len == strlen("{\"ok\":true}") && memcmp(row.data, "{\"ok\":true}", row.len) == 0);
  moya_response_release(row.response);

  target.path = "/status/500";
  target.validation = MOYA_VALIDATION_SUCCESS;
  EXPECT_STATUS(moya_provider_call_row(provider, &target, &row, sizeof row), MOYA_ERROR_STATUS_CODE);
  EXPECT(row.http_status == 500 && row.response == NULL && row.data == NULL);
  EXPECT(moya_response_http_status(moya_error_response(row.error)) == 500);
  moya_error_release(row.error);
}

static void sizes(void) {
  moya_target target = target_of("/ok");
  moya_blocking_call *call = NULL;
  newer_row it = filled();
  size_t newer = offsetof(newer_row, after);
  EXPECT_STATUS(moya_provider_call_row(provider, &target, &it.row, newer), MOYA_OK);
  EXPECT(it.unknown == 0 && it.after == filled().after, "only the row that the caller names is written");
  expect_response(&it.row, 200, "{\"ok\":true}");

  static const struct { size_t size; moya_status status; } wrong[] = {
      {0, MOYA_ERROR_STRUCT_SIZE}, {56, MOYA_ERROR_STRUCT_SIZE}, {65, MOYA_ERROR_ARGUMENT}, {8192, MOYA_ERROR_ARGUMENT},
      {SIZE_MAX, MOYA_ERROR_ARGUMENT}};
  it = filled();
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    EXPECT_STATUS(moya_provider_call_row(provider, &target, &it.row, wrong[i].size), wrong[i].status);
    EXPECT_STATUS(moya_provider_call_row_for(provider, &target, -1, &call, &it.row, wrong[i].size), wrong[i].status);
    EXPECT(is_filled(&it) && call == NULL, "%zu", wrong[i].size);
  }
  EXPECT_STATUS(moya_provider_call_row(provider, &target, NULL, sizeof it.row), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_call_row_for(provider, &target, -1, &call, NULL, sizeof it.row), MOYA_ERROR_NULL);
}

static int64_t read_nothing(void *user, void *buffer, size_t size) {
  (void)user, (void)buffer, (void)size;
  return 0;
}
static void count(void *number) { ++*(int *)number; }

static void mistakes(void) {
  moya_target target = target_of("/ok");
  moya_blocking_call *call = NULL;
  newer_row it = filled();
  EXPECT_STATUS(moya_provider_call_row(NULL, &target, &it.row, sizeof it.row), MOYA_ERROR_NULL);
  expect_failure(&it.row, MOYA_ERROR_NULL, "provider");
  EXPECT_STATUS(moya_provider_call_row(provider, NULL, &it.row, sizeof it.row), MOYA_ERROR_NULL);
  expect_failure(&it.row, MOYA_ERROR_NULL, "moya_target");
  EXPECT_STATUS(moya_provider_call_row_for(provider, &target, -1, NULL, &it.row, sizeof it.row), MOYA_ERROR_NULL);
  expect_failure(&it.row, MOYA_ERROR_NULL, "blocking_call");
  EXPECT_STATUS(moya_provider_call_row_for(provider, &target, -2, &call, &it.row, sizeof it.row), MOYA_ERROR_ARGUMENT);
  expect_failure(&it.row, MOYA_ERROR_ARGUMENT, "-2");
  target.size = 3;
  EXPECT_STATUS(moya_provider_call_row(provider, &target, &it.row, sizeof it.row), MOYA_ERROR_STRUCT_SIZE);
  expect_failure(&it.row, MOYA_ERROR_STRUCT_SIZE, "moya_target.size");
  struct { moya_target known; uint64_t unknown; } tail = {target_of("/ok"), 1};
  tail.known.size = sizeof tail;
  moya_target url = target_of("/ok"), name = target_of("/ok"), method = target_of("/ok");
  method.method = "G T";
  url.base_url = "ftp://127.0.0.1";
  name.name = "\xff";
  const struct { const moya_target *target; moya_status status; const char *message; } wrong[] = {
      {&tail.known, MOYA_ERROR_STRUCT_TAIL, "moya_target"}, {&name, MOYA_ERROR_UTF8, "moya_target.name"},
      {&url, MOYA_ERROR_INVALID_URL, "API.call"}, {&method, MOYA_ERROR_INVALID_REQUEST, "API.call"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    EXPECT_STATUS(moya_provider_call_row(provider, wrong[i].target, &it.row, sizeof it.row), wrong[i].status);
    expect_failure(&it.row, wrong[i].status, wrong[i].message);
    EXPECT_STATUS(moya_provider_call_row_for(provider, wrong[i].target, -1, &call, &it.row, sizeof it.row), wrong[i].status);
    expect_failure(&it.row, wrong[i].status, wrong[i].message);
  }

  moya_provider *own = provider_of(MOYA_PUMP_HOST);
  target = target_of("/ok");
  moya_provider_close(own);
  EXPECT_STATUS(moya_provider_call_row(own, &target, &it.row, sizeof it.row), MOYA_ERROR_STATE);
  expect_failure(&it.row, MOYA_ERROR_STATE, "closed");
  moya_provider_destroy(own);
}

static void contexts(void) {
  int released = 0, wanted = 0;
  moya_stream stream = MOYA_STREAM(.read = read_nothing, .user = &released, .release_user = count);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_target target = target_of("/ok");
  target.method = "POST";
  target.task = &task;
  moya_completion row;
  moya_blocking_call *call = NULL;
  EXPECT_STATUS(moya_provider_call_row(provider, &target, NULL, sizeof row), MOYA_ERROR_NULL);
  EXPECT(released == ++wanted, "%d", released);
  EXPECT_STATUS(moya_provider_call_row_for(provider, &target, 0, &call, &row, 3), MOYA_ERROR_STRUCT_SIZE);
  EXPECT(released == ++wanted, "%d", released);
  EXPECT_STATUS(moya_provider_call_row(NULL, &target, &row, sizeof row), MOYA_ERROR_NULL);
  moya_completions_release(&row, sizeof row, 1);
  EXPECT(released == ++wanted, "%d", released);
}

static moya_blocking_call *left(moya_provider *of) {
  moya_blocking_call *call = NULL;
  moya_target target = target_of("/never");
  newer_row it = filled();
  EXPECT_STATUS(moya_provider_call_row_for(of, &target, 1, &call, &it.row, sizeof it.row), MOYA_OK);
  EXPECT(call != NULL && it.row.response == NULL && it.row.error == NULL && it.row.status == MOYA_OK);
  EXPECT(it.row.http_status == 0 && it.row.data == NULL && it.row.len == 0);
  return call;
}

static void slices(void) {
  moya_completion row;
  moya_blocking_call *call = NULL;
  moya_target target = target_of("/ok");
  int slices = 0;
  do {
    EXPECT_STATUS(moya_provider_call_row_for(provider, &target, 0, &call, &row, sizeof row), MOYA_OK);
    EXPECT((call == NULL) == (row.response != NULL));
    slices++;
  } while (call);
  expect_response(&row, 200, "{\"ok\":true}");
  EXPECT(slices > 0);

  /* The other function continues the call, and the target and the provider are not read again. */
  moya_provider *own = provider_of(MOYA_PUMP_HOST);
  moya_response *response = NULL;
  call = left(own);
  EXPECT_STATUS(moya_provider_call_for(NULL, NULL, 0, &call, &response, NULL), MOYA_OK);
  EXPECT(call != NULL && response == NULL);
  EXPECT_STATUS(moya_provider_call_row_for(NULL, NULL, 0, &call, &row, 3), MOYA_ERROR_STRUCT_SIZE);
  EXPECT(call != NULL, "an invalid row ends no call");
  EXPECT_STATUS(moya_provider_call_row_for(NULL, NULL, -2, &call, &row, sizeof row), MOYA_ERROR_ARGUMENT);
  expect_failure(&row, MOYA_ERROR_ARGUMENT, "-2");
  moya_provider_close(own);
  EXPECT_STATUS(moya_provider_call_row_for(NULL, NULL, 0, &call, &row, sizeof row), MOYA_ERROR_CANCELLED);
  EXPECT(call == NULL);
  expect_failure(&row, MOYA_ERROR_CANCELLED, "API.call");
  moya_provider_destroy(own);
  moya_blocking_call_release(left(provider));
}

static void in_a_child(void) {
  moya_blocking_call *call = left(provider);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    moya_completion row;
    moya_status status = moya_provider_call_row_for(NULL, NULL, 0, &call, &row, sizeof row);
    bool is_refused = status == MOYA_ERROR_FORKED && row.status == status && row.error != NULL && call != NULL;
    moya_completions_release(&row, sizeof row, 1);
    moya_target target = target_of("/ok");
    bool works = moya_provider_call_row(provider, &target, &row, sizeof row) == MOYA_OK && row.http_status == 200;
    moya_completions_release(&row, sizeof row, 1);
    /* Another program replaces the child, because valgrind would report memory of the parent's threads as a leak. */
    execlp(is_refused && works ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT(status == 0, "%d", status);
  moya_blocking_call_release(call);
}

static void call_inside(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)status, (void)response, (void)error;
  moya_target target = target_of("/ok");
  moya_blocking_call *call = NULL;
  moya_completion row;
  EXPECT_STATUS(moya_provider_call_row(provider, &target, &row, sizeof row), MOYA_ERROR_STATE);
  expect_failure(&row, MOYA_ERROR_STATE, "moya_provider_call_row would block");
  EXPECT_STATUS(moya_provider_call_row_for(provider, &target, 0, &call, &row, sizeof row), MOYA_ERROR_STATE);
  expect_failure(&row, MOYA_ERROR_STATE, "moya_provider_call_row_for would block");
  *(bool *)user = true;
}

static void in_callbacks(void) {
  moya_target target = target_of("/ok");
  bool is_over = false;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = call_inside, .user = &is_over), NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
  EXPECT(is_over);
  moya_call_release(call);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("the row of a blocking call has the status, the response and its body", responses);
  TEST("a response in a row outlives its provider, and a row of a failure has the error", owners);
  TEST("a row has the size that the caller names, and a row of an impossible size stays as it is", sizes);
  TEST("a mistake in the arguments is an error in the row", mistakes);
  TEST("a target's context is released if the row is impossible", contexts);
  TEST("a row stays empty until the call in slices has ended", slices);
  TEST("a forked child has the error in its row, and can make its own calls", in_a_child);
  TEST("a call that would wait inside a callback is an error in the row", in_callbacks);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
