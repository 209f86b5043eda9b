/* fails: exit */
/* A destructor of the module ends the process with another status than the program's own. */
#include "../module.h"
#include <unistd.h>

__attribute__((destructor)) static void unload(void) { _exit(1); }

static const moya_plugin plugin = {
    MODULE_HEAD("ends-exit", "Ends the process."),
    .create = keep_host,
};

MOYA_MODULE(&plugin)
