/* fails: opens */
/* make: head -c $(($(stat -c %s "$1") / 2)) "$1" >"$2" */
/* Half of the file is there. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("truncated", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
