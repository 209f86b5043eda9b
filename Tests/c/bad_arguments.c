/* Passes invalid arguments: NULL, text that is not UTF-8, structs of another size, values out of range. Checks the
 * status and the message for each, and that the provider still works afterwards. */
#include "check.h"

static moya_provider *provider;
static moya_sample sample = MOYA_SAMPLE_INIT;

static moya_target good(void) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = "http://h/a";
  target.stub = MOYA_STUB_IMMEDIATE;
  sample.body = "{}";
  sample.body_len = 2;
  target.sample = &sample;
  return target;
}

static void expect_good(void) {
  moya_target target = good();
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}

/* Makes blocking calls and calls with a queue. All of them must return this status, and the queue must stay empty. */
static void expect_bad(const moya_target *target, moya_status status, const char *text) {
  moya_response *response = (moya_response *)&status;
  moya_error *error = NULL;
  moya_status got = moya_provider_call(provider, target, NULL, &response, &error);
  EXPECT(got == status, "%s instead of %s", moya_status_name(got), moya_status_name(status));
  EXPECT(response == NULL);
  EXPECT(moya_error_status(error) == status);
  EXPECT(str_has(moya_error_message(error), text), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT(moya_provider_call(provider, target, NULL, &response, NULL) == status, "without detail");

  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_call *call = (moya_call *)&status;
  got = moya_provider_enqueue(provider, target, queue, 1, 0, NULL, &call, &error);
  EXPECT(got == status, "%s when queued", moya_status_name(got));
  EXPECT(call == NULL);
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_enqueue(provider, target, queue, 1, MOYA_ROW_CHUNK, NULL, &call, NULL), status);
  EXPECT_STATUS(moya_provider_enqueue_all(provider, &target, 1, queue, 1, 0, NULL, &call, NULL, NULL), status);
  EXPECT(call == NULL);
  moya_completion row;
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 0);
  moya_queue_destroy(queue);
  expect_good();
}

