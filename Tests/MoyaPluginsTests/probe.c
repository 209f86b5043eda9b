/* A module for ModulePluginTests: one plugin, whose options say what its hooks do. */
#include <moya/plugin/body.h>
#include <moya/plugin/tasks.h>
#include <stdlib.h>
#include <string.h>

static const moya_host *host;
static const moya_tasks *tasks;

static int is(moya_context *context, const char *option, const char *value) {
  moya_str text = host->option_text(context, option);
  return strcmp(text.data, value) == 0;
}

/* Logs the name of a hook, if the option says so. */
static void say(moya_context *context, const char *hook) {
  if (host->option_int(context, "talks") != 0) host->log(context, MOYA_LOG_INFO, hook);
}

static moya_status create(const moya_host *given, moya_context *self, void **instance) {
  host = given;
  tasks = host->get_extension(MOYA_TASKS);
  *instance = self;
  return tasks == NULL ? MOYA_ERROR_PLUGIN_CREATE : MOYA_OK;
}

static moya_status closing(void *instance, moya_context *self) {
  (void)instance;
  host->log(self, MOYA_LOG_INFO, "closed");
  return MOYA_HOOK_OK;
}

static void destroyed(void *instance) { host->log(instance, MOYA_LOG_INFO, "destroyed"); }

static void answered(void *instance, moya_context *context, void *user, moya_status status) {
  (void)instance;
  char text[32] = "failed";
  int32_t code = host->http_status(context);
  if (status == MOYA_OK && code > 0) {
    text[0] = (char)('0' + code / 100);
    text[1] = (char)('0' + code / 10 % 10);
    text[2] = (char)('0' + code % 10);
    text[3] = 0;
  }
  say(user, "answered");
  host->request_set_header(user, "X-Asked", text);
  host->resume(user, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  say(context, "prepare");
  if (is(context, "in", "fail")) {
    host->fail(context, host->option_text(context, "key").data);
    return MOYA_ERROR_PLUGIN_HOOK;
  }
  if (is(context, "in", "answer")) {
    host->response_set_status(context, 203);
    host->response_set_body(context, "made", 4);
    return MOYA_HOOK_ANSWERED;
  }
  host->request_set_header(context, "X-Target", host->target_name(context).data);
  host->request_set_header(context, "X-Key", host->option_text(context, "key").data);
  if (host->option_int(context, "idle") == 0) host->set_slot(context, instance);
  if (is(context, "in", "hasty"))
    host->request_set_header(context, "X-Deferred", host->defer(context) == MOYA_OK ? "yes" : "no");
  if (is(context, "in", "wait")) {
    host->defer(context);
    return tasks->after(context, host->option_int(context, "after_ms"), NULL, NULL, NULL) == MOYA_OK
               ? MOYA_HOOK_PENDING
               : MOYA_ERROR_STATE;
  }
  if (is(context, "in", "ask")) {
    host->defer(context);
    moya_sub_request request = {.size = sizeof request, .url = host->option_text(context, "url").data};
    if (host->option_int(context, "bare") != 0) request.flags = MOYA_SUB_BARE;
    return tasks->send(context, &request, answered, context, NULL) == MOYA_OK ? MOYA_HOOK_PENDING : MOYA_ERROR_STATE;
  }
  return MOYA_HOOK_OK;
}

static moya_status sign(void *instance, moya_context *context) {
  (void)instance;
  say(context, "sign");
  moya_str agent = host->request_header(context, "User-Agent");
  return host->request_set_header(context, "X-Signed", agent.data == NULL ? "none" : agent.data);
}

static moya_status process(void *instance, moya_context *context) {
  say(context, "process");
  if (host->result_status(context) == MOYA_OK && host->response_body(context).len > 0)
    host->response_set_header(context, "X-Processed", host->slot(context) == instance ? "slot" : "no slot");
  if (is(context, "in", "process")) {
    host->defer(context);
    tasks->after(context, host->option_int(context, "after_ms"), NULL, NULL, NULL);
    return MOYA_HOOK_PENDING;
  }
  return MOYA_HOOK_OK;
}

static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance;
  say(context, "should_retry");
  return is(context, "in", "retry") && host->attempt(context) < 3 ? 0 : MOYA_RETRY_NONE;
}

static void release_slot(void *instance, void *slot) {
  (void)slot;
  host->log(instance, MOYA_LOG_INFO, "released");
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  say(context, "chunk");
  const moya_body *body = host->get_extension(MOYA_BODY);
  return is(context, "in", "body") && len > 1 ? body->pass(context, (const char *)data + 1, len - 1)
                                              : body->pass(context, data, len);
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_option options[] = {
    {.name = "in", .about = "What the plugin does.", .kind = MOYA_OPTION_TEXT},
    {.name = "key", .about = "The value of X-Key.", .kind = MOYA_OPTION_SECRET},
    {.name = "url", .about = "What is asked.", .kind = MOYA_OPTION_TEXT},
    {.name = "after_ms", .about = "How long it waits.", .kind = MOYA_OPTION_INT},
    {.name = "idle", .about = "True if prepare does not set the slot.", .kind = MOYA_OPTION_FLAG},
    {.name = "talks", .about = "True if hooks log their names.", .kind = MOYA_OPTION_FLAG},
    {.name = "bare", .about = "True if no plugin sees what is asked.", .kind = MOYA_OPTION_FLAG},
    {0}};
#ifndef FLAGS
#define FLAGS MOYA_PLUGIN_WAITS
#endif
static const char *const secrets[] = {"X-Key", NULL};

static const moya_plugin probe = {MOYA_PLUGIN_HEAD,
                                  .flags = FLAGS,
                                  .id = "org.example.probe",
                                  .version = "1.0.0",
                                  .options = options,
                                  .secret_headers = secrets,
                                  .create = create,
                                  .close = closing,
                                  .destroy = destroyed,
                                  .prepare = prepare,
                                  .sign = sign,
                                  .process = process,
                                  .should_retry = should_retry,
                                  .release_slot = release_slot,
                                  .get_extension = extension};
MOYA_MODULE(&probe)
