/* fails: blocking */
/* A hook sleeps for 200 milliseconds. */
#include "../module.h"
#include <time.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("hook-blocks", "Delays requests."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
