/* fails: declared */
/* The plugin reads a number as an integer, which is 0. */
#include "../module.h"

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  host = functions;
  return host->option_int(self, "rate") > 9 ? MOYA_ERROR_ARGUMENT : MOYA_OK;
}

static const moya_option options[] = {
    {.name = "rate", .about = "Calls per second.", .kind = MOYA_OPTION_NUMBER, .preset = "2.5"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("option-of-other-kind", "Reads an option."),
    .options = options,
    .create = create,
};

MOYA_MODULE(&plugin)
