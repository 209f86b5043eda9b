/* fails: balance */
/* A hook crashes if there is no response. */
#include "../module.h"
#include <stdlib.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->result_status(context) != MOYA_OK) abort();
}

static const moya_plugin plugin = {
    MODULE_HEAD("abort-on-failure", "Looks at responses."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
