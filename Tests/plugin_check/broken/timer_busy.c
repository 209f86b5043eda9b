/* fails: busy-loop */
/* A timer without a delay starts itself again for ever. */
#include "../module.h"

static void tick(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance, (void)user;
  if (status == MOYA_OK) tasks->after(self, 0, tick, NULL, NULL);
}

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  moya_status status = keep_tasks(functions, self);
  return status == MOYA_OK ? tasks->after(self, 0, tick, NULL, NULL) : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("timer-busy", "Looks at something again and again."),
    .create = create,
};

MOYA_MODULE(&plugin)
