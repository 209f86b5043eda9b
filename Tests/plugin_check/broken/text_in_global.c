/* fails: overlap */
/* prepare stores the URL of a call in a global variable, and process puts it into the response of another call. */
#include "../module.h"
#include <stdio.h>

static char url[256];

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  snprintf(url, sizeof url, "%s", host->request_url(context).data);
  return MOYA_HOOK_OK;
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  return host->http_status(context) ? host->response_set_header(context, "X-Asked", url) : MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("text-in-global", "Says in each response which URL was asked for."),
    .create = keep_host,
    .prepare = prepare,
    .process = process,
};

MOYA_MODULE(&plugin)
