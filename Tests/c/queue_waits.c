/* A thread that waits for a queue runs the calls of the queue itself. These tests show what ends the wait, and which
 * thread runs the calls while it does not wait. */
#include "calls.h"
#include "scarcity.h"

#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* The thread that waits for the queue, the number of requests that this thread has sent, and the number of requests
 * that other threads have sent. */
static _Atomic pthread_t consumer;
static _Atomic int by_consumer, by_others;

/* Replaces `send` of the C library. */
ssize_t noted_send(int descriptor, const void *data, size_t length, int flags) __asm__("send");
ssize_t noted_send(int descriptor, const void *data, size_t length, int flags) {
  if (pthread_equal(pthread_self(), consumer)) by_consumer++; else by_others++;
  return syscall(SYS_sendto, descriptor, data, length, flags, NULL, 0);
}

typedef struct desk {
  moya_provider *provider;
  moya_queue *queue;
} desk;

static desk open_desk(void) {
  desk it = {provider_of(MOYA_PUMP_DISPATCH), NULL};
  EXPECT_STATUS(moya_queue_create(&it.queue, NULL), MOYA_OK);
  consumer = pthread_self();
  by_consumer = by_others = 0;
  return it;
}
static void close_desk(desk *it) {
  moya_provider_destroy(it->provider);
  moya_queue_destroy(it->queue);
}

static void enqueue(desk *it, const char *path) {
  moya_target target = target_of(path);
  EXPECT_STATUS(moya_provider_enqueue(it->provider, &target, it->queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
}
/* Waits for one row, and returns its status. */
static moya_status take(desk *it) {
  moya_completion row = {0};
  int64_t count = moya_queue_wait(it->queue, &row, sizeof row, 1, 60000);
  EXPECT(count == 1, "%d", (int)count);
  moya_status status = row.status;
  if (count == 1) moya_completions_release(&row, sizeof row, 1);
  return status;
}
/* Makes one call after the other, until `done` returns true or many calls were made. */
static void call_until(desk *it, bool (*done)(void)) {
  for (int calls = 0; calls < 5000 && !done(); calls++) {
    enqueue(it, "/ok");
    EXPECT_STATUS(take(it), MOYA_OK);
  }
}
static bool consumer_sends(void) { return by_consumer >= 20; }

static void moved_here(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "%d", by_consumer);
  close_desk(&it);
}

/* While a call with a callback is under way, a waiting thread runs no calls, because the callback could run on it.
 * After that call has ended, the waiting thread runs calls again. */
static void moved_there(void) {
  desk it = open_desk();
  heard end = HEARD_INIT;
  moya_call *call = NULL;
  moya_target target = target_of("/never");
  EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  for (int calls = 0; calls < 100; calls++) {
    enqueue(&it, "/ok");
    EXPECT_STATUS(take(&it), MOYA_OK);
  }
  EXPECT(by_consumer == 0 && by_others >= 100, "%d, %d", by_consumer, by_others);
  moya_call_cancel(call);
  EXPECT(await_released(&end, 1));
  moya_call_release(call);
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "the queue has the loop again: %d", by_consumer);
  close_desk(&it);
}

/* The consumer enqueues a call and stays away from the queue until another thread has sent the request. */
static void left_alone(void) {
  desk it = open_desk();
  for (int round = 0; round < 3; round++) {
    call_until(&it, consumer_sends);
    by_others = 0;
    enqueue(&it, "/ok");
    for (time_t end = clock_seconds() + 60; by_others == 0 && clock_seconds() < end;) sched_yield();
    EXPECT(by_others > 0, "round %d: the call is not moved", round);
    EXPECT_STATUS(take(&it), MOYA_OK);
    by_consumer = 0;
  }
  close_desk(&it);
}

/* ── What ends a wait that runs calls ────────────────────────────────────────────────────────────────────────────── */

