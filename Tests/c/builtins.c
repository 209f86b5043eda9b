/* The library's own plugins, by id and config: what they do, and what they refuse. */
#include "calls.h"

#include <stdatomic.h>

static moya_provider *made(moya_pump pump, const moya_log_handler *log) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = pump, .log = log), &provider, NULL), MOYA_OK);
  return provider;
}
static void add(moya_provider *provider, const char *id, const char *config, const moya_builtin *functions) {
  moya_error *error = NULL;
  moya_status status = moya_provider_add_builtin(provider, id, config, functions, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  moya_error_release(error);
}
static moya_response *call(moya_provider *provider, const moya_target *target) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return response;
}

/* A plugin that runs last and responds like a server: 401 unless the token is `good_token`, otherwise the request. */
static const char *good_token = "new";
static const moya_host *host;
static moya_status create(const moya_host *services, moya_context *context, const char *config, void **instance) {
  (void)context, (void)config, (void)instance;
  host = services;
  return MOYA_HOOK_OK;
}
static moya_status judge(void *instance, moya_context *context) {
  (void)instance;
  moya_str token = host->request_header(context, "Authorization");
  char wanted[64];
  snprintf(wanted, sizeof wanted, "Bearer %s", good_token);
  if (!token.data || strcmp(token.data, wanted) != 0) return MOYA_HOOK_OK; /* to the network, which says 401 */
  host->set_http_status(context, 200);
  host->set_body(context, token.data, token.len);
  return MOYA_HOOK_ANSWERED;
}
static const moya_plugin_table judging = {
    .size = sizeof judging, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.judge", .create = create, .prepare = judge};
static moya_sample unauthorized = MOYA_SAMPLE_INIT;
static moya_target guarded(void) {
  unauthorized.http_status = 401;
  return MOYA_TARGET(.name = "API.call", .base_url = "http://h", .sample = &unauthorized, .stub = MOYA_STUB_IMMEDIATE);
}

/* ── The access token ────────────────────────────────────────────────────────────────────────────────────────────── */

typedef struct source {
  _Atomic int asked, released;
  _Atomic(moya_refresh *) pending;
  int at_once; /* 1: answers, 2: fails, 3: releases without an answer, 0: holds the handle */
} source;
static void refresh(void *user, moya_refresh *handle) {
  source *it = user;
  it->asked++;
  if (it->at_once == 0) {
    it->pending = handle;
    return;
  }
  if (it->at_once == 1) {
    EXPECT_STATUS(moya_refresh_answer(handle, "\xff"), MOYA_ERROR_UTF8);
    EXPECT_STATUS(moya_refresh_answer(handle, "a\r\nX-Evil: 1"), MOYA_ERROR_ARGUMENT);
    EXPECT_STATUS(moya_refresh_answer(handle, good_token), MOYA_OK);
    EXPECT_STATUS(moya_refresh_answer(handle, "again"), MOYA_ERROR_STATE);
    EXPECT_STATUS(moya_refresh_fail(handle, MOYA_ERROR_NETWORK, "late"), MOYA_ERROR_STATE);
  }
  if (it->at_once == 2) EXPECT_STATUS(moya_refresh_fail(handle, MOYA_ERROR_NETWORK, "no way\n\tto the server\x7f"), MOYA_OK);
  moya_refresh_release(handle);
}
static void released(void *user) { ((source *)user)->released++; }

static moya_provider *with_refresh(moya_pump pump, source *it, const char *config) {
  moya_provider *provider = made(pump, NULL);
  add(provider, "moya.access-token", config, &MOYA_BUILTIN(.refresh = refresh, .user = it, .release_user = released));
  EXPECT_STATUS(moya_provider_add_plugin(provider, &judging, NULL, NULL), MOYA_OK);
  return provider;
}

static void token_at_once(void) {
  static const struct {
    const char *config;
    int asked;
  } rows[] = {{NULL, 1}, {"{\"token\": \"old\"}", 1}, {"{\"token\": \"new\"}", 0}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    source it = {.at_once = 1};
    moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, rows[row].config);
    moya_target target = guarded();
    for (int n = 0; n < 2; n++) {
      moya_response *response = call(provider, &target);
      EXPECT(str_is(moya_response_body(response), "Bearer new"), "row %zu: %s", row, moya_response_body(response).data);
      moya_response_release(response);
    }
    EXPECT(it.asked == rows[row].asked, "row %zu: %d", row, it.asked);
    moya_provider_destroy(provider);
    EXPECT(it.released == 1);
  }
}

/* Waits until a refresh is wanted, and answers it from this other thread. */
static void *answer_later(void *user) {
  source *it = user;
  moya_refresh *handle = NULL;
  for (int n = 0; n < 60000 && !(handle = atomic_exchange(&it->pending, NULL)); n++) usleep(1000);
  EXPECT(handle != NULL);
  EXPECT_STATUS(moya_refresh_answer(handle, good_token), MOYA_OK);
  moya_refresh_release(handle);
  return NULL;
}

