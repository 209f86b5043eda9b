/* The tests add the library's own plugins by id, and with a config. They show what each plugin does, and which
 * configs it refuses. */
#include "builtins.h"

/* ── What the plugins add to requests, as /echo returns it ───────────────────────────────────────────────────────── */

static void requests(void) {
  static const char *const tags[] = {"mine"};
  static const struct {
    const char *id, *config, *has, *has_not;
  } rows[] = {
      {"moya.access-token", "{\"token\": \"abc\"}", "Bearer abc", NULL},
      {"moya.access-token", "{\"token\": \"abc\", \"scheme\": \"\", \"header\": \"X-Key\"}", "\"abc\"", "Bearer"},
      {"moya.access-token", "{\"token\": \"abc\", \"tag\": \"mine\"}", "Bearer abc", NULL},
      {"moya.access-token", "{\"token\": \"abc\", \"tag\": \"other\"}", "headers", "Bearer"},
      {"moya.signing", "{\"secret\": \"s\", \"header\": \"X-Sign\"}", "X-Sign", NULL},
      {"moya.signing", "{\"secret\": \"s\", \"header\": \"X-Sign\", \"algorithm\": \"md5\"}", "X-Sign", NULL},
      {"moya.access-token", "{\"token\": {\"env\": \"MOYA_TEST_SECRET\"}}", "Bearer from the environment", NULL},
      {"moya.signing", "{\"secret\": {\"env\": \"MOYA_TEST_SECRET\"}, \"header\": \"X-Sign\"}", "X-Sign", NULL},
      {"moya.credentials", "{\"user\": \"u\", \"password\": \"p\"}", "headers", "Basic"},
      {"moya.credentials", "{\"user\": \"u\", \"password\": {\"env\": \"MOYA_TEST_SECRET\"}}", "headers", "Basic"},
  };
  setenv("MOYA_TEST_SECRET", "from the environment", 1);
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
    add(provider, rows[row].id, rows[row].config, NULL);
    moya_target target = target_of("/echo");
    target.tags = tags;
    target.tag_count = 1;
    moya_response *response = call(provider, &target);
    moya_str body = moya_response_body(response);
    EXPECT(str_has(body, rows[row].has), "row %zu: %s", row, body.data);
    EXPECT(!rows[row].has_not || !str_has(body, rows[row].has_not), "row %zu: %s", row, body.data);
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
  moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
  add(provider, "moya.signing", "{\"secret\": \"key\", \"query\": \"a b\"}", NULL);
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET(.base_url = "http://h?b=2&a=1", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample);
  moya_response *response = call(provider, &target);
  /* HMAC-SHA256 of "a=1&b=2" with the key "key", as `openssl dgst -sha256 -hmac key` prints it. */
  EXPECT(str_is(moya_response_url(response),
                "http://h?b=2&a=1&a%20b=b3c18626e7ac81395c1d37966c7ee2258a6967a1b3fdefb4fa339bb19dc73b0e"),
         "%s", moya_response_url(response).data);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* The signature covers the request as it is sent. So it covers a token that another plugin puts into the query, even if
 * the other plugin was added after the signing plugin. */
static moya_status put_token(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_url(context, "http://h?token=abc");
}
static const moya_plugin putting = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.put", .version = "1.0.0", .create = create, .prepare = put_token};
static void signed_last(void) {
  char urls[2][200];
  for (int signs_first = 0; signs_first < 2; signs_first++) {
    moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
    if (signs_first) add(provider, "moya.signing", "{\"secret\": \"key\"}", NULL);
    EXPECT_STATUS(moya_provider_add_plugin(provider, &putting, NULL, NULL), MOYA_OK);
    if (!signs_first) add(provider, "moya.signing", "{\"secret\": \"key\"}", NULL);
    moya_sample sample = MOYA_SAMPLE_INIT;
    moya_target target = MOYA_TARGET(.base_url = "http://h", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample);
    moya_response *response = call(provider, &target);
    snprintf(urls[signs_first], sizeof urls[0], "%s", moya_response_url(response).data);
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
  /* HMAC-SHA256 of "token=abc" with the key "key", as `openssl dgst -sha256 -hmac key` prints it. */
  EXPECT(strcmp(urls[0], "http://h?token=abc&sign=79cae2014d62ef0e182a5de544153006a1398178f24707f3f211520f9a7e5704") == 0,
         "%s", urls[0]);
  EXPECT(strcmp(urls[1], urls[0]) == 0, "%s", urls[1]);
}

/* ── Retries ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

static void retried(void) {
  static const char *const tags[] = {"mine"};
  static const struct {
    const char *config;
    int32_t http_status;
    moya_status failure;
    const char *method, *retry_after;
    uint64_t attempts;
  } rows[] = {
      {"{\"delay_ms\": 1}", 503, 0, NULL, NULL, 3},
      {"{\"delay_ms\": 1}", 200, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1}", 404, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1, \"attempts\": 5, \"backoff_percent\": 100}", 503, 0, NULL, NULL, 5},
      {"{\"delay_ms\": 0, \"attempts\": 1}", 503, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1, \"statuses\": [404]}", 404, 0, NULL, NULL, 3},
      {"{\"delay_ms\": 1, \"statuses\": [404]}", 503, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1, \"statuses\": []}", 503, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1}", 503, 0, "POST", NULL, 1},
      {"{\"delay_ms\": 1, \"any_method\": true}", 503, 0, "POST", NULL, 3},
      {"{\"delay_ms\": 1, \"methods\": [\"post\"]}", 503, 0, "POST", NULL, 3},
      {"{\"delay_ms\": 1, \"methods\": [\"post\"]}", 503, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1}", 0, MOYA_ERROR_NETWORK, NULL, NULL, 3},
      {"{\"delay_ms\": 1}", 0, MOYA_ERROR_TLS, NULL, NULL, 1},
      {"{\"delay_ms\": 1, \"errors\": [\"tls\"]}", 0, MOYA_ERROR_TLS, NULL, NULL, 3},
      {"{\"delay_ms\": 1, \"errors\": [\"tls\"]}", 0, MOYA_ERROR_NETWORK, NULL, NULL, 1},
      /* The server asks for a pause of an hour, which exceeds the total timeout. So there is a retry only if the config
       * shortens or ignores the pause. */
      {"{\"delay_ms\": 1, \"max_retry_after_ms\": 3600000}", 503, 0, NULL, "3600", 1},
      {"{\"delay_ms\": 3600000, \"max_delay_ms\": 3600000, \"max_retry_after_ms\": 1}", 503, 0, NULL, "3600", 3},
      {"{\"delay_ms\": 1, \"retry_after\": false}", 503, 0, NULL, "3600", 3},
      {"{\"delay_ms\": 3600000, \"max_delay_ms\": 1}", 503, 0, NULL, NULL, 3},
      {"{\"delay_ms\": 3600000, \"max_delay_ms\": 3600000, \"jitter_percent\": 0}", 503, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1, \"tag\": \"mine\"}", 503, 0, NULL, NULL, 3},
      {"{\"delay_ms\": 1, \"tag\": \"other\"}", 503, 0, NULL, NULL, 1},
      {"{\"delay_ms\": 1, \"budget_percent\": 1, \"budget_reserve\": 1}", 503, 0, NULL, NULL, 2},
      {"{\"delay_ms\": 1, \"budget_percent\": 1, \"budget_reserve\": 0}", 503, 0, NULL, NULL, 1},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_stubs *stubs = NULL;
    moya_provider *provider = NULL;
    EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
    moya_header field = {"Retry-After", rows[row].retry_after};
    moya_sample sample = MOYA_SAMPLE(.http_status = rows[row].http_status, .failure = rows[row].failure);
    if (rows[row].retry_after) sample.headers = &field, sample.header_count = 1;
    moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
    EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stubs = stubs, .total_timeout_ms = 60000), &provider, NULL),
                  MOYA_OK);
    add(provider, "moya.retry", rows[row].config, NULL);
    moya_target target = MOYA_TARGET(.name = "API.call", .base_url = "http://h", .method = rows[row].method,
                                     .tags = tags, .tag_count = 1);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), rows[row].failure);
    EXPECT(moya_stubs_count(stubs, 0) == rows[row].attempts, "row %zu: %d", row, (int)moya_stubs_count(stubs, 0));
    moya_response_release(response);
    moya_provider_destroy(provider);
    moya_stubs_release(stubs);
  }
}

