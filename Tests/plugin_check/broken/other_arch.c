/* fails: opens */
/* make: cp "$1" "$2" && printf "\\267\\0" | dd of="$2" bs=1 seek=18 conv=notrunc status=none */
/* The file is for another machine (aarch64). */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("other-arch", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
