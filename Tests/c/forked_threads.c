/* Tests forked children with several threads. The calls of each thread end, whatever the parent has done with the
 * library.
 *
 * The threads of a child start at the same time. So all of them need the first locks at once, and everything that the
 * library makes only once. Before the fork, the parent has called nothing, has made a blocking call, or has made a call
 * in each way. */
#include "calls.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_COUNT_ERRORS 0
#endif

enum { THREADS = 4 };

/* What the threads of the child share. */
static moya_provider *provider;
static pthread_barrier_t start;

/* A way to make calls. A child runs `begin` before its threads start, each thread runs `work`, and `end` undoes
 * `begin`. */
typedef struct way {
  const char *name;
  void (*begin)(void);
  void (*work)(int index);
  void (*end)(void);
} way;

static void nothing(void) {}

static void own_blocking(int index) {
  (void)index;
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  expect_good(own);
  expect_good(own);
  moya_provider_destroy(own);
}

static void begin_shared(void) { provider = provider_of(MOYA_PUMP_DISPATCH); }
static void end_shared(void) { moya_provider_destroy(provider); }
static void shared_blocking(int index) {
  (void)index;
  expect_good(provider);
  expect_good(provider);
}

static void send_and_block(int index) {
  (void)index;
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  moya_status status = moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL);
  expect_good(provider);
  /* If the parent has used Dispatch, the child cannot use it, and moya_provider_send fails. */
  if (status == MOYA_OK) {
    EXPECT(await_released(&it, 1) && it.ok == 1);
  } else {
    EXPECT_STATUS(status, MOYA_ERROR_FORKED);
  }
}

static void own_dispatch(int index) {
  (void)index;
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  moya_status status = moya_provider_send(own, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL);
  if (status == MOYA_OK) {
    EXPECT(await_released(&it, 1) && it.ok == 1);
  } else {
    EXPECT_STATUS(status, MOYA_ERROR_FORKED);
  }
  moya_provider_destroy(own);
}

/* One thread runs the loop. The other threads enqueue calls and wait for their rows. */
static _Atomic int left;
static void begin_hosted(void) {
  provider = provider_of(MOYA_PUMP_HOST);
  left = THREADS - 1;
}
static void pump_or_call(int index) {
  if (index == 0) {
    while (left > 0) EXPECT_STATUS(moya_provider_process(provider, 100, NULL), MOYA_OK);
    return;
  }
  moya_target target = target_of("/ok");
  moya_queue *rows = NULL;
  moya_completion row = {0};
  EXPECT_STATUS(moya_queue_create(&rows, NULL), MOYA_OK);
  for (int i = 0; i < 3; i++) {
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, rows, 1, 0, NULL, NULL, NULL), MOYA_OK);
    EXPECT(moya_queue_wait(rows, &row, sizeof row, 1, 30000) == 1);
    EXPECT_STATUS(row.status, MOYA_OK);
    moya_completions_release(&row, sizeof row, 1);
  }
  moya_queue_destroy(rows);
  left--;
}

