/* fails: resume-always */
/* The plugin resumes its contexts only in destroy. */
#include "../module.h"
#include <pthread.h>
#include <stdlib.h>

typedef struct waiting {
  moya_context *context;
  struct waiting *next;
} waiting;

typedef struct line {
  pthread_mutex_t lock;
  waiting *first;
} line;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  line *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  line *it = instance;
  for (waiting *each = it->first, *next; each; each = next) {
    next = each->next;
    host->resume(each->context, MOYA_HOOK_OK);
    free(each);
  }
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static moya_status prepare(void *instance, moya_context *context) {
  line *it = instance;
  waiting *each = malloc(sizeof *each);
  if (!each) return MOYA_ERROR_MEMORY;
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return free(each), status;
  pthread_mutex_lock(&it->lock);
  *each = (waiting){context, it->first};
  it->first = each;
  pthread_mutex_unlock(&it->lock);
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("resumes-in-destroy", "Lets calls wait until the provider ends."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
