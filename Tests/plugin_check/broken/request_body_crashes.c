/* fails: failing-requests */
/* The plugin looks for the end of a text in the response to its own request, and does not expect an empty body. */
#include "../module.h"
#include <stdbool.h>
#include <stdlib.h>

typedef struct asking {
  moya_context *self;
  bool asked;
} asking;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  asking *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->self = self;
  *instance = it;
  return MOYA_OK;
}

static void receive(void *instance, moya_context *result, void *user, moya_status status) {
  (void)instance, (void)user;
  if (status == MOYA_OK && host->response_body(result).len == 0) abort();
}

static void did_receive(void *instance, moya_context *context) {
  asking *it = instance;
  (void)context;
  if (it->asked) return;
  it->asked = true;
  moya_sub_request request = MOYA_SUB_REQUEST(.name = "list", .url = "https://list.example/");
  tasks->send(it->self, &request, receive, NULL, NULL);
}

static const moya_plugin plugin = {
    MODULE_HEAD("request-body-crashes", "Asks for a list."),
    .create = create,
    .destroy = free,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
