/* fails: environment */
/* A hook handles a signal of the process. */
#include "../module.h"
#include <signal.h>

static void ignore(int signal) { (void)signal; }

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  signal(SIGUSR2, ignore);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-signal-handler", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
