/* Tests plugins that fail a call, plugins that ask for further attempts, and invalid plugins. */
#include "plugin_journal.h"

#include <pthread.h>

/* Failures. */
static moya_status refuse(void *it, moya_context *context) {
  (void)it;
  host->fail(context, "no token");
  return MOYA_ERROR_TLS;
}
static const moya_plugin refusing = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.refuses",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = refuse};
static const moya_plugin refusing_late = {MOYA_PLUGIN_HEAD,
                                          .id = "org.libmoya.refuses-late",
                                          .version = "1.0.0",
                                          .options = letter,
                                          .create = remember,
                                          .destroy = forget,
                                          .process = refuse};
static moya_status answer_nonsense(void *it, moya_context *context) {
  (void)it;
  (void)context;
  return 77;
}
static const moya_plugin nonsense = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.nonsense",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = answer_nonsense};

static void expect_failure(const moya_plugin *table, moya_status status, const char *text, int64_t code) {
  moya_provider *provider = provider_with(table, &in_order);
  moya_target target = target_of();
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status got = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(got == status, "%s", moya_status_name(got));
  EXPECT(str_has(moya_error_message(error), text), "%s", moya_error_message(error).data);
  EXPECT(moya_error_domain(error) == MOYA_DOMAIN_PLUGIN && moya_error_code(error) == code, "%d",
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

/* A plugin that asks for further attempts. Its slot has the same value in all attempts of the call. */
static moya_status count_attempts(void *it, moya_context *context) {
  int *count = host->slot(context);
  if (!count) {
    EXPECT(host->attempt(context) == 1);
    count = calloc(1, sizeof *count);
    EXPECT_STATUS(host->set_slot(context, count), MOYA_OK);
  }
  EXPECT(host->slot(context) == count && (uint32_t)++*count == host->attempt(context), "%d", *count);
  EXPECT(host->request_header(context, "X-Attempt").data == NULL, "every attempt is prepared afresh");
  note(it, "prepare");
  return host->request_set_header(context, "X-Attempt", "1");
}
static int64_t retry_twice(void *it, moya_context *context) {
  (void)it;
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_NETWORK);
  return host->attempt(context) < 3 ? 1 : MOYA_RETRY_NONE;
}
static void free_slot(void *it, void *slot) {
  note(it, "released");
  EXPECT(*(int *)slot == 3);
  free(slot);
}
static const moya_plugin retrying = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.retries",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = count_attempts,
                                     .will_send = order_will_send,
                                     .process = order_process,
                                     .should_retry = retry_twice,
                                     .release_slot = free_slot};

static void retries(void) {
  moya_provider *provider = provider_with(&retrying, NULL);
  moya_target target = target_of();
  sample.failure = MOYA_ERROR_NETWORK;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_ERROR_NETWORK);
  EXPECT_JOURNAL("a.prepare a.will_send a.prepare a.will_send a.prepare a.will_send a.process a.released");

  /* Makes the same call again. Now a library thread runs the call. */
  journal[0] = 0;
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 5, 0, NULL, NULL, NULL), MOYA_OK);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.status == MOYA_ERROR_NETWORK && row.tag == 5);
  moya_completions_release(&row, sizeof row, 1);
  EXPECT_JOURNAL("a.prepare a.will_send a.prepare a.will_send a.prepare a.will_send a.process a.released");
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

/* A plugin that always asks for another attempt, at once. */
static uint32_t last_attempt;
static int64_t retry_at_once(void *it, moya_context *context) {
  (void)it;
  last_attempt = host->attempt(context);
  return 0;
}
static moya_status count_prepared(void *it, moya_context *context) {
  (void)context;
  note(it, "p");
  return MOYA_HOOK_OK;
}
static const moya_plugin tireless = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.tireless",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = count_prepared,
                                     .should_retry = retry_at_once};
static void endless_retries(void) {
  moya_provider *provider = provider_with(&tireless, NULL);
  moya_target target = target_of();
  sample.failure = MOYA_ERROR_NETWORK;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_ERROR_NETWORK);
  EXPECT_JOURNAL("a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p a.p");
  EXPECT(last_attempt == 15, "asked at the end of attempt %u", last_attempt);
  moya_provider_destroy(provider);
}

/* The first of two plugins stores its context. The second plugin uses the stored context, for which all functions fail.
 * With its own context, the same functions succeed. */
