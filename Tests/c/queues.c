/* Tests queues: their limit, waking, and their end. Also tests moya_provider_call_for, which makes a blocking call in
 * slices of time, and what a program can read from the handle of a call. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

#include <sched.h>

static moya_provider *provider;

static moya_target stub(moya_stub_behavior when) {
  static moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/ok");
  target.sample = &sample;
  target.stub = when;
  return target;
}

static moya_queue *queue_new(void) {
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  return queue;
}

static bool readable(moya_queue *queue) {
  struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
  return poll(&ready, 1, 0) == 1;
}

static int64_t drain(moya_queue *queue, size_t most) {
  moya_completion rows[8];
  int64_t count = moya_queue_drain(queue, rows, sizeof *rows, most);
  if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
  return count;
}

/* The library does not write to a queue's descriptor before a thread has asked for the descriptor. If rows already
 * wait when a thread asks, the descriptor is readable at once. */
static void asked_late(void) {
  moya_target target = stub(MOYA_STUB_IMMEDIATE);
  moya_queue *queue = queue_new();
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(readable(queue), "a row waits");
  EXPECT(drain(queue, 8) == 1 && !readable(queue));
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(readable(queue) && drain(queue, 8) == 1 && !readable(queue));
  moya_queue_destroy(queue);

  queue = queue_new();
  moya_queue_wake(queue);
  EXPECT(readable(queue), "a wake waits");
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, -1) == 0 && !readable(queue));
  moya_queue_destroy(queue);

  queue = queue_new();
  moya_queue_close(queue);
  EXPECT(readable(queue), "the queue is over");
  moya_queue_destroy(queue);
}

/* Several threads put rows into a queue while one thread takes them. No wake-up is lost, and none is left at the
 * end. */
enum { SENDERS = 3, SENT = 2000 };
static void *send_stubs(void *queue) {
  moya_target target = stub(MOYA_STUB_IMMEDIATE);
  for (int i = 0; i < SENT; i++) EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  return NULL;
}
static void take_all(bool polls) {
  moya_queue *queue = queue_new();
  pthread_t threads[SENDERS];
  for (int i = 0; i < SENDERS; i++) pthread_create(&threads[i], NULL, send_stubs, queue);
  int64_t taken = 0, count = 0;
  while (taken < SENDERS * SENT && count >= 0) {
    if (polls) {
      struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
      EXPECT(poll(&ready, 1, 30000) == 1, "a row waits, and the descriptor does not say so");
      count = drain(queue, 8);
    } else {
      moya_completion rows[8];
      count = moya_queue_wait(queue, rows, sizeof *rows, 8, 30000);
      EXPECT(count > 0, "%d", (int)count);
      if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
    }
    taken += count;
  }
  for (int i = 0; i < SENDERS; i++) pthread_join(threads[i], NULL);
  EXPECT(taken == SENDERS * SENT && !readable(queue), "%d", (int)taken);
  moya_queue_destroy(queue);
}
static void crowded(void) {
  take_all(false);
  take_all(true);
}

