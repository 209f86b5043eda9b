/* The allocator refuses large blocks, or all but the first few. A function that needs one returns an error, and the
 * provider still works. Texts and arrays of a caller need no large block, because their sizes are limited. */
#include "plugin_journal.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { LARGE = 1 << 20, SIZE = 3 * LARGE };

/* If `is_tight` is true, allocations of LARGE bytes or more fail, except for the first `spared` ones. */
static atomic_bool is_tight;
static atomic_int spared;

#ifdef __SANITIZE_ADDRESS__
/* With AddressSanitizer, the sanitizer's allocator is used instead. It refuses each block of more than a mebibyte. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:max_allocation_size_mb=1"; }
static void relax(void) {}
static bool may_be_relaxed(void) { return false; }
#else
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), __libc_free(void *);
void *__libc_memalign(size_t, size_t);
static bool refused(size_t size) {
  if (!is_tight || size < LARGE || atomic_fetch_sub(&spared, 1) > 0) return false;
  errno = ENOMEM;
  return true;
}
void *malloc(size_t size) { return refused(size) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return refused(size) || refused(count) || refused(count * size) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) { return refused(size) ? NULL : __libc_realloc(memory, size); }
void *aligned_alloc(size_t alignment, size_t size) { return refused(size) ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (refused(size)) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
void free(void *memory) { __libc_free(memory); }
static void relax(void) { is_tight = false; }
static bool may_be_relaxed(void) { return true; }
#endif

static server faults;
static moya_provider *provider;
static moya_queue *queue;
/* A text, an array of texts and an array of headers, with SIZE bytes each. They are not in memory of the allocator. */
static char *text;
static const char **texts;
static moya_header *headers;
enum { TEXTS = SIZE / sizeof(char *), HEADERS = SIZE / sizeof(moya_header) };

static void *pages(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  return memory;
}
static void make_large_things(void) {
  text = memset(pages(SIZE + 1), 'a', SIZE);
  texts = pages(TEXTS * sizeof *texts);
  for (int index = 0; index < (int)TEXTS; index++) texts[index] = "a";
  headers = pages(HEADERS * sizeof *headers);
  for (int index = 0; index < (int)HEADERS; index++) headers[index] = (moya_header){"A", "b"};
}

/* Makes the call in every way, and allows one more large block each time. Then makes a call that succeeds. */
static void expect_refusal(const char *what, const moya_target *target, moya_status wanted, const char *word) {
  moya_response *response = NULL;
  for (int count = 0; count < 4; count++) {
    moya_error *error = NULL;
    spared = count;
    is_tight = true;
    moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
    EXPECT(status == wanted && !response, "%s, %d: %s", what, count, moya_status_name(status));
    EXPECT(str_has(moya_error_message(error), word), "%s, %d: %s", what, count, moya_error_message(error).data);
    moya_error_release(error);
    EXPECT_STATUS(moya_provider_send(provider, target, &MOYA_HANDLERS(.end = (moya_callback_fn)abort), NULL, NULL, NULL), wanted);
    EXPECT_STATUS(moya_provider_enqueue(provider, target, queue, 0, 0, NULL, NULL, NULL), wanted);
    EXPECT_STATUS(moya_provider_enqueue(provider, target, queue, 0, MOYA_ROW_CHUNK, NULL, NULL, NULL), wanted);
    EXPECT_STATUS(moya_provider_enqueue_all(provider, &target, 1, queue, 0, 0, NULL, NULL, NULL, NULL), wanted);
    moya_handlers handlers = MOYA_HANDLERS(.end = (moya_callback_fn)abort), none = MOYA_HANDLERS_INIT;
    EXPECT_STATUS(moya_provider_send(provider, target, &handlers, NULL, NULL, NULL), wanted);
    EXPECT_STATUS(moya_provider_call(provider, target, &none, &response, NULL), wanted);
    moya_blocking_call *exchange = NULL;
    EXPECT_STATUS(moya_provider_call_for(provider, target, -1, &exchange, &response, NULL), wanted);
    is_tight = false;
    if (wanted == MOYA_ERROR_MEMORY) break;
  }
  spared = 0;
  moya_target good = target_of();
  EXPECT_STATUS(call(provider, &good, &response), MOYA_OK);
  moya_response_release(response);
}
static void expect_no_memory(const char *what, const moya_target *target) {
  expect_refusal(what, target, MOYA_ERROR_MEMORY, "memory");
}
static void expect_too_long(const char *what, const moya_target *target) {
  expect_refusal(what, target, MOYA_ERROR_ARGUMENT, "is longer than 131072 bytes");
}
static void expect_too_long_to_send(const char *what, const moya_target *target) {
  expect_refusal(what, target, MOYA_ERROR_INVALID_REQUEST, "is longer than 131072 bytes");
}
static void expect_too_many(const char *what, const moya_target *target) {
  expect_refusal(what, target, MOYA_ERROR_ARGUMENT, "has more than 10000 elements");
}

