/* fails: environment */
/* A hook makes a process, and does not wait for its end. */
#include "../module.h"
#include <unistd.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->http_status(context) == 404 && fork() == 0) _exit(0);
}

static const moya_plugin plugin = {
    MODULE_HEAD("forks-in-hook", "Does something in another process."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