static desk shared;
static void (*act)(void);
static void send_aside(void) {
  heard end = HEARD_INIT;
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(shared.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&end, 1));
  moya_queue_wake(shared.queue);
}
static void wake(void) { moya_queue_wake(shared.queue); }
static void cancel(void) { moya_provider_cancel_all(shared.provider); }
static void close_provider(void) { moya_provider_close(shared.provider); }
static void end_queue(void) { moya_queue_destroy(shared.queue); }
static void add_stub(void) {
  static moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/ok");
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  EXPECT_STATUS(moya_provider_enqueue(shared.provider, &target, shared.queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
}
static void add_call(void) { enqueue(&shared, "/ok"); }

static void *act_when_it_waits(void *unused) {
  /* Waits until the request to /never was sent. Usually the thread that waits for the queue sends it. On a slow
   * machine, that thread may have stayed away for so long that another thread sends the request. */
  for (time_t end = clock_seconds() + 60; by_consumer + by_others == 0 && clock_seconds() < end;) sched_yield();
  act();
  return unused;
}
static void ended(void) {
  static const struct {
    const char *name;
    void (*act)(void);
    int64_t count;
    moya_status status;
  } rows[] = {
      {"a wake", wake, 0, MOYA_OK},
      {"a cancel", cancel, 1, MOYA_ERROR_CANCELLED},
      {"the provider's end", close_provider, 1, MOYA_ERROR_CANCELLED},
      {"a stub of another thread", add_stub, 1, MOYA_OK},
      {"a call of another thread", add_call, 1, MOYA_OK},
      {"a call with a callback, and a wake", send_aside, 0, MOYA_OK},
      {"the queue's end", end_queue, MOYA_ERROR_STATE, MOYA_OK},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    shared = open_desk();
    call_until(&shared, consumer_sends);
    by_consumer = by_others = 0;
    enqueue(&shared, "/never");
    pthread_t thread;
    act = rows[row].act;
    pthread_create(&thread, NULL, act_when_it_waits, NULL);
    moya_completion end = {0};
    int64_t count = moya_queue_wait(shared.queue, &end, sizeof end, 1, 60000);
    pthread_join(thread, NULL);
    EXPECT(count == rows[row].count && end.status == rows[row].status, "%s: %d, %s", rows[row].name, (int)count,
           moya_status_name(end.status));
    if (count == 1) moya_completions_release(&end, sizeof end, 1);
    if (rows[row].act != close_provider && rows[row].act != end_queue) {
      /* Another call ends, whichever thread runs the calls now. */
      moya_provider_cancel_all(shared.provider);
      enqueue(&shared, "/ok");
      moya_status next;
      do next = take(&shared);
      while (next == MOYA_ERROR_CANCELLED);
      EXPECT(next == MOYA_OK, "after %s: %s", rows[row].name, moya_status_name(next));
    }
    moya_provider_destroy(shared.provider);
    if (rows[row].act != end_queue) moya_queue_destroy(shared.queue);
  }
}

static void out_of_time(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  enqueue(&it, "/never");
  moya_completion row;
  EXPECT(moya_queue_wait(it.queue, &row, sizeof row, 1, 20) == 0);
  EXPECT(moya_queue_wait(it.queue, &row, sizeof row, 1, 0) == 0);
  EXPECT(moya_queue_drain(it.queue, &row, sizeof row, 1) == 0);
  close_desk(&it);
}

/* Without a descriptor for a timer, Dispatch cannot run the loop. The test is in a child, whose Dispatch has no timer
 * yet. */
static void without_timers(void) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    alarm(120);
    desk it = open_desk();
    enqueue(&it, "/ok");
    moya_completion row;
    int64_t count;
    while ((count = moya_queue_drain(it.queue, &row, sizeof row, 1)) == 0) sched_yield();
    moya_completions_release(&row, sizeof row, (size_t)count);
    take_all_but(0);
    for (int calls = 0; calls < 20; calls++) {
      enqueue(&it, "/ok");
      EXPECT_STATUS(take(&it), MOYA_OK);
    }
    enqueue(&it, "/ok");
    while ((count = moya_queue_drain(it.queue, &row, sizeof row, 1)) == 0) sched_yield();
    moya_completions_release(&row, sizeof row, (size_t)count);
    give_all();
    close_desk(&it);
    fflush(stdout);
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(pid, &status, 0) == pid && status == 0, "%d", status);
}

