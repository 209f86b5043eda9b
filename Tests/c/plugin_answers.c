/* A plugin makes a response, or refuses one. Tests the fields, the URL and the facts of such responses, and the
 * errors. */
#include "plugin_journal.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* What the hooks of the plugin do. */
static moya_status (*does_prepare)(moya_context *);
static moya_status (*does_process)(moya_context *);

static moya_status prepare(void *it, moya_context *context) {
  (void)it;
  return does_prepare ? does_prepare(context) : MOYA_HOOK_OK;
}
static moya_status process(void *it, moya_context *context) {
  (void)it;
  return does_process ? does_process(context) : MOYA_HOOK_OK;
}
static const moya_plugin plugin = {MOYA_PLUGIN_HEAD,    .id = "org.libmoya.says", .version = "1.0.0",
                                   .options = letter,   .create = remember,       .destroy = forget,
                                   .prepare = prepare,  .process = process};

typedef struct outcome {
  moya_status status;
  moya_response *response;
  moya_error *error;
} outcome;

static outcome outcome_of(moya_provider *provider, moya_status (*in_prepare)(moya_context *),
                          moya_status (*in_process)(moya_context *)) {
  outcome it = {0};
  does_prepare = in_prepare;
  does_process = in_process;
  moya_target target = target_of();
  it.status = moya_provider_call(provider, &target, NULL, &it.response, &it.error);
  return it;
}
static void release(outcome it) {
  moya_response_release(it.response);
  moya_error_release(it.error);
}

/* ── Fields ── */

