/* fails: close */
/* `close` sleeps for three seconds. */
#include "../module.h"
#include <time.h>

static moya_status close_instance(void *instance, moya_context *self) {
  (void)instance, (void)self;
  nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("close-blocks", "Ends slowly."), .create = keep_host, .close = close_instance};

MOYA_MODULE(&plugin)
