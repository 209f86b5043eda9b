/* fails: opens */
/* make: printf "This is not a module.\n" >"$2" */
/* The file is a text. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("not-elf", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
