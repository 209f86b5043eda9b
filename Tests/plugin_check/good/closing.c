/* A good module: it counts calls, and sends the count when its provider ends. */
#include "../module.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct counter {
  moya_context *self;
  atomic_int calls;
} counter;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  counter *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->self = self;
  *instance = it;
  return MOYA_OK;
}

static moya_status process(void *instance, moya_context *context) {
  counter *it = instance;
  (void)context;
  atomic_fetch_add(&it->calls, 1);
  return MOYA_HOOK_OK;
}

static void sent(void *instance, moya_context *result, void *user, moya_status status) {
  counter *it = instance;
  (void)result, (void)user;
  if (status != MOYA_OK) host->log(it->self, MOYA_LOG_WARNING, "the count was lost");
  host->resume(it->self, MOYA_HOOK_OK);
}

static moya_status close_instance(void *instance, moya_context *self) {
  counter *it = instance;
  char text[32];
  if (atomic_load(&it->calls) == 0) return MOYA_HOOK_OK;
  snprintf(text, sizeof text, "%d", atomic_load(&it->calls));
  moya_status status = host->defer(self);
  if (status != MOYA_OK) return status;
  moya_sub_request request = MOYA_SUB_REQUEST(.flags = MOYA_SUB_BARE, .timeout_ms = 1000, .name = "count",
                                              .method = "POST", .url = host->option_text(self, "url").data,
                                              .body = text, .body_len = strlen(text));
  status = tasks->send(self, &request, sent, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_option options[] = {
    {.name = "url", .about = "Where to.", .kind = MOYA_OPTION_TEXT, .preset = "\"https://count.example/\""},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("closing", "Sends a count at the end."),
    .flags = MOYA_PLUGIN_WAITS,
    .options = options,
    .create = create,
    .close = close_instance,
    .destroy = free,
    .process = process,
};

MOYA_MODULE(&plugin)
