/* fails: resume-always */
/* Each call waits for a request of the plugin. If the response is a failure, nothing resumes the call. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)instance;
  return keep_tasks(functions, self);
}

static void receive(void *instance, moya_context *result, void *context, moya_status status) {
  (void)instance;
  if (status == MOYA_OK && host->http_status(result) < 400) host->resume(context, MOYA_HOOK_OK);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_sub_request request = MOYA_SUB_REQUEST(.name = "leave", .url = "https://leave.example/");
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return status;
  status = tasks->send(context, &request, receive, context, NULL);
  if (status != MOYA_OK) host->resume(context, status);
  return MOYA_HOOK_PENDING;
}

static const moya_plugin plugin = {
    MODULE_HEAD("request-refused-never-resumes", "Asks whether a call may begin."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
