/* Calls over the network: waiting, by callback, by queue, by the host's own loop; and the faults of peers. */
#include "calls.h"

static moya_provider *provider;

static void blocking(void) {
  for (int count = 0; count < 3; count++) expect_good(provider);

  moya_header headers[] = {{"X-One", "1"}, {"Accept", "text/x"}};
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_JSON;
  task.data = "{\"a\":1}";
  task.data_len = 7;
  moya_target target = target_of("/echo");
  target.method = "POST";
  target.headers = headers;
  target.header_count = 2;
  target.task = &task;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
  moya_str body = moya_response_body(response);
  EXPECT(str_has(body, "\"method\": \"POST\""), "%s", body.data);
  EXPECT(str_has(body, "[\"X-One\", \"1\"]"), "%s", body.data);
  EXPECT(str_has(body, "[\"Accept\", \"text/x\"]"), "%s", body.data);
  EXPECT(str_has(body, "[\"Content-Type\", \"application/json\"]"), "%s", body.data);
  EXPECT(str_has(body, "[\"User-Agent\", \"libmoya/1.0.0\"]"), "%s", body.data);
  moya_str sent;
  EXPECT_STATUS(moya_response_json_string(response, "body", &sent, NULL), MOYA_OK);
  EXPECT(str_is(sent, "{\"a\":1}"), "%s", sent.data);
  moya_response_release(response);

  target = target_of("/status/404");
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
  EXPECT(moya_response_status(response) == 404, "an HTTP error is an answer");
  moya_response_release(response);

  target = target_of("/gzip");
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
  EXPECT(moya_response_body(response).len == 12000, "%zu bytes", moya_response_body(response).len);
  EXPECT(str_is(moya_response_header(response, "content-type"), "text/plain"));
  moya_response_release(response);
}

static void callbacks(void) {
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  for (int count = 0; count < 100; count++) {
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(provider, &target, hear, &it, unhear, &call, NULL), MOYA_OK);
    EXPECT(call != NULL);
    moya_call_release(call);
  }
  EXPECT(await_released(&it, 100), "%d", it.released);
  EXPECT(it.calls == 100 && it.ok == 100 && it.released == 100, "%d %d %d", it.calls, it.ok, it.released);

  target.base_url = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, hear, &it, unhear, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(it.calls == 100 && it.released == 101, "released when send fails");
}

static void queues(void) {
  enum { COUNT = 200 };
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
  EXPECT(poll(&ready, 1, 0) == 0, "an empty queue is not readable");
  EXPECT((fcntl(ready.fd, F_GETFD) & FD_CLOEXEC) != 0);
  moya_completion rows[64];
  EXPECT(moya_queue_drain(queue, rows, sizeof *rows, 64) == 0);
  EXPECT(moya_queue_wait(queue, rows, sizeof *rows, 64, 0) == 0);
  EXPECT(moya_queue_wait(queue, rows, sizeof *rows, 64, 1) == 0);

  for (uint64_t tag = 0; tag < COUNT; tag++) {
    char path[32];
    snprintf(path, sizeof path, "/bytes/%d", (int)tag);
    moya_target target = target_of(path);
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, tag, NULL, NULL), MOYA_OK);
  }
  char seen[COUNT] = {0};
  int total = 0;
  while (total < COUNT) {
    EXPECT(poll(&ready, 1, 30000) == 1, "readable when a row waits");
    int64_t count = moya_queue_wait(queue, rows, sizeof *rows, total % 2 ? 1 : 64, 30000);
    EXPECT(count > 0, "%d", (int)count);
    if (count <= 0) break;
    for (int64_t index = 0; index < count; index++) {
      EXPECT(rows[index].status == MOYA_OK && rows[index].http_status == 200 && rows[index].error == NULL);
      EXPECT(rows[index].tag < COUNT && !seen[rows[index].tag]++, "each tag once");
      EXPECT(moya_response_body(rows[index].response).len == rows[index].tag);
    }
    total += (int)count;
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    EXPECT(rows[0].response == NULL && rows[0].error == NULL);
  }
  EXPECT(poll(&ready, 1, 0) == 0, "drained, and not readable");

  /* Rows of a newer header are larger. */
  struct {
    moya_completion row;
    uint64_t more;
  } larger[2];
  memset(larger, 0xff, sizeof larger);
  moya_target target = target_of("/never");
  target.timeout_ms = 1;
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 7, NULL, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &larger[0].row, sizeof *larger, 2, 30000) == 1);
  EXPECT(larger[0].row.tag == 7 && larger[0].row.status == MOYA_ERROR_TIMEOUT_TOTAL && larger[0].more == 0);
  EXPECT(larger[1].more == UINT64_MAX, "a row that was not there is not touched");
  moya_completions_release(&larger[0].row, sizeof *larger, 1);
  EXPECT(moya_queue_drain(queue, rows, sizeof *rows - 1, 1) == MOYA_ERROR_STRUCT_SIZE);
  EXPECT(moya_queue_drain(queue, NULL, sizeof *rows, 1) == MOYA_ERROR_NULL);

  /* What nobody drained goes with the queue. */
  target = target_of("/ok");
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, NULL, NULL), MOYA_OK);
  EXPECT(poll(&ready, 1, 30000) == 1);
  moya_queue_destroy(queue);
}

