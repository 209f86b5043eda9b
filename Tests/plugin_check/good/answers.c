/* A good module: it answers each call itself, as a server does that is being repaired. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  static const char text[] = "{\"message\": \"The server is being repaired.\"}";
  (void)instance;
  moya_status status = host->response_set_status(context, 503);
  if (status == MOYA_OK) status = host->response_set_header(context, "Content-Type", "application/json");
  if (status == MOYA_OK) status = host->response_set_body(context, text, sizeof text - 1);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("answers", "Answers each call itself."), .create = keep_host, .prepare = prepare};

MOYA_MODULE(&plugin)
