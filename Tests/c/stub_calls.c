/* Tests calls of stubs through every layer: target, plugins, response, texts and JSON. */
#include "check.h"

static moya_provider *provider;

static moya_sample sample_of(const char *body) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = body;
  sample.body_len = strlen(body);
  return sample;
}

static moya_target target_of(const moya_sample *sample) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "GitHub.zen";
  target.base_url = "http://api.example.com/v1";
  target.path = "/zen";
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = sample;
  return target;
}

static void answers(void) {
  moya_sample sample = sample_of("{\"items\":[{\"name\":\"moya\",\"stars\":9}],\"ok\":true,\"ratio\":0.5}");
  moya_target target = target_of(&sample);
  moya_response *response = NULL;
  moya_error *error = (moya_error *)&error;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
  EXPECT(error == NULL);
  EXPECT(moya_response_http_status(response) == 200, "%d", moya_response_http_status(response));
  EXPECT(moya_response_body(response).len == sample.body_len);
  EXPECT(memcmp(moya_response_body(response).data, sample.body, sample.body_len + 1) == 0, "ended by NUL");
  EXPECT(str_is(moya_response_url(response), "http://api.example.com/v1/zen"), "%s", moya_response_url(response).data);

  moya_str text;
  EXPECT_STATUS(moya_response_json_string(response, "items.0.name", &text, NULL), MOYA_OK);
  EXPECT(str_is(text, "moya"), "%s", text.data);
  int64_t number;
  EXPECT_STATUS(moya_response_json_int64(response, "items.0.stars", &number, NULL), MOYA_OK);
  EXPECT(number == 9);
  double ratio;
  EXPECT_STATUS(moya_response_json_double(response, "ratio", &ratio, NULL), MOYA_OK);
  EXPECT(ratio == 0.5);
  bool flag;
  EXPECT_STATUS(moya_response_json_bool(response, "ok", &flag, NULL), MOYA_OK);
  EXPECT(flag);
  EXPECT_STATUS(moya_response_json_raw(response, "items", &text, NULL), MOYA_OK);
  EXPECT(str_is(text, "[{\"name\":\"moya\",\"stars\":9}]"), "%s", text.data);
  moya_str again;
  EXPECT_STATUS(moya_response_json_raw(response, "items", &again, NULL), MOYA_OK);
  EXPECT(again.data == text.data, "the same text twice");

  EXPECT_STATUS(moya_response_json_string(response, "items.1.name", &text, &error), MOYA_ERROR_KEY_PATH);
  EXPECT(text.data == NULL && str_has(moya_error_message(error), "items.1.name"));
  moya_error_release(error);
  EXPECT_STATUS(moya_response_json_int64(response, "ok", &number, &error), MOYA_ERROR_JSON_TYPE);
  EXPECT(number == 0 && str_has(moya_error_message(error), "true or false"));
  moya_error_release(error);

  EXPECT(moya_response_retain(response) == response);
  moya_response_release(response);
  EXPECT(moya_response_http_status(response) == 200, "retained");
  moya_response_release(response);
}

static void whole_answers(void) {
  moya_header headers[] = {{"Content-Type", "text/plain"}, {"X-Many", "a"}, {"x-many", "b"}};
  moya_sample sample = sample_of("");
  sample.http_status = 404;
  sample.headers = headers;
  sample.header_count = 3;
  moya_target target = target_of(&sample);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 404);
  EXPECT(moya_response_body(response).len == 0 && moya_response_body(response).data[0] == 0);
  EXPECT(str_is(moya_response_header(response, "content-type"), "text/plain"));
  EXPECT(str_is(moya_response_header(response, "X-MANY"), "a,b"));
  EXPECT(moya_response_header(response, "None").data == NULL);
  int64_t number;
  EXPECT_STATUS(moya_response_json_int64(response, NULL, &number, NULL), MOYA_ERROR_JSON);
  moya_response_release(response);
}

