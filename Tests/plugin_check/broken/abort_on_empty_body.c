/* fails: balance */
/* A hook crashes if a good response has no body. */
#include "../module.h"
#include <stdlib.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  moya_str text = host->response_body(context);
  if (host->http_status(context) != 200 || host->response_body_kind(context) > MOYA_BODY_BYTES) return;
  if (text.len == 0) abort();
  if (text.data[text.len - 1] != '}') host->log(context, MOYA_LOG_DEBUG, "the body does not end with a brace");
}

static const moya_plugin plugin = {
    MODULE_HEAD("abort-on-empty-body", "Looks at the end of bodies."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
