/* Tests the end of queues whose event loop runs the calls (moya_queue_set_pump). The queue is destroyed, its descriptor
 * is closed, the process forks, several threads use the queue, or no descriptor is left. */
#include "child.h"
#include "drains.h"
#include "scarcity.h"

/* ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

static void destroyed_while_readable(void) {
  for (int round = 0; round < 2; round++) {
    desk it = open_desk();
    call_until(&it, consumer_sends);
    enqueue(&it, "/ok");
    EXPECT(is_readable(it.fd, 60000));
    if (round) {
      moya_provider_destroy(it.provider);
      moya_queue_destroy(it.queue);
    } else {
      moya_queue_destroy(it.queue);
      expect_good(it.provider);
      moya_provider_destroy(it.provider);
    }
  }
}

static int64_t destroy_queue(void *user, uint32_t attempt, const moya_response *response, const moya_error *error) {
  (void)attempt, (void)response, (void)error;
  desk *it = user;
  /* Destroys the queue only on the thread of the event loop. If a library thread destroyed the queue, the event loop
   * could use it at the same time. */
  if (it->queue && pthread_equal(pthread_self(), consumer)) {
    moya_completion row;
    EXPECT(moya_queue_drain(it->queue, &row, sizeof row, 1) == 0, "inside a drain");
    moya_queue_destroy(it->queue);
    it->queue = NULL;
  }
  return MOYA_RETRY_NO;
}
/* A drain runs a retry function of the program, and this function destroys the queue. */
static void destroyed_inside(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  moya_retry retry = MOYA_RETRY(.attempts = 2, .decide = destroy_queue, .user = &it);
  int64_t count = 0;
  for (int calls = 0; calls < 1000 && it.queue; calls++) {
    moya_completion row = {0};
    moya_call_release(begin(&it, "/status/503", &retry));
    count = turn(&it, &row, 1);
    if (count == 1) moya_completions_release(&row, sizeof row, 1);
  }
  EXPECT(it.queue == NULL && count == MOYA_ERROR_STATE, "%d", (int)count);
  moya_provider_destroy(it.provider);
}

/* The program closes the descriptor by mistake. The calls still end. */
static void closed_descriptor(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  close(it.fd);
  for (int calls = 0; calls < 20; calls++) {
    enqueue(&it, "/ok");
    moya_completion row;
    EXPECT(moya_queue_wait(it.queue, &row, sizeof row, 1, 60000) == 1 && row.status == MOYA_OK);
    moya_completions_release(&row, sizeof row, 1);
  }
  close_desk(&it);
}

/* A queue may outlive a provider. The event loop also runs the calls of the next provider. */
static void next_provider(void) {
  desk it = open_desk();
  for (int round = 0; round < 3; round++) {
    by_consumer = 0;
    call_until(&it, consumer_sends);
    EXPECT(consumer_sends(), "round %d: %d", round, by_consumer);
    moya_provider_destroy(it.provider);
    it.provider = provider_of(MOYA_PUMP_DISPATCH);
  }
  close_desk(&it);
}

/* ── Several ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

enum { CONSUMERS = 3, CALLS = 600 };
static _Atomic int rows_taken;
static void *consume(void *user) {
  desk *it = user;
  moya_completion rows[8];
  for (;;) {
    (void)is_readable(it->fd, 1000);
    int64_t count = moya_queue_drain(it->queue, rows, sizeof *rows, 8);
    if (count < 0) return NULL;
    for (int64_t i = 0; i < count; i++) EXPECT_STATUS(rows[i].status, MOYA_OK);
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    rows_taken += (int)count;
  }
}
static void several_threads(void) {
  desk it = open_desk();
  EXPECT_STATUS(moya_queue_set_pump(it.queue, CALLS, NULL), MOYA_OK);
  rows_taken = 0;
  pthread_t threads[CONSUMERS];
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&threads[i], NULL, consume, &it);
  for (int i = 0; i < often(CALLS); i++) enqueue(&it, "/ok");
  moya_queue_close(it.queue);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(threads[i], NULL);
  EXPECT(rows_taken == often(CALLS), "%d", rows_taken);
  close_desk(&it);
}

/* ── Forks ───────────────────────────────────────────────────────────────────────────────────────────────────────── */