static void targets(void) {
  moya_target target = target_of();
  target.name = text;
  expect_too_long("name", &target);
  target = target_of();
  target.base_url = text;
  expect_too_long_to_send("base_url", &target);
  target = target_of();
  target.path = text;
  expect_too_long_to_send("path", &target);
  target = target_of();
  target.method = text;
  expect_too_long_to_send("method", &target);
  moya_header named = {text, "1"}, valued = {"A", text};
  target = target_of();
  target.header_count = 1;
  target.headers = &named;
  expect_too_long_to_send("a header's name", &target);
  target.headers = &valued;
  expect_too_long_to_send("a header's value", &target);
  target.headers = headers;
  target.header_count = HEADERS;
  expect_too_many("headers", &target);
  target.header_count = (size_t)1 << 40;
  expect_too_many("a number of headers", &target);
  const char *tag = text;
  target = target_of();
  target.tags = &tag;
  target.tag_count = 1;
  expect_too_long("a tag", &target);
  target.tags = texts;
  target.tag_count = TEXTS;
  expect_too_many("tags", &target);
  target.tag_count = (size_t)1 << 40;
  expect_too_many("a number of tags", &target);
}

/* Passes texts and arrays of the largest size that is allowed. The library needs no large block for them. */
static void largest(void) {
  enum { TEXT = 1 << 17, COUNT = 10000 };
  char *umlauts = pages(TEXT + 1), *slashes = pages(TEXT + 1), *value = pages(TEXT + 1);
  for (int index = 0; index < TEXT - 100; index += 2) memcpy(umlauts + index, "\xC3\xA4", 2);
  memset(slashes, '.', TEXT - 100);
  memset(value, 'v', TEXT);
  const char **tags = pages(COUNT * sizeof *tags);
  moya_parameter *parameters = pages(COUNT * sizeof *parameters);
  for (int index = 0; index < COUNT; index++) {
    tags[index] = "tag";
    parameters[index] = (moya_parameter){"\xC3\xA4", "\xC3\xA4"};
  }
  moya_header valued[] = {{"A", value}, {"B", value}, {"C", value}};
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_PLAIN;
  moya_target target = target_of();
  moya_response *response = NULL;
  is_tight = true;
  target.name = value;
  target.path = umlauts;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  target = target_of();
  target.tags = tags;
  target.tag_count = COUNT;
  target.headers = valued;
  target.header_count = 3;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  target.headers = headers;
  target.header_count = COUNT;
  target.task = &task;
  task.parameters = parameters;
  task.parameter_count = COUNT;
  sample.body = "{}";
  sample.body_len = 2;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_str found;
  moya_error *error = NULL;
  slashes[1 << 12] = 0;
  EXPECT_STATUS(moya_response_json_string(response, slashes, &found, &error), MOYA_ERROR_KEY_PATH);
  moya_error_release(error);
  moya_response_release(response);
  parameters[0].value = umlauts;
  expect_refusal("a URL", &target, MOYA_ERROR_INVALID_URL, "longer than 131072 bytes");
  is_tight = false;
}

