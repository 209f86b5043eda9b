/* fails: user-freed */
/* Each call starts a thread that does not end. */
#include "../module.h"
#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *unused) {
  for (;;) pause();
  return unused;
}

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  pthread_t thread;
  if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) pthread_detach(thread);
}

static const moya_plugin plugin = {
    MODULE_HEAD("thread-per-call", "Starts a thread."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
