/* fails: balance */
/* A hook ends the process, without the functions of atexit. */
#include "../module.h"
#include <unistd.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  if (host->http_status(context) == 404) _exit(0);
}

static const moya_plugin plugin = {
    MODULE_HEAD("exits-at-once", "Ends."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
