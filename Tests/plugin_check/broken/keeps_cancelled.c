/* fails: resume-late */
/* If a call is cancelled while it waits, the plugin frees what it has stored for the call only in destroy. */
#include "../module.h"
#include <pthread.h>
#include <stdlib.h>

typedef struct wait_ {
  struct wait_ *next;
} wait_;

typedef struct pause_ {
  pthread_mutex_t lock;
  wait_ *kept;
} pause_;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  pause_ *it = *instance = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  return MOYA_OK;
}

static void destroy(void *instance) {
  pause_ *it = instance;
  for (wait_ *at = it->kept, *next; at; at = next) {
    next = at->next;
    free(at);
  }
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static void go_on(void *instance, moya_context *context, void *user, moya_status status) {
  pause_ *it = instance;
  wait_ *wait = user;
  if (status == MOYA_OK) {
    free(wait);
  } else {
    pthread_mutex_lock(&it->lock);
    wait->next = it->kept;
    it->kept = wait;
    pthread_mutex_unlock(&it->lock);
  }
  host->resume(context, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  wait_ *wait = calloc(1, sizeof *wait);
  moya_status status = wait ? host->defer(context) : MOYA_ERROR_MEMORY;
  if (status == MOYA_OK) status = tasks->after(context, 30, go_on, wait, NULL);
  if (status != MOYA_OK) free(wait);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("keeps-cancelled", "Lets each call wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
