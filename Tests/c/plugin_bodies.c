/* Tests what plugins can read about bodies, about the time that a call has left, and about the exchange. */
#include "plugin_journal.h"

#include <limits.h>

static server faults;
static char scratch[] = "/tmp/moya-test-XXXXXX";

/* Bodies of requests. */
typedef struct request_row {
  const char *what;
  moya_task task;
  moya_body_kind kind;
  int64_t size;
  const char *body; /* what request_body returns; NULL: nothing */
  bool is_replaced; /* prepare sets another body */
} request_row;
static const request_row *sent;

static void expect_sent(moya_context *context, bool is_replaced) {
  moya_body_kind kind = is_replaced ? MOYA_BODY_BYTES : sent->kind;
  int64_t size = is_replaced ? 3 : sent->size;
  const char *wanted = is_replaced ? "new" : sent->body;
  moya_str body = host->request_body(context);
  EXPECT(host->request_body_kind(context) == kind, "%s: %d", sent->what, host->request_body_kind(context));
  EXPECT(host->request_body_size(context) == size, "%s: %lld", sent->what, (long long)host->request_body_size(context));
  EXPECT(wanted ? str_is(body, wanted) : body.len == 0, "%s: %s", sent->what, body.data);
}
static moya_status prepare_body(void *it, moya_context *context) {
  (void)it;
  expect_sent(context, false);
  if (sent->is_replaced) EXPECT_STATUS(host->request_set_body(context, "new", 3), MOYA_OK);
  expect_sent(context, sent->is_replaced);
  return MOYA_HOOK_OK;
}
static void see_body(void *it, moya_context *context) {
  expect_sent(context, sent->is_replaced);
  EXPECT_STATUS(host->request_set_body(context, "x", 1), MOYA_ERROR_STATE);
  note(it, "saw");
}
static const moya_plugin sending = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.sends",
                                    .version = "1.0.0",
                                    .options = letter,
                                    .create = remember,
                                    .destroy = forget,
                                    .prepare = prepare_body,
                                    .will_send = see_body,
                                    .did_receive = see_body};

static int64_t read_nothing(void *user, void *buffer, size_t room) {
  (void)user, (void)buffer, (void)room;
  return MOYA_READ_END;
}

static void request_bodies(void) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/body", scratch);
  FILE *file = fopen(path, "w");
  EXPECT(file && fwrite("a file", 1, 6, file) == 6);
  if (file) fclose(file);
  moya_stream known = MOYA_STREAM(.read = read_nothing, .len = 4), unknown = MOYA_STREAM(.read = read_nothing);
  const request_row rows[] = {
      {"no body", MOYA_TASK(.kind = MOYA_TASK_PLAIN), MOYA_BODY_NONE, 0, NULL, false},
      {"no body, replaced", MOYA_TASK(.kind = MOYA_TASK_PLAIN), MOYA_BODY_NONE, 0, NULL, true},
      {"bytes", MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "sent", .data_len = 4), MOYA_BODY_BYTES, 4, "sent", false},
      {"JSON", MOYA_TASK(.kind = MOYA_TASK_JSON, .data = "{}", .data_len = 2), MOYA_BODY_BYTES, 2, "{}", false},
      {"a file", MOYA_TASK(.kind = MOYA_TASK_FILE, .path = path), MOYA_BODY_FILE, 6, path, false},
      {"a file, replaced", MOYA_TASK(.kind = MOYA_TASK_FILE, .path = path), MOYA_BODY_FILE, 6, path, true},
      {"a stream", MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &known), MOYA_BODY_STREAM, 4, NULL, false},
      {"a long stream", MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &unknown), MOYA_BODY_STREAM, -1, NULL, false},
  };
  moya_provider *provider = provider_with(&sending, NULL);
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    sent = &rows[row];
    moya_target target = target_of();
    moya_response *response;
    target.method = "POST";
    target.task = &sent->task;
    journal[0] = 0;
    EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
    EXPECT_JOURNAL("a.saw a.saw");
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
  remove(path);
}

