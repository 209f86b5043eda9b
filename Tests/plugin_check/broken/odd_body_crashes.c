/* fails: fuzz */
/* If a body closes an object that it did not open, the plugin uses a pointer that is NULL. */
#include "../module.h"
#include <string.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  moya_str text = host->response_body(context);
  const char *end = host->response_body_kind(context) == MOYA_BODY_BYTES ? memchr(text.data, '}', text.len) : NULL;
  if (!end) return;
  const char *volatile begin = memchr(text.data, '{', (size_t)(end - text.data));
  if (*begin == 0) host->log(context, MOYA_LOG_DEBUG, "the object is empty");
}

static const moya_plugin plugin = {
    MODULE_HEAD("odd-body-crashes", "Looks into JSON."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
