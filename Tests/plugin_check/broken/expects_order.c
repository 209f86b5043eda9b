/* fails: overlap */
/* The plugin asks a server about each call, and expects the responses in the order of its requests. */
#include "../module.h"
#include <stdlib.h>

enum { MOST = 256 };
typedef struct queue {
  moya_context *self, *waiting[MOST];
  unsigned first, last;
} queue;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  queue *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->self = self;
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) { free(instance); }

static void receive(void *instance, moya_context *result, void *user, moya_status status) {
  queue *it = instance;
  moya_context *context = it->waiting[it->first++ % MOST];
  (void)user;
  if (status == MOYA_OK) host->request_set_header(context, "X-Approved", host->response_url(result).data);
  host->resume(context, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  queue *it = instance;
  moya_sub_request request = MOYA_SUB_REQUEST(.url = host->request_url(context).data);
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->send(it->self, &request, receive, NULL, NULL);
  if (status != MOYA_OK) return status;
  it->waiting[it->last++ % MOST] = context;
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("expects-order", "Asks a server before each call."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
