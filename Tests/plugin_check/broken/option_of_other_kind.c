/* fails: declared */
/* The plugin reads an option of the kind NUMBER with option_int, which returns 0 for this kind. */
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
