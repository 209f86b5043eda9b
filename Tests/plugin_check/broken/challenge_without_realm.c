/* fails: responses */
/* A challenge without a realm crashes the plugin. */
#include "../module.h"
#include <string.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->http_status(context) != 401) return;
  moya_str value = host->response_header(context, "WWW-Authenticate");
  if (!value.data || strncmp(value.data, "Bearer", 6) != 0) return;
  char *volatile realm = strstr(value.data, "=\"");
  if (realm[0] == '=') host->log(context, MOYA_LOG_DEBUG, realm);
}

static const moya_plugin plugin = {
    MODULE_HEAD("challenge-without-realm", "Logs challenges."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