static int released;
static void release_data(void *context) {
  (void)context;
  released++;
}
static void tasks(void) {
  moya_task task = MOYA_TASK_INIT;
  moya_target target = target_of();
  target.task = &task;
  moya_parameter named = {text, "1"}, valued = {"a", text};
  task.kind = MOYA_TASK_PLAIN;
  task.parameter_count = 1;
  task.parameters = &named;
  expect_too_long_to_send("a parameter's name", &target);
  task.parameters = &valued;
  expect_too_long_to_send("a parameter's value", &target);
  task.parameters = (const moya_parameter *)headers;
  task.parameter_count = HEADERS;
  expect_too_many("parameters", &target);
  task.parameter_count = (size_t)1 << 40;
  expect_too_many("a number of parameters", &target);

  task.parameter_count = 0;
  task.kind = MOYA_TASK_DATA;
  task.data = text;
  task.data_len = SIZE;
  expect_no_memory("data", &target);
  task.data_len = (size_t)1 << 40;
  expect_no_memory("a length of data", &target);
  task.kind = MOYA_TASK_JSON;
  task.data_len = SIZE;
  text[0] = text[SIZE - 1] = '"';
  expect_no_memory("a JSON text", &target);
  text[0] = text[SIZE - 1] = 'a';
  /* The library does not copy a body with `release_user`, so it needs no memory for it. */
  task.kind = MOYA_TASK_DATA;
  task.data_len = SIZE;
  task.release_user = release_data;
  is_tight = true;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  is_tight = false;
  moya_response_release(response);
  EXPECT(released == 1, "%d", released);
}

static void samples(void) {
  moya_target target = target_of();
  sample.body = text;
  sample.body_len = SIZE;
  moya_sample large = sample;
  target.sample = &large;
  expect_no_memory("a sample's body", &target);
  large.body_len = (size_t)1 << 40;
  expect_no_memory("the length of a sample's body", &target);
  large.body_len = 0;
  large.headers = headers;
  large.header_count = HEADERS;
  expect_too_many("a sample's headers", &target);
}

static void options(void) {
  moya_provider_options all[3] = {MOYA_PROVIDER_OPTIONS_INIT, MOYA_PROVIDER_OPTIONS_INIT, MOYA_PROVIDER_OPTIONS_INIT};
  all[0].ca_file = text;
  all[1].user_agent = text;
  all[2].proxy = text;
  is_tight = true;
  for (int index = 0; index < 3; index++) {
    moya_provider *other = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_create(&all[index], &other, &error), MOYA_ERROR_ARGUMENT);
    EXPECT(other == NULL && str_has(moya_error_message(error), "moya_provider_options."));
    moya_error_release(error);
  }
  static const moya_plugin table = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.none", .version = "1.0.0"};
  moya_provider *other = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &other, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(other, &table, text, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_provider_load_plugin(other, text, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_provider_destroy(other);
  int64_t value;
  EXPECT_STATUS(moya_constant(text, &value), MOYA_ERROR_ARGUMENT);
  is_tight = false;
}

static void parts(void) {
  moya_header named = {text, "1"}, valued = {"A", text};
  moya_response *response = NULL;
  moya_error *error = NULL;
  is_tight = true;
  EXPECT_STATUS(moya_response_create(200, text, NULL, 0, 0, NULL, 0, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_create(200, NULL, &named, 1, 0, NULL, 0, &response, &error), MOYA_ERROR_MEMORY);
  EXPECT(response == NULL && str_has(moya_error_message(error), "memory"));
  moya_error_release(error);
  EXPECT_STATUS(moya_response_create(200, NULL, &valued, 1, 0, NULL, 0, &response, NULL), MOYA_ERROR_MEMORY);
  EXPECT_STATUS(moya_response_create(200, NULL, headers, HEADERS, 0, NULL, 0, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_create(200, NULL, headers, (size_t)1 << 40, 0, NULL, 0, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, text, SIZE, &response, NULL), MOYA_ERROR_MEMORY);
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, text, (size_t)1 << 40, &response, NULL), MOYA_ERROR_MEMORY);
  is_tight = false;
  EXPECT(response == NULL);
}

static void rules(void) {
  moya_stubs *stubs = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_sample sample = MOYA_SAMPLE(.body = text, .body_len = SIZE);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  is_tight = true;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, &error), MOYA_ERROR_MEMORY);
  is_tight = false;
  EXPECT(str_has(moya_error_message(error), "memory"));
  moya_error_release(error);
  moya_stubs_release(stubs);
}

