/* fails: stale-context */
/* did_receive changes the request, which only prepare may do. */
#include "../module.h"

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  host->request_set_header(context, "X-Late", "1");
}

static const moya_plugin plugin = {
    MODULE_HEAD("writes-in-did-receive", "Sets a field too late."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
