/* Tests the options of a provider for all of its targets: base URL, headers, parameters and environment. */
#include "calls.h"

static moya_sample empty = MOYA_SAMPLE_INIT;

/* Calls a stub of this target, and stores the URL of the request. If the call fails, `url` becomes "", and `status`
 * says why. */
static void url_of(moya_provider *provider, moya_target *target, moya_status *status, char *url, size_t room) {
  target->stub = MOYA_STUB_IMMEDIATE;
  target->sample = &empty;
  moya_response *response = NULL;
  *status = moya_provider_call(provider, target, NULL, &response, NULL);
  snprintf(url, room, "%s", response ? moya_response_url(response).data : "");
  moya_response_release(response);
}

static moya_provider *made(const moya_provider_options *options) {
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_create(options, &provider, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return provider;
}

static void base_urls(void) {
  static const struct {
    const char *provider, *target, *path;
    moya_status status;
    const char *url;
  } rows[] = {
      {"https://h/v1", NULL, NULL, MOYA_OK, "https://h/v1"},
      {"https://h/v1", NULL, "/pets", MOYA_OK, "https://h/v1/pets"},
      {"https://h/v1/", NULL, "pets", MOYA_OK, "https://h/v1/pets"},
      {"https://h", "v2", "/pets", MOYA_OK, "https://h/v2/pets"},
      {"https://h/api/", "/v2/", "/pets", MOYA_OK, "https://h/api/v2/pets"},
      {"https://h/v1", "", "/pets", MOYA_OK, "https://h/v1/pets"},
      {"https://h/v1?key=1", NULL, "/pets", MOYA_OK, "https://h/v1/pets?key=1"},
      {"https://h/v1?key=1", "v2?x=2", "/pets", MOYA_OK, "https://h/v1/v2/pets?key=1&x=2"},
      {"https://h/v1#top", "?x=2", NULL, MOYA_OK, "https://h/v1?x=2"},
      {"https://h/v1", "http://other/a", "/pets", MOYA_OK, "http://other/a/pets"},
      {"https://h/v1", "HTTP://other", NULL, MOYA_OK, "HTTP://other"},
      {"https://h/v1", "a/b:c", NULL, MOYA_OK, "https://h/v1/a/b:c"},
      {"https://h/v1", "ftp://other", NULL, MOYA_ERROR_INVALID_URL, ""},
      {"https://h/v1", "localhost:80", NULL, MOYA_ERROR_INVALID_URL, ""},
      {"https://h/v1", "//other/a", NULL, MOYA_ERROR_INVALID_URL, ""},
      {"https://h/v1", "a b", NULL, MOYA_OK, "https://h/v1/a%20b"},
      {"https://h/v1", "a\tb", NULL, MOYA_ERROR_INVALID_URL, ""},
      {"https://h/v1", "a\xff", NULL, MOYA_ERROR_UTF8, ""},
      {NULL, "v2", "/pets", MOYA_ERROR_INVALID_URL, ""},
      {NULL, NULL, "/pets", MOYA_ERROR_NULL, ""},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_provider *provider = made(&MOYA_PROVIDER_OPTIONS(.base_url = rows[row].provider));
    moya_target target = MOYA_TARGET(.base_url = rows[row].target, .path = rows[row].path);
    moya_status status;
    char url[200];
    url_of(provider, &target, &status, url, sizeof url);
    EXPECT(status == rows[row].status, "row %zu: %s", row, moya_status_name(status));
    EXPECT(strcmp(url, rows[row].url) == 0, "row %zu: %s", row, url);
    moya_provider_destroy(provider);
  }
}

static void environments(void) {
  static const moya_parameter both[] = {{"production", "https://api.h"}, {"test", "https://test.h"}};
  static const struct {
    const char *environment, *url;
  } rows[] = {{"production", "https://api.h/pets"}, {"test", "https://test.h/pets"}};
  for (size_t row = 0; row < 2; row++) {
    moya_provider *provider = made(&MOYA_PROVIDER_OPTIONS(
        .environments = both, .environment_count = 2, .environment = rows[row].environment));
    moya_target target = MOYA_TARGET(.path = "pets");
    moya_status status;
    char url[200];
    url_of(provider, &target, &status, url, sizeof url);
    EXPECT(strcmp(url, rows[row].url) == 0, "%s", url);
    moya_provider_destroy(provider);
  }
}

static void parameters(void) {
  static const struct {
    const char *base, *name, *value, *url;
  } rows[] = {
      {"https://h", NULL, NULL, "https://h?lang=de&a%20b=1%26"},
      {"https://h", "page", "2", "https://h?page=2&lang=de&a%20b=1%26"},
      {"https://h", "lang", "en", "https://h?lang=en&a%20b=1%26"},
      {"https://h", "a b", "", "https://h?a%20b=&lang=de"},
      {"https://h?lang=fr", NULL, NULL, "https://h?lang=fr&a%20b=1%26"},
      {"https://h?", NULL, NULL, "https://h?lang=de&a%20b=1%26"},
      {"https://h", "language", "x", "https://h?language=x&lang=de&a%20b=1%26"},
  };
  moya_provider *provider = made(&MOYA_PROVIDER_OPTIONS(MOYA_PARAMETERS({"lang", "de"}, {"a b", "1&"})));
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_parameter own = {rows[row].name, rows[row].value};
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_PLAIN, .parameters = &own, .parameter_count = 1);
    moya_target target = MOYA_TARGET(.base_url = rows[row].base, .task = rows[row].name ? &task : NULL);
    moya_status status;
    char url[200];
    url_of(provider, &target, &status, url, sizeof url);
    EXPECT(strcmp(url, rows[row].url) == 0, "row %zu: %s", row, url);
  }
  moya_provider_destroy(provider);
}