static void host_pump(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = MOYA_PUMP_HOST;
  moya_provider *hosted = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &hosted, NULL), MOYA_OK);
  EXPECT(moya_provider_fd(provider) == -1, "another pump");
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_process(provider, 0, &error), MOYA_ERROR_STATE);
  EXPECT(str_has(moya_error_message(error), "MOYA_PUMP_HOST"));
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_process(hosted, -2, NULL), MOYA_ERROR_ARGUMENT);

  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  for (int count = 0; count < 20; count++) {
    EXPECT_STATUS(moya_provider_send(hosted, &target, hear, &it, unhear, NULL, NULL), MOYA_OK);
  }
  struct pollfd ready = {moya_provider_fd(hosted), POLLIN, 0};
  EXPECT(ready.fd >= 0 && (fcntl(ready.fd, F_GETFD) & FD_CLOEXEC) != 0);
  EXPECT(it.calls == 0, "nothing moves by itself");
  while (it.released < 20) {
    if (poll(&ready, 1, 30000) != 1) break;
    EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
  }
  EXPECT(it.ok == 20 && it.released == 20, "%d", it.ok);

  target = target_of("/never");
  target.timeout_ms = 20;
  EXPECT_STATUS(moya_provider_send(hosted, &target, hear, &it, unhear, NULL, NULL), MOYA_OK);
  while (it.released < 21) {
    if (poll(&ready, 1, 30000) != 1) break;
    EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
  }
  EXPECT(it.last == MOYA_ERROR_TIMEOUT_TOTAL, "%s: timeouts make the descriptor readable", moya_status_name(it.last));
  target.timeout_ms = 0;
  EXPECT_STATUS(moya_provider_send(hosted, &target, hear, &it, unhear, NULL, NULL), MOYA_OK);
  expect_good(hosted);
  moya_provider_destroy(hosted);
  EXPECT(it.cancelled == 1 && it.released == 22, "%d", it.cancelled);
}

/* Every fault of a peer, and what it is. */
static void peers(void) {
  static const struct {
    const char *path;
    moya_status status;
    const char *text;
  } cases[] = {
      {"/close", MOYA_ERROR_NETWORK, ""},
      {"/rst", MOYA_ERROR_NETWORK, ""},
      {"/truncated-headers", MOYA_ERROR_PROTOCOL, ""},
      {"/truncated-body", MOYA_ERROR_INCOMPLETE_BODY, "100"},
      {"/truncated-chunk", MOYA_ERROR_INCOMPLETE_BODY, ""},
      {"/rst-body", MOYA_ERROR_NETWORK, ""},
      {"/length-letters", MOYA_ERROR_PROTOCOL, ""},
      {"/lengths-differ", MOYA_ERROR_PROTOCOL, ""},
      {"/not-http", MOYA_ERROR_PROTOCOL, ""},
      {"/gzip-truncated", MOYA_ERROR_DECODE, ""},
      {"/gzip-bad-crc", MOYA_ERROR_DECODE, ""},
      {"/endless-headers", MOYA_ERROR_TOO_LARGE, ""},
      {"/redirect-file", MOYA_ERROR_REDIRECT, ""},
      {"/redirect-ftp", MOYA_ERROR_REDIRECT, ""},
      {"/redirect-loop", MOYA_ERROR_REDIRECT, ""},
  };
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    moya_target target = target_of(cases[index].path);
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_status status = moya_provider_call(provider, &target, &response, &error);
    EXPECT(status == cases[index].status, "%s: %s", cases[index].path, moya_status_name(status));
    moya_str message = moya_error_message(error);
    EXPECT(str_has(message, "API.call: ") && str_has(message, cases[index].text), "%s", message.data);
    moya_error_release(error);
    moya_response_release(response);
    expect_good(provider);
  }
}

