/* fails: fuzz */
/* If a body has only one brace, the plugin reads after the end of the body. */
#include "../module.h"
#include <string.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  moya_str text = host->response_body(context);
  if (host->response_body_kind(context) != MOYA_BODY_BYTES || !memchr(text.data, '{', text.len)) return;
  const char *volatile end = memchr(text.data, '}', text.len);
  if (*end == 0) host->log(context, MOYA_LOG_DEBUG, "the object does not end");
}

static const moya_plugin plugin = {
    MODULE_HEAD("odd-body-crashes", "Looks into JSON."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
