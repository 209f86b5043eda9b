/* What plugins see and may do: order, requests, results, answers of their own, retries, slots. */
#include "check.h"

#include <stdatomic.h>

/* Everything the hooks of a test did, in order: "a.prepare b.prepare …". */
static char journal[4096];
static void note(const char *who, const char *what) {
  size_t length = strlen(journal);
  snprintf(journal + length, sizeof journal - length, "%s%s%s%s", length ? " " : "", who, who[0] ? "." : "", what);
}
#define EXPECT_JOURNAL(wanted) EXPECT(strcmp(journal, wanted) == 0, "%s", journal)

static const moya_host *host;
static moya_status remember(const moya_host *it, moya_context *context, const char *config, void **instance) {
  host = it;
  EXPECT(it->size == sizeof *it && it->abi == MOYA_PLUGIN_ABI);
  EXPECT(it->slot(context) == NULL && it->target_name(context).data == NULL && it->attempt(context) == 0);
  *instance = strdup(config + 1); /* "a}" */
  ((char *)*instance)[0] = config[2];
  ((char *)*instance)[1] = 0;
  return 0;
}
static void forget(void *instance) {
  note(instance, "destroy");
  free(instance);
}

static moya_sample sample;
static moya_target target_of(void) {
  moya_target target = MOYA_TARGET_INIT;
  moya_sample fresh = MOYA_SAMPLE_INIT;
  sample = fresh;
  sample.body = "body";
  sample.body_len = 4;
  target.name = "API.call";
  target.base_url = "http://h/a";
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = &sample;
  return target;
}
static moya_provider *provider_with(const moya_plugin_table *first, const moya_plugin_table *second) {
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  journal[0] = 0;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, first, "{\"a\":0}", &error), MOYA_OK);
  EXPECT(error == NULL, "%s", moya_error_message(error).data);
  if (second) EXPECT_STATUS(moya_provider_add_plugin(provider, second, "{\"b\":0}", NULL), MOYA_OK);
  return provider;
}
static moya_status call(moya_provider *provider, const moya_target *target, moya_response **response) {
  moya_error *error = NULL;
  *response = NULL;
  moya_status status = moya_provider_call(provider, target, response, &error);
  moya_error_release(error);
  return status;
}

