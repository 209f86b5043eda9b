/* Tests what hooks of plugins can read and change, and the order in which hooks run. */
#include "plugin_journal.h"

static void order(void) {
  moya_provider *provider = provider_with(&in_order, &in_order);
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  EXPECT_JOURNAL(
      "a.prepare b.prepare a.will_send b.will_send a.did_receive b.did_receive a.should_retry b.should_retry "
      "a.process b.process");
  journal[0] = 0;
  moya_provider_destroy(provider);
  EXPECT_JOURNAL("b.destroy a.destroy");
}

/* If a call fails before it has a request, `process` is the only hook that runs. */
static void unsent(void) {
  moya_provider *provider = provider_with(&in_order, NULL);
  moya_target target = target_of();
  target.sample = NULL;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_ERROR_NO_STUB);
  EXPECT_JOURNAL("a.process");
  moya_provider_destroy(provider);
}

/* Requests. */
static moya_status change_request(void *it, moya_context *context) {
  (void)it;
  EXPECT(str_is(host->request_method(context), "POST") && str_is(host->request_url(context), "http://h/a"));
  EXPECT(str_is(host->request_body(context), "sent") && host->request_header_count(context) == 2);
  moya_str name, value;
  EXPECT(host->request_header_at(context, 1, &name, &value) && str_is(name, "B") && str_is(value, "2"));
  EXPECT(host->request_header_at(context, 0, NULL, NULL));
  EXPECT(!host->request_header_at(context, 2, &name, &value) && name.data == NULL && value.data == NULL);
  EXPECT(!host->request_header_at(context, SIZE_MAX, &name, &value));
  EXPECT(str_is(host->request_header(context, "a"), "1") && host->request_header(context, "C").data == NULL);
  EXPECT(host->target_has_tag(context, "loading") && !host->target_has_tag(context, "other"));
  EXPECT(host->target_user(context) == &sample && host->attempt(context) == 1);
  EXPECT(host->get_extension("moya.none/1") == NULL);
  host->log(context, MOYA_LOG_DEBUG, "a line");
  host->log(NULL, MOYA_LOG_ERROR, "a line without a plugin");

  EXPECT_STATUS(host->request_set_method(context, "P UT"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->request_set_method(context, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->request_set_url(context, "file:///etc/passwd"), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(host->request_set_url(context, "http://h/\xff"), MOYA_ERROR_UTF8);
  EXPECT_STATUS(host->request_set_header(context, "X", "1\r\nEvil: 1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->request_set_header(context, "X Y", NULL), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->request_set_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->request_set_body(context, NULL, 1), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->request_set_header(NULL, "X", "1"), MOYA_ERROR_NULL);

  EXPECT_STATUS(host->request_set_method(context, "PUT"), MOYA_OK);
  EXPECT_STATUS(host->request_set_url(context, "https://other/b"), MOYA_OK);
  EXPECT_STATUS(host->request_set_header(context, "a", "3"), MOYA_OK);
  EXPECT_STATUS(host->request_set_header(context, "B", NULL), MOYA_OK);
  EXPECT_STATUS(host->request_set_header(context, "C", "4"), MOYA_OK);
  EXPECT_STATUS(host->request_set_body(context, "changed", 7), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void see_request(void *it, moya_context *context) {
  EXPECT(str_is(host->request_method(context), "PUT") && str_is(host->request_url(context), "https://other/b"));
  EXPECT(str_is(host->request_body(context), "changed") && host->request_header_count(context) > 2);
  EXPECT(str_is(host->request_header(context, "A"), "3") && str_is(host->request_header(context, "C"), "4"));
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_status(context, 200), MOYA_ERROR_STATE);
  note(it, "saw");
}
static const moya_plugin changing = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.changes",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = change_request,
                                     .will_send = see_request};

static void requests(void) {
  moya_provider *provider = provider_with(&changing, NULL);
  moya_target target = target_of();
  moya_header headers[] = {{"A", "1"}, {"B", "2"}};
  moya_task task = MOYA_TASK_INIT;
  const char *tag = "loading";
  task.kind = MOYA_TASK_DATA;
  task.data = "sent";
  task.data_len = 4;
  target.method = "POST";
  target.headers = headers;
  target.header_count = 2;
  target.task = &task;
  target.tags = &tag;
  target.tag_count = 1;
  target.user = &sample;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT_JOURNAL("a.saw");
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Results. */
static moya_status change_result(void *it, moya_context *context) {
  EXPECT_STATUS(host->response_set_status(context, 600), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  if (host->result_status(context) == MOYA_OK) {
    EXPECT(str_is(host->response_body(context), "body") && host->error_message(context).data == NULL);
    EXPECT(str_is(host->response_header(context, "from"), "stub"));
    EXPECT_STATUS(host->response_set_body(context, "other", 5), MOYA_OK);
    EXPECT_STATUS(host->response_set_header(context, "From", NULL), MOYA_OK);
    EXPECT_STATUS(host->response_set_header(context, "To", "you"), MOYA_OK);
    EXPECT(str_is(host->response_body(context), "other") && host->http_status(context) == 200);
  } else {
    EXPECT_STATUS(host->result_status(context), MOYA_ERROR_CONNECT);
    EXPECT(str_has(host->error_message(context), "API.call: ") && host->http_status(context) == 0);
    EXPECT_STATUS(host->response_set_status(context, 503), MOYA_OK);
    EXPECT_STATUS(host->result_status(context), MOYA_OK);
  }
  note(it, "changed");
  return MOYA_HOOK_OK;
}
static moya_status see_result(void *it, moya_context *context) {
  EXPECT_STATUS(host->result_status(context), MOYA_OK);
  note(it, host->http_status(context) == 200 ? "saw-answer" : "saw-rescue");
  return MOYA_HOOK_OK;
}
static const moya_plugin rescuing = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.rescues",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .process = change_result};
static const moya_plugin looking = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.looks",
                                    .version = "1.0.0",
                                    .options = letter,
                                    .create = remember,
                                    .destroy = forget,
                                    .process = see_result};

static void results(void) {
  moya_provider *provider = provider_with(&rescuing, &looking);
  moya_target target = target_of();
  moya_header header = {"From", "stub"};
  sample.headers = &header;
  sample.header_count = 1;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT(str_is(moya_response_body(response), "other") && str_is(moya_response_header(response, "to"), "you"));
  EXPECT(moya_response_header(response, "From").data == NULL);
  moya_response_release(response);
  sample.failure = MOYA_ERROR_CONNECT;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 503 && moya_response_body(response).len == 0);
  moya_response_release(response);
  EXPECT_JOURNAL("a.changed b.saw-answer a.changed b.saw-rescue");
  moya_provider_destroy(provider);
}

/* A plugin answers a call, so nothing is sent. */
static moya_status answer(void *it, moya_context *context) {
  EXPECT_STATUS(host->response_set_status(context, 203), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "cached", 6), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "Age", "1"), MOYA_OK);
  note(it, "answered");
  return MOYA_HOOK_ANSWERED;
}
static const moya_plugin answering = {MOYA_PLUGIN_HEAD,
                                      .id = "org.libmoya.answers",
                                      .version = "1.0.0",
                                      .options = letter,
                                      .create = remember,
                                      .destroy = forget,
                                      .prepare = answer,
                                      .will_send = order_will_send,
                                      .process = order_process};

static void answers(void) {
  moya_provider *provider = provider_with(&answering, &in_order);
  moya_target target = target_of();
  target.stub = MOYA_STUB_NEVER;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 203 && str_is(moya_response_body(response), "cached"));
  EXPECT(str_is(moya_response_header(response, "Age"), "1"));
  EXPECT(str_is(moya_response_url(response), "http://h/a"), "%s", moya_response_url(response).data);
  moya_response_release(response);
  EXPECT_JOURNAL("a.answered a.process b.process");
  moya_provider_destroy(provider);
}

/* Fields of requests. */
static moya_status add_fields(void *it, moya_context *context) {
  (void)it;
  moya_str name, value;
  EXPECT_STATUS(host->request_add_header(context, "X", "1"), MOYA_OK);
  EXPECT_STATUS(host->request_add_header(context, "x", "2"), MOYA_OK);
  EXPECT_STATUS(host->request_add_header(context, "Cookie", "a=1"), MOYA_OK);
  EXPECT_STATUS(host->request_add_header(context, "Cookie", "b=2"), MOYA_OK);
  EXPECT(host->request_header_count(context) == 4, "%zu", host->request_header_count(context));
  EXPECT(str_is(host->request_header(context, "X"), "1,2"), "%s", host->request_header(context, "X").data);
  value = host->request_header(context, "cookie");
  EXPECT(str_is(value, "a=1; b=2"), "%s", value.data);
  EXPECT(host->request_header_at(context, 1, &name, &value) && str_is(name, "x") && str_is(value, "2"));
  EXPECT_STATUS(host->request_add_header(context, "X", "1\r\nEvil: 1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->request_add_header(context, "X Y", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->request_add_header(context, "X", "\xff"), MOYA_ERROR_UTF8);
  EXPECT_STATUS(host->request_add_header(context, "X", NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->request_add_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT(host->request_header_count(context) == 4, "an error has changed the request");
  EXPECT_STATUS(host->request_set_header(context, "X", "3"), MOYA_OK);
  EXPECT(host->request_header_count(context) == 3 && str_is(host->request_header(context, "x"), "3"));

  /* Plugins cannot set the fields that frame a message, because the library sets them. */
  static const char *const framing[] = {
      "Content-Length", "transfer-encoding", "Expect",  "Connection",       "Keep-Alive",
      "UPGRADE",        "TE",                "Trailer", "Proxy-Connection", "Proxy-Authorization"};
  for (size_t row = 0; row < sizeof framing / sizeof *framing; row++) {
    moya_status set = host->request_set_header(context, framing[row], "1");
    moya_status added = host->request_add_header(context, framing[row], "1");
    EXPECT(set == MOYA_ERROR_INVALID_REQUEST, "%s: %s", framing[row], moya_status_name(set));
    EXPECT(added == MOYA_ERROR_INVALID_REQUEST, "%s: %s", framing[row], moya_status_name(added));
    EXPECT(host->request_header(context, framing[row]).data == NULL, "%s", framing[row]);
  }
  EXPECT_STATUS(host->request_set_header(context, "Host", "other"), MOYA_OK);
  EXPECT(str_is(host->request_header(context, "host"), "other"));
  note(it, "added");
  return MOYA_HOOK_OK;
}
static const moya_plugin adding = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.adds",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .prepare = add_fields};
static void added_fields(void) {
  moya_provider *provider = provider_with(&adding, NULL);
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT_JOURNAL("a.added");
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Reads the fields of a response. Several Set-Cookie fields are not joined into one. */
static void see_cookies(void *it, moya_context *context) {
  moya_str name, value;
  EXPECT(host->response_header_count(context) == 3, "%zu", host->response_header_count(context));
  EXPECT(host->response_header_at(context, 0, &name, &value) && str_is(name, "Set-Cookie") && str_is(value, "a=1, x"));
  EXPECT(host->response_header_at(context, 1, NULL, &value) && str_is(value, "b=2"));
  EXPECT(host->response_header_at(context, 2, NULL, NULL));
  EXPECT(!host->response_header_at(context, 3, &name, &value) && name.data == NULL && value.data == NULL);
  EXPECT(str_is(host->response_header(context, "set-cookie"), "a=1, x"));
  EXPECT_STATUS(host->response_add_header(context, "X", "2"), MOYA_ERROR_STATE);
  note(it, "saw");
}
static moya_status add_cookie(void *it, moya_context *context) {
  EXPECT_STATUS(host->response_add_header(context, "x", "2"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "Set-Cookie", "c=3"), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "To", "you"), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "other", 5), MOYA_OK);
  EXPECT(str_is(host->response_header(context, "X"), "1,2"), "%s", host->response_header(context, "X").data);
  EXPECT(host->response_header_count(context) == 6, "%zu", host->response_header_count(context));
  note(it, "added");
  return MOYA_HOOK_OK;
}
static const moya_plugin baking = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.bakes",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .did_receive = see_cookies,
                                   .process = add_cookie};
static void cookies(void) {
  moya_provider *provider = provider_with(&baking, NULL);
  moya_target target = target_of();
  moya_header headers[] = {{"Set-Cookie", "a=1, x"}, {"Set-Cookie", "b=2"}, {"X", "1"}};
  sample.headers = headers;
  sample.header_count = 3;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  char values[64] = "";
  for (size_t index = 0; index < moya_response_header_count(response); index++) {
    moya_str name, value;
    EXPECT_STATUS(moya_response_header_at(response, index, &name, &value), MOYA_OK);
    if (!str_is(name, "Set-Cookie")) continue;
    strncat(values, value.data, sizeof values - strlen(values) - 2);
    strcat(values, "|");
  }
  EXPECT(strcmp(values, "a=1, x|b=2|c=3|") == 0, "%s", values);
  EXPECT(str_is(moya_response_header(response, "X"), "1,2") && str_is(moya_response_header(response, "to"), "you"));
  EXPECT_JOURNAL("a.saw a.added");
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Texts that a plugin reads. Reading a text again returns the same pointer. */
static const char *option_of_prepare;
static moya_status read_request_twice(void *it, moya_context *context) {
  (void)it;
  moya_str url = host->request_url(context), method = host->request_method(context);
  moya_str field = host->request_header(context, "A"), body = host->request_body(context);
  moya_str name = host->target_name(context);
  EXPECT(host->request_url(context).data == url.data && host->request_method(context).data == method.data);
  EXPECT(host->request_header(context, "A").data == field.data && host->request_body(context).data == body.data);
  EXPECT(host->target_name(context).data == name.data);
  EXPECT(str_is(url, "http://h/a") && str_is(method, "POST") && str_is(field, "1") && str_is(body, "sent"));
  EXPECT(str_is(name, "API.call") && name.data[name.len] == 0 && url.data[url.len] == 0);
  option_of_prepare = host->option_text(context, "as").data;
  return MOYA_HOOK_OK;
}
static moya_status read_response_twice(void *it, moya_context *context) {
  moya_str body = host->response_body(context), field = host->response_header(context, "From");
  moya_str url = host->response_url(context);
  EXPECT(host->response_body(context).data == body.data && host->response_url(context).data == url.data);
  EXPECT(host->response_header(context, "From").data == field.data);
  EXPECT(str_is(body, "body") && str_is(field, "stub") && str_is(url, "http://h/a"));
  EXPECT(host->option_text(context, "as").data == option_of_prepare && strcmp(option_of_prepare, "a") == 0);
  EXPECT(host->option_count(context, "as") == 0 && host->option_at(context, "as", 0).data == NULL);
  note(it, "read");
  return MOYA_HOOK_OK;
}
static const moya_plugin reading = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.reads",
                                    .version = "1.0.0",
                                    .options = letter,
                                    .create = remember,
                                    .destroy = forget,
                                    .prepare = read_request_twice,
                                    .process = read_response_twice};
static void texts(void) {
  moya_provider *provider = provider_with(&reading, NULL);
  moya_target target = target_of();
  moya_header sent = {"A", "1"}, received = {"From", "stub"};
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "sent", .data_len = 4);
  target.method = "POST";
  target.headers = &sent;
  target.header_count = 1;
  target.task = &task;
  sample.headers = &received;
  sample.header_count = 1;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT_JOURNAL("a.read");
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Sets URLs of several lengths, because the library stores short and long URLs in different ways. */
enum { URL_COUNT = 8 };
static moya_status change_urls(void *it, moya_context *context) {
  static const size_t lengths[URL_COUNT] = {10, 126, 127, 128, 129, 20, 4000, 11};
  static char urls[URL_COUNT][4001];
  moya_str texts[URL_COUNT];
  EXPECT(str_is(host->request_url(context), "http://h/a"));
  for (size_t i = 0; i < URL_COUNT; i++) {
    memset(urls[i], 'b' + (int)i, lengths[i]);
    memcpy(urls[i], "http://h/", 9);
    EXPECT_STATUS(host->request_set_url(context, urls[i]), MOYA_OK);
    texts[i] = host->request_url(context);
    EXPECT(host->request_url(context).data == texts[i].data);
    EXPECT_STATUS(host->request_set_header(context, "A", "1"), MOYA_OK);
    EXPECT(str_is(host->request_url(context), urls[i]));
    for (size_t old = 0; old <= i; old++) EXPECT(str_is(texts[old], urls[old]), "the URL %zu after %zu", old, i);
  }
  note(it, "changed");
  return MOYA_HOOK_OK;
}
static const moya_plugin moving = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.moves",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .prepare = change_urls};
static void urls(void) {
  moya_provider *provider = provider_with(&moving, NULL);
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), "http://h/ii"));
  EXPECT_JOURNAL("a.changed");
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Slots. */
static char first_value, second_value;
static void *last_value;
static moya_status fill_slot(void *it, moya_context *context) {
  (void)it;
  EXPECT(host->slot(context) == NULL, "a call begins with the slot of another one");
  EXPECT_STATUS(host->set_slot(context, &first_value), MOYA_OK);
  EXPECT(host->slot(context) == &first_value);
  EXPECT_STATUS(host->set_slot(context, &second_value), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void see_slot(void *it, moya_context *context) {
  (void)it;
  EXPECT(host->slot(context) == &second_value);
}
static moya_status end_slot(void *it, moya_context *context) {
  see_slot(it, context);
  EXPECT_STATUS(host->set_slot(context, last_value), MOYA_OK);
  EXPECT(host->slot(context) == last_value);
  note(it, "process");
  return MOYA_HOOK_OK;
}
static void release_slot(void *it, void *value) {
  EXPECT(value == last_value);
  note(it, "released");
}
static const moya_plugin slotting = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.slots",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = fill_slot,
                                     .will_send = see_slot,
                                     .did_receive = see_slot,
                                     .process = end_slot,
                                     .release_slot = release_slot};
static void slots(void) {
  moya_provider *provider = provider_with(&slotting, NULL);
  void *const values[] = {&second_value, &first_value, NULL};
  for (size_t row = 0; row < sizeof values / sizeof *values; row++) {
    journal[0] = 0;
    last_value = values[row];
    moya_target target = target_of();
    moya_response *response;
    EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
    EXPECT_JOURNAL(last_value ? "a.process a.released" : "a.process");
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

/* Levels of the log. */
static moya_log_level least;
static void ignore_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level, (void)message, (void)len;
}
static moya_status see_levels(void *it, moya_context *context) {
  for (moya_log_level level = MOYA_LOG_DEBUG; level <= MOYA_LOG_ERROR + 1; level++) {
    moya_log_level counts_as = level > MOYA_LOG_ERROR ? MOYA_LOG_ERROR : level;
    EXPECT(host->log_enabled(context, level) == (counts_as >= least), "level %d of %d", level, least);
  }
  note(it, "saw");
  return MOYA_HOOK_OK;
}
static const moya_plugin levels = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.levels",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .prepare = see_levels};
static void log_levels(void) {
  for (least = MOYA_LOG_DEBUG; least <= MOYA_LOG_ERROR + 1; least++) {
    /* In the last round, the provider has no log. */
    moya_log_handler log = MOYA_LOG_HANDLER(.level = least, .log = ignore_line);
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.log = least <= MOYA_LOG_ERROR ? &log : NULL);
    moya_provider *provider = NULL;
    journal[0] = 0;
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_add_plugin(provider, &levels, "{\"as\": \"a\"}", NULL), MOYA_OK);
    moya_target target = target_of();
    moya_response *response;
    EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
    EXPECT_JOURNAL("a.saw");
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  /* Without MOYA_LOG, a provider that has no log writes no lines. */
  unsetenv("MOYA_LOG");
  TEST("every plugin runs in the order of adding, in both directions", order);
  TEST("a call that cannot be sent runs process alone", unsent);
  TEST("prepare changes the request, and will_send sees it final", requests);
  TEST("process changes the result, and the next plugin and the caller see the change", results);
  TEST("prepare answers a call by itself, and nothing is sent", answers);
  TEST("fields of one name are added to a request, except those that frame the message", added_fields);
  TEST("each Set-Cookie field of a response is seen, and stays when a plugin changes the response", cookies);
  TEST("a text that is read twice is the same, and stays when another one is read", texts);
  TEST("a plugin reads the URL that it has set, of any length, and the texts of earlier URLs stay", urls);
  TEST("a slot has the pointer that was stored last, which release_slot receives", slots);
  TEST("a plugin can ask which levels are logged", log_levels);
  return verdict();
}