static void single_flight(void) {
  enum { CALLS = 20 };
  source it = {.at_once = 0};
  moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, "{\"token\": \"old\"}");
  moya_target target = guarded();
  heard all = HEARD_INIT;
  pthread_t helper;
  for (int n = 0; n < CALLS; n++)
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  pthread_create(&helper, NULL, answer_later, &it);
  EXPECT(await_released(&all, CALLS), "%d of %d", all.released, CALLS);
  pthread_join(helper, NULL);
  EXPECT(all.ok == CALLS && it.asked == 1, "%d ok, asked %d times", all.ok, it.asked);
  moya_provider_destroy(provider);
}

static void *blocked(void *provider) {
  moya_target target = guarded();
  moya_response_release(call(provider, &target));
  return NULL;
}
static void blocking_callers(void) {
  static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};
  for (size_t row = 0; row < 2; row++) {
    source it = {.at_once = 0};
    moya_provider *provider = with_refresh(pumps[row], &it, NULL);
    pthread_t callers[4], helper;
    for (int n = 0; n < 4; n++) pthread_create(&callers[n], NULL, blocked, provider);
    pthread_create(&helper, NULL, answer_later, &it);
    for (int n = 0; n < 4; n++) pthread_join(callers[n], NULL);
    pthread_join(helper, NULL);
    EXPECT(it.asked == 1, "%d", it.asked);
    moya_provider_destroy(provider);
  }
}

static void failed_refresh(void) {
  static const struct {
    int at_once;
    moya_status status;
    const char *says;
  } rows[] = {{2, MOYA_ERROR_NETWORK, "no way\xEF\xBF\xBD\xEF\xBF\xBDto the server\xEF\xBF\xBD"}, {3, MOYA_ERROR_PLUGIN_HOOK, "without an answer"}};
  for (size_t row = 0; row < 2; row++) {
    source it = {.at_once = rows[row].at_once};
    moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, NULL);
    moya_target target = guarded();
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].says), "%s", moya_error_message(error).data);
    moya_error_release(error);
    it.at_once = 1; /* the next call asks again */
    moya_response_release(call(provider, &target));
    EXPECT(it.asked == 2, "%d", it.asked);
    moya_provider_destroy(provider);
  }
}

/* A refresh that no answer comes for: the call's own time ends it, or its provider's end. */
static void unanswered(void) {
  source it = {.at_once = 0};
  moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, NULL);
  moya_target target = guarded();
  moya_response *response = NULL;
  /* A machine may be too slow to ask for a token within so short a time. */
  for (target.timeout_ms = 20; it.asked == 0 && target.timeout_ms < 10000; target.timeout_ms *= 2) {
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
  }
  target.timeout_ms = 0;
  heard all = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  moya_provider_destroy(provider);
  EXPECT(all.cancelled == 1 && all.released == 1, "%d %d", all.cancelled, all.released);
  /* Too late, and of no effect. */
  EXPECT_STATUS(moya_refresh_answer(it.pending, "new"), MOYA_OK);
  moya_refresh_release(it.pending);
  EXPECT(it.released == 1, "%d", it.released);
}

static void refresh_target(void) {
  static const struct {
    moya_pump pump;
    const char *body, *config;
    int32_t http_status;
    moya_status status;
  } rows[] = {
      {MOYA_PUMP_DISPATCH, "{\"access_token\": \"new\"}", NULL, 200, MOYA_OK},
      {MOYA_PUMP_HOST, "{\"data\": {\"t\": \"new\"}}", "{\"key_path\": \"data.t\"}", 200, MOYA_OK},
      {MOYA_PUMP_DISPATCH, "{\"access_token\": 7}", NULL, 200, MOYA_ERROR_PLUGIN_HOOK},
      {MOYA_PUMP_DISPATCH, "{\"access_token\": \"new\"}", NULL, 403, MOYA_ERROR_PLUGIN_HOOK},
      {MOYA_PUMP_DISPATCH, "", NULL, 200, MOYA_ERROR_PLUGIN_HOOK},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_sample sample = MOYA_SAMPLE(
        .http_status = rows[row].http_status, .body = rows[row].body, .body_len = strlen(rows[row].body));
    moya_target renew = MOYA_TARGET(.base_url = "http://h", .sample = &sample, .stub = MOYA_STUB_DELAYED);
    moya_provider *provider = made(rows[row].pump, NULL);
    add(provider, "moya.access-token", rows[row].config, &MOYA_BUILTIN(.refresh_target = &renew));
    EXPECT_STATUS(moya_provider_add_plugin(provider, &judging, NULL, NULL), MOYA_OK);
    moya_target target = guarded();
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    EXPECT(status == rows[row].status, "row %zu: %s", row, error ? moya_error_message(error).data : "ok");
    moya_response_release(response);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
}

/* ── What they put on requests: /echo says it ────────────────────────────────────────────────────────────────────── */

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
      {"moya.credentials", "{\"user\": \"u\", \"password\": \"p\"}", "headers", "Basic"},
  };
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
  /* HMAC-SHA256 of "a=1&b=2" with "key", as `openssl dgst -sha256 -hmac key` gives it. */
  EXPECT(str_is(moya_response_url(response),
                "http://h?b=2&a=1&a%20b=b3c18626e7ac81395c1d37966c7ee2258a6967a1b3fdefb4fa339bb19dc73b0e"),
         "%s", moya_response_url(response).data);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* The signature is of what is sent: of a token in the query too, which is put there by a plugin added later. */
