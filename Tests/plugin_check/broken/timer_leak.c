/* fails: user-freed */
/* Each request starts a timer that starts itself again and never ends. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void tick(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance;
  if (status == MOYA_OK) tasks->after(self, 60000, tick, user, NULL);
}

static void will_send(void *instance, moya_context *context) {
  moya_context *self = instance;
  (void)context;
  tasks->after(self, 60000, tick, NULL, NULL);
}

static const moya_plugin plugin = {
    MODULE_HEAD("timer-leak", "Counts minutes."),
    .create = create,
    .will_send = will_send,
};

MOYA_MODULE(&plugin)