static moya_context *kept;
static int caller;
static moya_status keep_context(void *it, moya_context *context) {
  (void)it;
  EXPECT_STATUS(host->request_set_header(context, "A", "1"), MOYA_OK);
  EXPECT_STATUS(host->request_set_body(context, "x", 1), MOYA_OK);
  kept = context;
  return MOYA_HOOK_OK;
}
static void expect_stale(moya_context *context) {
  moya_str name = {"x", 1};
  moya_field field = {{"A", 1}, {"2", 1}};
  size_t count = 9;
  EXPECT_STATUS(host->request_set_method(context, "PUT"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_url(context, "http://h/"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_header(context, "A", "2"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_add_header(context, "A", "2"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_body(context, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_status(context, 200), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_body(context, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_header(context, "A", "2"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_add_header(context, "A", "2"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_headers(context, &field, 1), MOYA_ERROR_STATE);
  EXPECT(!host->request_headers(context, &count) && count == 0);
  EXPECT(!host->response_headers(context, &count) && count == 0);
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_STATE);
  EXPECT(host->target_name(context).data == NULL && host->target_user(context) == NULL);
  EXPECT(!host->target_is_as_sent(context) && !host->target_has_overrides(context));
  EXPECT(!host->target_has_tag(context, "a") && host->attempt(context) == 0 && host->slot(context) == NULL);
  EXPECT_STATUS(host->set_slot(context, &name), MOYA_ERROR_STATE);
  EXPECT(host->time_left_ms(context) == -1 && host->result_info(context, MOYA_INFO_ATTEMPTS) == -1);
  EXPECT(host->option_text(context, "as").data == NULL && host->option_int(context, "as") == 0);
  EXPECT(host->option_count(context, "as") == 0 && host->option_at(context, "as", 0).data == NULL);
  EXPECT(host->option_number(context, "as") == 0 && host->remote_address(context).data == NULL);
  EXPECT(host->request_method(context).data == NULL && host->request_url(context).data == NULL);
  EXPECT(host->request_body(context).data == NULL && host->request_header(context, "A").data == NULL);
  EXPECT(host->request_header_count(context) == 0 && !host->request_header_at(context, 0, &name, NULL));
  EXPECT(name.data == NULL && host->http_status(context) == 0 && host->response_body(context).data == NULL);
  EXPECT(host->response_header(context, "A").data == NULL && host->error_message(context).data == NULL);
  EXPECT(host->request_body_kind(context) == 0 && host->request_body_size(context) == 0);
  EXPECT(host->response_header_count(context) == 0 && !host->response_header_at(context, 0, NULL, NULL));
  EXPECT(host->response_body_kind(context) == 0 && host->response_url(context).data == NULL);
  host->fail(context, "too late");
  host->log(context, MOYA_LOG_DEBUG, "of a context that is none");
}
static void *use_elsewhere(void *context) {
  expect_stale(context);
  return NULL;
}
/* Checks that functions succeed with the context of the running hook. Otherwise expect_stale could pass for another
 * reason. */
static void expect_alive(moya_context *context) {
  moya_str name;
  size_t count = 0;
  const moya_field *list = host->request_headers(context, &count);
  EXPECT(list && count == host->request_header_count(context), "%zu", count);
  for (size_t i = 0; list && i < count; i++) {
    EXPECT(host->request_header_at(context, i, &name, NULL) && name.data == list[i].name.data);
  }
  EXPECT(str_is(host->target_name(context), "API.call") && host->target_user(context) == &caller);
  EXPECT(host->target_has_tag(context, "a") && host->attempt(context) == 1);
  EXPECT(str_is(host->option_text(context, "as"), "b"));
  EXPECT_STATUS(host->set_slot(context, &caller), MOYA_OK);
  EXPECT(host->slot(context) == &caller && host->time_left_ms(context) != 0);
  EXPECT(str_is(host->request_method(context), "POST") && str_has(host->request_url(context), "http://h/a"));
  EXPECT(str_is(host->request_body(context), "x") && str_is(host->request_header(context, "A"), "1"));
  EXPECT(host->request_header_count(context) > 0 && host->request_header_at(context, 0, &name, NULL));
}
static void use_kept(void *it, moya_context *context) {
  (void)it;
  EXPECT(kept != context);
  expect_alive(context);
  expect_stale(kept);
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, use_elsewhere, context) == 0);
  pthread_join(thread, NULL);
}
static moya_status use_kept_in_prepare(void *it, moya_context *context) {
  use_kept(it, context);
  EXPECT_STATUS(host->request_set_header(context, "A", "1"), MOYA_OK);
  return MOYA_HOOK_OK;
}
static moya_status use_kept_in_process(void *it, moya_context *context) {
  moya_status status = host->result_status(context);
  if (status == MOYA_OK) {
    EXPECT(host->http_status(context) == 200 && str_is(host->response_body(context), "body"));
    EXPECT(str_is(host->response_header(context, "A"), "1"));
  } else {
    EXPECT(status == MOYA_ERROR_NETWORK && host->error_message(context).len > 0, "%s", moya_status_name(status));
  }
  use_kept(it, context);
  EXPECT(host->result_status(context) == status, "a stale context has changed the result");
  return MOYA_HOOK_OK;
}
static const moya_plugin keeping = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.keeping",
                                    .version = "1.0.0",
                                    .options = letter,
                                    .create = remember,
                                    .destroy = forget,
                                    .prepare = keep_context};
static const moya_plugin using = {MOYA_PLUGIN_HEAD,
                                  .id = "org.libmoya.using",
                                  .version = "1.0.0",
                                  .options = letter,
                                  .create = remember,
                                  .destroy = forget,
                                  .prepare = use_kept_in_prepare,
                                  .will_send = use_kept,
                                  .process = use_kept_in_process};
static void stale_contexts(void) {
  moya_provider *provider = provider_with(&keeping, &using);
  static const char *const tags[] = {"a"};
  static const moya_header header = {"A", "1"};
  moya_target target = target_of();
  target.method = "POST";
  target.tags = tags;
  target.tag_count = 1;
  target.user = &caller;
  sample.headers = &header;
  sample.header_count = 1;
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  sample.failure = MOYA_ERROR_NETWORK;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_ERROR_NETWORK);
  expect_stale(kept);
  moya_provider_destroy(provider);
  expect_stale(kept);
  expect_stale((moya_context *)&response);
}

/* The library writes each message as one line, whatever characters the message has. */
static moya_status log_lines(void *it, moya_context *context) {
  (void)it;
  host->log(context, MOYA_LOG_INFO, "not asked for");
  host->log(context, MOYA_LOG_WARNING, "one\nmoya error: \x1b[31mtwo");
  host->log(context, 99, "gr\xc3\xbcn");
  host->log(context, -1, "not asked for");
  host->log(context, MOYA_LOG_ERROR, NULL);
  host->log(NULL, MOYA_LOG_ERROR, "\xff");
  return MOYA_HOOK_OK;
}
static const moya_plugin logging = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.logging",
                                    .version = "1.0.0",
                                    .options = letter,
                                    .create = remember,
                                    .destroy = forget,
                                    .prepare = log_lines};
static void log_of_plugins(void) {
  moya_provider *provider = provider_with(&logging, NULL);
  moya_target target = target_of();
  moya_response *response;
  char lines[512] = "";
  FILE *file = tmpfile();
  int standard = dup(2);
  EXPECT(file && dup2(fileno(file), 2) == 2);
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  dup2(standard, 2);
  close(standard);
  EXPECT(pread(fileno(file), lines, sizeof lines - 1, 0) > 0);
  fclose(file);
  EXPECT(strcmp(lines,
                "moya warning: org.libmoya.logging: one moya error:  [31mtwo\n"
                "moya error: org.libmoya.logging: gr\xc3\xbcn\nmoya error: \xef\xbf\xbd\n") == 0,
         "%s", lines);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* This `create` destroys the provider to which the program is adding the plugin. */
static moya_provider *doomed;
static int doomed_instances;
static moya_status create_and_destroy(const moya_host *services, moya_context *self,
                                      void **instance) {
  (void)services, (void)self;
  *instance = &doomed_instances;
  doomed_instances++;
  moya_provider_destroy(doomed);
  return MOYA_HOOK_OK;
}
static void lose_instance(void *instance) { --*(int *)instance; }
static const moya_plugin dooming = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.dooming",
                                    .version = "1.0.0",
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
  static const struct {
    moya_plugin table;
    const char *text; /* a part of the message */
  } rows[] = {
      {{.size = 0}, "MOYA_PLUGIN_HEAD sets it"},
      {{MOYA_PLUGIN_HEAD, .version = "1.0.0"}, "no id"},
      {{MOYA_PLUGIN_HEAD, .id = "\xff", .version = "1.0.0"}, "id"},
      {{MOYA_PLUGIN_HEAD, .id = "", .version = "1.0.0"}, "id"},
      {{MOYA_PLUGIN_HEAD, .id = "org.libmoya\nmoya error: org.other", .version = "1.0.0"}, "id"},
      {{MOYA_PLUGIN_HEAD, .id = "org.libmoya.empty"}, "version"},
      {{MOYA_PLUGIN_HEAD, .id = "org.libmoya.empty", .version = "1.0.0", .flags = 1u << 31}, "flags"},
  };
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_add_plugin(provider, &rows[row].table, NULL, &error), MOYA_ERROR_PLUGIN_TABLE);
    EXPECT(str_has(moya_error_message(error), rows[row].text), "row %zu: %s", row, moya_error_message(error).data);
    moya_error_release(error);
  }
  static const moya_plugin table = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.empty", .version = "1.0.0"};
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, NULL, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(provider);
}

int main(void) {
  /* The library reads MOYA_LOG when it writes its first line. */
  setenv("MOYA_LOG", "warning", 1);
  TEST("a hook that fails ends the call with its status and its words", failures);
  TEST("a plugin retries on the result, and its slot lives as long as the call", retries);
  TEST("a call is tried 16 times, and ends with its last outcome", endless_retries);
  TEST("a context is of no use after its hook, on another thread, or made up", stale_contexts);
  TEST("a provider destroyed in a plugin's create takes the instance with it", destroy_in_create);
  TEST("a plugin's log has one line per message, of the levels that were asked for", log_of_plugins);
  TEST("a table that is malformed is refused", bad_tables);
  return verdict();
}
