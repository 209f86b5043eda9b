/* fails: opens */
/* make: : >"$2" */
/* The file is empty. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("empty-file", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
