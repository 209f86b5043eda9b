/* fails: balance */
/* A hook crashes if the status is 304. */
#include "../module.h"
#include <stdlib.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->http_status(context) == 304) abort();
}

static const moya_plugin plugin = {
    MODULE_HEAD("abort-on-304", "Looks at responses."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