/* Order. */
static moya_status order_prepare(void *it, moya_context *context) {
  EXPECT(str_is(host->target_name(context), "API.call"));
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_STATE);
  note(it, "prepare");
  return MOYA_HOOK_OK;
}
static void order_will_send(void *it, moya_context *context) {
  (void)context;
  note(it, "will_send");
}
static void order_did_receive(void *it, moya_context *context) {
  EXPECT(str_is(host->response_body(context), "body") && host->http_status(context) == 200);
  EXPECT_STATUS(host->result_status(context), MOYA_OK);
  note(it, "did_receive");
}
static moya_status order_process(void *it, moya_context *context) {
  (void)context;
  note(it, "process");
  return MOYA_HOOK_OK;
}
static int64_t order_should_retry(void *it, moya_context *context) {
  (void)context;
  note(it, "should_retry");
  return -1;
}
static const moya_plugin_table in_order = {sizeof in_order,   MOYA_PLUGIN_ABI,  "org.libmoya.order", NULL,
                                           0,                 remember,         forget,              order_prepare,
                                           order_will_send,   order_did_receive, order_process,      order_should_retry,
                                           NULL};

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
  host->log(NULL, MOYA_LOG_ERROR, "a line of nobody");

  EXPECT_STATUS(host->set_method(context, "P UT"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->set_method(context, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->set_url(context, "file:///etc/passwd"), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(host->set_url(context, "http://h/\xff"), MOYA_ERROR_UTF8);
  EXPECT_STATUS(host->set_header(context, "X", "1\r\nEvil: 1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->set_header(context, "X Y", NULL), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->set_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->set_request_body(context, NULL, 1), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->set_header(NULL, "X", "1"), MOYA_ERROR_NULL);

  EXPECT_STATUS(host->set_method(context, "PUT"), MOYA_OK);
  EXPECT_STATUS(host->set_url(context, "https://other/b"), MOYA_OK);
  EXPECT_STATUS(host->set_header(context, "a", "3"), MOYA_OK);
  EXPECT_STATUS(host->set_header(context, "B", NULL), MOYA_OK);
  EXPECT_STATUS(host->set_header(context, "C", "4"), MOYA_OK);
  EXPECT_STATUS(host->set_request_body(context, "changed", 7), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void see_request(void *it, moya_context *context) {
  EXPECT(str_is(host->request_method(context), "PUT") && str_is(host->request_url(context), "https://other/b"));
  EXPECT(str_is(host->request_body(context), "changed") && host->request_header_count(context) == 2);
  EXPECT(str_is(host->request_header(context, "A"), "3") && str_is(host->request_header(context, "C"), "4"));
  EXPECT_STATUS(host->set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->set_http_status(context, 200), MOYA_ERROR_STATE);
  note(it, "saw");
}
static const moya_plugin_table changing = {sizeof changing, MOYA_PLUGIN_ABI, "org.libmoya.changes", NULL, 0,
                                           remember,        forget,          change_request,        see_request,
                                           NULL,            NULL,            NULL,                  NULL};

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
  EXPECT_STATUS(host->set_http_status(context, 600), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(host->set_header(context, "X", "1"), MOYA_ERROR_STATE);
  if (host->result_status(context) == MOYA_OK) {
    EXPECT(str_is(host->response_body(context), "body") && host->error_message(context).data == NULL);
    EXPECT(str_is(host->response_header(context, "from"), "stub"));
    EXPECT_STATUS(host->set_body(context, "other", 5), MOYA_OK);
    EXPECT_STATUS(host->set_response_header(context, "From", NULL), MOYA_OK);
    EXPECT_STATUS(host->set_response_header(context, "To", "you"), MOYA_OK);
    EXPECT(str_is(host->response_body(context), "other") && host->http_status(context) == 200);
  } else {
    EXPECT_STATUS(host->result_status(context), MOYA_ERROR_CONNECT);
    EXPECT(str_has(host->error_message(context), "API.call: ") && host->http_status(context) == 0);
    EXPECT_STATUS(host->set_http_status(context, 503), MOYA_OK);
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
static const moya_plugin_table rescuing = {sizeof rescuing, MOYA_PLUGIN_ABI, "org.libmoya.rescues", NULL, 0,   remember,
                                           forget,          NULL,            NULL,                  NULL, change_result,
                                           NULL,            NULL};
static const moya_plugin_table looking = {sizeof looking, MOYA_PLUGIN_ABI, "org.libmoya.looks", NULL, 0,    remember,
                                          forget,         NULL,            NULL,                NULL, see_result, NULL,
                                          NULL};

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
  EXPECT(moya_response_status(response) == 503 && moya_response_body(response).len == 0);
  moya_response_release(response);
  EXPECT_JOURNAL("a.changed b.saw-answer a.changed b.saw-rescue");
  moya_provider_destroy(provider);
}

/* Answers without sending. */
static moya_status answer(void *it, moya_context *context) {
  EXPECT_STATUS(host->set_http_status(context, 203), MOYA_OK);
  EXPECT_STATUS(host->set_body(context, "cached", 6), MOYA_OK);
  EXPECT_STATUS(host->set_response_header(context, "Age", "1"), MOYA_OK);
  note(it, "answered");
  return MOYA_HOOK_ANSWERED;
}
static const moya_plugin_table answering = {sizeof answering, MOYA_PLUGIN_ABI, "org.libmoya.answers", NULL, 0,
                                            remember,         forget,          answer,                order_will_send,
                                            NULL,             order_process,   NULL,                  NULL};

static void answers(void) {
  moya_provider *provider = provider_with(&answering, &in_order);
  moya_target target = target_of();
  target.stub = MOYA_STUB_NEVER;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  EXPECT(moya_response_status(response) == 203 && str_is(moya_response_body(response), "cached"));
  EXPECT(str_is(moya_response_header(response, "Age"), "1"));
  EXPECT(str_is(moya_response_url(response), "http://h/a"), "%s", moya_response_url(response).data);
  moya_response_release(response);
  EXPECT_JOURNAL("a.answered a.process b.process");
  moya_provider_destroy(provider);
}

/* Failures. */
static moya_status refuse(void *it, moya_context *context) {
  (void)it;
  host->fail(context, "no token");
  return MOYA_ERROR_TLS;
}
static const moya_plugin_table refusing = {sizeof refusing, MOYA_PLUGIN_ABI, "org.libmoya.refuses", NULL, 0, remember,
                                           forget,          refuse,          NULL,                  NULL, NULL, NULL,
                                           NULL};
static const moya_plugin_table refusing_late = {
    sizeof refusing_late, MOYA_PLUGIN_ABI, "org.libmoya.refuses-late", NULL, 0, remember, forget, NULL, NULL, NULL,
    refuse, NULL, NULL};
static moya_status answer_nonsense(void *it, moya_context *context) {
  (void)it;
  (void)context;
  return 77;
}
static const moya_plugin_table nonsense = {sizeof nonsense, MOYA_PLUGIN_ABI, "org.libmoya.nonsense", NULL, 0, remember,
                                           forget,          answer_nonsense, NULL,                   NULL, NULL, NULL,
                                           NULL};

static void expect_failure(const moya_plugin_table *table, moya_status status, const char *text, int64_t code) {
  moya_provider *provider = provider_with(table, &in_order);
  moya_target target = target_of();
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status got = moya_provider_call(provider, &target, &response, &error);
  EXPECT(got == status, "%s", moya_status_name(got));
  EXPECT(str_has(moya_error_message(error), text), "%s", moya_error_message(error).data);
  EXPECT(str_is(moya_error_domain(error), "plugin") && moya_error_code(error) == code, "%d",
         (int)moya_error_code(error));
  moya_error_release(error);
  moya_provider_destroy(provider);
}

static void failures(void) {
  expect_failure(&refusing, MOYA_ERROR_TLS, "API.call: plugin org.libmoya.refuses failed in prepare: no token",
                 MOYA_ERROR_TLS);
  EXPECT_JOURNAL("b.process b.destroy a.destroy");
  expect_failure(&refusing_late, MOYA_ERROR_TLS, "failed in process: no token", MOYA_ERROR_TLS);
  expect_failure(&nonsense, MOYA_ERROR_PLUGIN_HOOK, "org.libmoya.nonsense failed in prepare: it answered 77", 77);
}

/* Retries, and a slot that lives as long as the call. */
static moya_status count_attempts(void *it, moya_context *context) {
  int **slot = (int **)host->slot(context);
  if (!*slot) {
    EXPECT(host->attempt(context) == 1);
    *slot = calloc(1, sizeof **slot);
  }
  EXPECT((uint32_t)++**slot == host->attempt(context), "%d", **slot);
  EXPECT(host->request_header(context, "X-Attempt").data == NULL, "every attempt is prepared afresh");
  note(it, "prepare");
  return host->set_header(context, "X-Attempt", "1");
}
static int64_t retry_twice(void *it, moya_context *context) {
  (void)it;
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_NETWORK);
  return host->attempt(context) < 3 ? 1 : -1;
}
static void free_slot(void *it, void *slot) {
  note(it, "released");
  EXPECT(*(int *)slot == 3);
  free(slot);
}
static const moya_plugin_table retrying = {sizeof retrying, MOYA_PLUGIN_ABI,   "org.libmoya.retries", NULL,
                                           0,               remember,          forget,                count_attempts,
                                           order_will_send, NULL,              order_process,         retry_twice,
                                           free_slot};

static void retries(void) {
  moya_provider *provider = provider_with(&retrying, NULL);
  moya_target target = target_of();
  sample.failure = MOYA_ERROR_NETWORK;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_ERROR_NETWORK);
  EXPECT_JOURNAL("a.prepare a.will_send a.prepare a.will_send a.prepare a.will_send a.process a.released");

  /* The same through the library's own thread. */
  journal[0] = 0;
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 5, NULL, NULL), MOYA_OK);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.status == MOYA_ERROR_NETWORK && row.tag == 5);
  moya_completions_release(&row, sizeof row, 1);
  EXPECT_JOURNAL("a.prepare a.will_send a.prepare a.will_send a.prepare a.will_send a.process a.released");
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

/* A plugin that never gives up and never waits. */
enum { MANY_ATTEMPTS = 1000000 }; /* More than fit into the time. */
static uint32_t last_attempt;
static int64_t retry_at_once(void *it, moya_context *context) {
  (void)it;
  last_attempt = host->attempt(context);
  return last_attempt < MANY_ATTEMPTS ? 0 : -1;
}
static const moya_plugin_table tireless = {.size = sizeof tireless,
                                           .abi = MOYA_PLUGIN_ABI,
                                           .id = "org.libmoya.tireless",
                                           .create = remember,
                                           .destroy = forget,
                                           .should_retry = retry_at_once};
static void endless_retries(void) {
  moya_provider *provider = provider_with(&tireless, NULL);
  moya_target target = target_of();
  target.timeout_ms = 50;
  sample.failure = MOYA_ERROR_NETWORK;
  moya_response *response;
  /* The last answer when there is no time for another attempt; the timeout when there was, until it was prepared. */
  moya_status status = call(provider, &target, &response);
  EXPECT(status == MOYA_ERROR_NETWORK || status == MOYA_ERROR_TIMEOUT_TOTAL, "%d", status);
  EXPECT(last_attempt > 1 && last_attempt < MANY_ATTEMPTS, "%u", last_attempt);
  moya_provider_destroy(provider);
}

/* A create that ends the provider it is asked for. */
static moya_provider *doomed;
static int doomed_instances;
static moya_status create_and_destroy(const moya_host *services, moya_context *context, const char *config,
                                      void **instance) {
  (void)services, (void)context, (void)config;
  *instance = &doomed_instances;
  doomed_instances++;
  moya_provider_destroy(doomed);
  return MOYA_HOOK_OK;
}
static void lose_instance(void *instance) { --*(int *)instance; }
static const moya_plugin_table dooming = {.size = sizeof dooming,
                                          .abi = MOYA_PLUGIN_ABI,
                                          .id = "org.libmoya.dooming",
                                          .create = create_and_destroy,
                                          .destroy = lose_instance};
static void destroy_in_create(void) {
  for (moya_pump pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
    options.pump = pump;
    EXPECT_STATUS(moya_provider_create(&options, &doomed, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_add_plugin(doomed, &dooming, NULL, NULL), MOYA_OK);
    EXPECT(doomed_instances == 0, "%d", doomed_instances);
  }
}

static void bad_tables(void) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  moya_plugin_table table = {0};
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_PLUGIN_TABLE);
  table.size = sizeof table;
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_PLUGIN_ABI);
  table.abi = MOYA_PLUGIN_ABI;
  table.id = "\xff";
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_PLUGIN_TABLE);
  table.id = "";
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_PLUGIN_TABLE);
  table.id = "org.libmoya.empty";
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_OK);
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("every plugin runs in the order of adding, in both directions", order);
  TEST("a call that cannot be sent runs process alone", unsent);
  TEST("prepare changes the request, and will_send sees it final", requests);
  TEST("process changes the result, and the next plugin and the caller see the change", results);
  TEST("prepare answers a call by itself, and nothing is sent", answers);
  TEST("a hook that fails ends the call with its status and its words", failures);
  TEST("a plugin retries on the result, and its slot lives as long as the call", retries);
  TEST("retries without a wait end with the total timeout", endless_retries);
  TEST("a provider destroyed in a plugin's create takes the instance with it", destroy_in_create);
  TEST("a table that is malformed is refused", bad_tables);
  return verdict();
}
