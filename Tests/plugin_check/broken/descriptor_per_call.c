/* fails: user-freed */
/* Each call opens a file, and nothing closes it. */
#include "../module.h"
#include <fcntl.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static const moya_plugin plugin = {
    MODULE_HEAD("descriptor-per-call", "Opens a file."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
