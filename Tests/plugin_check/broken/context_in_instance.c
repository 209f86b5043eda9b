/* fails: overlap */
/* The instance has room for one context that waits, and a second call that waits replaces it. */
#include "../module.h"
#include <stdlib.h>

typedef struct pause_ {
  moya_context *self, *waiting;
} pause_;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  pause_ *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->self = self;
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) { free(instance); }

static void go_on(void *instance, moya_context *context, void *user, moya_status status) {
  pause_ *it = instance;
  moya_context *waiting = it->waiting;
  (void)context, (void)user, (void)status;
  it->waiting = NULL;
  if (waiting) host->resume(waiting, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  pause_ *it = instance;
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return status;
  it->waiting = context;
  status = tasks->after(it->self, 20, go_on, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("context-in-instance", "Lets each call wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
