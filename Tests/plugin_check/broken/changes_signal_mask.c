/* fails: environment */
/* A hook blocks a signal on the thread of the call. */
#include "../module.h"
#include <pthread.h>
#include <signal.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("changes-signal-mask", "Changes the process."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
