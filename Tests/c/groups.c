/* Tests groups of calls: their limit, the order in which calls wait, and their end. Also tests calls that share a
 * request. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

#include <malloc.h>
#include <sched.h>
#include <semaphore.h>

static moya_provider *provider;

static moya_group *group_of(moya_provider *of, uint32_t limit) {
  moya_group *group = NULL;
  EXPECT_STATUS(moya_group_create(of, limit, &group, NULL), MOYA_OK);
  return group;
}

static int64_t requests(const char *line) { return requests_at_server(provider, line); }

static void limited(void) {
  enum { CALLS = 20, LIMIT = 2 };
  moya_group *group = group_of(provider, LIMIT);
  heard it = HEARD_INIT;
  moya_call *calls[CALLS];
  moya_target target = target_of("/never");
  for (int i = 0; i < CALLS; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, &calls[i], NULL), MOYA_OK);
  }
  EXPECT(moya_group_count(group) == CALLS);
  for (int next = 0; next < CALLS; next++) {
    /* The group sends its calls in order. Of the calls that have not ended, it has sent exactly the first LIMIT. */
    for (int i = next; i < next + LIMIT && i < CALLS; i++) {
      while (moya_call_state(calls[i]) == MOYA_CALL_WAITING) sched_yield();
      EXPECT(moya_call_state(calls[i]) == MOYA_CALL_RUNNING);
    }
    for (int i = next + LIMIT; i < CALLS; i++) EXPECT(moya_call_state(calls[i]) == MOYA_CALL_WAITING, "%d", i);
    moya_call_cancel(calls[next]);
    EXPECT(await_released(&it, next + 1));
  }
  EXPECT(it.cancelled == CALLS);
  EXPECT_STATUS(moya_group_wait(group, -1, NULL), MOYA_OK);
  EXPECT(moya_group_count(group) == 0);
  for (int i = 0; i < CALLS; i++) moya_call_release(calls[i]);
  moya_group_release(group);
}

static void all_answered(void) {
  enum { CALLS = 300 };
  moya_group *group = group_of(provider, 8);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  for (int i = 0; i < CALLS; i++) {
    char path[32];
    snprintf(path, sizeof path, "/bytes/%d", i);
    moya_target target = target_of(path);
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, (uint64_t)i, 0, group, NULL, NULL), MOYA_OK);
  }
  /* The handle of a group may be released before the group's calls have ended. */
  moya_group_release(group);
  moya_queue_close(queue);
  moya_completion rows[16];
  int64_t count, all = 0;
  while ((count = moya_queue_wait(queue, rows, sizeof *rows, 16, 60000)) > 0) {
    for (int64_t i = 0; i < count; i++) {
      EXPECT(rows[i].status == MOYA_OK && moya_response_body(rows[i].response).len == rows[i].tag);
    }
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    all += count;
  }
  EXPECT(all == CALLS && count == MOYA_ERROR_STATE, "%d", (int)all);
  moya_queue_destroy(queue);
}

static void cancelled(void) {
  enum { CALLS = 50 };
  moya_group *group = group_of(provider, 1);
  heard it = HEARD_INIT;
  moya_call *first = NULL, *last = NULL;
  moya_target target = target_of("/never/grouped");
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, &first, NULL), MOYA_OK);
  for (int i = 2; i < CALLS; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  }
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, &last, NULL), MOYA_OK);
  moya_call_cancel(last);
  EXPECT(await_released(&it, 1) && it.cancelled == 1, "one in line ends when it is cancelled");
  while (requests("GET /never/grouped") == 0) sched_yield();
  EXPECT_STATUS(moya_group_wait(group, 1, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
  moya_group_cancel(group);
  EXPECT_STATUS(moya_group_wait(group, -1, NULL), MOYA_OK);
  EXPECT(it.cancelled == CALLS && it.released == CALLS, "%d", it.cancelled);
  EXPECT(requests("GET /never/grouped") == 1, "what was in line was never sent");
  moya_call_release(first);
  moya_call_release(last);

  /* The group accepts calls again. Then another provider is destroyed, which also ends the calls that wait in the line
   * of its group. */
  moya_target good = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(provider, &good, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_group_wait(group, -1, NULL), MOYA_OK);
  EXPECT(it.ok == 1);
  moya_group_release(group);
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  group = group_of(own, 1);
  for (int i = 0; i < CALLS; i++) {
    EXPECT_STATUS(moya_provider_send(own, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  }
  heard other = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &other), group, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_provider_destroy(own);
  EXPECT(it.cancelled == 2 * CALLS, "%d", it.cancelled);
  moya_group_release(group);
}

static moya_group *counted;
static size_t count_in_callback;
static void count_group(heard *it) {
  (void)it;
  count_in_callback = moya_group_count(counted);
}
static void told(void) {
  counted = group_of(provider, 1);
  heard it = HEARD_INIT;
  it.then = count_group;
  moya_target target = target_of("/ok");
  for (int i = 0; i < 3; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), counted, NULL, NULL), MOYA_OK);
  }
  EXPECT_STATUS(moya_group_wait(counted, -1, NULL), MOYA_OK);
  EXPECT(it.ok == 3 && count_in_callback == 0, "%zu", count_in_callback);
  moya_group_release(counted);
}

