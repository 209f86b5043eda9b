/* fails: sub-requests */
/* When a request of the plugin ends, the plugin starts the next request, for ever. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void again(void *instance, moya_context *result, void *user, moya_status status) {
  moya_context *self = instance;
  (void)user;
  moya_str url = host->request_url(result);
  moya_sub_request request = MOYA_SUB_REQUEST(.url = url.data);
  if (status != MOYA_ERROR_CANCELLED && url.data) tasks->send(self, &request, again, NULL, NULL);
}

static void did_receive(void *instance, moya_context *context) {
  moya_context *self = instance;
  moya_sub_request request = MOYA_SUB_REQUEST(.url = host->request_url(context).data);
  tasks->send(self, &request, again, NULL, NULL);
}

static const moya_plugin plugin = {
    MODULE_HEAD("sub-storm", "Sends requests."),
    .create = create,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
