/* fails: blocking */
/* A hook computes for 0.4 seconds. */
#include "../module.h"
#include <time.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  clock_t begin = clock();
  while (clock() - begin < CLOCKS_PER_SEC * 2 / 5) continue;
}

static const moya_plugin plugin = {
    MODULE_HEAD("hook-computes", "Computes."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
