/* fails: environment */
/* A hook changes the priority of its thread. */
#include "../module.h"
#include <sys/resource.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  setpriority(PRIO_PROCESS, 0, 19);
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-priority", "Is polite."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