/* ── Activity and log ────────────────────────────────────────────────────────────────────────────────────────────── */

static int under_way, most;
static void activity(void *user, moya_activity change, const char *target) {
  (void)user;
  EXPECT(strcmp(target, "API.call") == 0, "%s", target);
  under_way += change == MOYA_ACTIVITY_BEGAN ? 1 : -1;
  if (under_way > most) most = under_way;
}
static void activities(void) {
  moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
  add(provider, "moya.activity", NULL, &MOYA_BUILTIN(.activity = activity));
  moya_target target = guarded();
  moya_response_release(call(provider, &target));
  EXPECT(under_way == 0 && most == 1, "%d %d", under_way, most);
  moya_provider_destroy(provider);
}

static char lines[8192];
static void note(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level;
  EXPECT(strlen(message) == len && !strchr(message, '\n'));
  snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%s\n", message);
}
static void logged(void) {
  static const struct {
    const char *config, *has, *has_too;
  } rows[] = {
      {NULL, "moya.logger: Request: POST http://h?token=<redacted>\n",
       "moya.logger: Request Header: Authorization: <redacted>\n"},
      {NULL, "moya.logger: Response: 200 http://h?token=<redacted>\n", "moya.logger: Response Header: X-Answer: a, b\n"},
      {"{\"form\": \"curl\"}", "moya.logger: Response: 200 http://h?token=<redacted>\n", "moya.logger: Response Header: X-Answer: a, b\n"},
      {"{\"request_body\": true, \"response_body\": true}", "moya.logger: Request Body: {\"password\":\"<redacted>\"}\n",
       "moya.logger: Response Body: {\"secret\":\"<redacted>\",\"mine\":1234}\n"},
      {"{\"response_body\": true, \"redact_parameters\": [\"mine\"]}", "\"mine\":<redacted>", ""},
      {"{\"response_body\": true, \"max_body\": 4}", "Body: {\"se… (28 bytes)\n", ""},
      {"{\"form\": \"curl\"}", "moya.logger: Request: $ curl -v -X POST -H ", "\"http://h?token=<redacted>\"\n"},
      {"{\"form\": \"json\", \"request_headers\": false}",
       "{\"event\":\"request\",\"method\":\"POST\",\"target\":\"API.call\",\"url\":\"http://h?token=<redacted>\"}\n",
       "\"event\":\"response\",\"status\":200,\"target\":\"API.call\"}\n"},
      {"{\"form\": \"json\"}", "\"Authorization\":\"<redacted>\"", ""},
      {"{\"level\": \"debug\"}", "", ""},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    lines[0] = 0;
    moya_provider *provider = made(MOYA_PUMP_DISPATCH, &MOYA_LOG_HANDLER(.level = MOYA_LOG_INFO, .log = note));
    add(provider, "moya.logger", rows[row].config, NULL);
    static const char body[] = "{\"secret\":\"abc\",\"mine\":1234}", sent[] = "{\"password\":\"abc\"}";
    moya_sample sample = MOYA_SAMPLE(MOYA_HEADERS({"X-Answer", "a, b"}), .body = body, .body_len = strlen(body));
    if (rows[row].config && strstr(rows[row].config, "json")) sample.header_count = 0;
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_JSON, .data = sent, .data_len = strlen(sent));
    moya_target target = MOYA_TARGET(.name = "API.call", .base_url = "http://h?token=abc", .method = "POST",
                                     MOYA_HEADERS({"Authorization", "abc"}), .task = &task, .sample = &sample,
                                     .stub = MOYA_STUB_IMMEDIATE);
    moya_response_release(call(provider, &target));
    EXPECT(rows[row].has[0] ? !!strstr(lines, rows[row].has) : !lines[0], "row %zu:\n%s", row, lines);
    EXPECT(!rows[row].has_too || strstr(lines, rows[row].has_too), "row %zu:\n%s", row, lines);
    EXPECT(!strstr(lines, "HTTPURLResponse"), "row %zu shows Swift:\n%s", row, lines);
    EXPECT(!strstr(lines, "abc"), "row %zu shows a secret:\n%s", row, lines);
    moya_provider_destroy(provider);
  }
}