static void bounded(void) {
  moya_queue *queue = queue_new();
  moya_queue_set_limit(queue, 2);
  moya_target target = stub(MOYA_STUB_IMMEDIATE);
  for (int count = 0; count < 2; count++) {
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  }
  moya_error *error = NULL;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, &call, &error), MOYA_ERROR_FULL);
  EXPECT(str_has(moya_error_message(error), "limit") && call == NULL, "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT(drain(queue, 1) == 1);
  moya_target wrong = stub(MOYA_STUB_IMMEDIATE);
  wrong.stub = 99;
  EXPECT_STATUS(moya_provider_enqueue(provider, &wrong, queue, 0, 0, NULL, NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_ERROR_FULL);
  moya_queue_set_limit(queue, 0);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(drain(queue, 8) == 3);
  moya_queue_destroy(queue);

  /* A running call takes a place in the queue. If a provider refuses a call, the place is free again. */
  queue = queue_new();
  moya_queue_set_limit(queue, 1);
  moya_provider *closed = provider_of(MOYA_PUMP_DISPATCH);
  moya_provider_close(closed);
  EXPECT_STATUS(moya_provider_enqueue(closed, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(closed);
  moya_target never = target_of("/never");
  EXPECT_STATUS(moya_provider_enqueue(provider, &never, queue, 0, 0, NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_ERROR_FULL);
  moya_call_cancel(call);
  moya_call_release(call);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.status == MOYA_ERROR_CANCELLED);
  moya_completions_release(&row, sizeof row, 1);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  moya_queue_destroy(queue);
}

/* Enqueues several targets at once. Each call has its own tag and handle. If a target is refused, the targets after it
 * are not sent. */
static void sent_at_once(void) {
  static struct {
    const char *what;
    int wrong; /* the index of the wrong target; −1: none */
    size_t limit, count, begun;
    moya_status status;
  } rows[] = {
      {"none", -1, 0, 0, 0, MOYA_OK},
      {"one", -1, 0, 1, 1, MOYA_OK},
      {"all", -1, 0, 5, 5, MOYA_OK},
      {"the first is wrong", 0, 0, 5, 0, MOYA_ERROR_ARGUMENT},
      {"one is wrong", 3, 0, 5, 3, MOYA_ERROR_ARGUMENT},
      {"the last is wrong", 4, 0, 5, 4, MOYA_ERROR_ARGUMENT},
      {"the queue has room for two", -1, 2, 5, 2, MOYA_ERROR_FULL},
  };
  moya_target good = stub(MOYA_STUB_IMMEDIATE), wrong = stub(99);
  wrong.name = "wrong";
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_queue *queue = queue_new();
    moya_queue_set_limit(queue, rows[row].limit);
    const moya_target *targets[5];
    moya_call *calls[5];
    for (int i = 0; i < 5; i++) {
      targets[i] = i == rows[row].wrong ? &wrong : &good;
      calls[i] = (moya_call *)&wrong;
    }
    moya_error *error = NULL;
    size_t begun = 99, count = rows[row].count;
    moya_status status = moya_provider_enqueue_all(provider, targets, count, queue, 7, 0, NULL, calls, &begun, &error);
    EXPECT(status == rows[row].status, "%s: %s", rows[row].what, moya_status_name(status));
    EXPECT(begun == rows[row].begun, "%s: %d", rows[row].what, (int)begun);
    EXPECT((error == NULL) == (status == MOYA_OK), "%s", rows[row].what);
    if (rows[row].wrong >= 0) EXPECT(str_has(moya_error_message(error), "wrong"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    for (size_t i = 0; i < count; i++) EXPECT((calls[i] != NULL) == (i < begun), "%s: %d", rows[row].what, (int)i);
    moya_calls_release(calls, count);
    moya_completion ends[8];
    int64_t came = moya_queue_drain(queue, ends, sizeof *ends, 8);
    EXPECT(came == (int64_t)begun, "%s: %d", rows[row].what, (int)came);
    for (int64_t i = 0; i < came; i++) EXPECT(ends[i].tag == 7 + (uint64_t)i && ends[i].status == MOYA_OK);
    if (came > 0) moya_completions_release(ends, sizeof *ends, (size_t)came);
    moya_queue_destroy(queue);
  }

  /* Optional arguments are NULL. Then required arguments are NULL, or `count` is too large. */
  moya_queue *queue = queue_new();
  const moya_target *targets[] = {&good, NULL};
  EXPECT_STATUS(moya_provider_enqueue_all(provider, targets, 1, queue, UINT64_MAX, 0, NULL, NULL, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue_all(provider, targets, 2, queue, UINT64_MAX, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(drain(queue, 8) == 2);
  EXPECT_STATUS(moya_provider_enqueue_all(NULL, targets, 1, queue, 0, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enqueue_all(provider, NULL, 1, queue, 0, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enqueue_all(provider, targets, 1, NULL, 0, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  moya_call *none = NULL;
  for (size_t count = 10001; count != 0; count = count == 10001 ? SIZE_MAX : 0) {
    EXPECT_STATUS(moya_provider_enqueue_all(provider, targets, count, queue, 0, 0, NULL, &none, NULL, NULL), MOYA_ERROR_ARGUMENT);
  }
  EXPECT(drain(queue, 8) == 0);
  moya_queue_destroy(queue);
}

static void *wait_for_ever(void *queue) {
  moya_completion row;
  return (void *)(intptr_t)moya_queue_wait(queue, &row, sizeof row, 1, -1);
}

static void woken(void) {
  moya_queue *queue = queue_new();
  moya_completion row;
  moya_queue_wake(queue);
  moya_queue_wake(queue);
  EXPECT(readable(queue));
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, -1) == 0, "a wake that found no wait ends the next one");
  EXPECT(!readable(queue), "two wakes before a wait are one");
  moya_queue_wake(queue);
  EXPECT(drain(queue, 1) == 0 && !readable(queue), "a drain uses a wake up");

  /* A thread may wait already, or may wait only later. So this loop wakes the queue until each thread has returned. */
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, wait_for_ever, queue);
  for (int i = 0; i < THREADS; i++) {
    void *count = (void *)1;
    struct timespec soon = {0, 0};
    while (pthread_timedjoin_np(threads[i], &count, &soon) != 0) {
      moya_queue_wake(queue);
      sched_yield();
    }
    EXPECT(count == NULL, "%d", (int)(intptr_t)count);
  }
  while (readable(queue)) EXPECT(drain(queue, 1) == 0);

  moya_target target = stub(MOYA_STUB_IMMEDIATE);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 5, 0, NULL, NULL, NULL), MOYA_OK);
  moya_queue_wake(queue);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, -1) == 1 && row.tag == 5, "rows come first");
  moya_completions_release(&row, sizeof row, 1);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, -1) == 0);
  EXPECT(!readable(queue));
  moya_queue_destroy(queue);
}

static void *drain_to_the_end(void *queue) {
  moya_completion rows[4];
  int64_t count, all = 0;
  while ((count = moya_queue_wait(queue, rows, sizeof *rows, 4, -1)) >= 0) {
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    all += count;
  }
  return (void *)(intptr_t)(count == MOYA_ERROR_STATE ? all : -1);
}

static void closed(void) {
  enum { THREADS = 3, CALLS = 200 };
  moya_queue *queue = queue_new();
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, drain_to_the_end, queue);
  moya_target target = target_of("/ok");
  for (int i = 0; i < CALLS; i++) {
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  }
  moya_queue_close(queue);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_ERROR_STATE);
  int64_t all = 0;
  for (int i = 0; i < THREADS; i++) {
    void *count = NULL;
    pthread_join(threads[i], &count);
    EXPECT((intptr_t)count >= 0);
    all += (intptr_t)count;
  }
  EXPECT(all == CALLS, "%d", (int)all);
  EXPECT(readable(queue) && drain(queue, 1) == MOYA_ERROR_STATE);
  moya_queue_destroy(queue);

  queue = queue_new();
  moya_queue_close(queue);
  EXPECT(readable(queue) && drain(queue, 1) == MOYA_ERROR_STATE, "one without calls is over at once");
  moya_queue_wake(queue);
  moya_queue_destroy(queue);
}

