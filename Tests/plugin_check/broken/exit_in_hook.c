/* fails: balance */
/* A hook ends the process. */
#include "../module.h"
#include <stdlib.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->http_status(context) == 503) exit(0);
}

static const moya_plugin plugin = {
    MODULE_HEAD("exit-in-hook", "Looks at responses."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
