/* Name lookups that hang delay neither a timeout, nor the end of a provider, nor the lookup of another name. The
 * library calls the getaddrinfo of this program instead of the one of libc. */
#include "check.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>

enum { CALLERS = 70, NAMES = 24 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
/* The number of lookups that are held now, the number of held lookups that have returned, and how often let_go has
 * run. */
static int held, returned, times_told;
/* Whether a lookup of held0.test, of held1.test and so on is held. A name may have two lookups, for IPv4 and for
 * IPv6. */
static bool is_held[CALLERS];

/* Replaces the function of libc. The lookup of a name that begins with "held" returns only after let_go. The lookup of
 * any other name returns 127.0.0.1. */
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) *(void **)(&real) = dlsym(RTLD_NEXT, "getaddrinfo");
  if (host && strncmp(host, "held", 4) == 0) {
    int number = atoi(host + 4);
    pthread_mutex_lock(&lock);
    held++;
    is_held[number < CALLERS ? number : 0] = true;
    pthread_cond_broadcast(&changed);
    for (int begun = times_told; times_told == begun;) pthread_cond_wait(&changed, &lock);
    returned++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return EAI_AGAIN;
  }
  return real("127.0.0.1", service, hints, found);
}

/* Waits until a lookup of each of the first `count` names is held. */
static void await_held(int count) {
  pthread_mutex_lock(&lock);
  for (int number = 0; number < count; number++) {
    while (!is_held[number]) pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
}
static bool some_is_held(void) {
  pthread_mutex_lock(&lock);
  bool is = held > 0;
  pthread_mutex_unlock(&lock);
  return is;
}

/* Makes all held lookups return. A test first waits for the calls that a held lookup must not delay, and then calls
 * this function. */
static void let_go(void) {
  EXPECT(some_is_held(), "no lookup was held: nothing was shown");
  pthread_mutex_lock(&lock);
  int wanted = returned + held;
  held = 0;
  memset(is_held, 0, sizeof is_held);
  times_told++;
  pthread_cond_broadcast(&changed);
  while (returned < wanted) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

static moya_provider *provider_with(moya_pump pump) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = pump;
  options.proxy = "";
  options.connect_timeout_ms = 600000; /* a call must not time out while its lookup is held */
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static moya_status call_of(moya_provider *provider, const char *url, uint32_t timeout_ms) {
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = url;
  target.timeout_ms = timeout_ms;
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
  moya_response_release(response);
  return status;
}

static void blocking(void) {
  moya_provider *provider = provider_with(MOYA_PUMP_DISPATCH);
  /* On a slow machine, the call may time out before its lookup begins. Then the timeout is doubled. */
  for (uint32_t timeout = 100; !some_is_held() && timeout < 10000; timeout *= 2) {
    EXPECT_STATUS(call_of(provider, "http://held0.test/", timeout), MOYA_ERROR_TIMEOUT_TOTAL);
  }
  moya_provider_destroy(provider);
  let_go();
}

static void queued(moya_pump pump, int closes) {
  moya_provider *provider = provider_with(pump);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = "http://held0.test/";
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
  if (pump == MOYA_PUMP_HOST) EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_OK);
  await_held(1);
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
static void *call_once(void *url) {
  EXPECT_STATUS(call_of(shared, url, 0), MOYA_ERROR_CANCELLED);
  return NULL;
}
/* There are more blocking calls than the pool stores loops for. When a call ends, the library closes its loop if the
 * pool has no room for it. Under valgrind there are fewer calls. */
static void many_callers(void) {
  int count = runs_under("valgrind") ? often(CALLERS) : CALLERS;
  shared = provider_with(MOYA_PUMP_DISPATCH);
  pthread_t callers[CALLERS];
  char urls[CALLERS][32];
  for (int index = 0; index < count; index++) {
    snprintf(urls[index], sizeof urls[index], "http://held%d.test/", index);
    pthread_create(&callers[index], NULL, call_once, urls[index]);
  }
  await_held(count);
  moya_provider_cancel_all(shared);
  for (int index = 0; index < count; index++) pthread_join(callers[index], NULL);
  moya_provider_destroy(shared);
  let_go();
}

/* Each call has its own name, because calls to one name would share a lookup. */
static void other_names(void) {
  moya_provider *provider = provider_with(MOYA_PUMP_DISPATCH);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  for (int index = 0; index < NAMES; index++) {
    char url[64];
    snprintf(url, sizeof url, "http://held%d.test/", index);
    moya_target target = MOYA_TARGET_INIT;
    target.base_url = url;
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
  }
  await_held(NAMES);
  moya_target healthy = MOYA_TARGET_INIT;
  healthy.base_url = "http://healthy.test:1/";
  EXPECT_STATUS(moya_provider_enqueue(provider, &healthy, queue, 2, 0, NULL, NULL, NULL), MOYA_OK);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1 && row.tag == 2, "the healthy name waits");
  EXPECT_STATUS(row.status, MOYA_ERROR_CONNECT);
  moya_completions_release(&row, sizeof row, 1);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  let_go();
}

int main(void) {
  TEST("a provider ends while the lookup of a call that ran out of time goes on", blocking);
  TEST("a provider ends while the lookup of a call under way goes on", enqueued);
  TEST("a provider is closed while a lookup goes on", closed);
  TEST("a provider that the host pumps ends while a lookup goes on", pumped);
  TEST("callers beyond the loops that are kept do not wait for a lookup", many_callers);
  TEST("a name is looked up beside two dozen whose lookups hang", other_names);
  return verdict();
}
