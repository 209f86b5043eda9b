/* fails: destroy-with-calls */
/* A thread of a waiting call uses the instance after `destroy`. The instance has pages of its own, so that this
 * always crashes. Calls that end before their provider are not affected. */
#include "../module.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

typedef struct waiting {
  moya_context *context;
  atomic_int *resumed;
} waiting;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  void *pages = mmap(NULL, sizeof(atomic_int), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return MOYA_ERROR_MEMORY;
  *instance = pages;
  return MOYA_OK;
}

static void destroy(void *instance) { munmap(instance, sizeof(atomic_int)); }

static void *resume_soon(void *argument) {
  waiting *it = argument;
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  atomic_fetch_add(it->resumed, 1);
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
  if (status != MOYA_OK) return free(it), status;
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