static sem_t is_inside, may_leave;
static _Atomic bool has_left;
static void stay(heard *it) {
  (void)it;
  sem_post(&is_inside);
  while (sem_wait(&may_leave)) continue;
  has_left = true;
}
static void *let_leave(void *group) {
  EXPECT_STATUS(moya_group_wait(group, 0, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
  sem_post(&may_leave);
  return NULL;
}
static void waited_for(void) {
  moya_group *group = group_of(provider, 0);
  heard it = HEARD_INIT;
  it.then = stay;
  sem_init(&is_inside, 0, 0);
  sem_init(&may_leave, 0, 0);
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  while (sem_wait(&is_inside)) continue;
  EXPECT(moya_group_count(group) == 0 && !has_left);
  pthread_t other;
  EXPECT(pthread_create(&other, NULL, let_leave, group) == 0);
  EXPECT_STATUS(moya_group_wait(group, -1, NULL), MOYA_OK);
  EXPECT(has_left, "the callback has not returned");
  pthread_join(other, NULL);
  moya_group_release(group);
}

static void nested_stubs(void) {
  static moya_sample sample = MOYA_SAMPLE_INIT;
  int calls = often(5000);
  moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
  moya_group *group = group_of(hosted, 1);
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  target.sample = &sample;
  EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  target.stub = MOYA_STUB_IMMEDIATE;
  for (int i = 1; i < calls; i++) {
    EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  }
  EXPECT(it.calls == 0, "the first one is not moved yet");
  EXPECT_STATUS(moya_group_wait(group, 60000, NULL), MOYA_OK);
  EXPECT(it.ok == calls && it.released == calls, "%d", it.ok);
  moya_group_release(group);
  moya_provider_destroy(hosted);
}

/* The most memory that a call needs while it waits. 16 of the bytes are the slots of plugins (docs/internals/memory.md). */
enum { MOST_BYTES = 2080 };

static void small_in_line(void) {
  int calls = often(10000);
  moya_group *group = group_of(provider, 1);
  heard it = HEARD_INIT;
  moya_target target = target_of("/never");
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < calls; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, NULL, NULL), MOYA_OK);
  }
  size_t each = (mallinfo2().uordblks - before) / (size_t)calls;
  /* The allocators of valgrind and the sanitizers do not report the memory in use. */
  if (runs_under("plain")) EXPECT(each > 0 && each <= MOST_BYTES, "%zu bytes a call", each);
  moya_group_cancel(group);
  EXPECT_STATUS(moya_group_wait(group, 60000, NULL), MOYA_OK);
  EXPECT(it.cancelled == calls + 1, "%d", it.cancelled);
  moya_group_release(group);
}

/* A program sends and cancels calls while a long call is under way. The places of the cancelled calls take no memory. */
static void cancelled_in_line(void) {
  int calls = often(20000);
  moya_group *group = group_of(provider, 1);
  heard it = HEARD_INIT;
  moya_target target = target_of("/never");
  size_t before = 0;
  for (int i = 0; i <= calls; i++) {
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), group, &call, NULL), MOYA_OK);
    if (i > 0) moya_call_cancel(call);
    moya_call_release(call);
    if (i == calls / 2) before = mallinfo2().uordblks;
  }
  EXPECT(await_released(&it, calls) && it.cancelled == calls, "%d", it.cancelled);
  size_t after = mallinfo2().uordblks;
  if (runs_under("plain")) EXPECT(after < before + (100 << 10), "%zu bytes more", after - before);
  moya_group_cancel(group);
  EXPECT_STATUS(moya_group_wait(group, 60000, NULL), MOYA_OK);
  moya_group_release(group);
}

static void small_outside_groups(void) {
  /* The first calls run, and the other calls wait for a connection. */
  int first = 200, calls = often(10000);
  moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
  heard it = HEARD_INIT;
  char base[256];
  moya_target target = target_of(NULL);
  target.base_url = base;
  size_t before = 0;
  for (int i = 0; i < first + calls; i++) {
    snprintf(base, sizeof base, "%s/never?call=%d", faults.url, i);
    EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    if (i == first - 1 || i == first + calls - 1) EXPECT_STATUS(moya_provider_process(hosted, 0, NULL), MOYA_OK);
    if (i == first - 1) before = mallinfo2().uordblks;
  }
  size_t each = (mallinfo2().uordblks - before) / (size_t)calls;
  if (runs_under("plain")) EXPECT(each > 0 && each <= MOST_BYTES, "%zu bytes a call", each);
  moya_provider_destroy(hosted);
  EXPECT(it.cancelled == first + calls, "%d", it.cancelled);
}

