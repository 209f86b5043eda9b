/* fails: texts */
/* strtok writes to the URL, which belongs to the library. */
#include "../module.h"
#include <string.h>

static void did_receive(void *instance, moya_context *context) {
  char *place = NULL, *url = (char *)(uintptr_t)host->request_url(context).data;
  (void)instance;
  const char *path = strtok_r(url, "?", &place);
  if (path) host->log(context, MOYA_LOG_DEBUG, path);
}

static const moya_plugin plugin = {
    MODULE_HEAD("writes-text", "Logs URLs without their query."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