/* Parameters of the provider become fields of a form, or members of the object at the top of a JSON tree. With any
 * other body, they go into the query. */
static void parameters_of_bodies(void) {
  static const char *const target_only = "/echo";
  moya_value *own = moya_value_object(), *none = moya_value_object(), *list = moya_value_array();
  moya_value_set_string(own, "lang", "en");
  moya_value_set_int64(own, "n", 1);
  moya_value_add_int64(list, 1);
  moya_value *inner = moya_value_set_object(none, "inner");
  const struct {
    moya_task task;
    const char *target, *body;
  } rows[] = {
      {MOYA_TASK(.kind = MOYA_TASK_FORM, .value = own), target_only, "lang=en&n=1&a%20b=1%26%22"},
      {MOYA_TASK(.kind = MOYA_TASK_FORM, .value = inner), target_only, "lang=de&a%20b=1%26%22"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .value = own), target_only, "{\"lang\":\"en\",\"n\":1,\"a b\":\"1&\\\"\"}"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .value = none), target_only,
       "{\"inner\":{},\"lang\":\"de\",\"a b\":\"1&\\\"\"}"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .value = inner), target_only, "{\"lang\":\"de\",\"a b\":\"1&\\\"\"}"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .value = own, .query = own), "/echo?lang=en&n=1",
       "{\"lang\":\"en\",\"n\":1,\"a b\":\"1&\\\"\"}"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .value = list), "/echo?lang=de&a%20b=1%26%22", "[1]"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .data = "{}", .data_len = 2), "/echo?lang=de&a%20b=1%26%22", "{}"},
      {MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "x", .data_len = 1), "/echo?lang=de&a%20b=1%26%22", "x"},
  };
  moya_provider *provider = made(&MOYA_PROVIDER_OPTIONS(.base_url = faults.url, MOYA_PARAMETERS({"lang", "de"}, {"a b", "1&\""})));
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_target target = MOYA_TARGET(.path = "/echo", .method = "POST", .task = &rows[row].task);
    moya_response *response = NULL;
    moya_str text = {NULL, 0};
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    EXPECT_STATUS(moya_response_json_string(response, "target", &text, NULL), MOYA_OK);
    EXPECT(str_is(text, rows[row].target), "row %zu: %s", row, text.data);
    EXPECT_STATUS(moya_response_json_string(response, "body", &text, NULL), MOYA_OK);
    EXPECT(str_is(text, rows[row].body), "row %zu: %s", row, text.data);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
  moya_value_release(own);
  moya_value_release(none);
  moya_value_release(list);
}

