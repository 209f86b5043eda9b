/* A good module: it marks each request with the first of its names. It needs at least one name. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  host = functions;
  *instance = self;
  if (host->option_count(self, "names") > 0) return MOYA_OK;
  host->fail(self, "names has no name");
  return MOYA_ERROR_ARGUMENT;
}

static moya_status prepare(void *self, moya_context *context) {
  return host->request_set_header(context, "X-Name", host->option_at(self, "names", 0).data);
}

static const moya_option options[] = {
    {.name = "names", .about = "The names.", .kind = MOYA_OPTION_TEXTS, .required = 1},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("needs-list", "Marks requests with a name."), .options = options, .create = create, .prepare = prepare};

MOYA_MODULE(&plugin)