static moya_status put_token(void *instance, moya_context *context) {
  (void)instance;
  return host->set_url(context, "http://h?token=abc");
}
static const moya_plugin_table putting = {
    .size = sizeof putting, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.put", .create = create, .prepare = put_token};
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
  /* HMAC-SHA256 of "token=abc" with "key", as `openssl dgst -sha256 -hmac key` gives it. */
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
      /* An hour, unless it is cut down or does not count: beyond the call's time, it is no attempt. */
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
      {"moya.logger", "[]", MOYA_ERROR_ARGUMENT, "not a JSON object"},
      {"moya.logger", "{", MOYA_ERROR_ARGUMENT, "not a JSON object"},
      {"moya.logger", "{\"form\": \"\xff\"}", MOYA_ERROR_UTF8, "config"},
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
      {"moya.credentials", NULL, MOYA_ERROR_ARGUMENT, "\"user\""},
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

/* A target that is to bring a token has a stream, which comes back whether or not the target is read. */
static int64_t read_nothing(void *user, void *buffer, size_t len) { return (void)user, (void)buffer, (void)len, 0; }
static void given_back(void) {
  static const struct {
    const char *id, *config;
    uint32_t reserved;
    bool has_no_provider, has_refresh;
    moya_status status;
  } rows[] = {
      {"moya.access-token", "{\"token\": \"a\"}", 0, false, false, MOYA_OK},
      {"moya.access-token", "{\"token\": \"a\"}", 0, false, true, MOYA_ERROR_ARGUMENT},
      {"moya.access-token", "{\"tokens\": \"a\"}", 0, false, false, MOYA_ERROR_ARGUMENT},
      {"moya.access-token", NULL, 1, false, false, MOYA_ERROR_ARGUMENT},
      {"moya.access-token", NULL, 0, true, false, MOYA_ERROR_NULL},
      {"moya.logger", NULL, 0, false, false, MOYA_OK},
      {"moya.nothing", NULL, 0, false, false, MOYA_ERROR_ARGUMENT},
      {NULL, NULL, 0, false, false, MOYA_ERROR_NULL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    source it = {0}, of_stream = {0};
    moya_stream stream = MOYA_STREAM(.read = read_nothing, .user = &of_stream, .release_user = released);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    moya_target target = MOYA_TARGET(.base_url = "http://h", .method = "POST", .task = &task);
    moya_builtin functions = MOYA_BUILTIN(.refresh_target = &target, .user = &it, .release_user = released);
    functions.reserved = rows[row].reserved;
    functions.refresh = rows[row].has_refresh ? refresh : NULL;
    moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
    moya_provider *given = rows[row].has_no_provider ? NULL : provider;
    moya_status status = moya_provider_add_builtin(given, rows[row].id, rows[row].config, &functions, NULL);
    EXPECT(status == rows[row].status, "row %zu: %s", row, moya_status_name(status));
    moya_provider_destroy(provider);
    EXPECT(it.released == 1 && of_stream.released == 1, "row %zu: %d %d", row, it.released, of_stream.released);
  }
}

/* A refresh that the parent waits for is not the child's: it asks for a token of its own. */
static void count_work(void *user) { ++*(int *)user; }
static void child(void) {
  source it = {.at_once = 0};
  moya_provider *provider = with_refresh(MOYA_PUMP_HOST, &it, NULL);
  moya_target target = guarded();
  heard all = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(it.asked == 1);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    int worked = 0;
    bool is_refused = moya_refresh_run(it.pending, count_work, &worked) == MOYA_ERROR_FORKED && worked == 0;
    it.at_once = 1;
    moya_response *response = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
    execlp(is_refused && status == MOYA_OK && it.asked == 2 ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%d", status);
  moya_refresh_release(it.pending);
  moya_provider_destroy(provider);
  EXPECT(all.released == 1);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a forked child asks for a token of its own", child);
  TEST("a token that is refused is renewed, and the call sent again with the new one", token_at_once);
  TEST("one refresh serves all calls that wait for it, though it is answered later by another thread", single_flight);
  TEST("so it does for blocking callers, whatever the pump", blocking_callers);
  TEST("a refresh that fails, or is released without an answer, fails the calls, and the next asks again", failed_refresh);
  TEST("what waits for a token ends with its time or its provider", unanswered);
  TEST("a target may bring the token", refresh_target);
  TEST("token and signature are on the requests of the targets they are for", requests);
  TEST("the signature is of what is sent, whenever its plugin was added", signed_last);
  TEST("calls are tried again as each option of the policy says", retried);
  TEST("activity begins and ends", activities);
  TEST("the logger writes what it is asked for, in each form, and no secret", logged);
  TEST("an id, a key, a value or a function that cannot be is refused by its name", refused);
  TEST("what a target for a token was given comes back, whatever becomes of the plugin", given_back);
  server_stop(&faults);
  return verdict();
}
