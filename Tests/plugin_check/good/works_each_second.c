/* A good module: it does 50 milliseconds of work each second, and sends nothing. */
#include "../module.h"
#include <time.h>

enum { SECOND_MS = 1000 };

static void begin_work(void *instance, moya_context *self, void *user, moya_status status);

static void work(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance;
  if (status != MOYA_OK) return;
  nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  (void)!tasks->after(self, SECOND_MS, begin_work, user, NULL);
}

static void begin_work(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance;
  if (status == MOYA_OK) (void)!tasks->work(self, work, user, NULL);
}

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  moya_status status = keep_tasks(functions, self);
  return status == MOYA_OK ? tasks->after(self, SECOND_MS, begin_work, NULL, NULL) : status;
}

static const moya_plugin plugin = {MODULE_HEAD("works-each-second", "Does some work each second."), .create = create};

MOYA_MODULE(&plugin)
