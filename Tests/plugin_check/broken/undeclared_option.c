/* fails: declared */
/* The plugin reads an option that its table does not have. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  host = functions;
  return host->option_int(self, "retires") > 9 ? MOYA_ERROR_ARGUMENT : MOYA_OK;
}

static const moya_option options[] = {
    {.name = "retries", .about = "Attempts after the first.", .kind = MOYA_OPTION_INT, .preset = "2",
     .least = 0, .most = 9},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("undeclared-option", "Reads an option."),
    .options = options,
    .create = create,
};

MOYA_MODULE(&plugin)