static void forked(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  enqueue(&it, "/never");
  int hold[2];
  EXPECT(pipe(hold) == 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    alarm(60);
    close(hold[1]);
    moya_completion row;
    int own = moya_queue_fd(it.queue);
    bool is_right = own >= 0 && own != it.fd && !is_readable(own, 0) && moya_queue_drain(it.queue, &row, sizeof row, 1) == 0;
    moya_queue_destroy(it.queue);
    /* The child lives on, so its copies of the parent's descriptors stay open after the parent has closed them. */
    char end;
    (void)!read(hold[0], &end, 1);
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(is_right ? "true" : "false", "child", NULL);
    _exit(1);
  }
  close(hold[0]);
  enqueue(&it, "/ok");
  EXPECT_STATUS(take(&it), MOYA_OK);
  by_consumer = 0;
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "%d", by_consumer);
  moya_provider_destroy(it.provider);
  EXPECT_STATUS(take(&it), MOYA_ERROR_CANCELLED);
  moya_completion row;
  /* Waits until other threads have closed the provider's connections. Only a failing test waits a minute. */
  for (long end_ = clock_seconds() + 60; is_readable(it.fd, 0) && clock_seconds() < end_; poll(NULL, 0, 1))
    EXPECT(moya_queue_drain(it.queue, &row, sizeof row, 1) == 0);
  EXPECT(!is_readable(it.fd, 0), "nothing is left, although the child has the descriptors");
  close(hold[1]);
  int status = -1;
  EXPECT(waitpid(pid, &status, 0) == pid && status == 0, "%d", status);
  moya_queue_destroy(it.queue);
}

/* ── Errors ──────────────────────────────────────────────────────────────────────────────────────────────────────── */

static void refused(void) {
  moya_queue *queue = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_queue_set_pump(NULL, 1, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  take_all_but(0);
  moya_status status = moya_queue_set_pump(queue, 1, &error);
  give_all();
  EXPECT_STATUS(status, MOYA_ERROR_SYSTEM);
  EXPECT(str_has(moya_error_message(error), "descriptor"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_queue_set_pump(queue, 0, NULL), MOYA_OK);
  EXPECT(moya_queue_fd(queue) >= 0);
  EXPECT_STATUS(moya_queue_set_pump(queue, 0, NULL), MOYA_OK);
  EXPECT_STATUS(moya_queue_set_pump(queue, 1, &error), MOYA_ERROR_STATE);
  EXPECT(str_has(moya_error_message(error), "moya_queue_fd"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_queue_destroy(queue);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_queue_set_pump(queue, 1, NULL), MOYA_OK);
  EXPECT_STATUS(moya_queue_set_pump(queue, 0, NULL), MOYA_OK);
  EXPECT(moya_queue_fd(queue) >= 0);
  EXPECT_STATUS(moya_queue_set_pump(queue, 2, NULL), MOYA_OK);
  moya_queue_destroy(queue);
}

/* Without free descriptors, the calls still end. */
static void without_descriptors(void) {
  desk it = open_desk();
  enqueue(&it, "/ok");
  EXPECT_STATUS(take(&it), MOYA_OK);
  take_all_but(0);
  for (int calls = 0; calls < 20; calls++) {
    enqueue(&it, "/ok");
    EXPECT_STATUS(take(&it), MOYA_OK);
  }
  give_all();
  by_consumer = 0;
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "%d", by_consumer);
  close_desk(&it);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a queue and a provider can be destroyed while the descriptor is readable", destroyed_while_readable);
  TEST("a queue can be destroyed inside its drain", destroyed_inside);
  TEST("calls end although the program has closed the descriptor", closed_descriptor);
  TEST("the calls of a queue's next provider are run by the event loop, too", next_provider);
  TEST("several threads drain one queue, and every row is taken once", several_threads);
  TEST("a forked child has a queue of its own, and its parent's event loop goes on", forked);
  TEST("moya_queue_set_pump refuses what it cannot do", refused);
  TEST("without a free descriptor, a library thread runs the calls", without_descriptors);
  server_stop(&faults);
  return verdict();
}
