/* warns: exports-one */
/* The module exports a second function. */
#include "../module.h"

MOYA_PLUGIN_EXPORT int helper_of_the_module(int number);

int helper_of_the_module(int number) { return number + 1; }

static const moya_plugin plugin = {MODULE_HEAD("exports-more", "Exports a helper."), .create = keep_host};

MOYA_MODULE(&plugin)