static void huge_numbers(void) {
  static const char *const numbers[] = {"1e400", "-1e400", "12345678901234567890123"};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    moya_response *response = NULL;
    EXPECT_STATUS(
        moya_response_create(200, NULL, NULL, 0, 0, numbers[index], strlen(numbers[index]), &response, NULL), MOYA_OK);
    moya_str text;
    int64_t integer;
    double number;
    bool flag;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_response_json_string(response, NULL, &text, NULL), MOYA_ERROR_JSON_TYPE);
    EXPECT_STATUS(moya_response_json_int64(response, NULL, &integer, NULL), MOYA_ERROR_JSON_TYPE);
    EXPECT_STATUS(moya_response_json_bool(response, NULL, &flag, NULL), MOYA_ERROR_JSON_TYPE);
    EXPECT_STATUS(moya_response_json_raw(response, NULL, &text, NULL), MOYA_OK);
    EXPECT(str_is(text, numbers[index]), "%s", text.data);
    if (index < 2) {
      EXPECT_STATUS(moya_response_json_double(response, NULL, &number, &error), MOYA_ERROR_JSON_TYPE);
      EXPECT(str_has(moya_error_message(error), "no double can hold"), "%s", moya_error_message(error).data);
      moya_error_release(error);
    } else {
      EXPECT_STATUS(moya_response_json_double(response, NULL, &number, NULL), MOYA_OK);
    }
    moya_response_release(response);
  }
}

static void failing_samples(void) {
  static const moya_status failures[] = {
      MOYA_ERROR_RESOLVE, MOYA_ERROR_CONNECT, MOYA_ERROR_TLS, MOYA_ERROR_TIMEOUT_CONNECT, MOYA_ERROR_TIMEOUT_IDLE,
      MOYA_ERROR_TIMEOUT_TOTAL, MOYA_ERROR_NETWORK, MOYA_ERROR_PROTOCOL, MOYA_ERROR_INCOMPLETE_BODY, MOYA_ERROR_DECODE,
      MOYA_ERROR_TOO_LARGE, MOYA_ERROR_REDIRECT, MOYA_ERROR_PROXY, MOYA_ERROR_CANCELLED, MOYA_ERROR_BODY,
      MOYA_ERROR_FILE,    MOYA_ERROR_ADDRESS};
  for (size_t index = 0; index < sizeof failures / sizeof *failures; index++) {
    moya_sample sample = sample_of("x");
    sample.failure = failures[index];
    moya_target target = target_of(&sample);
    moya_response *response = (moya_response *)&response;
    moya_error *error = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    EXPECT(status == failures[index], "%s", moya_status_name(status));
    EXPECT(response == NULL);
    EXPECT(moya_error_status(error) == failures[index]);
    EXPECT(strncmp(moya_error_message(error).data, "GitHub.zen: ", 12) == 0, "%s", moya_error_message(error).data);
    EXPECT(str_is(moya_error_target(error), "GitHub.zen"));
    EXPECT(moya_error_response(error) == NULL);
    moya_error_release(error);
  }
}

static void no_sample(void) {
  moya_target target = target_of(NULL);
  moya_response *response;
  moya_error *error;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_NO_STUB);
  EXPECT(str_has(moya_error_message(error), "sample"), "%s", moya_error_message(error).data);
  moya_error_release(error);
}

static void url_of(const char *base, const char *path, const moya_task *task, const char *wanted) {
  moya_sample sample = sample_of("x");
  moya_target target = target_of(&sample);
  target.base_url = base;
  target.path = path;
  target.task = task;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), wanted), "%s", moya_response_url(response).data);
  moya_response_release(response);
}

static void urls(void) {
  url_of("http://h", NULL, NULL, "http://h");
  url_of("http://h/", "", NULL, "http://h/");
  url_of("http://h/a/", "/b", NULL, "http://h/a/b");
  url_of("http://h/a", "b", NULL, "http://h/a/b");
  url_of("http://h/a?k=v", "b c?d%", NULL, "http://h/a/b%20c%3Fd%25?k=v");
  url_of("http://h/a", "\xc3\xbc", NULL, "http://h/a/%C3%BC");
  moya_parameter parameters[] = {{"b", "1&2"}, {"a[]", "\xc3\xbc /?"}};
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_PLAIN;
  task.parameters = parameters;
  task.parameter_count = 2;
  url_of("http://h/a", "b", &task, "http://h/a/b?b=1%262&a%5B%5D=%C3%BC%20/?");
  url_of("http://h/a?k=v#f", "b", &task, "http://h/a/b?k=v&b=1%262&a%5B%5D=%C3%BC%20/?#f");
  /* If the task has a body, its parameters go into the query, too. */
  task.data = "{}";
  task.data_len = 2;
  for (task.kind = MOYA_TASK_DATA; task.kind <= MOYA_TASK_JSON; task.kind++) {
    url_of("http://h/a?k=v#f", "b", &task, "http://h/a/b?k=v&b=1%262&a%5B%5D=%C3%BC%20/?#f");
  }
}

