/* fails: no-output */
/* A destructor of the module prints a summary, although the output belongs to the program. */
#include "../module.h"
#include <stdio.h>

__attribute__((destructor)) static void unload(void) { puts("0 calls failed"); }

static const moya_plugin plugin = {
    MODULE_HEAD("writes-at-exit", "Prints a summary."),
    .create = keep_host,
};

MOYA_MODULE(&plugin)
