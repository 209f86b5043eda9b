/* fails: environment */
/* A hook starts the timer of the process. */
#include "../module.h"
#include <unistd.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  alarm(3600);
}

static const moya_plugin plugin = {
    MODULE_HEAD("sets-alarm", "Looks at the clock."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
