/* fails: environment */
/* A hook changes the name of a thread that belongs to the program. */
#include "../module.h"
#include <sys/prctl.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  prctl(PR_SET_NAME, "mine");
}

static const moya_plugin plugin = {
    MODULE_HEAD("renames-thread", "Names its thread."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
