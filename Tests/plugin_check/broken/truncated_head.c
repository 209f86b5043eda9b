/* fails: opens */
/* make: head -c 64 "$1" >"$2" */
/* Only the header of the file is there. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("truncated-head", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
