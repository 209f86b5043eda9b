/* fails: responses */
/* The plugin copies the location of a 307, and nothing frees the copy. */
#include "../module.h"
#include <string.h>

static char *volatile last;

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  moya_str location = host->response_header(context, "Location");
  if (host->http_status(context) == 307 && location.data) last = strdup(location.data);
}

static const moya_plugin plugin = {
    MODULE_HEAD("leaks-on-redirect", "Remembers where the last redirect led."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