/* ── What is refused ─────────────────────────────────────────────────────────────────────────────────────────────── */

static void refused(void) {
  static const struct {
    const char *id, *config;
    moya_status status;
    const char *says;
  } rows[] = {
      {NULL, NULL, MOYA_ERROR_NULL, "id"},
      {"moya.nothing", NULL, MOYA_ERROR_ARGUMENT, "moya.nothing, but it has moya.access-token"},
      {"", NULL, MOYA_ERROR_ARGUMENT, "no plugin"},
      {"moya.\xff", NULL, MOYA_ERROR_UTF8, "id"},
      {"moya.logger", "[]", MOYA_ERROR_ARGUMENT, "config of moya.logger is not a JSON object"},
      {"moya.logger", "{", MOYA_ERROR_ARGUMENT, "config of moya.logger is not a JSON object"},
      {"moya.logger", "{\"form\": \"text\", \"form\": \"json\"}", MOYA_ERROR_ARGUMENT, "config of moya.logger has the key \"form\" twice"},
      {"moya.logger", "{\"form\": \"\xff\"}", MOYA_ERROR_UTF8, "config of moya.logger"},
      {"moya.logger", "{\"forms\": \"json\"}", MOYA_ERROR_ARGUMENT, "moya.logger knows no key \"forms\""},
      {"moya.logger", "{\"form\": \"xml\"}", MOYA_ERROR_ARGUMENT, "\"form\" of moya.logger must be one of \"text\""},
      {"moya.logger", "{\"form\": 1}", MOYA_ERROR_ARGUMENT, "\"form\""},
      {"moya.logger", "{\"request_body\": 1}", MOYA_ERROR_ARGUMENT, "\"request_body\" of moya.logger must be true or"},
      {"moya.logger", "{\"request_body\": null}", MOYA_ERROR_ARGUMENT, "\"request_body\""},
      {"moya.logger", "{\"max_body\": 1.5}", MOYA_ERROR_ARGUMENT, "\"max_body\""},
      {"moya.logger", "{\"max_body\": -1}", MOYA_ERROR_ARGUMENT, "\"max_body\""},
      {"moya.logger", "{\"max_body\": true}", MOYA_ERROR_ARGUMENT, "\"max_body\""},
      {"moya.logger", "{\"redact_headers\": [1]}", MOYA_ERROR_ARGUMENT, "\"redact_headers\""},
      {"moya.access-token", NULL, MOYA_ERROR_ARGUMENT, "needs \"token\""},
      {"moya.access-token", "{\"token\": \"abc\\n\"}", MOYA_ERROR_ARGUMENT, "\"token\""},
      {"moya.access-token", "{\"token\": \"abc\", \"header\": \"a b\"}", MOYA_ERROR_ARGUMENT, "\"header\""},
      {"moya.access-token", "{\"token\": \"abc\", \"statuses\": [99]}", MOYA_ERROR_ARGUMENT, "\"statuses\""},
      {"moya.access-token", "{\"token\": \"abc\", \"tag\": 1}", MOYA_ERROR_ARGUMENT, "\"tag\""},
      {"moya.access-token", "{\"token\": {\"env\": \"MOYA_TEST_NOTHING\"}}", MOYA_ERROR_ARGUMENT,
       "\"token\" of moya.access-token names the variable MOYA_TEST_NOTHING"},
      {"moya.credentials", NULL, MOYA_ERROR_ARGUMENT, "\"user\""},
      {"moya.credentials", "{\"user\": \"u\", \"password\": 1}", MOYA_ERROR_ARGUMENT,
       "\"password\" of moya.credentials must be a text, {\"env\": \"NAME\"} or {\"file\": \"PATH\"}"},
      {"moya.signing", "{\"secret\": {\"file\": \"/nowhere\"}}", MOYA_ERROR_ARGUMENT, "names the file /nowhere"},
      {"moya.activity", NULL, MOYA_ERROR_NULL, "moya_builtin.activity"},
      {"moya.retry", "{\"attempts\": 0}", MOYA_ERROR_ARGUMENT, "\"attempts\" of moya.retry must be an integer of 1 … 16"},
      {"moya.retry", "{\"attempts\": 17}", MOYA_ERROR_ARGUMENT, "\"attempts\""},
      {"moya.retry", "{\"delay_ms\": -1}", MOYA_ERROR_ARGUMENT, "\"delay_ms\""},
      {"moya.retry", "{\"delay_ms\": 0.5}", MOYA_ERROR_ARGUMENT, "\"delay_ms\""},
      {"moya.retry", "{\"jitter_percent\": 101}", MOYA_ERROR_ARGUMENT, "\"jitter_percent\""},
      {"moya.retry", "{\"backoff_percent\": 99}", MOYA_ERROR_ARGUMENT, "\"backoff_percent\""},
      {"moya.retry", "{\"statuses\": [600]}", MOYA_ERROR_ARGUMENT, "\"statuses\""},
      {"moya.retry", "{\"errors\": [\"cancelled\"]}", MOYA_ERROR_ARGUMENT, "\"errors\" of moya.retry must be a list of"},
      {"moya.retry", "{\"methods\": \"GET\"}", MOYA_ERROR_ARGUMENT, "\"methods\""},
      {"moya.retry", "{\"budget_percent\": 0}", MOYA_ERROR_ARGUMENT, "\"budget_percent\""},
      {"moya.retry", "{\"budget_reserve\": 1}", MOYA_ERROR_ARGUMENT, "\"budget_reserve\""},
      {"moya.retry", "{\"attempt\": 3}", MOYA_ERROR_ARGUMENT, "moya.retry knows no key \"attempt\""},
      {"moya.signing", NULL, MOYA_ERROR_ARGUMENT, "\"secret\""},
      {"moya.signing", "{\"secret\": \"abc\", \"algorithm\": \"sha1\"}", MOYA_ERROR_ARGUMENT, "\"algorithm\""},
      {"moya.signing", "{\"secret\": \"abc\", \"query\": \"a\", \"header\": \"b\"}", MOYA_ERROR_ARGUMENT, "\"header\""},
  };
  moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
  moya_error *error = NULL;
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_status status = moya_provider_add_builtin(provider, rows[row].id, rows[row].config, NULL, &error);
    EXPECT(status == rows[row].status, "row %zu: %s", row, moya_status_name(status));
    EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(!str_has(moya_error_message(error), "abc"), "row %zu", row);
    moya_error_release(error);
  }
  source it = {0};
  moya_target bad = MOYA_TARGET(.path = "/x");
  const moya_builtin both =
      MOYA_BUILTIN(.refresh = refresh, .refresh_target = &bad, .user = &it, .release_user = released);
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.access-token", NULL, &both, &error), MOYA_ERROR_ARGUMENT);
  moya_error_release(error);
  EXPECT(it.released == 1);
  const moya_builtin target = MOYA_BUILTIN(.refresh_target = &bad, .user = &it, .release_user = released);
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.access-token", NULL, &target, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_add_builtin(NULL, "moya.access-token", NULL, &target, NULL), MOYA_ERROR_NULL);
  EXPECT(it.released == 3);
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.activity", NULL, &MOYA_BUILTIN(.reserved = 1), NULL),
                MOYA_ERROR_ARGUMENT);
  moya_builtin small = both;
  small.size = 8;
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.activity", NULL, &small, NULL), MOYA_ERROR_STRUCT_SIZE);
  moya_target good = guarded();
  moya_response_release(call(provider, &good));
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.logger", NULL, NULL, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(provider);
  EXPECT_STATUS(moya_refresh_answer(NULL, "a"), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_refresh_fail(NULL, MOYA_ERROR_OTHER, NULL), MOYA_ERROR_NULL);
  moya_refresh_release(NULL);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("token and signature are on the requests of the targets they are for", requests);
  TEST("the signature is of what is sent, whenever its plugin was added", signed_last);
  TEST("calls are tried again as each option of the policy says", retried);
  TEST("activity begins and ends", activities);
  TEST("the logger writes what it is asked for, in each form, and no secret", logged);
  TEST("an id, a key, a value or a function that cannot be is refused by its name", refused);
  server_stop(&faults);
  return verdict();
}