static moya_status give_large_things(void *it, moya_context *context) {
  (void)it;
  is_tight = true;
  EXPECT_STATUS(host->request_set_method(context, text), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_set_url(context, text), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_set_header(context, text, "1"), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_set_header(context, "A", text), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_add_header(context, text, "1"), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_add_header(context, "A", text), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_set_body(context, text, SIZE), MOYA_ERROR_MEMORY);
  EXPECT_STATUS(host->request_set_body(context, text, (size_t)1 << 40), MOYA_ERROR_MEMORY);
  EXPECT_STATUS(host->response_set_body(context, text, SIZE), MOYA_ERROR_MEMORY);
  EXPECT_STATUS(host->response_set_body(context, text, (size_t)1 << 40), MOYA_ERROR_MEMORY);
  EXPECT_STATUS(host->response_set_header(context, text, "1"), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_set_header(context, "A", text), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_add_header(context, text, "1"), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_add_header(context, "A", text), MOYA_ERROR_ARGUMENT);
  EXPECT(host->option_text(context, text).data == NULL && host->option_count(context, text) == 0);
  EXPECT(!host->target_has_tag(context, text) && host->request_header(context, text).data == NULL);
  EXPECT(host->response_header(context, text).data == NULL && host->get_extension(text) == NULL);
  host->log(context, MOYA_LOG_ERROR, text);
  host->fail(context, text);
  EXPECT_STATUS(host->request_set_header(context, "A", "1"), MOYA_OK);
  is_tight = false;
  return MOYA_ERROR_TLS;
}
static const moya_plugin giving = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.giving",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .prepare = give_large_things};
static void plugins(void) {
  moya_provider *other = provider_with(&giving, NULL);
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(other, &target, &response), MOYA_ERROR_TLS);
  moya_provider_destroy(other);
}

static void bodies(void) {
  static const char *const paths[] = {"/bytes/3000000", "/gzip-bomb"};
  for (int index = 0; index < 2; index++) {
    moya_target target = target_of();
    target.stub = MOYA_STUB_NEVER;
    target.base_url = faults.url;
    target.path = paths[index];
    moya_response *response = NULL;
    moya_error *error = NULL;
    is_tight = true;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    EXPECT(status == MOYA_ERROR_MEMORY, "%s: %s: %s", target.path, moya_status_name(status),
           moya_error_message(error).data);
    is_tight = false;
    moya_error_release(error);
    moya_response_release(response);
    target.path = "/ok";
    is_tight = true;
    EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
    is_tight = false;
    moya_response_release(response);
  }
}

/* Reads the text as a document and as a response's body. The allocator allows one more large block each time. */
static void cursors(const char *body, size_t length) {
  for (int count = may_be_relaxed() ? 0 : 8; count < 9; count++) {
    moya_json_document *document = NULL;
    moya_error *error = NULL;
    moya_json root;
    moya_str value;
    spared = count;
    moya_status status = moya_json_parse(body, length, &document, &error);
    EXPECT(status == MOYA_ERROR_MEMORY || (status == MOYA_OK && document), "%s", moya_status_name(status));
    EXPECT((status == MOYA_OK) == (error == NULL));
    moya_error_release(error);
    spared = 0; /* there is no memory for a copy of a string */
    status = moya_json_string(moya_json_at(moya_json_root(document), "c"), &value);
    EXPECT(status == (document ? MOYA_ERROR_MEMORY : MOYA_ERROR_KEY_PATH) && !value.data, "%s", moya_status_name(status));
    moya_json_document_release(document);
    moya_response *fresh = NULL;
    spared = 1;
    if (moya_response_create(200, NULL, NULL, 0, 0, body, length, &fresh, NULL) == MOYA_OK) {
      spared = count;
      status = moya_response_json(fresh, &root, NULL);
      EXPECT(status == MOYA_ERROR_MEMORY || (status == MOYA_OK && moya_json_exists(root)), "%s", moya_status_name(status));
      moya_response_release(fresh);
    }
  }
  spared = 0;
}

