/* A good module: it answers each call itself, as a server under maintenance does. */
#include "../module.h"

static moya_status prepare(void *instance, moya_context *context) {
  static const char text[] = "{\"message\": \"The server is being repaired.\"}";
  static const moya_field fields[] = {{{"Content-Type", 12}, {"application/json", 16}}, {{"Retry-After", 11}, {"60", 2}}};
  size_t count;
  (void)instance;
  moya_status status = host->response_set_status(context, 503);
  if (status == MOYA_OK) status = host->response_set_headers(context, fields, 2);
  if (status == MOYA_OK && (!host->response_headers(context, &count) || count != 2)) status = MOYA_ERROR_OTHER;
  if (status == MOYA_OK) status = host->response_set_body(context, text, sizeof text - 1);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("answers", "Answers each call itself."), .create = keep_host, .prepare = prepare};

MOYA_MODULE(&plugin)
