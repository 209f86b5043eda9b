/* Tests what a response says about its exchange: version, connection, times, bytes, redirects and trailers. */
#define MOYA_NONNULL(...) /* NULLs are tested */
#include "calls.h"

static moya_provider *provider;

static moya_response *answer_of(moya_target target) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
  if (error) printf("    %s\n", moya_error_message(error).data);
  moya_error_release(error);
  return response;
}

static void exchange(void) {
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_DATA;
  task.data = "12345";
  task.data_len = 5;
  moya_target target = target_of("/gzip");
  target.method = "POST";
  target.task = &task;
  for (int64_t reused = 0; reused < 2; reused++) {
    moya_response *response = answer_of(target);
    EXPECT(moya_response_info(response, MOYA_INFO_HTTP_VERSION) == 11);
    EXPECT(moya_response_info(response, MOYA_INFO_ATTEMPTS) == 1);
    EXPECT(moya_response_info(response, MOYA_INFO_CONNECTION_REUSED) == reused, "call %d", (int)reused);
    EXPECT(moya_response_info(response, MOYA_INFO_REMOTE_PORT) == faults.port);
    EXPECT(str_is(moya_response_remote_address(response), "127.0.0.1"));
    EXPECT(moya_response_info(response, MOYA_INFO_BYTES_UP) == 5);
    int64_t down = moya_response_info(response, MOYA_INFO_BYTES_DOWN);
    EXPECT(down > 0 && (size_t)down < moya_response_body(response).len, "%d encoded bytes", (int)down);
    int64_t connect = moya_response_info(response, MOYA_INFO_CONNECT_US);
    EXPECT(reused ? connect == 0 : connect > 0, "%d", (int)connect);
    EXPECT(moya_response_info(response, MOYA_INFO_TLS_US) == 0, "there is no TLS");
    int64_t first = moya_response_info(response, MOYA_INFO_FIRST_BYTE_US);
    EXPECT(first > 0 && first <= moya_response_info(response, MOYA_INFO_TOTAL_US));
    EXPECT(moya_response_redirect_count(response) == 0 && moya_response_trailer_count(response) == 0);
    moya_response_release(response);
  }
}

static void redirects(void) {
  moya_response *response = answer_of(target_of("/redirect/1"));
  EXPECT(moya_response_redirect_count(response) == 2);
  const char *paths[] = {"/redirect/1", "/redirect/0"};
  for (size_t index = 0; index < 2; index++) {
    int32_t status = 0;
    moya_str url = {0};
    EXPECT_STATUS(moya_response_redirect_at(response, index, &status, &url), MOYA_OK);
    EXPECT(status == 302 && str_has(url, paths[index]), "%s", url.data);
    moya_str again;
    EXPECT_STATUS(moya_response_redirect_at(response, index, NULL, &again), MOYA_OK);
    EXPECT(again.data == url.data, "asked again, it is the same text");
  }
  EXPECT(str_has(moya_response_url(response), "/ok"));
  EXPECT_STATUS(moya_response_redirect_at(response, 2, NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_redirect_at(NULL, 0, NULL, NULL), MOYA_ERROR_NULL);
  moya_response_release(response);
}

static void trailers(void) {
  moya_response *response = answer_of(target_of("/trailers"));
  EXPECT(str_is(moya_response_body(response), "hello"));
  EXPECT(moya_response_info(response, MOYA_INFO_BYTES_DOWN) == 5, "chunks' framing is not counted");
  EXPECT(str_is(moya_response_header(response, "X-Sum"), "early"), "trailers are no header fields");
  const char *wanted[][2] = {{"X-Sum", "\xe9 1"}, {"x-sum", "2"}, {"X-Empty", ""}};
  EXPECT(moya_response_trailer_count(response) == 3);
  for (size_t index = 0; index < 3; index++) {
    moya_str name, value;
    EXPECT_STATUS(moya_response_trailer_at(response, index, &name, &value), MOYA_OK);
    EXPECT(str_is(name, wanted[index][0]) && str_is(value, wanted[index][1]), "%s: %s", name.data, value.data);
  }
  EXPECT_STATUS(moya_response_trailer_at(response, 3, NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_trailer_at(NULL, 0, NULL, NULL), MOYA_ERROR_NULL);
  moya_response_release(response);
}

static void expect_nothing(const moya_response *response, int64_t attempts) {
  for (moya_info what = 0; what <= MOYA_INFO_TOTAL_US + 1; what++) {
    EXPECT(moya_response_info(response, what) == (what == MOYA_INFO_ATTEMPTS ? attempts : -1), "%d", what);
  }
  EXPECT(moya_response_remote_address(response).data == NULL);
  EXPECT(moya_response_redirect_count(response) == 0 && moya_response_trailer_count(response) == 0);
}

static void reasons(void) {
  static const struct {
    const char *path, *reason;
  } rows[] = {{"/ok", "OK"}, {"/status/404", "Status"}, {"/busy/1", "Busy"}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_response *response = answer_of(target_of(rows[row].path));
    moya_str reason = moya_response_reason(response);
    EXPECT(str_is(reason, rows[row].reason), "row %zu: %s", row, reason.data ? reason.data : "nothing");
    EXPECT(moya_response_reason(response).data == reason.data, "asked again, it is the same text");
    moya_response_release(response);
  }
}

static void unknown(void) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/ok");
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  moya_response *response = answer_of(target);
  expect_nothing(response, 1);
  EXPECT(moya_response_reason(response).data == NULL);
  moya_response_release(response);
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, NULL, 0, &response, NULL), MOYA_OK);
  expect_nothing(response, -1);
  EXPECT(moya_response_reason(response).data == NULL);
  moya_response_release(response);
  expect_nothing(NULL, -1);
  EXPECT(moya_response_reason(NULL).data == NULL);

  moya_error *error = NULL;
  target = target_of("/truncated-body");
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_INCOMPLETE_BODY);
  expect_nothing(moya_error_response(error), 1);
  moya_error_release(error);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a response tells of its exchange: version, peer, connection, bytes, times", exchange);
  TEST("a response has the redirects that led to it, in order", redirects);
  TEST("trailers are given one by one, apart from the header section", trailers);
  TEST("a response has the reason phrase that the server sent", reasons);
  TEST("of what was no whole exchange nothing is told but the attempts", unknown);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