static void arguments(void) {
  moya_target target = target_of("/ok");
  moya_group *group = NULL;
  EXPECT_STATUS(moya_group_create(NULL, 1, &group, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_group_create(provider, 1, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_send(NULL, &target, &MOYA_HANDLERS(.end = hear), NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enqueue(NULL, &target, NULL, 0, 0, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_group_wait(NULL, 0, NULL), MOYA_ERROR_NULL);
  EXPECT(moya_group_count(NULL) == 0);
  moya_group_cancel(NULL);
  moya_group_release(NULL);
  group = group_of(provider, 1);
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = NULL), group, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, NULL, 0, 0, group, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_group_wait(group, -2, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(moya_group_count(group) == 0);
  target.flags = 1u << 31;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear), group, NULL, NULL), MOYA_ERROR_ARGUMENT);
  target.flags = 0;
  target.reserved = 1;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear), group, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_group_release(group);
}

static void shared(void) {
  enum { CALLS = 5 };
  heard it = HEARD_INIT;
  moya_call *calls[CALLS];
  moya_target target = target_of("/never/shared");
  target.flags = MOYA_TARGET_SHARE;
  for (int i = 0; i < CALLS; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, &calls[i], NULL), MOYA_OK);
  }
  while (requests("GET /never/shared") == 0) sched_yield();
  moya_call_cancel(calls[0]);
  EXPECT(await_released(&it, 1) && it.cancelled == 1, "one leaves, the others wait on");
  EXPECT(requests("GET /never/shared") == 1, "%d", (int)requests("GET /never/shared"));
  moya_target other = target_of("/never/shared");
  other.flags = MOYA_TARGET_SHARE;
  other.timeout_ms = 12345;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &other, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  while (requests("GET /never/shared") == 1) sched_yield();
  EXPECT(requests("GET /never/shared") == 2, "another timeout is another request");
  for (int i = 1; i < CALLS; i++) moya_call_cancel(calls[i]);
  moya_call_cancel(call);
  EXPECT(await_released(&it, CALLS + 1) && it.cancelled == CALLS + 1);
  moya_call_release(call);
  for (int i = 0; i < CALLS; i++) moya_call_release(calls[i]);

  target = target_of("/ok");
  target.flags = MOYA_TARGET_SHARE;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, CALLS + 2) && it.ok == 1, "one that shares with none is answered");
}

static void shared_policies(void) {
  heard it = HEARD_INIT;
  moya_call *calls[3];
  int32_t statuses[2][2] = {{503, 429}, {503, 429}};
  moya_retry policies[] = {
      MOYA_RETRY(.attempts = 2, .statuses = statuses[0], .status_count = 2),
      MOYA_RETRY(.attempts = 2, .statuses = statuses[1], .status_count = 2),
      MOYA_RETRY(.attempts = 2, .statuses = statuses[1], .status_count = 1),
  };
  for (int i = 0; i < 3; i++) {
    moya_target target = target_of("/never/policies");
    target.flags = MOYA_TARGET_SHARE;
    target.retry = &policies[i];
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, &calls[i], NULL), MOYA_OK);
  }
  while (requests("GET /never/policies") < 2) sched_yield();
  /* A third request would have reached the server before this later call. So the server would count it before the call
   * ends. */
  heard other = HEARD_INIT;
  moya_target last = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(provider, &last, &MOYA_HANDLERS(.end = hear, .user = &other, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&other, 1) && other.ok == 1);
  EXPECT(requests("GET /never/policies") == 2, "%d", (int)requests("GET /never/policies"));
  for (int i = 0; i < 3; i++) moya_call_cancel(calls[i]);
  EXPECT(await_released(&it, 3) && it.cancelled == 3);
  for (int i = 0; i < 3; i++) moya_call_release(calls[i]);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a group has so many calls under way, and starts the others in order", limited);
  TEST("every call of a group gets its own answer", all_answered);
  TEST("a group is cancelled, in line and under way, and used again", cancelled);
  TEST("a call whose end is told is counted no more", told);
  TEST("a wait for a group lasts until its callbacks have returned, although their calls are counted no more", waited_for);
  TEST("thousands of stubs in line take no stack", nested_stubs);
  TEST("a call in line takes at most two kilobytes", small_in_line);
  TEST("so does one that waits for a connection, in no group", small_outside_groups);
  TEST("a call that was cancelled in line leaves nothing there", cancelled_in_line);
  TEST("wrong arguments of groups are refused", arguments);
  TEST("equal requests in flight are one, of which each call has its own end", shared);
  TEST("targets with equal policies of retries share a request, with different ones they do not", shared_policies);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