static void first_json(int index) {
  (void)index;
  moya_response *response = NULL;
  moya_str text;
  EXPECT_STATUS(moya_response_create(200, "http://h/a", NULL, 0, 0, "{\"a\":\"b\"}", 9, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_string(response, "a", &text, NULL), MOYA_OK);
  EXPECT(str_is(text, "b"));
  moya_response_release(response);
}

static const way ways[] = {
    {"each thread blocks with a provider of its own", nothing, own_blocking, nothing},
    {"threads block with one provider", begin_shared, shared_blocking, end_shared},
    {"threads send and block", begin_shared, send_and_block, end_shared},
    {"each thread sends with a provider of its own", nothing, own_dispatch, nothing},
    {"one thread pumps the calls of the others", begin_hosted, pump_or_call, end_shared},
    {"threads read JSON", nothing, first_json, nothing},
};
enum { WAYS = sizeof ways / sizeof *ways };
static const way *chosen;

static void *run_thread(void *index) {
  pthread_barrier_wait(&start);
  chosen->work((int)(intptr_t)index);
  return NULL;
}

static void run_child(void) {
  pthread_t threads[THREADS];
  check_failures = 0;
  alarm(60); /* a child that hangs is ended */
  chosen->begin();
  pthread_barrier_init(&start, NULL, THREADS);
  for (intptr_t i = 1; i < THREADS; i++) EXPECT(pthread_create(&threads[i], NULL, run_thread, (void *)i) == 0);
  run_thread((void *)(intptr_t)0);
  for (int i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
  chosen->end();
  fflush(stdout);
  if (VALGRIND_COUNT_ERRORS) check_failures++;
  /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
   * as a leak of the child. */
  execl(check_failures ? "/bin/false" : "/bin/true", "child", (char *)NULL);
  _exit(1);
}

/* Returns how often a test forks. Under valgrind, the first call of a child takes a second. So each way to make calls
 * is tested only once there, and not after each thing that the parent may have done. With --long, each way is tested
 * after each of these things. */
static int repeated(int times) {
  if (runs_under("valgrind")) return 1;
  if (runs_under("plain") && is_long()) return times;
  return runs_under("plain") || is_long() ? 20 : 5;
}
static bool is_left_out(int way, int parent) { return runs_under("valgrind") && !is_long() && way % 3 != parent; }

static void children(void) {
  for (int count = 0; count < repeated(100); count++) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) run_child();
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0, "child %d ended with %x", count, status);
    if (status != 0) return; /* a child that hangs takes a minute */
  }
}

/* A thread of a process makes the first call of the process. Another thread forks at the same time. */
static void *first_call(void *index) {
  (void)index;
  chosen->work(1);
  return NULL;
}
static void run_parent(int spins) { /* spins: how long the thread runs before the fork */
  pthread_t thread;
  alarm(60);
  check_failures = 0;
  chosen->begin();
  EXPECT(pthread_create(&thread, NULL, first_call, NULL) == 0);
  for (volatile int i = 0; i < spins; i++) continue;
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    chosen->work(1);
    fflush(stdout);
    if (VALGRIND_COUNT_ERRORS) check_failures++;
    execl(check_failures ? "/bin/false" : "/bin/true", "child", (char *)NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0, "a child forked after %d ended with %x", spins, status);
  pthread_join(thread, NULL);
  chosen->end();
  fflush(stdout);
  execl(check_failures ? "/bin/false" : "/bin/true", "parent", (char *)NULL);
  _exit(1);
}
static void first_uses(void) {
  int times = repeated(100);
  for (int count = 0; count < times; count++) {
    fflush(stdout);
    pid_t parent = fork();
    if (parent == 0) run_parent(3000000 / times * count);
    int status = -1;
    EXPECT(waitpid(parent, &status, 0) == parent && status == 0, "parent %d ended with %x", count, status);
    if (status != 0) return;
  }
}

static void amid_first_calls(void) {
  for (int i = 0; i < WAYS; i++) {
    char name[160];
    if (ways[i].work == pump_or_call) continue; /* it needs several threads */
    if (is_left_out(i, 0)) continue;
    chosen = &ways[i];
    snprintf(name, sizeof name, "in a child that is forked while its parent makes a first call, %s", ways[i].name);
    test(name, first_uses);
  }
}

static void warm(void) {
  left = 0;
  for (int i = 0; i < WAYS; i++) {
    if (ways[i].work == pump_or_call) continue;
    ways[i].begin();
    ways[i].work(0);
    ways[i].end();
  }
}
static void warm_blocking(void) { own_blocking(0); }

static void all_ways(int number, const char *parent) {
  for (int i = 0; i < WAYS; i++) {
    char name[160];
    if (is_left_out(i, number)) continue;
    chosen = &ways[i];
    snprintf(name, sizeof name, "in a child of a parent that %s, %s", parent, ways[i].name);
    test(name, children);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  amid_first_calls();
  all_ways(0, "only links the library");
  warm_blocking();
  all_ways(1, "has blocked");
  warm();
  all_ways(2, "has made calls in each way");
  server_stop(&faults);
  return verdict();
}
