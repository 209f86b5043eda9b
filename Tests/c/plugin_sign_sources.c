/* Tests sign hooks in every kind of call. Also tests them for requests that calls share, that a backend changes, or
 * that are tried again. */
#include "plugin_waiting.h"

static _Atomic int signs;
static moya_status count_sign(void *it, moya_context *context) {
  (void)it;
  char value[32];
  EXPECT(host->request_header(context, "X-Sign").data == NULL, "the field of an attempt before");
  snprintf(value, sizeof value, "%d", ++signs);
  EXPECT(host->request_header(context, "Host").len > 0 && host->attempt(context) >= 1);
  return host->request_add_header(context, "X-Sign", value);
}
static const moya_plugin signer = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.signs", .version = "1.0.0", .options = letter,
                                   .create = remember, .destroy = forget, .sign = count_sign};
static moya_provider *begin(way way, const moya_backend *backend) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.backend = backend);
  moya_provider *provider = NULL;
  options.pump = way == PUMPED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH;
  signs = 0;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &signer, "{\"as\": \"a\"}", NULL), MOYA_OK);
  return provider;
}

/* ── Every kind of call ── */

static void all_ways(void) {
  for (int way = 0; way < WAYS; way++) {
    for (int source = 0; source < SOURCES; source++) {
      moya_provider *provider = begin(way, NULL);
      calling it = calling_of(provider, way, source, NULL);
      make_call(&it);
      EXPECT(it.status == MOYA_OK && signs == 1, "way %d, source %d: %d, %s", way, source, signs, it.message);
      moya_provider_destroy(provider);
    }
  }
}
static void shared(void) {
  enum { GUESTS = 3 };
  static const acts held_in_sign = {.sign = hold}; /* so the calls begin while the first one is in progress */
  moya_provider *provider = waiting_provider(SENT, 0);
  calling calls[GUESTS];
  signs = 0;
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &signer, .config = "{\"as\": \"c\"}");
  EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
  for (int i = 0; i < GUESTS; i++) {
    calls[i] = calling_of(provider, SENT, NETWORK, &held_in_sign);
    calls[i].target.flags = MOYA_TARGET_SHARE;
    send_call(&calls[i]);
  }
  await(&is_held);
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
  for (int i = 0; i < GUESTS; i++) {
    await(&calls[i].ended);
    EXPECT(calls[i].status == MOYA_OK, "%s", calls[i].message);
  }
  EXPECT(signs == 1, "%d", signs);
  moya_provider_destroy(provider);
}

/* ── Retries of a policy ── */

static void retried(void) {
  moya_provider *provider = begin(CALLED, NULL);
  moya_retry policy = MOYA_RETRY(.attempts = 3, .delay_ms = 1);
  moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/busy/2", .retry = &policy);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 200 && signs == 3, "%d attempts", signs);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* ── Backends ── */

static void forward(moya_request *request) {
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
}
static void set_field(moya_request *request) {
  EXPECT_STATUS(moya_request_set_header(request, "X-Backend", "1"), MOYA_OK);
  EXPECT_STATUS(moya_request_set_header(request, "X-Own", NULL), MOYA_OK);
  forward(request);
}
static void set_sign(moya_request *request) {
  EXPECT_STATUS(moya_request_set_header(request, "X-Sign", "other"), MOYA_OK);
  forward(request);
}
static void set_body(moya_request *request) {
  EXPECT_STATUS(moya_request_set_body(request, "longer", 6), MOYA_OK);
  forward(request);
}
static void remove_body(moya_request *request) {
  EXPECT_STATUS(moya_request_set_body(request, NULL, 0), MOYA_OK);
  forward(request);
}
static void set_url(moya_request *request) {
  char url[128];
  snprintf(url, sizeof url, "http://localhost:%d/echo?other=1", faults.port);
  EXPECT_STATUS(moya_request_set_url(request, url), MOYA_OK);
  forward(request);
}
static void set_method(moya_request *request) {
  EXPECT_STATUS(moya_request_set_method(request, "PATCH"), MOYA_OK);
  forward(request);
}
static void serve(void *user, moya_request *request) {
  EXPECT(str_is(moya_request_header(request, "X-Sign"), "1"));
  (*(void (**)(moya_request *))user)(request);
  moya_request_release(request);
}
static void backends(void) {
  static const moya_header own[] = {{"X-Own", "a"}};
  static struct {
    const char *what;
    void (*serve)(moya_request *);
    const char *has[4], *has_not[3]; /* parts of what /echo received */
  } rows[] = {
      {"nothing", forward, {"[\"X-Sign\", \"1\"]", "[\"Content-Length\", \"3\"]", "\"body\": \"abc\"", "X-Own"},
       {NULL}},
      {"fields", set_field, {"[\"X-Sign\", \"1\"]", "[\"X-Backend\", \"1\"]", "\"body\": \"abc\""}, {"X-Own"}},
      {"the field of sign", set_sign, {"[\"X-Sign\", \"other\"]"}, {"\"1\""}},
      {"the body", set_body, {"[\"Content-Length\", \"6\"]", "\"body\": \"longer\"", "X-Sign"}, {"\"abc\"", "\"3\""}},
      {"the body to none", remove_body, {"[\"Content-Length\", \"0\"]", "\"body\": \"\"", "X-Sign"}, {"\"3\""}},
      {"the URL", set_url, {"\"/echo?other=1\"", "[\"Host\", \"localhost:", "X-Sign"}, {"127.0.0.1", "q=1"}},
      {"the method", set_method, {"\"PATCH\"", "[\"Content-Length\", \"3\"]", "X-Sign"}, {"\"POST\""}},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_backend backend = {.size = sizeof backend, .send = serve, .user = &rows[row].serve};
    moya_provider *provider = begin(CALLED, &backend);
    moya_task data = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "abc", .data_len = 3);
    moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/echo?q=1", .flags = MOYA_TARGET_PATH_QUERY,
                                     .method = "POST", .task = &data, .headers = own, .header_count = 1);
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
    moya_str text = moya_response_body(response);
    for (size_t i = 0; i < 4 && rows[row].has[i]; i++) {
      EXPECT(str_has(text, rows[row].has[i]), "%s: %s is not in %s", rows[row].what, rows[row].has[i], text.data);
    }
    for (size_t i = 0; i < 3 && rows[row].has_not[i]; i++) {
      EXPECT(!str_has(text, rows[row].has_not[i]), "%s: %s is in %s", rows[row].what, rows[row].has_not[i], text.data);
    }
    moya_response_release(response);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("sign runs once in every kind of call", all_ways);
  TEST("a request that calls share is signed once", shared);
  TEST("each attempt of a retry policy is signed, without the fields of the attempt before", retried);
  TEST("a backend forwards the signed request, and what it changes is sent", backends);
  server_stop(&faults);
  return verdict();
}
