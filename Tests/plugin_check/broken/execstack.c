/* fails: opens */
/* make: python3 -B Tests/plugin_check/execstack.py "$1" "$2" */
/* The module wants an executable stack. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("execstack", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
