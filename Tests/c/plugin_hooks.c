/* What plugins see and may do: order, requests, results, and their own answers. */
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

/* A request that cannot be sent: no prepare, and process all the same. */
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
  EXPECT(str_is(host->request_body(context), "changed") && host->request_header_count(context) == 2);
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

/* Answers without sending. */
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

int main(void) {
  TEST("every plugin runs in the order of adding, in both directions", order);
  TEST("a call that cannot be sent runs process alone", unsent);
  TEST("prepare changes the request, and will_send sees it final", requests);
  TEST("process changes the result, and the next plugin and the caller see the change", results);
  TEST("prepare answers a call by itself, and nothing is sent", answers);
  return verdict();
}
