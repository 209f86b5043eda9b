/* fails: responses */
/* A header field of a response is copied into an array that is too short for a long one. */
#include "../module.h"
#include <string.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  char type[128];
  moya_str value = host->response_header(context, "Content-Type");
  if (!value.data) return;
  memset(type, 0, sizeof type);
  for (volatile size_t i = 0; i < value.len; i++) type[i] = value.data[i];
  if (strcmp(type, "text/html") == 0) host->log(context, MOYA_LOG_DEBUG, "the response is a page");
}

static const moya_plugin plugin = {
    MODULE_HEAD("long-header-crashes", "Reads the type of responses."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
