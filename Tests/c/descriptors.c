/* Tests a process without free descriptors. Functions that need a descriptor report an error. Nothing crashes or leaks.
 * When there are descriptors again, calls succeed. */
#include "check.h"
#include "scarcity.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>

static server faults;
static char silent_url[64];

static int open_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}
static moya_status end_of(moya_provider *provider, const moya_target *target) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  if (status == MOYA_ERROR_SYSTEM) {
    EXPECT(str_has(moya_error_message(error), "Too many open files"), "%s", moya_error_message(error).data);
    EXPECT(str_is(moya_error_target(error), "API.call"));
  }
  moya_error_release(error);
  moya_response_release(response);
  return status;
}
/* Enqueues a call with a new provider, which has no loop yet. If this succeeds, waits for its row. Returns the
 * status. */
static moya_status queued_end_of(moya_queue *queue, const moya_target *target) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  moya_error *error = NULL;
  moya_status status = moya_provider_enqueue(provider, target, queue, 1, 0, NULL, NULL, &error);
  if (status == MOYA_OK) {
    moya_completion row = {0};
    EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
    status = row.status;
    moya_completions_release(&row, sizeof row, 1);
  } else {
    EXPECT_STATUS(status, MOYA_ERROR_SYSTEM);
    EXPECT(str_has(moya_error_message(error), "Too many open files"), "%s", moya_error_message(error).data);
    EXPECT(str_is(moya_error_target(error), "API.call"));
  }
  moya_error_release(error);
  moya_provider_destroy(provider);
  return status;
}

static void run_out(void) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = faults.url;
  target.path = "/ok";
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);

  /* Leaves `spare` descriptors free, and takes all others. `spare` grows from 0 to more than both calls need. */
  int before = open_descriptors(), first = dup(0), refused = 0, good = 0;
  close(first);
  for (int spare = 0; spare < 16; spare++) {
    struct rlimit old, tight;
    getrlimit(RLIMIT_NOFILE, &old);
    tight = old;
    tight.rlim_cur = (rlim_t)first + 32;
    setrlimit(RLIMIT_NOFILE, &tight);
    int taken[64], count = 0;
    while (count < 64 && (taken[count] = fcntl(0, F_DUPFD_CLOEXEC, 0)) >= 0) count++;
    EXPECT(count < 64 && count >= spare);
    for (int index = 0; index < spare; index++) close(taken[--count]);

    moya_provider *provider = NULL;
    EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
    moya_status blocking = end_of(provider, &target);
    moya_provider_destroy(provider);
    moya_status queued = queued_end_of(queue, &target);
    EXPECT(blocking == MOYA_OK || blocking == MOYA_ERROR_SYSTEM, "%d spare: %s", spare, moya_status_name(blocking));
    EXPECT(queued == MOYA_OK || queued == MOYA_ERROR_SYSTEM, "%d spare: %s", spare, moya_status_name(queued));
    refused += (blocking == MOYA_ERROR_SYSTEM) + (queued == MOYA_ERROR_SYSTEM);
    good += (blocking == MOYA_OK) + (queued == MOYA_OK);

    while (count > 0) close(taken[--count]);
    setrlimit(RLIMIT_NOFILE, &old);
  }
  EXPECT(refused > 4 && good > 4, "%d refused, %d good", refused, good);
  EXPECT_STATUS(queued_end_of(queue, &target), MOYA_OK);
  moya_queue_destroy(queue);
  /* Dispatch may leave two descriptors open. It closes the descriptors of a destroyed provider later, on its own
   * thread. */
  int after = open_descriptors();
  for (int round = 0; after > before + 2 && round < 6000; round++) {
    poll(NULL, 0, 10);
    after = open_descriptors();
  }
  EXPECT(after <= before + 2, "%d, and %d before", after, before);
}