static void slices(void) {
  moya_blocking_call *exchange = NULL;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_target target = target_of("/ok");
  for (int round = 0; round < 3; round++) {
    do {
      EXPECT_STATUS(moya_provider_call_for(provider, &target, round ? 0 : -1, &exchange, &response, &error), MOYA_OK);
      EXPECT((exchange == NULL) == (response != NULL));
    } while (exchange);
    EXPECT(moya_response_http_status(response) == 200);
    moya_response_release(response);
  }
  target = target_of("/never");
  /* On a slow machine, the call may time out in the first moya_provider_call_for. Then the timeout is doubled. */
  int slices = 0;
  for (uint32_t timeout = 50; slices < 2 && timeout < 5000; timeout *= 2) {
    target.timeout_ms = timeout;
    moya_status status;
    slices = 0;
    do {
      status = moya_provider_call_for(provider, &target, 1, &exchange, &response, &error);
      slices++;
    } while (exchange && status == MOYA_OK);
    EXPECT_STATUS(status, MOYA_ERROR_TIMEOUT_TOTAL);
    EXPECT(str_has(moya_error_message(error), "API.call"));
    moya_error_release(error);
  }
  EXPECT(slices > 1, "%d slices", slices);
  target = stub(MOYA_STUB_IMMEDIATE);
  EXPECT_STATUS(moya_provider_call_for(provider, &target, 0, &exchange, &response, NULL), MOYA_OK);
  EXPECT(exchange == NULL && response != NULL);
  moya_response_release(response);
  EXPECT_STATUS(moya_provider_call_for(provider, &target, -2, &exchange, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_provider_call_for(NULL, &target, 0, &exchange, &response, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_call_for(provider, &target, 0, NULL, &response, NULL), MOYA_ERROR_NULL);
}

static moya_blocking_call *left(moya_provider *of) {
  moya_blocking_call *exchange = NULL;
  moya_response *response = NULL;
  moya_target target = target_of("/never");
  EXPECT_STATUS(moya_provider_call_for(of, &target, 1, &exchange, &response, NULL), MOYA_OK);
  EXPECT(exchange != NULL && response == NULL);
  return exchange;
}

static void abandoned(void) {
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  moya_blocking_call_release(left(own));
  moya_blocking_call_release(NULL);
  moya_blocking_call *exchange = left(own);
  moya_provider_close(own);
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call_for(own, NULL, 0, &exchange, &response, &error), MOYA_ERROR_CANCELLED);
  EXPECT(exchange == NULL && response == NULL);
  moya_error_release(error);
  moya_provider_destroy(own);

  own = provider_of(MOYA_PUMP_HOST);
  exchange = left(own);
  moya_provider_destroy(own);
  moya_blocking_call_release(exchange);

  exchange = left(provider);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    moya_status status = moya_provider_call_for(provider, NULL, 0, &exchange, &response, NULL);
    moya_blocking_call_release(exchange);
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(status == MOYA_ERROR_FORKED && exchange != NULL ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT(status == 0, "%d", status);
  moya_blocking_call_release(exchange);
}

static void wait_running(moya_call *call) {
  while (moya_call_state(call) != MOYA_CALL_RUNNING) sched_yield();
}

static void asked(void) {
  heard it = HEARD_INIT;
  moya_call *call = NULL;
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_DATA;
  task.data = "12345";
  task.data_len = 5;
  moya_target target = target_of("/never");
  target.method = "POST";
  target.task = &task;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  wait_running(call);
  int64_t up = -1, down = -1;
  do moya_call_bytes(call, &up, &down);
  while (up == 0);
  EXPECT(up == 5 && down == 0, "%d %d", (int)up, (int)down);
  moya_str name = moya_call_target(call);
  EXPECT(str_is(name, "API.call") && moya_call_target(call).data == name.data);
  moya_call_cancel(call);
  EXPECT(await_released(&it, 1) && it.cancelled == 1);
  EXPECT(moya_call_state(call) == MOYA_CALL_ENDED);
  moya_call_bytes(call, &up, NULL);
  EXPECT(up == 0);
  moya_call_release(call);
  EXPECT(moya_call_state(NULL) == MOYA_CALL_ENDED && moya_call_target(NULL).data == NULL);
}

static void released_together(void) {
  enum { CALLS = 5 };
  moya_queue *queue = queue_new();
  moya_call *calls[CALLS] = {NULL};
  moya_target ended = stub(MOYA_STUB_IMMEDIATE), never = target_of("/never");
  for (uint64_t i = 0; i < CALLS; i++) {
    if (i == 2) continue;
    const moya_target *target = i % 2 ? &never : &ended;
    EXPECT_STATUS(moya_provider_enqueue(provider, target, queue, i, 0, NULL, &calls[i], NULL), MOYA_OK);
  }
  moya_call *kept = moya_call_retain(calls[3]);
  moya_calls_release(calls, CALLS);
  for (int i = 0; i < CALLS; i++) EXPECT(calls[i] == NULL, "call %d", i);
  moya_calls_release(calls, CALLS);
  EXPECT(drain(queue, 8) == 2, "the stubs' rows");
  EXPECT(moya_call_state(kept) != MOYA_CALL_ENDED, "a call goes on without its handle");
  moya_call_cancel(kept);
  moya_calls_release(&kept, 1);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.tag == 3 && row.status == MOYA_ERROR_CANCELLED);
  moya_completions_release(&row, sizeof row, 1);
  moya_queue_destroy(queue);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a descriptor that is asked for late is readable if anything waits", asked_late);
  TEST("a queue that several threads write to wakes its consumer for each row, and is quiet after the last", crowded);
  TEST("a queue takes as many calls as its limit says, and others when rows were drained", bounded);
  TEST("targets that are sent at once have tags and handles in their order, up to the first that is refused", sent_at_once);
  TEST("a wake ends the waits of a queue, with no row", woken);
  TEST("a closed queue gives its last rows, and ends the loops that drain it", closed);
  TEST("a blocking call in slices gets the end that it would have got in one", slices);
  TEST("an exchange that was left ends with its provider, or with its handle", abandoned);
  TEST("handles of calls are released together", released_together);
  TEST("the handle of a call tells its state, target and bytes", asked);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