static moya_status nine_fields(moya_context *context) {
  char name[8] = "X-0";
  for (int i = 0; i < 9; i++, name[2]++) EXPECT_STATUS(host->response_add_header(context, name, "a"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "x-3", "second"), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-3", "only"), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "x-4", NULL), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-None", NULL), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-Last", "z"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "X-Bytes", "caf\xe9"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "X-Control", "a\x1b[31m\x7f"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "X-Empty", ""), MOYA_OK);
  EXPECT(host->response_header_count(context) == 12, "%zu", host->response_header_count(context));
  /* A text that was read before a change stays valid and does not change. */
  moya_str value = host->response_header(context, "X-3");
  EXPECT_STATUS(host->response_set_header(context, "X-3", "changed"), MOYA_OK);
  EXPECT(str_is(value, "only") && str_is(host->response_header(context, "X-3"), "changed"));
  EXPECT_STATUS(host->response_add_header(context, "X", "1\r\nEvil: 1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_set_header(context, "X-3", "1\n"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "X Y", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "\xe9", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "X", NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->response_add_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->response_set_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT(host->response_header_count(context) == 12, "an error has changed the response");
  return MOYA_HOOK_ANSWERED;
}
static moya_status one_more(moya_context *context) {
  EXPECT(str_is(host->response_header(context, "X-3"), "changed"));
  EXPECT_STATUS(host->response_add_header(context, "X-More", "1"), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void fields(void) {
  static const char *const names[] = {"X-0", "X-1", "X-2", "X-3", "X-5", "X-6", "X-7", "X-8", "X-Last", "X-Bytes",
                                      "X-Control", "X-Empty", "X-More"};
  moya_provider *provider = provider_with(&plugin, NULL);
  outcome it = outcome_of(provider, nine_fields, one_more);
  EXPECT_STATUS(it.status, MOYA_OK);
  EXPECT(moya_response_header_count(it.response) == COUNT(names), "%zu", moya_response_header_count(it.response));
  for (size_t i = 0; i < COUNT(names); i++) {
    moya_str name = {NULL, 0}, value = {NULL, 0};
    EXPECT_STATUS(moya_response_header_at(it.response, i, &name, &value), MOYA_OK);
    EXPECT(str_is(name, names[i]), "%s instead of %s", name.data, names[i]);
  }
  EXPECT(str_is(moya_response_header(it.response, "X-3"), "changed"));
  EXPECT(str_is(moya_response_header(it.response, "X-Bytes"), "caf\xe9"));
  EXPECT(str_is(moya_response_header(it.response, "X-Control"), "a\x1b[31m\x7f"));
  EXPECT(str_is(moya_response_header(it.response, "X-Empty"), ""));
  release(it);
  moya_provider_destroy(provider);
}

/* ── Lists of fields ── */

#define FIELD(NAME, VALUE) {{NAME, sizeof(NAME) - 1}, {VALUE, sizeof(VALUE) - 1}}

static bool field_is(const moya_field *field, const char *name, const char *value) {
  return str_is(field->name, name) && str_is(field->value, value);
}
/* The texts of a list need not end with a NUL. */
static const moya_field listed[] = {{{"X-One, X-Two", 5}, {"first and more", 5}},
                                    FIELD("x-one", "second"),
                                    FIELD("X-Bytes", "caf\xe9 \x1b"),
                                    FIELD("X-Empty", ""),
                                    FIELD("Content-Length", "7")};

static void refuse_lists(moya_context *context) {
  static char huge[131073];
  memset(huge, 'a', sizeof huge);
  const struct {
    moya_field field;
    moya_status status;
  } rows[] = {{FIELD("X Y", "1"), MOYA_ERROR_INVALID_REQUEST},     {FIELD("", "1"), MOYA_ERROR_INVALID_REQUEST},
              {FIELD("X\0Y", "1"), MOYA_ERROR_INVALID_REQUEST},    {FIELD("X", "1\r\nEvil: 1"), MOYA_ERROR_INVALID_REQUEST},
              {FIELD("X", "1\n"), MOYA_ERROR_INVALID_REQUEST},     {FIELD("X", "1\0"), MOYA_ERROR_INVALID_REQUEST},
              {{{NULL, 0}, {"1", 1}}, MOYA_ERROR_NULL},            {{{"X", 1}, {NULL, 0}}, MOYA_ERROR_NULL},
              {{{huge, sizeof huge}, {"1", 1}}, MOYA_ERROR_ARGUMENT}, {{{"X", 1}, {huge, sizeof huge}}, MOYA_ERROR_ARGUMENT},
              {{{"X", 1}, {"1", SIZE_MAX}}, MOYA_ERROR_ARGUMENT}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    moya_field list[] = {FIELD("X-Good", "1"), rows[i].field};
    moya_status status = host->response_set_headers(context, list, 2);
    EXPECT(status == rows[i].status, "row %zu: %s", i, moya_status_name(status));
  }
  EXPECT_STATUS(host->response_set_headers(context, NULL, 1), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->response_set_headers(context, listed, SIZE_MAX), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_set_headers(NULL, listed, 1), MOYA_ERROR_NULL);
}
static moya_status answer_with_list(moya_context *context) {
  size_t count = 9;
  EXPECT(host->response_headers(context, &count) == NULL && count == 0);
  EXPECT_STATUS(host->response_add_header(context, "X-Before", "1"), MOYA_OK);
  const moya_field *before = host->response_headers(context, &count);
  EXPECT(before && count == 1 && field_is(before, "X-Before", "1"));
  EXPECT_STATUS(host->response_set_headers(context, listed, COUNT(listed)), MOYA_OK);
  refuse_lists(context);
  const moya_field *list = host->response_headers(context, &count);
  EXPECT(list && count == COUNT(listed), "%zu", count);
  EXPECT(field_is(before, "X-Before", "1"), "an older list has changed");
  EXPECT(list == host->response_headers(context, &count), "the list is made twice");
  EXPECT(host->response_headers(context, NULL) == NULL);
  EXPECT(str_is(host->response_header(context, "X-One"), "first,second"), "%s", host->response_header(context, "X-One").data);
  EXPECT_STATUS(host->response_set_headers(context, list + 1, 2), MOYA_OK);
  EXPECT_STATUS(host->response_set_headers(context, list, COUNT(listed)), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "X-Last", "z"), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static moya_status set_no_fields(moya_context *context) {
  size_t count;
  const moya_field *list = host->response_headers(context, &count);
  EXPECT(list && count == COUNT(listed) + 1, "%zu", count);
  if (!list) return MOYA_HOOK_OK;
  EXPECT(field_is(list, "X-One", "first") && field_is(list + 1, "x-one", "second"));
  EXPECT(field_is(list + 2, "X-Bytes", "caf\xe9 \x1b") && field_is(list + 3, "X-Empty", ""));
  EXPECT(list[0].value.data[5] == 0, "a text of the host ends with a NUL");
  EXPECT(field_is(list + 5, "X-Last", "z"));
  EXPECT_STATUS(host->response_set_headers(context, NULL, 0), MOYA_OK);
  EXPECT(host->response_headers(context, &count) == NULL && count == 0 && host->response_header_count(context) == 0);
  return MOYA_HOOK_OK;
}
static void lists(void) {
  moya_provider *provider = provider_with(&plugin, NULL);
  outcome it = outcome_of(provider, answer_with_list, NULL);
  EXPECT_STATUS(it.status, MOYA_OK);
  EXPECT(moya_response_header_count(it.response) == COUNT(listed) + 1, "%zu", moya_response_header_count(it.response));
  EXPECT(str_is(moya_response_header(it.response, "X-Bytes"), "caf\xe9 \x1b"));
  EXPECT(str_is(moya_response_header(it.response, "Content-Length"), "7"));
  release(it);
  it = outcome_of(provider, answer_with_list, set_no_fields);
  EXPECT_STATUS(it.status, MOYA_OK);
  EXPECT(moya_response_header_count(it.response) == 0, "%zu", moya_response_header_count(it.response));
  release(it);
  moya_provider_destroy(provider);
}

/* ── Streams ── */

static char streamed[64];
static int heads;
static moya_flow take_head(void *user, const moya_response *response) {
  (void)user, (void)response;
  heads++;
  return MOYA_FLOW_CONTINUE;
}
static moya_flow take_body(void *user, const void *data, size_t len) {
  (void)user;
  strncat(streamed, data, len);
  return MOYA_FLOW_CONTINUE;
}
static moya_status rescue(moya_context *context) {
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_CONNECT);
  EXPECT_STATUS(host->response_set_body(context, "rescued", 7), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void streams(void) {
  moya_provider *provider = provider_with(&plugin, NULL);
  moya_target target = target_of();
  moya_handlers handlers = MOYA_HANDLERS(.head = take_head, .body = take_body);
  moya_response *response = NULL;
  sample.failure = MOYA_ERROR_CONNECT;
  does_prepare = NULL;
  does_process = rescue;
  EXPECT_STATUS(moya_provider_call(provider, &target, &handlers, &response, NULL), MOYA_OK);
  EXPECT(heads == 0 && streamed[0] == 0, "%d, %s", heads, streamed);
  EXPECT(moya_response_http_status(response) == 200 && str_is(moya_response_body(response), "rescued"));
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* ── Facts ── */

static const struct {
  moya_info what;
  int64_t value;
} facts[] = {{MOYA_INFO_HTTP_VERSION, 20},    {MOYA_INFO_ATTEMPTS, 3},     {MOYA_INFO_CONNECTION_REUSED, 1},
             {MOYA_INFO_REMOTE_PORT, 443},    {MOYA_INFO_BYTES_UP, 5},     {MOYA_INFO_BYTES_DOWN, 6},
             {MOYA_INFO_NAME_LOOKUP_US, 7},   {MOYA_INFO_CONNECT_US, 8},   {MOYA_INFO_TLS_US, 9},
             {MOYA_INFO_FIRST_BYTE_US, 1000}, {MOYA_INFO_TOTAL_US, 2000}};

static moya_status set_facts(moya_context *context) {
  EXPECT(host->result_info(context, MOYA_INFO_HTTP_VERSION) == -1);
  EXPECT_STATUS(host->response_set_url(context, "http://other/b?c=d"), MOYA_OK);
  for (size_t i = 0; i < COUNT(facts); i++) {
    EXPECT_STATUS(host->response_set_info(context, facts[i].what, facts[i].value), MOYA_OK);
    EXPECT(host->result_info(context, facts[i].what) == facts[i].value, "%d", facts[i].what);
  }
  EXPECT_STATUS(host->response_set_info(context, MOYA_INFO_HTTP_VERSION, 12), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_set_info(context, MOYA_INFO_TOTAL_US, -1), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_set_info(context, 99, 1), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->response_set_url(context, "file:///etc/passwd"), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(host->response_set_url(context, "http://h/\xff"), MOYA_ERROR_UTF8);
  EXPECT_STATUS(host->response_set_url(context, NULL), MOYA_ERROR_NULL);
  EXPECT(str_is(host->response_url(context), "http://other/b?c=d"), "%s", host->response_url(context).data);
  return MOYA_HOOK_ANSWERED;
}
static moya_status set_one_fact(moya_context *context) {
  EXPECT(str_is(host->response_url(context), "http://other/b?c=d"), "%s", host->response_url(context).data);
  EXPECT(host->result_info(context, MOYA_INFO_TOTAL_US) == 2000);
  EXPECT_STATUS(host->response_set_info(context, MOYA_INFO_TOTAL_US, 2001), MOYA_OK);
  EXPECT(host->result_info(context, MOYA_INFO_TLS_US) == 9);
  return MOYA_HOOK_OK;
}
static void stored_facts(void) {
  moya_provider *provider = provider_with(&plugin, NULL);
  outcome it = outcome_of(provider, set_facts, set_one_fact);
  EXPECT_STATUS(it.status, MOYA_OK);
  EXPECT(str_is(moya_response_url(it.response), "http://other/b?c=d"), "%s", moya_response_url(it.response).data);
  for (size_t i = 0; i < COUNT(facts); i++) {
    int64_t wanted = facts[i].what == MOYA_INFO_TOTAL_US ? 2001 : facts[i].value;
    int64_t value = moya_response_info(it.response, facts[i].what);
    EXPECT(value == wanted, "%d: %lld", facts[i].what, (long long)value);
  }
  release(it);
  moya_provider_destroy(provider);
}

/* ── Failures ── */

static moya_status refuse_made(moya_context *context) {
  EXPECT_STATUS(host->response_set_status(context, 503), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "From", "cassette"), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "made", 4), MOYA_OK);
  host->fail_with(context, MOYA_FAIL_RESPONSE | MOYA_FAIL_VERBATIM, "the recorded text");
  return MOYA_ERROR_STATUS_CODE;
}
static moya_status refuse_early(moya_context *context) {
  host->fail_with(context, MOYA_FAIL_RESPONSE, "no");
  return MOYA_ERROR_TLS;
}
static moya_status refuse_result(moya_context *context) {
  host->fail_with(context, MOYA_FAIL_RESPONSE | 1u << 31, "no");
  return MOYA_ERROR_PROTOCOL;
}
static moya_status refuse_changed(moya_context *context) {
  EXPECT_STATUS(host->response_set_header(context, "From", "process"), MOYA_OK);
  host->fail_with(context, MOYA_FAIL_RESPONSE, "no");
  return MOYA_ERROR_PROTOCOL;
}
static moya_status repeat(moya_context *context) {
  host->fail_with(context, MOYA_FAIL_VERBATIM, "the recorded text");
  return MOYA_ERROR_TIMEOUT_IDLE;
}
static moya_status say_nothing(moya_context *context) {
  host->fail_with(context, MOYA_FAIL_VERBATIM, NULL);
  return MOYA_ERROR_TLS;
}
static moya_status fail_last(moya_context *context) {
  host->fail_with(context, MOYA_FAIL_RESPONSE | MOYA_FAIL_VERBATIM, "first");
  host->fail(context, "last");
  return MOYA_ERROR_TLS;
}
static moya_status fail_nowhere(moya_context *context) {
  host->fail_with(NULL, MOYA_FAIL_VERBATIM, "no context");
  host->fail_with(context, MOYA_FAIL_VERBATIM, "token=abcdef");
  return MOYA_ERROR_TLS;
}

static void failures(void) {
  static const struct {
    const char *what;
    moya_status (*prepare)(moya_context *), (*process)(moya_context *);
    moya_status status;
    const char *message;
    moya_domain domain;
    int32_t http_status; /* the HTTP status of the error's response; 0: there is no response */
    const char *from, *body;
  } rows[] = {
      {"a prepare hook with a response", refuse_made, NULL, MOYA_ERROR_STATUS_CODE, "API.call: the recorded text",
       MOYA_DOMAIN_NONE, 503, "cassette", "made"},
      {"a prepare hook that has made no response", refuse_early, NULL, MOYA_ERROR_TLS,
       "API.call: plugin org.libmoya.says failed in prepare: no", MOYA_DOMAIN_PLUGIN, 0, NULL, NULL},
      {"a process hook that refuses a response", NULL, refuse_result, MOYA_ERROR_PROTOCOL,
       "API.call: plugin org.libmoya.says failed in process: no", MOYA_DOMAIN_PLUGIN, 200, "stub", "body"},
      {"a process hook that has changed the response", NULL, refuse_changed, MOYA_ERROR_PROTOCOL,
       "API.call: plugin org.libmoya.says failed in process: no", MOYA_DOMAIN_PLUGIN, 200, "process", "body"},
      {"a text alone", repeat, NULL, MOYA_ERROR_TIMEOUT_IDLE, "API.call: the recorded text", MOYA_DOMAIN_NONE, 0,
       NULL, NULL},
      {"a text alone, in process", NULL, repeat, MOYA_ERROR_TIMEOUT_IDLE, "API.call: the recorded text",
       MOYA_DOMAIN_NONE, 0, NULL, NULL},
      {"no text", say_nothing, NULL, MOYA_ERROR_TLS, "API.call: MOYA_ERROR_TLS", MOYA_DOMAIN_NONE, 0, NULL, NULL},
      {"fail after fail_with", NULL, fail_last, MOYA_ERROR_TLS,
       "API.call: plugin org.libmoya.says failed in process: last", MOYA_DOMAIN_PLUGIN, 0, NULL, NULL},
      {"a secret in a text alone", fail_nowhere, NULL, MOYA_ERROR_TLS, "API.call: token=<redacted>", MOYA_DOMAIN_NONE,
       0, NULL, NULL},
  };
  moya_provider *provider = provider_with(&plugin, NULL);
  for (size_t i = 0; i < COUNT(rows); i++) {
    moya_header header = {"From", "stub"};
    does_prepare = rows[i].prepare;
    does_process = rows[i].process;
    outcome it = {0};
    moya_target target = target_of();
    sample.headers = &header;
    sample.header_count = 1;
    it.status = moya_provider_call(provider, &target, NULL, &it.response, &it.error);
    const moya_response *kept = moya_error_response(it.error);
    EXPECT(it.status == rows[i].status && !it.response, "%s: %s", rows[i].what, moya_status_name(it.status));
    EXPECT(str_is(moya_error_message(it.error), rows[i].message), "%s: %s", rows[i].what,
           moya_error_message(it.error).data);
    EXPECT(moya_error_domain(it.error) == rows[i].domain, "%s: %d", rows[i].what, moya_error_domain(it.error));
    EXPECT(!kept == (rows[i].http_status == 0), "%s", rows[i].what);
    if (kept) {
      EXPECT(moya_response_http_status(kept) == rows[i].http_status, "%s: %d", rows[i].what,
             moya_response_http_status(kept));
      EXPECT(str_is(moya_response_header(kept, "From"), rows[i].from), "%s", rows[i].what);
      EXPECT(str_is(moya_response_body(kept), rows[i].body), "%s", rows[i].what);
      EXPECT(str_is(moya_response_url(kept), "http://h/a"), "%s: %s", rows[i].what, moya_response_url(kept).data);
    }
    release(it);
  }
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("a plugin adds, replaces and removes fields of its response, and the bytes of a value stay", fields);
  TEST("a plugin reads all fields of a response, and replaces them, in one step", lists);
  TEST("the completion of a stream that failed before its head has the body that process sets", streams);
  TEST("a plugin sets the URL and the facts of a stored response", stored_facts);
  TEST("a plugin ends a call with an error that has the response, or with a text alone", failures);
  return verdict();
}
