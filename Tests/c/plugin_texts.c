/* Tests texts and lists of fields that plugins read through their contexts. Short ones are in the memory of the
 * context's slot. Long ones do not fit into this memory. */
#include "plugin_calls.h"

enum { MOST = 3000, FIELDS = 40 };
static const moya_host *host;
static size_t size;         /* the bytes of the long texts of a call */
static char letters[MOST + 1];
static int prepared, received;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}

static bool is(moya_str text, const char *before, size_t len) {
  size_t start = strlen(before);
  return text.len == start + len && memcmp(text.data, before, start) == 0 && memcmp(text.data + start, letters, len) == 0 &&
         text.data[text.len] == 0;
}
static bool is_same(moya_str one, moya_str other) { return one.data == other.data && one.len == other.len; }

static void expect_fields(moya_context *context, const moya_field *(*fields)(moya_context *, size_t *)) {
  size_t count, found = 0;
  const moya_field *list = fields(context, &count);
  for (size_t i = 0; i < count; i++) found += is(list[i].value, "", size) && list[i].name.data[list[i].name.len] == 0;
  EXPECT(found == 2, "%zu bytes: %zu of %zu fields", size, found, count);
}

static moya_status prepare(void *it, moya_context *context) {
  (void)it;
  prepared++;
  moya_str url = host->request_url(context), body = host->request_body(context), method = host->request_method(context);
  expect_fields(context, host->request_headers);
  EXPECT(is(host->request_header(context, "x-long"), "", size), "%zu bytes", size);
  EXPECT(is(url, "http://h/", size) && is(body, "", size), "%zu bytes", size);
  EXPECT(str_is(method, "PROPFIND") && str_is(host->target_name(context), "API.call"), "%zu bytes", size);
  EXPECT(is_same(url, host->request_url(context)) && is_same(body, host->request_body(context)) &&
         is_same(method, host->request_method(context)), "%zu bytes: a text that is read again is the same", size);
  return MOYA_HOOK_OK;
}

/* Changes the URL many times. After each change, the hook reads the new URL, which is in other memory than the URL
 * before. */
static moya_status change(void *it, moya_context *context) {
  (void)it;
  char wanted[32], last[MOST + 16];
  moya_str before = host->request_url(context);
  snprintf(last, sizeof last, "%.*s", (int)before.len, before.data);
  for (int number = 0; number < 100; number++) {
    snprintf(wanted, sizeof wanted, "http://h/%d", number);
    EXPECT_STATUS(host->request_set_url(context, wanted), MOYA_OK);
    moya_str now = host->request_url(context);
    EXPECT(str_is(now, wanted), "%s", now.data);
    EXPECT(before.data != now.data);
    before = now;
  }
  return host->request_set_url(context, last);
}

static void did_receive(void *it, moya_context *context) {
  (void)it;
  received++;
  expect_fields(context, host->response_headers);
  moya_str url = host->response_url(context), body = host->response_body(context);
  EXPECT(is(url, "http://h/", size) && is(body, "", size), "%zu bytes", size);
  EXPECT(is(host->response_header(context, "X-LONG"), "", size), "%zu bytes", size);
  EXPECT(str_is(host->response_header(context, "X-Twice"), "1,2"), "%zu bytes", size);
  EXPECT(is_same(url, host->response_url(context)) && is_same(body, host->response_body(context)) &&
         is_same(host->response_header(context, "X-Twice"), host->response_header(context, "x-twice")),
         "%zu bytes: a text that is read again is the same", size);
}

/* Replaces the body two times. The bodies that were read before stay as they are. */
static moya_status process(void *it, moya_context *context) {
  (void)it;
  moya_str first = host->response_body(context);
  EXPECT_STATUS(host->response_set_body(context, "second", 6), MOYA_OK);
  moya_str second = host->response_body(context);
  EXPECT_STATUS(host->response_set_body(context, letters, size), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-Twice", "3"), MOYA_OK);
  EXPECT(is(first, "", size) && str_is(second, "second") && is(host->response_body(context), "", size), "%zu bytes", size);
  EXPECT(str_is(host->response_header(context, "X-Twice"), "3"), "%zu bytes", size);
  return MOYA_HOOK_OK;
}

#define READS MOYA_PLUGIN_HEAD, .version = "1", .create = create
static const moya_plugin plugins[] = {
    {READS, .id = "org.libmoya.reads", .prepare = prepare, .did_receive = did_receive, .process = process},
    {READS, .id = "org.libmoya.changes", .prepare = change},
    {READS, .id = "org.libmoya.reads-too", .prepare = prepare, .did_receive = did_receive},
    {READS, .id = "org.libmoya.waits", .flags = MOYA_PLUGIN_WAITS, .prepare = prepare, .process = process},
};

static void sizes(void) {
  static const size_t rows[] = {1, 100, 118, 119, 120, 127, 128, 129, 300, 450, 700, 900, 1000, 1024, 2000, MOST};
  moya_header fields[FIELDS];
  memset(letters, 'a', MOST);
  for (size_t row = 0; row < COUNT(rows); row++) {
    size = rows[row];
    char url[MOST + 16], text[MOST + 1];
    snprintf(url, sizeof url, "http://h/%.*s", (int)size, letters);
    snprintf(text, sizeof text, "%.*s", (int)size, letters);
    fields[0] = (moya_header){.name = "X-Long", .value = text};
    fields[1] = (moya_header){.name = "X-Too", .value = text};
    fields[2] = (moya_header){.name = "X-Twice", .value = "1"};
    fields[3] = (moya_header){.name = "X-Twice", .value = "2"};
    for (size_t i = 4; i < FIELDS; i++) fields[i] = (moya_header){.name = "X-Many", .value = i % 2 ? "one" : "another"};
    for (size_t count = 4; count <= FIELDS; count += FIELDS - 4) {
      moya_provider *provider = new_provider(NULL);
      for (size_t i = 0; i < COUNT(plugins); i++) {
        EXPECT_STATUS(moya_provider_add_plugin(provider, &plugins[i], NULL, NULL), MOYA_OK);
      }
      moya_sample sample = MOYA_SAMPLE(.headers = fields, .header_count = count, .body = text, .body_len = size);
      moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = text, .data_len = size);
      moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
      target.base_url = url;
      target.method = "PROPFIND";
      target.headers = fields;
      target.header_count = count;
      target.task = &task;
      target.sample = &sample;
      moya_response *response = NULL;
      prepared = received = 0;
      EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
      EXPECT(prepared == 3 && received == 2, "%d %d", prepared, received);
      moya_response_release(response);
      moya_provider_destroy(provider);
    }
  }
}

int main(void) {
  TEST("texts of any size are complete, and are the same when they are read again", sizes);
  return verdict();
}