static int released;
static void count_release(void *context) { released += *(int *)context; }

static void kept_bytes(void) {
  int one = 1;
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_DATA;
  task.data = "bytes";
  task.data_len = 5;
  task.release_user = count_release;
  task.user = &one;
  moya_sample sample = sample_of("x");
  moya_target target = target_of(&sample);
  target.task = &task;
  moya_response *response = NULL;
  released = 0;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(released == 1, "%d after a success", released);
  target.base_url = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT(released == 2, "%d after a failure", released);
  EXPECT_STATUS(moya_provider_call(NULL, &target, NULL, &response, NULL), MOYA_ERROR_NULL);
  EXPECT(released == 3, "%d without a provider", released);
  task.kind = 77;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(released == 4, "%d with a kind that is none", released);
  task.kind = MOYA_TASK_DATA;
  task.data_len = 0;
  target.base_url = "http://h";
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(released == 5, "%d without bytes", released);
}

static void default_stub(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.stub = MOYA_STUB_IMMEDIATE;
  moya_provider *stubbing = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &stubbing, NULL), MOYA_OK);
  moya_sample sample = sample_of("stubbed");
  moya_target target = target_of(&sample);
  target.stub = MOYA_STUB_DEFAULT;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(stubbing, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_body(response), "stubbed"));
  moya_response_release(response);
  moya_provider_destroy(stubbing);
}

/* How a call ended. */
typedef struct ending {
  moya_status status;
  int32_t http_status;
  int64_t attempts;
  char url[64], body[32], kind[32], message[256];
} ending;

static void copy(char *to, size_t room, moya_str text) {
  snprintf(to, room, "%s", text.data ? text.data : "(none)");
}

static ending ending_of(moya_status status, const moya_response *response, const moya_error *error) {
  ending it = {.status = status};
  if (!response && error) response = moya_error_response(error);
  it.http_status = moya_response_http_status(response);
  it.attempts = moya_response_info(response, MOYA_INFO_ATTEMPTS);
  copy(it.url, sizeof it.url, moya_response_url((moya_response *)response));
  copy(it.body, sizeof it.body, moya_response_body(response));
  copy(it.kind, sizeof it.kind, moya_response_header((moya_response *)response, "Content-Type"));
  copy(it.message, sizeof it.message, moya_error_message(error));
  return it;
}

static void note_ending(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  *(ending *)user = ending_of(status, response, error);
}

static ending ending_of_call(const moya_target *target, bool in_slices) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_blocking_call *exchange = NULL;
  moya_status status = in_slices ? moya_provider_call_for(provider, target, -1, &exchange, &response, &error)
                                 : moya_provider_call(provider, target, NULL, &response, &error);
  ending it = ending_of(status, response, error);
  moya_response_release(response);
  moya_error_release(error);
  return it;
}