static void null_pointers(void) {
  moya_target target = good();
  moya_error *error = NULL;
  moya_response *response = NULL;
  expect_bad(NULL, MOYA_ERROR_NULL, "moya_target");
  EXPECT_STATUS(moya_provider_create(NULL, NULL, &error), MOYA_ERROR_NULL);
  EXPECT(str_has(moya_error_message(error), "provider"));
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_call(NULL, &target, NULL, &response, &error), MOYA_ERROR_NULL);
  EXPECT(str_has(moya_error_message(error), "provider"));
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = NULL), NULL, NULL, &error), MOYA_ERROR_NULL);
  EXPECT(str_has(moya_error_message(error), "moya_handlers.end"));
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, NULL, 0, 0, NULL, NULL, &error), MOYA_ERROR_NULL);
  EXPECT(str_has(moya_error_message(error), "queue"));
  moya_error_release(error);
  EXPECT_STATUS(moya_queue_create(NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_add_plugin(provider, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_load_plugin(provider, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_use(provider, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_use(NULL, &MOYA_PLUGIN_USE(.path = "./none.so"), NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enable(provider, NULL, true, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enable(NULL, "org.libmoya.none", true, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_module_open("./none.so", 0, NULL, NULL), MOYA_ERROR_NULL);
  const moya_module *module;
  EXPECT_STATUS(moya_module_open(NULL, 0, &module, NULL), MOYA_ERROR_NULL);
  EXPECT(moya_provider_plugin_at(NULL, 0, NULL, NULL) == -1);
  EXPECT_STATUS(moya_provider_process(NULL, 0, NULL), MOYA_ERROR_NULL);
  EXPECT(moya_provider_fd(NULL) == -1 && moya_queue_fd(NULL) == -1);
  moya_completion row;
  EXPECT(moya_queue_drain(NULL, &row, sizeof row, 1) == MOYA_ERROR_NULL);
  EXPECT(moya_queue_wait(NULL, &row, sizeof row, 1, 0) == MOYA_ERROR_NULL);

  EXPECT(moya_response_retain(NULL) == NULL && moya_response_http_status(NULL) == 0);
  EXPECT(moya_response_body(NULL).data == NULL && moya_response_url(NULL).data == NULL);
  EXPECT(moya_response_header(NULL, "A").data == NULL && moya_response_headers(NULL).data == NULL);
  int64_t number = 7;
  EXPECT_STATUS(moya_response_json_int64(NULL, "a", &number, NULL), MOYA_ERROR_NULL);
  EXPECT(number == 0);
  EXPECT_STATUS(moya_error_status(NULL), MOYA_ERROR_NULL);
  EXPECT(moya_error_message(NULL).data == NULL && moya_error_target(NULL).data == NULL);
  EXPECT(moya_error_domain(NULL) == MOYA_DOMAIN_NONE && moya_error_code(NULL) == 0 && moya_error_response(NULL) == NULL);
  moya_response_release(NULL);
  moya_error_release(NULL);
  moya_call_release(NULL);
  moya_calls_release(NULL, 4);
  moya_call_cancel(NULL);
  moya_queue_destroy(NULL);
  moya_provider_destroy(NULL);
  moya_provider_cancel_all(NULL);
  moya_completions_release(NULL, sizeof row, 4);
  EXPECT_STATUS(moya_constant(NULL, &number), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_constant("MOYA_OK", NULL), MOYA_ERROR_NULL);
}

static void null_fields(void) {
  moya_target target = good();
  target.base_url = NULL;
  expect_bad(&target, MOYA_ERROR_NULL, "API.call: moya_target.base_url");
  target = good();
  target.header_count = 1;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_target.headers");
  moya_header headers[] = {{"A", "1"}, {NULL, NULL}, {NULL, "3"}};
  target.headers = headers;
  target.header_count = 2;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_target.headers[1].name");
  target.headers = headers + 2;
  target.header_count = 1;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_target.headers[0].name");
  target = good();
  const char *tags[] = {"a", NULL};
  target.tags = tags;
  target.tag_count = 2;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_target.tags[1]");
  target = good();
  moya_task task = MOYA_TASK_INIT;
  target.task = &task;
  task.kind = MOYA_TASK_DATA;
  task.data_len = 3;
  expect_bad(&target, MOYA_ERROR_NULL, "API.call: moya_task.data");
  task.kind = MOYA_TASK_PLAIN;
  moya_parameter parameters[] = {{NULL, "a"}};
  task.parameter_count = 1;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_task.parameters");
  task.parameters = parameters;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_task.parameters[0].name");
  target = good();
  moya_sample bodiless = MOYA_SAMPLE_INIT;
  bodiless.body_len = 1;
  target.sample = &bodiless;
  expect_bad(&target, MOYA_ERROR_NULL, "moya_sample.body");
}

static void malformed_text(void) {
  static const char bad[] = "a\xff";
  moya_target target = good();
  target.name = bad;
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_target.name");
  target = good();
  target.base_url = "http://h/\xc3\x28";
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_target.base_url");
  target = good();
  target.path = bad;
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_target.path");
  target = good();
  target.method = bad;
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_target.method");
  target = good();
  moya_header header = {bad, "a"};
  target.headers = &header;
  target.header_count = 1;
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_target.headers[0].name");
  target = good();
  const char *tag = bad;
  target.tags = &tag;
  target.tag_count = 1;
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_target.tags[0]");
  target = good();
  moya_task task = MOYA_TASK_INIT;
  moya_parameter parameter = {bad, "v"};
  task.kind = MOYA_TASK_PLAIN;
  task.parameters = &parameter;
  task.parameter_count = 1;
  target.task = &task;
  expect_bad(&target, MOYA_ERROR_UTF8, "moya_task.parameters[0].name");
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = bad;
  moya_provider *other = (moya_provider *)&other;
  EXPECT_STATUS(moya_provider_create(&options, &other, NULL), MOYA_ERROR_UTF8);
  EXPECT(other == NULL);
  EXPECT_STATUS(moya_provider_load_plugin(provider, bad, NULL, NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_provider_use(provider, &MOYA_PLUGIN_USE(.path = "./none.so", .name = bad), NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_provider_enable(provider, bad, true, NULL), MOYA_ERROR_UTF8);
  const moya_module *module;
  EXPECT_STATUS(moya_module_open(bad, 0, &module, NULL), MOYA_ERROR_UTF8);
}

static void struct_sizes(void) {
  moya_target target = good();
  target.size = 0;
  expect_bad(&target, MOYA_ERROR_STRUCT_SIZE, "moya_target.size is 0");
  target.size = sizeof target - 1;
  expect_bad(&target, MOYA_ERROR_STRUCT_SIZE, "moya_target.size");
  target.size = UINT32_MAX;
  expect_bad(&target, MOYA_ERROR_STRUCT_SIZE, "moya_target.size");
  target.size = sizeof target + 1;
  expect_bad(&target, MOYA_ERROR_STRUCT_SIZE, "moya_target.size");

  /* The struct is on the heap, so that a sanitizer sees any access beyond the size that the struct declares. */
  uint32_t *short_task = malloc(8);
  short_task[0] = 8;
  target = good();
  target.task = (moya_task *)short_task;
  expect_bad(&target, MOYA_ERROR_STRUCT_SIZE, "moya_task.size is 8");
  uint32_t *short_sample = malloc(4);
  short_sample[0] = 4;
  target = good();
  target.sample = (moya_sample *)short_sample;
  expect_bad(&target, MOYA_ERROR_STRUCT_SIZE, "moya_sample.size is 4");
  uint32_t *short_options = malloc(4);
  short_options[0] = 4;
  moya_provider *other = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_create((moya_provider_options *)short_options, &other, &error), MOYA_ERROR_STRUCT_SIZE);
  EXPECT(str_has(moya_error_message(error), "moya_provider_options.size is 4"));
  moya_error_release(error);
  free(short_task);
  free(short_sample);
  free(short_options);

  /* A struct of a newer header may have more fields at its end, but these must be zero. */
  struct {
    moya_target known;
    char tail[16];
  } longer = {good(), {0}};
  longer.known.size = sizeof longer;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &longer.known, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  longer.tail[15] = 1;
  expect_bad(&longer.known, MOYA_ERROR_STRUCT_TAIL, "moya_target uses a field");
}

/* Passes arrays of a newer header, whose elements are larger (stride), and arrays with invalid strides. */
static void strides(void) {
  typedef struct newer {
    moya_header known;
    const char *unknown;
  } newer;
  newer headers[] = {{{"X-A", "1"}, NULL}, {{"X-B", "2"}, NULL}};
  moya_parameter parameters[] = {{"a", "1"}, {"", ""}, {"b", "2"}, {"", ""}};
  static const struct {
    uint32_t stride;
    moya_status status;
  } rows[] = {
      {0, MOYA_OK}, {16, MOYA_OK}, {24, MOYA_OK}, {8, MOYA_ERROR_STRUCT_SIZE}, {17, MOYA_ERROR_STRUCT_SIZE},
      {4104, MOYA_ERROR_STRUCT_SIZE}, {UINT32_MAX, MOYA_ERROR_STRUCT_SIZE},
  };
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_PLAIN;
  moya_sample sample = MOYA_SAMPLE_INIT;
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_target target = good();
    target.headers = &headers[0].known;
    target.header_count = 1;
    target.header_stride = rows[row].stride;
    if (rows[row].status) expect_bad(&target, rows[row].status, "moya_target.headers is");
    target = good();
    target.sample = &sample;
    sample.headers = &headers[0].known;
    sample.header_count = 1;
    sample.header_stride = rows[row].stride;
    if (rows[row].status) expect_bad(&target, rows[row].status, "moya_sample.headers is");
    target = good();
    target.task = &task;
    task.parameters = parameters;
    task.parameter_count = 1;
    task.parameter_stride = rows[row].stride;
    if (rows[row].status) expect_bad(&target, rows[row].status, "moya_task.parameters is");
    moya_response *response = NULL;
    EXPECT_STATUS(moya_response_create(200, NULL, &headers[0].known, 1, rows[row].stride, NULL, 0, &response, NULL),
                  rows[row].status);
    moya_response_release(response);
  }

  moya_target target = good();
  sample.headers = &headers[0].known;
  sample.header_count = 2;
  sample.header_stride = sizeof *headers;
  target.sample = &sample;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_header(response, "x-a"), "1") && str_is(moya_response_header(response, "x-b"), "2"));
  moya_response_release(response);
  headers[1].unknown = "used";
  expect_bad(&target, MOYA_ERROR_STRUCT_TAIL, "moya_sample.headers[1] uses a field");
}

static void values_out_of_range(void) {
  moya_target target = good();
  target.stub = 4;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_target.stub is 4");
  target = good();
  moya_task task = MOYA_TASK_INIT;
  task.kind = -1;
  target.task = &task;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "API.call: moya_task.kind is -1");
  task.kind = MOYA_TASK_PLAIN;
  task.reserved = 1;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_task.reserved is not 0");
  task.reserved = 0;
  task.kind = MOYA_TASK_DATA;
  task.data = "x";
  task.data_len = SIZE_MAX;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_task.data");
  target = good();
  moya_header header = {"A", "1"};
  target.headers = &header;
  target.header_count = SIZE_MAX / 8;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_target.headers");
  target = good();
  moya_sample odd = MOYA_SAMPLE_INIT;
  odd.http_status = 99;
  target.sample = &odd;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_sample.http_status is 99");
  odd.http_status = 600;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_sample.http_status is 600");
  odd.http_status = INT32_MIN;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_sample.http_status is -");
  odd.http_status = 0;
  odd.failure = MOYA_ERROR_NULL;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_sample.failure");
  odd.failure = 5;
  expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_sample.failure");

  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_provider *other = NULL;
  options.pump = 9;
  EXPECT_STATUS(moya_provider_create(&options, &other, NULL), MOYA_ERROR_ARGUMENT);
  options.pump = MOYA_PUMP_DISPATCH;
  options.stub = 9;
  EXPECT_STATUS(moya_provider_create(&options, &other, NULL), MOYA_ERROR_ARGUMENT);
  options.stub = MOYA_STUB_DEFAULT;
  options.user_agent = "a\r\nEvil: 1";
  EXPECT_STATUS(moya_provider_create(&options, &other, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(other == NULL);
}

static void row_sizes(void) {
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  static const struct {
    size_t size, capacity;
    moya_status status;
  } cases[] = {
      {0, 1, MOYA_ERROR_STRUCT_SIZE},   {63, 1, MOYA_ERROR_STRUCT_SIZE}, {65, 1, MOYA_ERROR_ARGUMENT},
      {73, 1, MOYA_ERROR_ARGUMENT},     {8192, 1, MOYA_ERROR_ARGUMENT},  {SIZE_MAX, 1, MOYA_ERROR_ARGUMENT},
      {SIZE_MAX - 7, 1, MOYA_ERROR_ARGUMENT}, {64, SIZE_MAX, MOYA_ERROR_ARGUMENT}, {64, SIZE_MAX / 64 + 1, MOYA_ERROR_ARGUMENT},
      {64, 0, MOYA_OK},                 {65, 0, MOYA_ERROR_ARGUMENT},    {72, 1, MOYA_OK},
  };
  moya_completion rows[2] = {{0}, {0}};
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    size_t size = cases[index].size, capacity = cases[index].capacity;
    EXPECT(moya_queue_drain(queue, rows, size, capacity) == cases[index].status, "%zu", index);
    EXPECT(moya_queue_wait(queue, rows, size, capacity, 0) == cases[index].status, "%zu", index);
  }
  EXPECT(moya_queue_drain(queue, NULL, 64, 1) == MOYA_ERROR_NULL && moya_queue_drain(queue, NULL, 64, 0) == 0);
  EXPECT(moya_queue_wait(queue, rows, sizeof *rows, 1, -2) == MOYA_ERROR_ARGUMENT);
  EXPECT(moya_queue_wait(queue, rows, sizeof *rows, 1, INT32_MIN) == MOYA_ERROR_ARGUMENT);
  /* If the size of a row or the count is impossible, moya_completions_release changes nothing. */
  rows[0].response = (moya_response *)8;
  moya_completions_release(rows, 65, 1);
  moya_completions_release(rows, 63, 1);
  moya_completions_release(rows, 64, 0);
  moya_completions_release(rows, 64, SIZE_MAX);
  EXPECT(rows[0].response == (moya_response *)8);
  moya_queue_destroy(queue);
}

/* Checks that the call fails. The engine checks requests, so a call with a stub fails in the same way as one to the
 * network. */
static void expect_refused(const moya_target *target, moya_status status, const char *text) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status got = moya_provider_call(provider, target, NULL, &response, &error);
  EXPECT(got == status, "%s instead of %s", moya_status_name(got), moya_status_name(status));
  EXPECT(str_has(moya_error_message(error), "API.call: ") && str_has(moya_error_message(error), text), "%s",
         moya_error_message(error).data);
  EXPECT(!str_has(moya_error_message(error), "Evil"), "a value shows: %s", moya_error_message(error).data);
  moya_error_release(error);
  expect_good();
}

static void bad_urls(void) {
  static const char *const schemes[] = {"h/a",          "",           "file:///etc/passwd", "ftp://h/a",    "gopher://h/a",
                                        "dict://h/a",   "javascript:1", "//h/a",            "http:/h",      "ws://h",
                                        "smb://h/a",    "ldap://h",   "://h",               "http//h"};
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    for (size_t index = 0; index < sizeof schemes / sizeof *schemes; index++) {
      moya_target target = good();
      target.stub = stubbed ? MOYA_STUB_IMMEDIATE : MOYA_STUB_NEVER;
      target.base_url = schemes[index];
      expect_refused(&target, MOYA_ERROR_INVALID_URL, "scheme");
    }
    static const char *const others[] = {"http://", "http:///a", "http://h\r\nEvil: 1", "http://h/\ta", "http://h a/",
                                         "http://h/\x01", "http://h/\x7f", "http://127.0.0.1:9\\@evil/"};
    for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
      moya_target target = good();
      target.stub = stubbed ? MOYA_STUB_IMMEDIATE : MOYA_STUB_NEVER;
      target.base_url = others[index];
      expect_refused(&target, MOYA_ERROR_INVALID_URL, "URL");
    }
  }
}

static void header_injection(void) {
  static const moya_header bad[] = {{"A", "1\r\nEvil: 1"}, {"A", "1\nEvil: 1"}, {"A", "\x01"},  {"A", "\x7f"},
                                    {"A\r\nX", "1"},    {"A B", "1"},        {"", "1"},      {"A:", "1"}};
  for (int stubbed = 0; stubbed < 2; stubbed++) {
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
      moya_target target = good();
      target.stub = stubbed ? MOYA_STUB_IMMEDIATE : MOYA_STUB_NEVER;
      target.headers = &bad[index];
      target.header_count = 1;
      expect_refused(&target, MOYA_ERROR_INVALID_REQUEST, "header");
    }
    static const char *const methods[] = {"GET / HTTP/1.1\r\nEvil: 1\r\nX:", "G ET", "", "G\tT", "G\xc3\xbc"};
    for (size_t index = 0; index < sizeof methods / sizeof *methods; index++) {
      moya_target target = good();
      target.stub = stubbed ? MOYA_STUB_IMMEDIATE : MOYA_STUB_NEVER;
      target.method = methods[index];
      expect_refused(&target, MOYA_ERROR_INVALID_REQUEST, "method");
    }
  }
}

