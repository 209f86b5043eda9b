/* warns: load-time */
/* A constructor takes half a second when the module is opened. */
#include "../module.h"
#include <time.h>

__attribute__((constructor)) static void take_time(void) {
  nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
}

static const moya_plugin plugin = {MODULE_HEAD("slow-load", "Is loaded slowly."), .create = keep_host};

MOYA_MODULE(&plugin)
