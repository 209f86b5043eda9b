/* Tests the plugins that come with the templates: retry.cpp and hedge.rs.
 *
 *   examples retry|hedge MODULE */
#include "check.h"

#include <stdatomic.h>

static const char *module;
static atomic_int seen; /* requests that `is_first` has judged */

static int32_t is_first(void *user, const moya_stub_request *request) {
  (void)user, (void)request;
  return atomic_fetch_add(&seen, 1) == 0;
}

/* Makes a provider with the module and with rules. */
static moya_provider *with(moya_stubs *stubs, const char *config) {
  moya_provider *made = NULL;
  moya_error *error = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = "http://offline.invalid", .stubs = stubs);
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = module, .config = config, .flags = MOYA_USE_ANY_FILE);
  EXPECT_STATUS(moya_provider_create(&options, &made, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_use(made, &use, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return made;
}
static moya_stubs *recorded(void) {
  moya_stubs *stubs = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_record(stubs, 20, NULL), MOYA_OK);
  return stubs;
}
static int requests(moya_stubs *stubs) {
  int count = 0;
  while (moya_stubs_record_at(stubs, (size_t)count)) count++;
  return count;
}
static const char *key_at(moya_stubs *stubs, int index) {
  const moya_stub_request *request = moya_stubs_record_at(stubs, (size_t)index);
  const char *key = request ? moya_stub_request_header(request, "Idempotency-Key") : NULL;
  return key ? key : "";
}

static void retry(void) {
  static const struct {
    const char *method, *config, *after;
    uint32_t timeout_ms;
    int attempts;
  } rows[] = {
      {"POST", "{}", "0", 30000, 3},
      {"PATCH", "{\"limit\": 1}", "0", 30000, 2},
      {"POST", "{\"limit\": 0}", "0", 30000, 1},
      {"GET", "{}", "0", 30000, 1},
      {"POST", "{\"delay_ms\": 0}", "Wed, 21 Oct 2015 07:28:00 GMT", 30000, 3},
      {"POST", "{\"delay_ms\": 0}", NULL, 30000, 3},
      {"POST", "{}", "3600", 30000, 1}, /* the total timeout is earlier */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_header field = {"Retry-After", rows[i].after};
    moya_sample busy = MOYA_SAMPLE(.http_status = 503, .headers = &field, .header_count = rows[i].after ? 1 : 0);
    moya_stub_rule rule = MOYA_STUB_RULE(.answers = &busy, .answer_count = 1);
    moya_target target = MOYA_TARGET(.name = "API.call", .method = rows[i].method);
    moya_stubs *stubs = recorded();
    target.timeout_ms = rows[i].timeout_ms;
    EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
    moya_provider *provider = with(stubs, rows[i].config);
    for (int call = 0; call < 2; call++) {
      moya_response *response = NULL;
      EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
      EXPECT(moya_response_http_status(response) == 503);
      moya_response_release(response);
    }
    int attempts = rows[i].attempts, length = strcmp(rows[i].method, "GET") == 0 ? 0 : 32;
    EXPECT(requests(stubs) == 2 * attempts, "row %zu: %d", i, requests(stubs));
    for (int at = 0; at < 2 * attempts; at++) {
      const char *first = key_at(stubs, at < attempts ? 0 : attempts);
      EXPECT((int)strlen(first) == length && strcmp(key_at(stubs, at), first) == 0, "row %zu: %s", i, first);
    }
    EXPECT(length == 0 || strcmp(key_at(stubs, 0), key_at(stubs, attempts)) != 0, "row %zu: two calls, one key", i);
    moya_provider_destroy(provider);
    moya_stubs_release(stubs);
  }
}

/* The first request would get its response after a minute. The total timeout comes earlier. */
static void hedge(void) {
  static const struct {
    const char *method, *config;
    moya_status status;
    int sent;
  } rows[] = {
      {"GET", "{\"delay_ms\": 1}", MOYA_OK, 2},
      {"GET", "{\"delay_ms\": 60000}", MOYA_ERROR_TIMEOUT_TOTAL, 1},
      {"POST", "{\"delay_ms\": 1}", MOYA_ERROR_TIMEOUT_TOTAL, 1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_header field = {"X-Field", "caf\xe9"}, own = {"X-Own", "1"};
    moya_sample body = MOYA_SAMPLE(.http_status = 201, .headers = &field, .header_count = 1, .body = "fast", .body_len = 4);
    moya_stub_rule fast = MOYA_STUB_RULE(.answers = &body, .answer_count = 1), slow = fast;
    moya_target target = MOYA_TARGET(.name = "API.call", .method = rows[i].method, .path = "/a?b=c", .headers = &own,
                                     .header_count = 1);
    moya_stubs *stubs = recorded();
    moya_response *response = NULL;
    slow.delay_ms = 60000;
    slow.matches = is_first;
    target.timeout_ms = rows[i].status == MOYA_OK ? 30000 : 100;
    atomic_store(&seen, 0);
    EXPECT_STATUS(moya_stubs_add(stubs, &fast, NULL, NULL), MOYA_OK);
    EXPECT_STATUS(moya_stubs_add(stubs, &slow, NULL, NULL), MOYA_OK);
    moya_provider *provider = with(stubs, rows[i].config);
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), rows[i].status);
    if (rows[i].status == MOYA_OK) {
      EXPECT(moya_response_http_status(response) == 201 && str_is(moya_response_body(response), "fast"));
      EXPECT(str_is(moya_response_header(response, "X-Field"), "caf\xe9"));
    }
    EXPECT(requests(stubs) == rows[i].sent, "row %zu: %d", i, requests(stubs));
    for (int at = 0; at < requests(stubs); at++) {
      const char *value = moya_stub_request_header(moya_stubs_record_at(stubs, (size_t)at), "X-Own");
      EXPECT(value && strcmp(value, "1") == 0, "row %zu", i);
    }
    moya_response_release(response);
    moya_provider_destroy(provider);
    moya_stubs_release(stubs);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  module = argv[2];
  if (strcmp(argv[1], "retry") == 0)
    TEST("a request that changes something is sent again after a 503, with the same key", retry);
  else
    TEST("a second request answers the call if the first is slow", hedge);
  return verdict();
}
