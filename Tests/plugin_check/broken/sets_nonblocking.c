/* fails: environment */
/* A hook changes standard input of the program. */
#include "../module.h"
#include <fcntl.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
}

static const moya_plugin plugin = {
    MODULE_HEAD("sets-nonblocking", "Looks at standard input."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
