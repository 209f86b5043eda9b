/* fails: create-destroy */
/* `destroy` does not end the thread that `create` started. */
#include "../module.h"
#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *unused) {
  for (;;) pause();
  return unused;
}

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  pthread_t thread;
  keep_host(functions, self, instance);
  if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) return pthread_detach(thread), MOYA_OK;
  host->fail(self, "no thread can be made");
  return MOYA_ERROR_SYSTEM;
}

static void destroy(void *instance) { (void)instance; }

static const moya_plugin plugin = {
    MODULE_HEAD("leaks-thread", "Starts a thread."), .create = create, .destroy = destroy};

MOYA_MODULE(&plugin)
