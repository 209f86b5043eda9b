/* A good module with two plugins: one marks requests, and the other one marks responses. */
#include "../module.h"

static moya_status mark_request(void *instance, moya_context *context) {
  (void)instance;
  return host->request_add_header(context, "X-Mark", "request");
}

static moya_status mark_response(void *instance, moya_context *context) {
  (void)instance;
  if (host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK;
  return host->response_add_header(context, "X-Mark", "response");
}

static const moya_plugin first = {
    MODULE_HEAD("mark-request", "Marks requests."), .create = keep_host, .prepare = mark_request};
static const moya_plugin second = {
    MODULE_HEAD("mark-response", "Marks responses."), .create = keep_host, .process = mark_response};

MOYA_MODULE(&first, &second)
