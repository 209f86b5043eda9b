/* fails: sub-requests */
/* Each response starts 100 requests. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void end(void *instance, moya_context *result, void *user, moya_status status) {
  (void)instance, (void)result, (void)user, (void)status;
}

static void did_receive(void *instance, moya_context *context) {
  moya_context *self = instance;
  moya_sub_request request = MOYA_SUB_REQUEST(.url = host->request_url(context).data);
  for (int i = 0; i < 100; i++) tasks->send(self, &request, end, NULL, NULL);
}

static const moya_plugin plugin = {
    MODULE_HEAD("sub-flood", "Sends requests."),
    .create = create,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
