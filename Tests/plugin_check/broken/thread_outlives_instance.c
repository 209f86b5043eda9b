/* fails: destroy-with-calls */
/* A thread of a waiting call uses the instance after `destroy`. */
#include "../module.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* An instance. A use of freed memory does not always crash, so the module counts its instances. */
typedef struct counter {
  atomic_int resumed;
} counter;

static atomic_int instances;

typedef struct waiting {
  moya_context *context;
  counter *counter;
} waiting;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = calloc(1, sizeof(counter));
  if (!*instance) return MOYA_ERROR_MEMORY;
  atomic_fetch_add(&instances, 1);
  return MOYA_OK;
}

static void destroy(void *instance) {
  atomic_fetch_sub(&instances, 1);
  free(instance);
}

static void *resume_soon(void *argument) {
  waiting *it = argument;
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  if (atomic_load(&instances) == 0) abort(); /* the next line would use freed memory */
  atomic_fetch_add(&it->counter->resumed, 1);
  host->resume(it->context, MOYA_HOOK_OK);
  free(it);
  return NULL;
}

static moya_status prepare(void *instance, moya_context *context) {
  pthread_t thread;
  waiting *it = malloc(sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  *it = (waiting){context, instance};
  moya_status status = host->defer(context);
  if (status == MOYA_OK && pthread_create(&thread, NULL, resume_soon, it) != 0) status = MOYA_ERROR_SYSTEM;
  if (status != MOYA_OK) {
    free(it);
    return status;
  }
  pthread_detach(thread);
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("thread-outlives-instance", "Lets calls wait for a moment."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
