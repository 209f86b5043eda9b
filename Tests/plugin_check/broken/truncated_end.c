/* fails: opens */
/* make: head -c -1 "$1" >"$2" */
/* The last byte of the file is not there. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("truncated-end", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
