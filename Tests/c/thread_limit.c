/* Tests a process that may not create threads (RLIMIT_NPROC). Blocking calls need no thread. A call that needs Dispatch
 * fails at once, instead of waiting until there may be a thread. */
#include "calls.h"
#include "child.h"

#include <sys/resource.h>

static bool creates_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, (void *(*)(void *))(uintptr_t)getenv, "A") != 0) return false;
  pthread_join(thread, NULL);
  return true;
}

static void calls_without_threads(void) {
  /* The limit does not apply to the superuser. */
  EXPECT(getuid() != 0 || setuid(65534) == 0);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NPROC, &none);
  EXPECT(!creates_thread());
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  expect_good(provider);
  moya_queue *queue = NULL;
  moya_error *error = NULL;
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, &error), MOYA_ERROR_SYSTEM);
  EXPECT(str_is(moya_error_message(error), "API.call: the loop could not get a thread: Resource temporarily unavailable"),
         "%s", moya_error_message(error).data);
  moya_error_release(error);
  expect_good(provider);
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}
static void without_threads(void) { in_child(calls_without_threads); }

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a process that may create no thread makes blocking calls, and is told why others cannot begin", without_threads);
  server_stop(&faults);
  return verdict();
}
