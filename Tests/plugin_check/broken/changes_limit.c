/* fails: environment */
/* A hook changes how many files the process may open. */
#include "../module.h"
#include <sys/resource.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  struct rlimit limit = {256, 1024};
  setrlimit(RLIMIT_NOFILE, &limit);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-limit", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
