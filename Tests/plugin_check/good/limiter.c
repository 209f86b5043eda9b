/* A good module: it leaves some milliseconds between two requests. Calls wait without a thread. */
#include "../module.h"
#include <pthread.h>
#include <stdlib.h>

typedef struct limiter {
  pthread_mutex_t lock;
  uint64_t gap, next; /* microseconds */
} limiter;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  limiter *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  it->gap = (uint64_t)host->option_int(self, "gap_ms") * 1000;
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  limiter *it = instance;
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static moya_status prepare(void *instance, moya_context *context) {
  limiter *it = instance;
  pthread_mutex_lock(&it->lock);
  uint64_t now = tasks->now_us(), turn = it->next > now ? it->next : now;
  it->next = turn + it->gap;
  pthread_mutex_unlock(&it->lock);
  if (turn == now) return MOYA_HOOK_OK;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(context, (int64_t)((turn - now + 999) / 1000), NULL, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_option options[] = {
    {.name = "gap_ms", .about = "Between two requests.", .kind = MOYA_OPTION_INT, .preset = "20", .most = 1000},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("limiter", "Spaces requests out."),
    .flags = MOYA_PLUGIN_WAITS,
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
