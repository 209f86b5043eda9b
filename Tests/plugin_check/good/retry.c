/* A good module: it tries three times if the server is busy or there is no connection. */
#include "../module.h"

static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance;
  int32_t http_status = host->http_status(context);
  moya_status status = host->result_status(context);
  if (host->attempt(context) >= 3) return MOYA_RETRY_NONE;
  return http_status == 503 || status == MOYA_ERROR_CONNECT ? 100 * (int64_t)host->attempt(context) : MOYA_RETRY_NONE;
}

static const moya_plugin plugin = {
    MODULE_HEAD("retry", "Tries again."), .create = keep_host, .should_retry = should_retry};

MOYA_MODULE(&plugin)
