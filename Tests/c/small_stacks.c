/* A thread with a stack of 64 KiB can make a blocking call. docs/c-threading.md names this size. */
#include "calls.h"

static void *call_on(void *provider) {
  moya_target target = target_of("/gzip");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  moya_target cut = target_of("/redirect/5");
  EXPECT_STATUS(moya_provider_call(provider, &cut, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  return NULL;
}

static void calls(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  /* Valgrind and the sanitizers need more stack themselves. */
  EXPECT(pthread_attr_setstacksize(&attributes, (runs_under("plain") ? 64 : 1024) * 1024) == 0);
  EXPECT(pthread_create(&thread, &attributes, call_on, provider) == 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a blocking call needs a stack of 64 KiB", calls);
  server_stop(&faults);
  return verdict();
}
