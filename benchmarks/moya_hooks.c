/* A benchmark of hooks: makes asynchronous calls with callbacks. Plugins of one kind take part in each call. The last
 * argument is the name of the kind, which says what its hooks do (`kinds` below). */
#include "moya_callbacks.h"

#include <moya/plugin/body.h>
#include <moya/plugin/tasks.h>
#include <string.h>

static const moya_host *host;
static const moya_body *body;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  body = host->get_extension(MOYA_BODY);
  return MOYA_OK;
}
static moya_status nothing(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_HOOK_OK;
}
static moya_status set_header(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "Authorization", "Bearer 0123456789abcdef");
}
static moya_status read_url(void *instance, moya_context *context) {
  (void)instance;
  return host->request_url(context).len > 0 ? MOYA_HOOK_OK : MOYA_ERROR_OTHER;
}
static moya_status read_url_twice(void *instance, moya_context *context) {
  return host->request_url(context).len > 0 ? read_url(instance, context) : MOYA_ERROR_OTHER;
}
static moya_status resume_at_once(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = host->resume(context, MOYA_HOOK_OK);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}
static void notice(void *instance, moya_context *context) { (void)instance, (void)context; }
static int64_t no_retry(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return -1;
}
static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }
static moya_status test_tag(void *instance, moya_context *context) {
  (void)instance;
  return host->target_has_tag(context, "shop") ? MOYA_ERROR_OTHER : MOYA_HOOK_OK;
}
static moya_status read_slot(void *instance, moya_context *context) {
  (void)instance;
  return host->slot(context) ? MOYA_ERROR_OTHER : MOYA_HOOK_OK;
}
static moya_status store_in_slot(void *instance, moya_context *context) {
  (void)instance;
  return host->set_slot(context, (void *)&body);
}
static moya_status read_field(void *instance, moya_context *context) {
  (void)instance;
  return host->request_header(context, "Authorization").len ? MOYA_ERROR_OTHER : MOYA_HOOK_OK;
}
static moya_status pass(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  return body->pass(context, data, len);
}
static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = pass};
static const void *get_extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL; }

#define PLUGIN MOYA_PLUGIN_HEAD, .id = "org.libmoya.bench", .version = "1", .create = create
static const struct {
  const char *name;
  int count; /* how many plugins of this kind the provider has */
  moya_plugin plugin;
} kinds[] = {
    {"no plugin", 0, {PLUGIN}},
    {"no hook", 1, {PLUGIN}},
    {"a hook that does nothing", 1, {PLUGIN, .prepare = nothing}},
    {"ten of them", 10, {PLUGIN, .prepare = nothing}},
    {"a header field", 1, {PLUGIN, .prepare = set_header}},
    {"a text", 1, {PLUGIN, .prepare = read_url}},
    {"a text, twice", 1, {PLUGIN, .prepare = read_url_twice}},
    {"may wait, and does not", 1, {PLUGIN, .flags = MOYA_PLUGIN_WAITS, .prepare = nothing}},
    {"resumed at once", 1, {PLUGIN, .flags = MOYA_PLUGIN_WAITS, .prepare = resume_at_once}},
    {"sign", 1, {PLUGIN, .sign = nothing}},
    {"sign, and a text of what is sent", 1, {PLUGIN, .sign = read_url}},
    {"will_send", 1, {PLUGIN, .will_send = notice}},
    {"did_receive", 1, {PLUGIN, .did_receive = notice}},
    {"should_retry", 1, {PLUGIN, .should_retry = no_retry}},
    {"release_slot", 1, {PLUGIN, .release_slot = release_slot}},
    {"a tag", 1, {PLUGIN, .prepare = test_tag}},
    {"a slot", 1, {PLUGIN, .prepare = read_slot}},
    {"stores in its slot", 1, {PLUGIN, .prepare = store_in_slot, .release_slot = release_slot}},
    {"a field", 1, {PLUGIN, .prepare = read_field}},
    {"process", 1, {PLUGIN, .process = nothing}},
    {"process, may wait", 1, {PLUGIN, .flags = MOYA_PLUGIN_WAITS, .process = nothing}},
    {"a body", 1, {PLUGIN, .get_extension = get_extension}},
};

int main(int count, char **arguments) {
  const char *wanted = count > 4 ? arguments[4] : kinds[0].name;
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    for (int number = 0; strcmp(kinds[kind].name, wanted) == 0 && number < kinds[kind].count; number++) {
      char name[32];
      moya_error *error;
      snprintf(name, sizeof name, "plugin %d", number);
      moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &kinds[kind].plugin, .name = name);
      bench_ok(moya_provider_use(provider, &use, &error), error);
    }
  }
  sender_benchmark(provider, bench_target(run.url), run);
  return 0;
}