static moya_status end_on(moya_provider *provider, moya_queue *queue, const moya_target *target) {
  moya_completion row = {0};
  EXPECT_STATUS(moya_provider_enqueue(provider, target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
  moya_status status = row.status;
  if (status == MOYA_ERROR_SYSTEM) {
    EXPECT(str_has(moya_error_message(row.error), "too many open files") ||
               str_has(moya_error_message(row.error), "Too many open files"),
           "%s", moya_error_message(row.error).data);
  }
  moya_completions_release(&row, sizeof row, 1);
  return status;
}

static void make_room(void) {
  server other = server_start("Tests/servers/faultserver.py");
  moya_target here = MOYA_TARGET_INIT, there = MOYA_TARGET_INIT, named = MOYA_TARGET_INIT;
  here.path = there.path = named.path = "/ok";
  here.base_url = faults.url;
  there.base_url = other.url;
  char url[64];
  snprintf(url, sizeof url, "http://host.invalid:%d", faults.port);
  named.base_url = url;
  moya_provider *provider = NULL;
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);

  /* The provider has a loop, but no idle connection that the library could close. */
  moya_target closed = here;
  closed.base_url = "http://127.0.0.1:1";
  EXPECT_STATUS(end_on(provider, queue, &closed), MOYA_ERROR_CONNECT);
  take_all_but(0);
  EXPECT_STATUS(end_on(provider, queue, &here), MOYA_ERROR_SYSTEM);
  EXPECT_STATUS(end_on(provider, queue, &named), MOYA_ERROR_SYSTEM);
  give_all();

  /* The loop has one idle connection. The library closes it to make room for another connection. */
  EXPECT_STATUS(end_on(provider, queue, &here), MOYA_OK);
  take_all_but(0);
  EXPECT_STATUS(end_on(provider, queue, &there), MOYA_OK);
  EXPECT_STATUS(end_on(provider, queue, &here), MOYA_OK);
  give_all();

  /* Blocking callers have other loops. The library also closes idle connections of these loops. */
  EXPECT_STATUS(end_on(provider, queue, &closed), MOYA_ERROR_CONNECT);
  EXPECT_STATUS(end_of(provider, &here), MOYA_OK);
  take_all_but(0);
  EXPECT_STATUS(end_on(provider, queue, &there), MOYA_OK);
  give_all();
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  server_stop(&other);
}

/* ── Callers who wait ───────────────────────────────────────────────────────────────────────────────────────────── */

enum { CALLERS = 50 };

static void *call_silence(void *provider) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = silent_url;
  EXPECT_STATUS(end_of(provider, &target), MOYA_ERROR_CANCELLED);
  return NULL;
}

static void callers(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), accepted[CALLERS];
  EXPECT(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, CALLERS) == 0);
  getsockname(listener, (struct sockaddr *)&address, &length);
  snprintf(silent_url, sizeof silent_url, "http://127.0.0.1:%d", ntohs(address.sin_port));
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);

  int before = open_descriptors();
  pthread_t threads[CALLERS];
  for (int i = 0; i < CALLERS; i++) pthread_create(&threads[i], NULL, call_silence, provider);
  for (int i = 0; i < CALLERS; i++) accepted[i] = accept(listener, NULL, NULL);
  /* Both ends of each connection are in this process. */
  int during = open_descriptors() - before - 2 * CALLERS;
  EXPECT(during <= 3 * CALLERS, "%d for %d callers", during, CALLERS);
  moya_provider_cancel_all(provider);
  for (int i = 0; i < CALLERS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < CALLERS; i++) close(accepted[i]);
  int kept = open_descriptors() - before;
  EXPECT(kept <= 3 * CALLERS, "%d of %d callers", kept, CALLERS);
  moya_provider_destroy(provider);
  EXPECT(open_descriptors() == before);
  close(listener);
}

static void kept_call(void) {
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = faults.url;
  target.path = "/ok";
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = MOYA_PUMP_HOST;
  moya_provider *provider = NULL;
  moya_call *call = NULL;
  int before = open_descriptors();
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, &call, NULL), MOYA_OK);
  moya_provider_close(provider);
  moya_queue_destroy(queue);
  EXPECT(open_descriptors() == before, "%d, and %d before", open_descriptors(), before);
  moya_call_release(call);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  /* This test runs first, because Dispatch would close descriptors of other tests later, on its own thread. */
  TEST("a caller who waits needs three descriptors beside its connection", callers);
  TEST("a destroyed queue and a closed provider have none, though a call's handle is kept", kept_call);
  TEST("a process without descriptors hears of it, and leaks none", run_out);
  TEST("idle connections give way to a call without a descriptor, and it says so when there are none", make_room);
  return verdict();
}
