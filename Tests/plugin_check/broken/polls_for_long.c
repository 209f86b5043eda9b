/* fails: fuzz */
/* After each call, the plugin sends as many requests as an option says. With large values of the option, several
 * calls together lead to too many requests. */
#include "../module.h"
#include <stdlib.h>

typedef struct poller {
  moya_context *self;
  int64_t polls;
} poller;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  poller *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  *it = (poller){self, host->option_int(self, "polls")};
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) { free(instance); }

static void did_receive(void *instance, moya_context *context) {
  poller *it = instance;
  moya_sub_request request = MOYA_SUB_REQUEST(.url = host->request_url(context).data);
  for (int64_t sent = 0; sent < it->polls; sent++) tasks->send(it->self, &request, NULL, NULL, NULL);
}

static const moya_option options[] = {
    {.name = "polls", .about = "Requests after a call.", .kind = MOYA_OPTION_INT, .preset = "1", .least = 1,
     .most = 100},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("polls-for-long", "Sends requests after each call."),
    .options = options,
    .create = create,
    .destroy = destroy,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