/* ── Several ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

enum { CONSUMERS = 3, CALLS = 600 };
static _Atomic int rows_taken;
static void *consume(void *it) {
  moya_completion rows[8];
  int64_t count;
  while ((count = moya_queue_wait(((desk *)it)->queue, rows, sizeof *rows, 8, -1)) >= 0) {
    for (int64_t i = 0; i < count; i++) EXPECT_STATUS(rows[i].status, MOYA_OK);
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    rows_taken += (int)count;
  }
  return NULL;
}
static void several_threads(void) {
  desk it = open_desk();
  rows_taken = 0;
  pthread_t threads[CONSUMERS];
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&threads[i], NULL, consume, &it);
  for (int i = 0; i < often(CALLS); i++) enqueue(&it, "/ok");
  moya_queue_close(it.queue);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(threads[i], NULL);
  EXPECT(rows_taken == often(CALLS), "%d", rows_taken);
  close_desk(&it);
}

/* If a queue has two providers, the thread that waits runs the calls of at most one provider. */
static void several_providers(void) {
  desk it = open_desk(), other = {provider_of(MOYA_PUMP_DISPATCH), it.queue};
  for (int calls = 0; calls < 200; calls++) {
    enqueue(&it, "/ok");
    enqueue(&other, "/ok");
    for (int i = 0; i < 2; i++) EXPECT_STATUS(take(&it), MOYA_OK);
  }
  moya_provider_destroy(other.provider);
  enqueue(&it, "/ok");
  EXPECT_STATUS(take(&it), MOYA_OK);
  close_desk(&it);
}

/* A queue may outlive its provider. */
static void next_provider(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  moya_provider_destroy(it.provider);
  it.provider = provider_of(MOYA_PUMP_DISPATCH);
  by_consumer = 0;
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "%d", by_consumer);
  close_desk(&it);
}

/* A destroyed provider releases its log function although a queue that it used still exists. */
static _Atomic int logs_released;
static void ignore_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level, (void)message, (void)len;
}
static void release_log(void *queue) {
  moya_queue_wake(queue);
  logs_released++;
}
static void released_with_provider(void) {
  desk it = open_desk();
  for (int round = 1; round <= 2; round++) {
    moya_provider_destroy(it.provider);
    EXPECT(logs_released == round - 1, "round %d: %d", round, logs_released);
    moya_completion row;
    EXPECT(moya_queue_drain(it.queue, &row, sizeof row, 1) == 0, "which uses the wake up");
    moya_log_handler log = MOYA_LOG_HANDLER(.log = ignore_line, .user = it.queue, .release_user = release_log);
    EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.log = &log), &it.provider, NULL), MOYA_OK);
    by_consumer = 0;
    call_until(&it, consumer_sends);
    EXPECT(consumer_sends(), "%d", by_consumer);
  }
  moya_provider_destroy(it.provider);
  EXPECT(logs_released == 2, "%d", logs_released);
  moya_queue_destroy(it.queue);
}

static void forked(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  enqueue(&it, "/never");
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    alarm(30);
    moya_completion row;
    int64_t count = moya_queue_wait(it.queue, &row, sizeof row, 1, 10);
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(count == 0 ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(pid, &status, 0) == pid && status == 0, "%d", status);
  enqueue(&it, "/ok");
  EXPECT_STATUS(take(&it), MOYA_OK);
  close_desk(&it);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  faults = server_start("Tests/servers/faultserver.py");
  /* This test runs first, before this process has used Dispatch. */
  TEST("without a descriptor for timers, the calls of a thread that stays away are moved", without_timers);
  TEST("a thread that waits again and again for a queue moves its calls itself", moved_here);
  TEST("while a call with a callback is under way, a thread that waits for a queue does not move the provider", moved_there);
  TEST("when the thread that moved the calls stays away, they are moved all the same", left_alone);
  TEST("a wait that moves calls ends as one that sleeps", ended);
  TEST("a wait that moves calls ends in time", out_of_time);
  TEST("several threads wait for one queue, and every row is taken once", several_threads);
  TEST("a queue of two providers gets the rows of both", several_providers);
  TEST("the calls of a queue's next provider are moved by the thread that waits, too", next_provider);
  TEST("what a provider was given is released with it, though the queue of its calls goes on", released_with_provider);
  TEST("a child that was forked between two such waits has a queue of its own", forked);
  server_stop(&faults);
  return verdict();
}
