/* fails: stale-context */
/* will_send uses the context of prepare, which has ended. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->set_slot(context, context);
}

static void will_send(void *instance, moya_context *context) {
  (void)instance;
  moya_str url = host->request_url(host->slot(context));
  if (url.data) host->log(context, MOYA_LOG_DEBUG, url.data);
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  host->set_slot(context, NULL);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("keeps-context", "Reads the request."),
    .create = keep_host,
    .prepare = prepare,
    .will_send = will_send,
    .process = process,
};

MOYA_MODULE(&plugin)
