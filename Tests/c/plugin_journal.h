/* Contains what tests of plugins share: a journal of the hooks that have run, and a plugin that only writes to the
 * journal. */
#ifndef PLUGIN_JOURNAL_H
#define PLUGIN_JOURNAL_H

#include "check.h"

/* What the hooks of a test did, in order: "a.prepare b.prepare …". */
static char journal[4096];
static inline void note(const char *who, const char *what) {
  size_t length = strlen(journal);
  snprintf(journal + length, sizeof journal - length, "%s%s%s%s", length ? " " : "", who, who[0] ? "." : "", what);
}
#define EXPECT_JOURNAL(wanted) EXPECT(strcmp(journal, wanted) == 0, "%s", journal)

/* The options of plugins whose `create` is `remember`. The option "as" is the letter that the plugin's hooks write
 * to the journal. */
static const moya_option letter[] = {{.name = "as", .kind = MOYA_OPTION_TEXT, .required = 1}, {.name = NULL}};

static const moya_host *host;
static inline moya_status remember(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  EXPECT(it->size == sizeof *it && it->abi == MOYA_PLUGIN_ABI);
  EXPECT(it->slot(self) == NULL && it->target_name(self).data == NULL && it->attempt(self) == 0);
  EXPECT_STATUS(it->set_slot(self, self), MOYA_ERROR_STATE);
  *instance = strdup(it->option_text(self, "as").data);
  return MOYA_OK;
}
static inline void forget(void *instance) {
  note(instance, "destroy");
  free(instance);
}

static moya_sample sample;
static inline moya_target target_of(void) {
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
/* Adds the plugin `second` with the letter b, and gives it a name. Without the name, the provider would refuse
 * `second` if the first plugin is the same one. */
static inline void add_second(moya_provider *provider, const moya_plugin *second) {
  moya_error *error = NULL;
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = second, .name = "second", .config = "{\"as\": \"b\"}");
  EXPECT_STATUS(moya_provider_use(provider, &use, &error), MOYA_OK);
  EXPECT(error == NULL, "%s", moya_error_message(error).data);
}
static inline moya_provider *provider_with(const moya_plugin *first, const moya_plugin *second) {
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  journal[0] = 0;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, first, "{\"as\": \"a\"}", &error), MOYA_OK);
  EXPECT(error == NULL, "%s", moya_error_message(error).data);
  if (second) add_second(provider, second);
  return provider;
}
static inline moya_status call(moya_provider *provider, const moya_target *target, moya_response **response) {
  moya_error *error = NULL;
  *response = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, response, &error);
  moya_error_release(error);
  return status;
}

/* The hooks of the plugin that only writes to the journal. */
static inline moya_status order_prepare(void *it, moya_context *context) {
  EXPECT(str_is(host->target_name(context), "API.call"));
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_STATE);
  note(it, "prepare");
  return MOYA_HOOK_OK;
}
static inline void order_will_send(void *it, moya_context *context) {
  (void)context;
  note(it, "will_send");
}
static inline void order_did_receive(void *it, moya_context *context) {
  EXPECT(str_is(host->response_body(context), "body") && host->http_status(context) == 200);
  EXPECT_STATUS(host->result_status(context), MOYA_OK);
  note(it, "did_receive");
}
static inline moya_status order_process(void *it, moya_context *context) {
  (void)context;
  note(it, "process");
  return MOYA_HOOK_OK;
}
static inline int64_t order_should_retry(void *it, moya_context *context) {
  (void)context;
  note(it, "should_retry");
  return MOYA_RETRY_NONE;
}
static const moya_plugin in_order = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.order",
                                     .version = "1.0.0",
                                     .options = letter,
                                     .create = remember,
                                     .destroy = forget,
                                     .prepare = order_prepare,
                                     .will_send = order_will_send,
                                     .did_receive = order_did_receive,
                                     .process = order_process,
                                     .should_retry = order_should_retry};

#endif
