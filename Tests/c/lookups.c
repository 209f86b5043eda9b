/* Names whose lookup hangs: neither a timeout, nor the end of a provider, nor other names wait for the resolver. The
 * program has a getaddrinfo of its own, which the library finds first. */
#include "check.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>

enum { CALLERS = 70, NAMES = 24 };

static sem_t begun, held, ended;
static _Atomic int lookups;

/* For a name that begins with "held" it returns when the test says so; every other name is 127.0.0.1. */
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) *(void **)(&real) = dlsym(RTLD_NEXT, "getaddrinfo");
  if (host && strncmp(host, "held", 4) == 0) {
    lookups++;
    sem_post(&begun);
    sem_wait(&held);
    sem_post(&ended);
    return EAI_AGAIN;
  }
  return real("127.0.0.1", service, hints, found);
}

/* Lets all lookups that were begun return, now that what must not wait for them has ended. */
static void let_go(void) {
  int begun_by_now = lookups;
  EXPECT(begun_by_now > 0, "no lookup was held: nothing was shown");
  while (sem_trywait(&begun) == 0) continue; /* The next test waits for a lookup of its own. */
  for (int index = 0; index < begun_by_now; index++) sem_post(&held);
  for (int index = 0; index < begun_by_now; index++) sem_wait(&ended);
  lookups = 0;
}

static moya_provider *provider_with(moya_pump pump) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = pump;
  options.proxy = "";
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static moya_status call_of(moya_provider *provider, const char *url, uint32_t timeout_ms) {
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = url;
  target.timeout_ms = timeout_ms;
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, &target, &response, NULL);
  moya_response_release(response);
  return status;
}

static void blocking(void) {
  moya_provider *provider = provider_with(MOYA_PUMP_DISPATCH);
  EXPECT_STATUS(call_of(provider, "http://held.test/", 100), MOYA_ERROR_TIMEOUT_TOTAL);
  moya_provider_destroy(provider);
  let_go();
}

static void queued(moya_pump pump, int closes) {
  moya_provider *provider = provider_with(pump);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = "http://held.test/";
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, NULL, NULL), MOYA_OK);
  if (pump == MOYA_PUMP_HOST) EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_OK);
  sem_wait(&begun);
  if (closes) moya_provider_close(provider);
  moya_provider_destroy(provider);
  moya_completion row;
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 1 && row.status == MOYA_ERROR_CANCELLED, "no row");
  moya_completions_release(&row, sizeof row, 1);
  moya_queue_destroy(queue);
  let_go();
}
static void enqueued(void) { queued(MOYA_PUMP_DISPATCH, 0); }
static void closed(void) { queued(MOYA_PUMP_DISPATCH, 1); }
static void pumped(void) { queued(MOYA_PUMP_HOST, 0); }

static moya_provider *shared;
static void *call_once(void *unused) {
  (void)unused;
  EXPECT_STATUS(call_of(shared, "http://held.test/", 200), MOYA_ERROR_TIMEOUT_TOTAL);
  return NULL;
}
/* More blocking calls than loops that are kept: the loops beyond that number are closed at once. */
static void many_callers(void) {
  shared = provider_with(MOYA_PUMP_DISPATCH);
  pthread_t callers[CALLERS];
  for (int index = 0; index < CALLERS; index++) pthread_create(&callers[index], NULL, call_once, NULL);
  for (int index = 0; index < CALLERS; index++) pthread_join(callers[index], NULL);
  moya_provider_destroy(shared);
  let_go();
}

/* Each call has a name of its own: calls to one name would share a lookup. */
static void other_names(void) {
  moya_provider *provider = provider_with(MOYA_PUMP_DISPATCH);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  for (int index = 0; index < NAMES; index++) {
    char url[64];
    snprintf(url, sizeof url, "http://held%d.test/", index);
    moya_target target = MOYA_TARGET_INIT;
    target.base_url = url;
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, NULL, NULL), MOYA_OK);
  }
  moya_target healthy = MOYA_TARGET_INIT;
  healthy.base_url = "http://healthy.test:1/";
  EXPECT_STATUS(moya_provider_enqueue(provider, &healthy, queue, 2, NULL, NULL), MOYA_OK);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1 && row.tag == 2, "the healthy name waits");
  EXPECT_STATUS(row.status, MOYA_ERROR_CONNECT);
  moya_completions_release(&row, sizeof row, 1);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  let_go();
}

int main(void) {
  sem_init(&begun, 0, 0);
  sem_init(&held, 0, 0);
  sem_init(&ended, 0, 0);
  TEST("a provider ends while the lookup of a call that ran out of time goes on", blocking);
  TEST("a provider ends while the lookup of a call under way goes on", enqueued);
  TEST("a provider is closed while a lookup goes on", closed);
  TEST("a provider that the host pumps ends while a lookup goes on", pumped);
  TEST("callers beyond the loops that are kept do not wait for a lookup", many_callers);
  TEST("a name is looked up beside two dozen whose lookups hang", other_names);
  return verdict();
}
