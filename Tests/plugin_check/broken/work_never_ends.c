/* fails: none-after-destroy */
/* Work waits until destroy ends it, but destroy runs only after all work has ended. */
#include "../module.h"
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct worker {
  sem_t end;
  moya_context *self;
  atomic_bool started;
} worker;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  worker *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  sem_init(&it->end, 0, 0);
  it->self = self;
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  worker *it = instance;
  sem_post(&it->end);
  sem_destroy(&it->end);
  free(it);
}

static void run(void *instance, moya_context *self, void *user, moya_status status) {
  worker *it = instance;
  (void)self, (void)user;
  while (status == MOYA_OK && sem_wait(&it->end) != 0) continue;
}

static void will_send(void *instance, moya_context *context) {
  worker *it = instance;
  (void)context;
  if (!atomic_exchange(&it->started, true)) tasks->work(it->self, run, NULL, NULL);
}

static const moya_plugin plugin = {
    MODULE_HEAD("work-never-ends", "Works while its provider lives."),
    .create = create,
    .destroy = destroy,
    .will_send = will_send,
};

MOYA_MODULE(&plugin)
