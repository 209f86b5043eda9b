/* fails: environment */
/* A hook closes a descriptor that belongs to the program. */
#include "../module.h"
#include <unistd.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  close(0);
}

static const moya_plugin plugin = {
    MODULE_HEAD("closes-descriptor", "Closes a descriptor."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