/* Tests headers of the provider and of a target. The response of /echo has the headers that the server received. */
static void headers(void) {
  moya_provider *provider = made(&MOYA_PROVIDER_OPTIONS(
      .base_url = faults.url, MOYA_HEADERS({"Accept", "text/x"}, {"X-Client", "tests"}, {"Content-Type", "text/own"})));
  moya_target target = MOYA_TARGET(.path = "/echo", MOYA_HEADERS({"accept", "text/y"}));
  moya_task json = MOYA_TASK(.kind = MOYA_TASK_JSON, .data = "{}", .data_len = 2);
  target.task = &json;
  target.method = "POST";
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_str body = moya_response_body(response);
  EXPECT(str_has(body, "text/y") && !str_has(body, "text/x"), "%s", body.data);
  EXPECT(str_has(body, "tests") && str_has(body, "text/own") && !str_has(body, "application/json"), "%s", body.data);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

static void refused(void) {
  static const moya_header forged[] = {{"A", "1\r\nB: 2"}}, odd[] = {{"A b", "secret"}}, none[] = {{NULL, "1"}};
  static const moya_parameter one[] = {{"test", "https://h"}}, bad[] = {{"test", "h"}};
  static const moya_parameter nameless[] = {{NULL, "test"}};
  const struct {
    moya_provider_options options;
    moya_status status;
    const char *says;
  } rows[] = {
      {MOYA_PROVIDER_OPTIONS(.base_url = "h/v1"), MOYA_ERROR_ARGUMENT, "base_url: the URL is not usable: it has no sch"},
      {MOYA_PROVIDER_OPTIONS(.base_url = ""), MOYA_ERROR_ARGUMENT, "base_url"},
      {MOYA_PROVIDER_OPTIONS(.base_url = "ftp://h"), MOYA_ERROR_ARGUMENT, "scheme"},
      {MOYA_PROVIDER_OPTIONS(.base_url = "https://"), MOYA_ERROR_ARGUMENT, "base_url"},
      {MOYA_PROVIDER_OPTIONS(.base_url = "https://h/\xff"), MOYA_ERROR_UTF8, "base_url"},
      {MOYA_PROVIDER_OPTIONS(.headers = forged, .header_count = 1), MOYA_ERROR_ARGUMENT, "header A"},
      {MOYA_PROVIDER_OPTIONS(.headers = odd, .header_count = 1), MOYA_ERROR_ARGUMENT, "begins with 'A'"},
      {MOYA_PROVIDER_OPTIONS(.headers = none, .header_count = 1), MOYA_ERROR_NULL, "headers[0].name"},
      {MOYA_PROVIDER_OPTIONS(.header_count = 1), MOYA_ERROR_NULL, "headers"},
      {MOYA_PROVIDER_OPTIONS(.headers = odd, .header_count = 10001), MOYA_ERROR_ARGUMENT, "headers"},
      {MOYA_PROVIDER_OPTIONS(.headers = odd, .header_count = 1, .header_stride = 8), MOYA_ERROR_STRUCT_SIZE, "headers"},
      {MOYA_PROVIDER_OPTIONS(.parameters = nameless, .parameter_count = 1), MOYA_ERROR_NULL, "parameters[0].name"},
      {MOYA_PROVIDER_OPTIONS(.parameter_count = 1), MOYA_ERROR_NULL, "parameters"},
      {MOYA_PROVIDER_OPTIONS(.environments = one, .environment_count = 1), MOYA_ERROR_ARGUMENT, "environment is NULL"},
      {MOYA_PROVIDER_OPTIONS(.environment = "test"), MOYA_ERROR_ARGUMENT, "environment is test"},
      {MOYA_PROVIDER_OPTIONS(.environments = one, .environment_count = 1, .environment = "Test"), MOYA_ERROR_ARGUMENT,
       "(test)"},
      {MOYA_PROVIDER_OPTIONS(.environments = bad, .environment_count = 1, .environment = "test"), MOYA_ERROR_ARGUMENT,
       "has no scheme"},
      {MOYA_PROVIDER_OPTIONS(.base_url = "https://h", .environment = "test"), MOYA_ERROR_ARGUMENT, "beside it"},
      {MOYA_PROVIDER_OPTIONS(.environment_count = 1), MOYA_ERROR_NULL, "environments"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_provider *provider = (moya_provider *)&rows;
    moya_error *error = NULL;
    moya_status status = moya_provider_create(&rows[row].options, &provider, &error);
    EXPECT(status == rows[row].status && provider == NULL, "row %zu: %s", row, moya_status_name(status));
    EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(!str_has(moya_error_message(error), "secret"), "row %zu", row);
    moya_error_release(error);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a target without a base URL has the provider's, and a relative one is joined to it", base_urls);
  TEST("the environment in use says which base URL counts", environments);
  TEST("a provider's parameters stand in the query unless the target has one of that name", parameters);
  TEST("they stand in a form or a JSON object where the target has one, and nowhere twice", parameters_of_bodies);
  TEST("a provider's headers are sent unless the target has one of that name", headers);
  TEST("what cannot be a provider's default is refused when the provider is made", refused);
  server_stop(&faults);
  return verdict();
}
