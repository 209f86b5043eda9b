/* fails: good-values */
/* The plugin refuses a value that its own table allows. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  if (host->option_int(self, "count") < 10) return MOYA_OK;
  host->fail(self, "the count must be smaller than 10");
  return MOYA_ERROR_ARGUMENT;
}

static const moya_option options[] = {
    {.name = "token", .about = "The token.", .kind = MOYA_OPTION_SECRET},
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT, .preset = "1", .least = 1, .most = 10},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("refuses-good-value", "Counts."), .options = options, .create = create};

MOYA_MODULE(&plugin)