static ending ending_of_send(const moya_target *target) {
  ending it = {0};
  moya_error *error = NULL;
  moya_status status = moya_provider_send(provider, target, &MOYA_HANDLERS(.end = note_ending, .user = &it), NULL, NULL, &error);
  if (status != MOYA_OK) it = ending_of(status, NULL, error);
  moya_error_release(error);
  return it;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init" /* a row sets a member of ROW again */
/* For a plain stub, a blocking call takes a shorter way in the library than a call with a callback. Both must have the
 * same result. */
static void same_ends(void) {
  static char longest[(1 << 17) + 2];
  memset(longest, 'a', sizeof longest - 1);
  moya_header good = {"Accept", "text/plain"}, empty = {"", "a"}, spaced = {"a b", "c"}, split = {"a", "b\r\nc: d"},
              tabbed = {"X-Tab", "a\tb"}, foreign = {"X-Foreign", "\xc3\xa9"}, broken = {"X-Broken", "a\xff"},
              name = {"\xff", "a"}, nothing = {"a", NULL}, large = {"a", longest};
  int32_t accepted[] = {201, 404}, wrong[] = {7};
  const char *tags[] = {"\xff"};
  moya_sample sample = sample_of("[]"), missing = sample, typed = sample, moved = sample, failing = sample,
              strange = sample, elsewhere = sample;
  missing.http_status = 404;
  typed.headers = &(moya_header){"Content-Type", "text/plain"};
  typed.header_count = 1;
  moved.url = "http://h/moved";
  failing.failure = MOYA_ERROR_CONNECT;
  strange.http_status = 700;
  elsewhere.url = "ftp://h";
  moya_target rows[] = {
#define ROW(...)                                                                                                       \
  {.size = sizeof(moya_target), .base_url = "http://h", .path = "/p", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample, \
   __VA_ARGS__}
#define FIELD(header) .headers = &header, .header_count = 1
      ROW(.name = "GitHub.zen"), ROW(.name = NULL), ROW(.name = "\xc3\xa9"), ROW(.name = "\xff"), ROW(.name = longest),
      ROW(FIELD(good)), ROW(FIELD(empty)), ROW(FIELD(spaced)), ROW(FIELD(split)), ROW(FIELD(tabbed)), ROW(FIELD(foreign)),
      ROW(FIELD(broken)), ROW(FIELD(name)), ROW(FIELD(nothing)), ROW(FIELD(large)), ROW(.header_count = 1),
      ROW(FIELD(good), .header_stride = 4), ROW(.header_count = 1 << 20), ROW(.method = "post"), ROW(.method = "GET"),
      ROW(.method = ""), ROW(.method = "a b"), ROW(.method = "CONNECT"), ROW(.method = "connect"), ROW(.method = longest),
      ROW(.sample = &missing), ROW(.sample = &missing, .validation = MOYA_VALIDATION_SUCCESS), ROW(.sample = &typed),
      ROW(.sample = &moved), ROW(.sample = &failing), ROW(.sample = &strange), ROW(.sample = &elsewhere),
      ROW(.sample = &missing, .validation = MOYA_VALIDATION_STATUSES, .statuses = accepted, .status_count = 2),
      ROW(.validation = MOYA_VALIDATION_STATUSES, .statuses = accepted, .status_count = 2),
      ROW(.validation = MOYA_VALIDATION_STATUSES, .statuses = wrong, .status_count = 1), ROW(.validation = 9),
      ROW(.validation = MOYA_VALIDATION_STATUSES), ROW(.base_url = NULL), ROW(.base_url = "http://h /"),
      ROW(.base_url = "ftp://h"), ROW(.path = NULL), ROW(.path = "{id}"), ROW(.path = "/a b"), ROW(.stub = 9),
      ROW(.tags = tags, .tag_count = 1), ROW(.tag_count = 1), ROW(.path_value_count = 1), ROW(.flags = 8),
      ROW(.reserved = 1), ROW(.size = 200), ROW(.size = 208 + 8), ROW(.timeout_ms = 1, .idle_timeout_ms = 1),
  };
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    ending sent = ending_of_send(&rows[index]);
    for (int time = 0; time < 3; time++) {
      ending called = ending_of_call(&rows[index], time == 2);
      EXPECT(called.status == sent.status && called.http_status == sent.http_status && called.attempts == sent.attempts,
             "%zu: %d %d %lld, not %d %d %lld", index, called.status, called.http_status, (long long)called.attempts,
             sent.status, sent.http_status, (long long)sent.attempts);
      EXPECT(!strcmp(called.url, sent.url) && !strcmp(called.body, sent.body) && !strcmp(called.kind, sent.kind),
             "%zu: %s %s %s, not %s %s %s", index, called.url, called.body, called.kind, sent.url, sent.body, sent.kind);
      EXPECT(!strcmp(called.message, sent.message), "%zu: %s, not %s", index, called.message, sent.message);
    }
  }
}
#pragma GCC diagnostic pop

int main(void) {
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  TEST("a stub answers with its body, and JSON is found in it", answers);
  TEST("a stub answers with its status and headers", whole_answers);
  TEST("a number that no double can hold is JSON, of another type than any that is asked for", huge_numbers);
  TEST("a stub fails with any failure of an exchange", failing_samples);
  TEST("a stub without a sample is an error of its own", no_sample);
  TEST("base, path and parameters make the URL", urls);
  TEST("a task's release is called exactly once, whatever happens", kept_bytes);
  TEST("a provider's stub behaviour holds for targets that do not say", default_stub);
  TEST("a stub's blocking call, which has a way of its own, ends as one with a callback does", same_ends);
  moya_provider_destroy(provider);
  return verdict();
}