/* Reads values of the body {"a":"aaa…","b":1,"c":"\n…"}. */
static void values(void) {
  size_t content = may_be_relaxed() ? SIZE : (LARGE - 4096) / 2;
  char *body = pages(2 * content + 64);
  size_t length = (size_t)sprintf(body, "{\"a\":\"");
  memset(body + length, 'a', content);
  length += content;
  length += (size_t)sprintf(body + length, "\",\"b\":1,\"c\":\"\\n");
  memset(body + length, 'a', content);
  length += content;
  length += (size_t)sprintf(body + length, "\"}");
  moya_target target = target_of();
  sample.body = body;
  sample.body_len = length;
  moya_response *response = NULL;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_str value = {"x", 1};
  int64_t number;
  moya_error *error = NULL;
  is_tight = true;
  EXPECT_STATUS(moya_response_json_string(response, text, &value, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(value.data == NULL && str_has(moya_error_message(error), "key_path"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT(moya_response_header(response, text).data == NULL);
  for (int count = may_be_relaxed() ? 0 : 8; count < 8; count++) {
    static const char *const paths[] = {"a", "c"};
    for (int index = 0; index < 2; index++) {
      /* The value can be read as soon as there is enough memory. Later reads of this value need no more memory. */
      spared = count;
      moya_status status = moya_response_json_string(response, paths[index], &value, &error);
      if (status == MOYA_OK) {
        EXPECT(value.len == SIZE + (size_t)index, "%zu", value.len);
      } else {
        EXPECT(status == MOYA_ERROR_MEMORY && value.data == NULL, "%s", moya_status_name(status));
      }
      moya_error_release(error);
    }
    spared = count;
    moya_status status = moya_response_json_raw(response, "", &value, NULL);
    EXPECT(status == MOYA_ERROR_MEMORY || (status == MOYA_OK && value.len == length), "%s", moya_status_name(status));
    spared = 0;
    status = moya_response_json_int64(response, "a", &number, NULL);
    EXPECT(status == MOYA_ERROR_JSON_TYPE || status == MOYA_ERROR_MEMORY, "%s", moya_status_name(status));
  }
  cursors(body, length);
  spared = 0;
  relax();
  if (may_be_relaxed()) {
    EXPECT_STATUS(moya_response_json_string(response, "a", &value, NULL), MOYA_OK);
    EXPECT(value.len == SIZE, "%zu", value.len);
    EXPECT_STATUS(moya_response_json_int64(response, "b", &number, NULL), MOYA_OK);
    EXPECT(number == 1);
  }
  moya_response_release(response);
}

static void definitions(void) {
  moya_api *api = NULL;
  moya_error *error = NULL;
  is_tight = true;
  EXPECT_STATUS(moya_api_open(provider, "/dev/null", &api, &error), MOYA_ERROR_MEMORY);
  relax();
  EXPECT(!api && str_has(moya_error_message(error), "memory"));
  moya_error_release(error);
}

static void trees(void) {
  moya_value *tree = moya_value_object();
  is_tight = true;
  EXPECT_STATUS(moya_value_set_string(tree, "a", text), MOYA_ERROR_MEMORY);
  is_tight = false;
  EXPECT_STATUS(moya_value_status(tree, NULL), MOYA_ERROR_MEMORY);
  moya_value_release(tree);
}

int main(void) {
  make_large_things();
  faults = server_start("Tests/servers/faultserver.py");
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  if (moya_queue_create(&queue, NULL) != MOYA_OK) return 2;
  TEST("a target's texts and arrays beyond their limits are MOYA_ERROR_ARGUMENT", targets);
  TEST("texts and arrays within their limits need nothing large", largest);
  TEST("bodies that are too large are MOYA_ERROR_MEMORY, unless they are kept", tasks);
  TEST("a text for which a tree has no room is MOYA_ERROR_MEMORY", trees);
  TEST("a definition for whose file there is no room is MOYA_ERROR_MEMORY", definitions);
  TEST("samples that are too large are MOYA_ERROR_MEMORY", samples);
  TEST("rules whose samples are too large are MOYA_ERROR_MEMORY", rules);
  TEST("a provider's and a plugin's settings beyond their limits are MOYA_ERROR_ARGUMENT", options);
  TEST("parts of an answer that are too large are MOYA_ERROR_MEMORY", parts);
  TEST("what a plugin sets is limited, and its bodies that are too large are MOYA_ERROR_MEMORY", plugins);
  TEST("an answer that is too large ends its call with MOYA_ERROR_MEMORY", bodies);
  TEST("a JSON value that is too large is MOYA_ERROR_MEMORY", values);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  server_stop(&faults);
  return verdict();
}