/* Bodies of responses, for each form in which a caller can receive a body. */
static moya_body_kind wanted_kind;
static bool is_as_sent, has_overrides;
static moya_status ask_kind(void *it, moya_context *context) {
  (void)it;
  EXPECT(host->response_body_kind(context) == wanted_kind, "%d", host->response_body_kind(context));
  EXPECT(host->target_is_as_sent(context) == is_as_sent, "%d", is_as_sent);
  EXPECT(host->target_has_overrides(context) == has_overrides, "%d", has_overrides);
  EXPECT(host->response_body(context).data == NULL && host->result_info(context, MOYA_INFO_ATTEMPTS) == -1);
  EXPECT(host->response_url(context).data == NULL && host->remote_address(context).data == NULL);
  EXPECT(host->response_header_count(context) == 0 && host->http_status(context) == 0);
  return MOYA_HOOK_OK;
}
static void see_kind(void *it, moya_context *context) {
  moya_str body = host->response_body(context);
  EXPECT(host->target_is_as_sent(context) == is_as_sent, "%d", is_as_sent);
  EXPECT(host->target_has_overrides(context) == has_overrides, "%d", has_overrides);
  EXPECT(host->response_body_kind(context) == wanted_kind, "%d", host->response_body_kind(context));
  if (wanted_kind == MOYA_BODY_BYTES) EXPECT(str_is(body, "xxxxx"), "%s", body.data);
  if (wanted_kind == MOYA_BODY_FILE) EXPECT(body.len > 0 && body.data[0] == '/', "%s", body.data);
  if (wanted_kind == MOYA_BODY_STREAM) EXPECT(body.len == 0, "%s", body.data);
  note(it, "saw");
}
static const moya_plugin receiving = {MOYA_PLUGIN_HEAD,
                                      .id = "org.libmoya.receives",
                                      .version = "1.0.0",
                                      .options = letter,
                                      .create = remember,
                                      .destroy = forget,
                                      .prepare = ask_kind,
                                      .did_receive = see_kind};
static moya_flow take(void *user, const void *data, size_t len) {
  (void)data;
  *(size_t *)user += len;
  return MOYA_FLOW_CONTINUE;
}

static void response_bodies(void) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/download", scratch);
  size_t taken = 0;
  moya_download download = MOYA_DOWNLOAD(.path = path);
  moya_handlers handlers = MOYA_HANDLERS(.body = take, .user = &taken);
  moya_connection_overrides direct = MOYA_CONNECTION_OVERRIDES(.proxy = "");
  static const moya_body_kind kinds[] = {MOYA_BODY_BYTES, MOYA_BODY_FILE, MOYA_BODY_STREAM};
  moya_provider *provider = provider_with(&receiving, NULL);
  for (size_t row = 0; row < 2 * sizeof kinds / sizeof *kinds; row++) {
    wanted_kind = kinds[row / 2];
    is_as_sent = row % 2 == 1;
    moya_target target = MOYA_TARGET(.name = "API.call", .base_url = faults.url, .path = "/bytes/5",
                                     .flags = is_as_sent ? MOYA_TARGET_AS_SENT : 0);
    has_overrides = row >= sizeof kinds / sizeof *kinds;
    if (has_overrides) target.connection = &direct;
    if (wanted_kind == MOYA_BODY_FILE) target.download = &download;
    moya_response *response = NULL;
    moya_error *error = NULL;
    journal[0] = 0;
    moya_status status = moya_provider_call(provider, &target, wanted_kind == MOYA_BODY_STREAM ? &handlers : NULL,
                                            &response, &error);
    EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
    EXPECT_JOURNAL("a.saw");
    moya_error_release(error);
    moya_response_release(response);
    EXPECT(wanted_kind != MOYA_BODY_FILE || remove(path) == 0);
  }
  EXPECT(taken == 10, "%zu", taken);
  moya_provider_destroy(provider);
}

