/* fails: blocking */
/* A hook does not return. */
#include "../module.h"
#include <unistd.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  while (host->http_status(context) == 503) pause();
}

static const moya_plugin plugin = {
    MODULE_HEAD("hook-forever", "Waits for a signal."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
