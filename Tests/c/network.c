/* Tests calls over the network: blocking, with a callback, with a queue, and in the program's own loop. */
#include "calls.h"

#include <arpa/inet.h>
#include <sys/socket.h>

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
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
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
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 404, "an HTTP error is an answer");
  moya_response_release(response);

  target = target_of("/gzip");
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(moya_response_body(response).len == 12000, "%zu bytes", moya_response_body(response).len);
  EXPECT(str_is(moya_response_header(response, "content-type"), "text/plain"));
  moya_response_release(response);
}

static void callbacks(void) {
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  for (int count = 0; count < 100; count++) {
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
    EXPECT(call != NULL);
    moya_call_release(call);
  }
  EXPECT(await_released(&it, 100), "%d", it.released);
  EXPECT(it.calls == 100 && it.ok == 100 && it.released == 100, "%d %d %d", it.calls, it.ok, it.released);

  target.base_url = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_ERROR_NULL);
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
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, tag, 0, NULL, NULL, NULL), MOYA_OK);
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

  /* A program with a newer header has larger rows. */
  struct {
    moya_completion row;
    uint64_t more;
  } larger[2];
  memset(larger, 0xff, sizeof larger);
  moya_target target = target_of("/never");
  target.timeout_ms = 1;
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 7, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &larger[0].row, sizeof *larger, 2, 30000) == 1);
  EXPECT(larger[0].row.tag == 7 && larger[0].row.status == MOYA_ERROR_TIMEOUT_TOTAL && larger[0].more == 0);
  EXPECT(larger[1].more == UINT64_MAX, "a row that was not there is not touched");
  moya_completions_release(&larger[0].row, sizeof *larger, 1);
  EXPECT(moya_queue_drain(queue, rows, sizeof *rows - 1, 1) == MOYA_ERROR_STRUCT_SIZE);
  EXPECT(moya_queue_drain(queue, NULL, sizeof *rows, 1) == MOYA_ERROR_NULL);

  /* Rows that were not drained are released with the queue. */
  target = target_of("/ok");
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
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
    EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
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
  EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  while (it.released < 21) {
    if (poll(&ready, 1, 30000) != 1) break;
    EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
  }
  EXPECT(it.last == MOYA_ERROR_TIMEOUT_TOTAL, "%s: timeouts make the descriptor readable", moya_status_name(it.last));
  target.timeout_ms = 0;
  EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  expect_good(hosted);
  moya_provider_destroy(hosted);
  EXPECT(it.cancelled == 1 && it.released == 22, "%d", it.cancelled);
}

/* Checks the domain and the code of an error: which library caused it, and the number of this library's error.
 * Tests/faults checks the messages of all failures. */
static void causes(void) {
  /* A socket is bound to this port but does not listen, so connecting fails. */
  char url[64];
  int holder = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  EXPECT(bind(holder, (struct sockaddr *)&address, length) == 0);
  getsockname(holder, (struct sockaddr *)&address, &length);
  snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(address.sin_port));
  moya_target target = target_of("/ok");
  target.base_url = url;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_CONNECT);
  EXPECT(response == NULL);
  EXPECT(str_has(moya_error_message(error), "API.call: "), "%s", moya_error_message(error).data);
  EXPECT(moya_error_domain(error) == MOYA_DOMAIN_CURL && moya_error_code(error) == 7, "%d", (int)moya_error_code(error));
  moya_error_release(error);
  close(holder);
  expect_good(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  TEST("a blocking call sends the target and returns the answer", blocking);
  TEST("a callback hears of the end exactly once, and its user is released after it", callbacks);
  TEST("a queue gets one row per call and is readable exactly while rows wait", queues);
  TEST("an error of libcurl's has its number, and names the target", causes);
  TEST("a host pumps its own provider through a descriptor", host_pump);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
