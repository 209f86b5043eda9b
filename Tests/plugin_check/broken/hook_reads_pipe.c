/* fails: blocking */
/* A hook waits for a thread of the plugin, which reads slowly from a pipe. */
#include "../module.h"
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *write_later(void *argument) {
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  if (write(*(int *)argument, "x", 1) != 1) return argument;
  return NULL;
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  int ends[2];
  char byte;
  pthread_t thread;
  if (pipe(ends) != 0) return MOYA_ERROR_SYSTEM;
  bool works = pthread_create(&thread, NULL, write_later, &ends[1]) == 0;
  if (works) {
    works = read(ends[0], &byte, 1) == 1;
    pthread_join(thread, NULL);
  }
  close(ends[0]);
  close(ends[1]);
  return works ? MOYA_HOOK_OK : MOYA_ERROR_SYSTEM;
}

static const moya_plugin plugin = {
    MODULE_HEAD("hook-reads-pipe", "Delays requests."),
    .create = keep_host,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
