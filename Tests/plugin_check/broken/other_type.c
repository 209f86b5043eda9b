/* fails: opens */
/* make: cp "$1" "$2" && printf "\\1\\0" | dd of="$2" bs=1 seek=16 conv=notrunc status=none */
/* The file is an object file, not a shared object. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("other-type", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
