/* fails: opens */
/* Two plugins of the module have the same id. */
#include "../module.h"

static const moya_plugin first = {MODULE_HEAD("duplicate-ids", "Is the first one."), .create = keep_host};
static const moya_plugin second = {MODULE_HEAD("duplicate-ids", "Is the second one."), .create = keep_host};

MOYA_MODULE(&first, &second)