/* The fields of a sample must be valid. Otherwise a program that forwards the response of a stub would send forged
 * fields. */
static void fields_of_samples(void) {
  static const moya_header bad[] = {{"A", "s3cret\r\nEvil: 1"}, {"A", "s3cret\nEvil: 1"}, {"A", "\x01"}, {"A", "\xff\n"},
                                    {"A\r\nX", "1"},            {"A B", "1"},            {"", "1"},      {"A:", "1"}};
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
    moya_sample own = MOYA_SAMPLE(.headers = &bad[index], .header_count = 1);
    moya_target target = good();
    target.sample = &own;
    expect_bad(&target, MOYA_ERROR_ARGUMENT, "moya_sample.headers: ");
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_ARGUMENT);
    EXPECT(!str_has(moya_error_message(error), "s3cret"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    moya_stubs *stubs = NULL;
    EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
    EXPECT_STATUS(moya_stubs_add(stubs, &MOYA_STUB_RULE(.answers = &own, .answer_count = 1), NULL, NULL), MOYA_ERROR_ARGUMENT);
    moya_stubs_release(stubs);
  }
}

int main(void) {
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  TEST("a pointer that must be there and is NULL is named", null_pointers);
  TEST("a field or an element that is NULL is named", null_fields);
  TEST("text that is not UTF-8 is named", malformed_text);
  TEST("a struct is not touched beyond its size, and a wrong size is named", struct_sizes);
  TEST("values that cannot be are named", values_out_of_range);
  TEST("an array may have elements of a newer header, unless these use what this library does not know", strides);
  TEST("a row size or a number of rows that cannot be is refused", row_sizes);
  TEST("only http and https URLs without odd characters are sent, or stubbed", bad_urls);
  TEST("a header or a method that could forge another is refused", header_injection);
  TEST("a field of a sample that could forge another is refused", fields_of_samples);
  moya_provider_destroy(provider);
  return verdict();
}