/* Reads the facts of an exchange over the network. */
static moya_status see_exchange(void *it, moya_context *context) {
  char url[128];
  snprintf(url, sizeof url, "%s/lines/3", faults.url);
  EXPECT(str_has(host->request_url(context), "/moved"), "%s", host->request_url(context).data);
  EXPECT(str_is(host->response_url(context), url), "%s", host->response_url(context).data);
  EXPECT(str_is(host->remote_address(context), "127.0.0.1"), "%s", host->remote_address(context).data);
  EXPECT(host->result_info(context, MOYA_INFO_REMOTE_PORT) == faults.port);
  EXPECT(host->result_info(context, MOYA_INFO_HTTP_VERSION) == 11);
  EXPECT(host->result_info(context, MOYA_INFO_ATTEMPTS) == 1);
  EXPECT(host->result_info(context, MOYA_INFO_TOTAL_US + 1) == -1 && host->result_info(context, 0) == -1);
  note(it, "saw");
  return MOYA_HOOK_OK;
}
static const moya_plugin watching = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.watches",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .process = see_exchange};
static void exchanges(void) {
  moya_provider *provider = provider_with(&watching, NULL);
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = faults.url, .path = "/moved");
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT_JOURNAL("a.saw");
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Reads the facts of each attempt of a stubbed call. */
static void see_attempts(void *it, moya_context *context) {
  (void)it;
  uint32_t attempt = host->attempt(context);
  EXPECT(host->result_info(context, MOYA_INFO_ATTEMPTS) == attempt, "attempt %u", attempt);
  EXPECT(host->result_info(context, MOYA_INFO_HTTP_VERSION) == -1 && host->remote_address(context).data == NULL);
}
static int64_t retry_twice(void *it, moya_context *context) {
  see_attempts(it, context);
  return host->attempt(context) < 3 ? 0 : MOYA_RETRY_NONE;
}
static moya_status see_last_attempt(void *it, moya_context *context) {
  see_attempts(it, context);
  EXPECT(host->attempt(context) == 3);
  note(it, "process");
  return MOYA_HOOK_OK;
}
static const moya_plugin retrying = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.retries",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .did_receive = see_attempts,
                                     .should_retry = retry_twice,
                                     .process = see_last_attempt};
static void attempts(void) {
  static const moya_status failures[] = {MOYA_OK, MOYA_ERROR_NETWORK};
  moya_provider *provider = provider_with(&retrying, NULL);
  for (size_t row = 0; row < sizeof failures / sizeof *failures; row++) {
    moya_target target = target_of();
    moya_response *response;
    journal[0] = 0;
    sample.failure = failures[row];
    EXPECT_STATUS(call(provider, &target, &response), failures[row]);
    EXPECT_JOURNAL("a.process");
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

/* The time that a call has left. If a target has no total timeout, that of its provider applies, which is 300
 * seconds by default. For a download, the default no longer applies when the head of the response has arrived. */
static int64_t most_left;
static bool is_untimed_later;
static moya_status see_time(void *it, moya_context *context) {
  int64_t left = host->time_left_ms(context);
  EXPECT(left > 0 && left <= most_left, "%lld of %lld", (long long)left, (long long)most_left);
  note(it, "prepare");
  return MOYA_HOOK_OK;
}
static void see_time_later(void *it, moya_context *context) {
  int64_t left = host->time_left_ms(context);
  if (is_untimed_later) EXPECT(left == -1, "%lld", (long long)left);
  else EXPECT(left > 0 && left <= most_left, "%lld of %lld", (long long)left, (long long)most_left);
  note(it, "did_receive");
}
static const moya_plugin timing = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.times",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .prepare = see_time,
                                   .did_receive = see_time_later};
static void timeouts(void) {
  static const struct {
    uint32_t timeout_ms;
    bool is_download;
    int64_t most_left;
    bool is_untimed_later;
  } rows[] = {
      {0, false, 300000, false}, {60000, false, 60000, false}, {0, true, 300000, true}, {60000, true, 60000, false}};
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/download", scratch);
  moya_download download = MOYA_DOWNLOAD(.path = path);
  moya_provider *provider = provider_with(&timing, NULL);
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_target target = MOYA_TARGET(.timeout_ms = rows[row].timeout_ms, .name = "API.call", .base_url = faults.url,
                                     .path = "/bytes/5");
    if (rows[row].is_download) target.download = &download;
    moya_response *response;
    most_left = rows[row].most_left, is_untimed_later = rows[row].is_untimed_later;
    journal[0] = 0;
    EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
    EXPECT_JOURNAL("a.prepare a.did_receive");
    moya_response_release(response);
    remove(path);
  }
  moya_provider_destroy(provider);
}

int main(void) {
  if (!mkdtemp(scratch)) return 2;
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a plugin reads where the body of a request is, and how large it is", request_bodies);
  TEST("a plugin reads where the caller receives the body of a response", response_bodies);
  TEST("a plugin reads the facts of the exchange", exchanges);
  TEST("a plugin reads the number of attempts, also of a call that failed", attempts);
  TEST("a plugin reads the time that its call has left", timeouts);
  server_stop(&faults);
  rmdir(scratch);
  return verdict();
}
