/* fails: other-thread */
/* A thread of the plugin uses a context that is not deferred. */
#include "../module.h"
#include <pthread.h>

static void *read_url(void *context) {
  host->request_url(context);
  return NULL;
}

static moya_status prepare(void *instance, moya_context *context) {
  pthread_t thread;
  (void)instance;
  if (pthread_create(&thread, NULL, read_url, context) != 0) return MOYA_ERROR_SYSTEM;
  pthread_join(thread, NULL);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("uses-from-thread", "Reads the request on a thread."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