static void partial_answers(void) {
  moya_target target = target_of("/truncated-body");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_INCOMPLETE_BODY);
  const moya_response *partial = moya_error_response(error);
  EXPECT(moya_response_status(partial) == 200, "%d", moya_response_status(partial));
  EXPECT(str_is(moya_response_body(partial), "hello"), "%s", moya_response_body(partial).data);
  moya_error_release(error);
}

static void unreachable(void) {
  /* A port that was just free, and is not listened on. */
  server gone = server_start("Tests/servers/faultserver.py");
  server_stop(&gone);
  moya_target target = target_of("/ok");
  target.base_url = gone.url;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_CONNECT);
  char place[32];
  snprintf(place, sizeof place, "127.0.0.1:%d", gone.port);
  EXPECT(str_has(moya_error_message(error), place), "%s", moya_error_message(error).data);
  EXPECT(str_is(moya_error_domain(error), "curl") && moya_error_code(error) == 7, "%d", (int)moya_error_code(error));
  moya_error_release(error);
  expect_good(provider);

  target.base_url = "http://user:secret@no-such-name.invalid";
  target.path = "/a";
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_RESOLVE);
  EXPECT(str_has(moya_error_message(error), "no-such-name.invalid"), "%s", moya_error_message(error).data);
  EXPECT(!str_has(moya_error_message(error), "secret"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  expect_good(provider);
}

static void timeouts(void) {
  moya_target target = target_of("/never");
  moya_response *response = NULL;
  moya_error *error = NULL;
  target.timeout_ms = 50;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_TIMEOUT_TOTAL);
  EXPECT(str_has(moya_error_message(error), "API.call: "));
  moya_error_release(error);
  expect_good(provider);

  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.idle_timeout_ms = 50;
  moya_provider *impatient = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &impatient, NULL), MOYA_OK);
  target.timeout_ms = 0;
  for (int count = 0; count < 2; count++) {
    EXPECT_STATUS(moya_provider_call(impatient, &target, &response, &error), MOYA_ERROR_TIMEOUT_IDLE);
    moya_error_release(error);
  }
  moya_provider_destroy(impatient);
}

static void bounds(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.max_body_size = 1000;
  options.max_redirects = MOYA_NO_REDIRECTS;
  options.user_agent = "tester/2";
  moya_provider *bounded = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &bounded, NULL), MOYA_OK);
  moya_target target = target_of("/bytes/1001");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_ERROR_TOO_LARGE);
  target = target_of("/gzip-bomb");
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_ERROR_TOO_LARGE);
  target = target_of("/redirect");
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_OK);
  EXPECT(moya_response_status(response) == 302, "%d", moya_response_status(response));
  moya_response_release(response);
  target = target_of("/echo");
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_body(response), "[\"User-Agent\", \"tester/2\"]"));
  moya_response_release(response);
  moya_provider_destroy(bounded);

  target = target_of("/redirect");
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_url(response), "/ok"), "%s", moya_response_url(response).data);
  moya_response_release(response);
}

static void closing_connections(void) {
  static const char *const paths[] = {"/ok-then-fin", "/ok-then-close", "/extra", "/late", "/late-408", "/204-body"};
  moya_provider *meanwhile = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &meanwhile, NULL), MOYA_OK);
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    moya_target target = target_of(paths[index]);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
    EXPECT(!str_has(moya_response_body(response), "evil"), "%s", paths[index]);
    moya_response_release(response);
    /* The connection is idle for longer than the peer takes to write into it. */
    target = target_of("/delay/300");
    EXPECT_STATUS(moya_provider_call(meanwhile, &target, &response, NULL), MOYA_OK);
    moya_response_release(response);
    expect_good(provider);
  }
  moya_provider_destroy(meanwhile);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  TEST("a blocking call sends the target and returns the answer", blocking);
  TEST("a callback hears of the end exactly once, and its user is released after it", callbacks);
  TEST("a queue gets one row per call and is readable exactly while rows wait", queues);
  TEST("a host pumps its own provider through a descriptor", host_pump);
  TEST("each fault of a peer has its status, names the target, and does not harm the next call", peers);
  TEST("what had arrived comes with the error", partial_answers);
  TEST("a closed port and an unknown name are named without secrets", unreachable);
  TEST("a peer that never answers runs into the total or the idle timeout", timeouts);
  TEST("a provider's options bound what its calls may do", bounds);
  TEST("a connection that its peer closed, or wrote into, harms no later call", closing_connections);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
