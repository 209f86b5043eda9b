/* fails: fork */
/* In a child process, a call waits for a thread that only the parent has. */
#include "../module.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct waiting {
  moya_context *context;
  struct waiting *next;
} waiting;

typedef struct worker {
  pthread_mutex_t lock;
  pthread_cond_t change;
  pthread_t thread;
  waiting *first;
  bool ends;
} worker;

static void *run(void *argument) {
  worker *it = argument;
  pthread_mutex_lock(&it->lock);
  while (!it->ends || it->first) {
    waiting *next = it->first;
    if (!next) {
      pthread_cond_wait(&it->change, &it->lock);
      continue;
    }
    it->first = next->next;
    pthread_mutex_unlock(&it->lock);
    host->resume(next->context, MOYA_HOOK_OK);
    free(next);
    pthread_mutex_lock(&it->lock);
  }
  pthread_mutex_unlock(&it->lock);
  return NULL;
}

static void release(worker *it) {
  pthread_cond_destroy(&it->change);
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  worker *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  pthread_cond_init(&it->change, NULL);
  if (pthread_create(&it->thread, NULL, run, it) != 0) return release(it), MOYA_ERROR_SYSTEM;
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  worker *it = instance;
  pthread_mutex_lock(&it->lock);
  it->ends = true;
  pthread_cond_signal(&it->change);
  pthread_mutex_unlock(&it->lock);
  pthread_join(it->thread, NULL);
  release(it);
}

static moya_status prepare(void *instance, moya_context *context) {
  worker *it = instance;
  waiting *next = malloc(sizeof *next);
  if (!next) return MOYA_ERROR_MEMORY;
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return free(next), status;
  pthread_mutex_lock(&it->lock);
  *next = (waiting){context, it->first};
  it->first = next;
  pthread_cond_signal(&it->change);
  pthread_mutex_unlock(&it->lock);
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("fork-waits", "Lets calls wait for a thread."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
