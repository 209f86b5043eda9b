/* An example plugin. It adds a header field to every request, waits before the request if the option wait_ms is set,
 * and counts the calls. */
#include <moya/plugin/tasks.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct template {
  const moya_host *host;
  const moya_tasks *tasks;
  moya_str value; /* The texts of options stay valid until `destroy` returns. */
  int64_t wait_ms;
  atomic_ulong calls; /* Hooks of different calls run at the same time. */
} template;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  template *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->tasks = host->get_extension(MOYA_TASKS);
  it->value = host->option_text(self, "value");
  it->wait_ms = host->option_int(self, "wait_ms");
  *instance = it;
  return MOYA_OK;
}

static moya_status prepare(void *instance, moya_context *context) {
  template *it = instance;
  moya_status status = it->host->request_set_header(context, "X-Template", it->value.data);
  if (status != MOYA_OK || it->wait_ms == 0 || !it->tasks) return status;
  status = it->host->defer(context);
  /* The timer resumes the context. */
  if (status == MOYA_OK) status = it->tasks->after(context, it->wait_ms, NULL, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static moya_status process(void *instance, moya_context *context) {
  template *it = instance;
  char line[40];
  snprintf(line, sizeof line, "call %lu", atomic_fetch_add(&it->calls, 1) + 1);
  it->host->log(context, MOYA_LOG_INFO, line);
  return MOYA_HOOK_OK;
}

static const moya_option options[] = {
    {.name = "value", .about = "The value of the field.", .kind = MOYA_OPTION_TEXT, .preset = "\"template\""},
    {.name = "wait_ms", .about = "How long each call waits.", .kind = MOYA_OPTION_INT, .least = 0, .most = 60000},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS,
    .id = "org.example.template",
    .version = "1.0.0",
    .about = "Adds a header field to every request.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = free,
    .prepare = prepare,
    .process = process,
};

MOYA_MODULE(&plugin)
