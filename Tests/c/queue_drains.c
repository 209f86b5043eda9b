/* An event loop can run the calls of a queue itself (moya_queue_set_pump). It polls the descriptor of the queue, and
 * drains the queue. These tests show which thread runs the calls if the event loop stays away, and what makes the
 * descriptor readable. */
#include "drains.h"

#include <sys/epoll.h>

static void moved_here(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "%d", by_consumer);
  close_desk(&it);
}

/* ── When a library thread runs the calls ────────────────────────────────────────────────────────────────────────── */

static void await_sent(_Atomic int *count) {
  for (long end = clock_seconds() + 60; *count == 0 && clock_seconds() < end;) sched_yield();
}
/* The event loop enqueues a call, and does not drain until a library thread has run the whole call. */
static void left_alone(void) {
  desk it = open_desk();
  for (int round = 0; round < 3; round++) {
    call_until(&it, consumer_sends);
    by_others = 0;
    moya_call *call = begin(&it, "/ok", NULL);
    await_sent(&by_others);
    EXPECT(by_others > 0, "round %d: the call is not sent", round);
    EXPECT_STATUS(moya_call_wait(call, 60000, NULL), MOYA_OK);
    EXPECT(is_readable(it.fd, 60000));
    EXPECT_STATUS(take(&it), MOYA_OK);
    moya_call_release(call);
    by_consumer = 0;
  }
  close_desk(&it);
}
/* The event loop sends a request itself, and stays away when the response comes. */
static void left_after_sending(void) {
  desk it = open_desk();
  for (int round = 0; round < 3; round++) {
    call_until(&it, consumer_sends);
    by_consumer = by_others = 0;
    moya_call *call = begin(&it, "/ok", NULL);
    moya_completion row;
    int64_t count = 0;
    while (by_consumer + by_others == 0 && is_readable(it.fd, 60000) && count == 0)
      count = moya_queue_drain(it.queue, &row, sizeof row, 1);
    EXPECT_STATUS(moya_call_wait(call, 60000, NULL), MOYA_OK);
    if (count == 1) moya_completions_release(&row, sizeof row, 1); else EXPECT_STATUS(take(&it), MOYA_OK);
    moya_call_release(call);
    by_consumer = 0;
  }
  close_desk(&it);
}

static void with_a_callback(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  heard end = HEARD_INIT;
  moya_call *call = NULL;
  moya_target target = target_of("/never");
  EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  by_consumer = by_others = 0;
  for (int calls = 0; calls < 50; calls++) {
    enqueue(&it, "/ok");
    EXPECT_STATUS(take(&it), MOYA_OK);
  }
  EXPECT(by_consumer == 0 && by_others >= 50, "%d, %d", by_consumer, by_others);
  moya_call_cancel(call);
  EXPECT(await_released(&end, 1));
  moya_call_release(call);
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "the queue has the loop again: %d", by_consumer);
  close_desk(&it);
}

static void many_calls(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  moya_completion rows[4 * FEW];
  for (int i = 0; i < 3 * FEW; i++) enqueue(&it, "/never");
  by_consumer = by_others = 0;
  enqueue(&it, "/ok");
  EXPECT_STATUS(take(&it), MOYA_OK);
  EXPECT(by_others > 0, "%d, %d", by_consumer, by_others);
  moya_provider_cancel_all(it.provider);
  for (int64_t left = 3 * FEW, count; left > 0 && (count = turn(&it, rows, 4 * FEW)) > 0; left -= count)
    moya_completions_release(rows, sizeof *rows, (size_t)count);
  by_consumer = 0;
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "with few calls again: %d", by_consumer);
  close_desk(&it);
}

/* Two event loops make calls with one provider. Each has its own queue. */
static void two_loops(void) {
  desk it = open_desk(), other = {it.provider, NULL, -1};
  open_queue(&other);
  call_until(&it, consumer_sends);
  for (int calls = 0; calls < 100; calls++) {
    enqueue(&it, "/ok");
    enqueue(&other, "/ok");
    EXPECT_STATUS(take(&other), MOYA_OK);
    EXPECT_STATUS(take(&it), MOYA_OK);
  }
  enqueue(&other, "/ok");
  EXPECT_STATUS(take(&other), MOYA_OK);
  moya_queue_destroy(other.queue);
  enqueue(&it, "/ok");
  EXPECT_STATUS(take(&it), MOYA_OK);
  close_desk(&it);
}

static void turned_off(void) {
  desk it = open_desk();
  for (int round = 0; round < 2; round++) {
    call_until(&it, consumer_sends);
    EXPECT_STATUS(moya_queue_set_pump(it.queue, 0, NULL), MOYA_OK);
    by_consumer = by_others = 0;
    for (int calls = 0; calls < 50; calls++) {
      enqueue(&it, "/ok");
      EXPECT_STATUS(take(&it), MOYA_OK);
    }
    EXPECT(by_consumer == 0 && by_others >= 50, "%d, %d", by_consumer, by_others);
    EXPECT_STATUS(moya_queue_set_pump(it.queue, FEW, NULL), MOYA_OK);
  }
  close_desk(&it);
}

/* For every third call, the program waits for the queue instead of draining it. */
static void waits_and_drains(void) {
  desk it = open_desk();
  for (int calls = 0; calls < 300; calls++) {
    enqueue(&it, "/ok");
    if (calls % 3) {
      EXPECT_STATUS(take(&it), MOYA_OK);
    } else {
      moya_completion row;
      EXPECT(moya_queue_wait(it.queue, &row, sizeof row, 1, 60000) == 1);
      moya_completions_release(&row, sizeof row, 1);
    }
  }
  close_desk(&it);
}

/* ── What makes the descriptor readable ──────────────────────────────────────────────────────────────────────────── */

static desk shared;
static void wake(void) { moya_queue_wake(shared.queue); }
static void cancel(void) { moya_provider_cancel_all(shared.provider); }
static void close_provider(void) { moya_provider_close(shared.provider); }
static void close_queue(void) {
  moya_queue_close(shared.queue);
  moya_provider_cancel_all(shared.provider);
}
static void add_stub(void) {
  static moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/ok");
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  EXPECT_STATUS(moya_provider_enqueue(shared.provider, &target, shared.queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
}
static void add_call(void) { enqueue(&shared, "/ok"); }
static void (*act)(void);
static void *run_act(void *unused) {
  act();
  return unused;
}

static void woken(void) {
  static const struct {
    const char *name;
    void (*act)(void);
    int64_t count;
    moya_status status;
  } rows[] = {
      {"a wake", wake, 0, MOYA_OK},
      {"a cancel", cancel, 1, MOYA_ERROR_CANCELLED},
      {"the provider's end", close_provider, 1, MOYA_ERROR_CANCELLED},
      {"the queue's end", close_queue, 1, MOYA_ERROR_CANCELLED},
      {"a stub of another thread", add_stub, 1, MOYA_OK},
      {"a call of another thread", add_call, 1, MOYA_OK},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    shared = open_desk();
    call_until(&shared, consumer_sends);
    by_consumer = 0;
    moya_completion end = {0};
    enqueue(&shared, "/never");
    /* Drains until the request was sent. Usually a drain sends it. */
    by_others = 0;
    for (long until = clock_seconds() + 60; by_consumer + by_others == 0 && clock_seconds() < until;)
      if (is_readable(shared.fd, 10)) EXPECT(moya_queue_drain(shared.queue, &end, sizeof end, 1) == 0);
    pthread_t thread;
    act = rows[row].act;
    pthread_create(&thread, NULL, run_act, NULL);
    int64_t count = 0;
    if (rows[row].count == 1) {
      count = turn(&shared, &end, 1);
    } else {
      EXPECT(is_readable(shared.fd, 60000), "%s", rows[row].name);
      pthread_join(thread, NULL);
      EXPECT(is_readable(shared.fd, 60000), "%s: it stays readable until it is drained", rows[row].name);
      count = moya_queue_drain(shared.queue, &end, sizeof end, 1);
    }
    if (rows[row].count == 1) pthread_join(thread, NULL);
    EXPECT(count == rows[row].count && end.status == rows[row].status, "%s: %d, %s", rows[row].name, (int)count,
           moya_status_name(end.status));
    if (count == 1) moya_completions_release(&end, sizeof end, 1);
    if (rows[row].act == close_queue) {
      EXPECT(is_readable(shared.fd, 60000), "a queue that has ended is readable");
      EXPECT(moya_queue_drain(shared.queue, &end, sizeof end, 1) == MOYA_ERROR_STATE);
    }
    close_desk(&shared);
  }
}

/* The descriptor becomes readable when a call times out. It stays readable while there are rows that the last drain had
 * no room for. */
static void timers_and_rest(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  moya_target target = target_of("/never");
  target.timeout_ms = 30;
  EXPECT_STATUS(moya_provider_enqueue(it.provider, &target, it.queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(take(&it), MOYA_ERROR_TIMEOUT_TOTAL);
  for (int i = 0; i < 8; i++) enqueue(&it, "/ok");
  for (int i = 0; i < 8; i++) EXPECT_STATUS(take(&it), MOYA_OK);
  close_desk(&it);
}

/* While nothing happens, the descriptor is not readable. */
static void quiet(void) {
  desk it = open_desk();
  call_until(&it, consumer_sends);
  enqueue(&it, "/never");
  moya_completion row;
  int drains = 0;
  /* Wake-ups of the earlier calls may still come. */
  while (drains < 100 && is_readable(it.fd, 50)) {
    EXPECT(moya_queue_drain(it.queue, &row, sizeof row, 1) == 0);
    drains++;
  }
  EXPECT(drains < 100, "the descriptor is readable again and again");
  close_desk(&it);
}

/* The descriptor is in an epoll set, which is itself in another epoll set. */
static void nested(void) {
  desk it = open_desk();
  int inner = epoll_create1(EPOLL_CLOEXEC), outer = epoll_create1(EPOLL_CLOEXEC), queue = it.fd;
  struct epoll_event event = {.events = EPOLLIN};
  EXPECT(epoll_ctl(inner, EPOLL_CTL_ADD, queue, &event) == 0);
  EXPECT(epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event) == 0);
  it.fd = outer;
  call_until(&it, consumer_sends);
  EXPECT(consumer_sends(), "%d", by_consumer);
  it.fd = queue;
  close(outer);
  close(inner);
  close_desk(&it);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  faults = server_start("Tests/servers/faultserver.py");
  TEST("an event loop that drains a queue runs its calls", moved_here);
  TEST("when the event loop stays away, a library thread runs the calls", left_alone);
  TEST("when the event loop stays away after it has sent a request, a library thread takes the response", left_after_sending);
  TEST("while a call with a callback is under way, drains do not run the provider", with_a_callback);
  TEST("a library thread runs many calls, and the event loop few calls again", many_calls);
  TEST("two event loops on one provider get their rows", two_loops);
  TEST("the event loop no longer runs calls when that was turned off", turned_off);
  TEST("a program may wait for such a queue, too", waits_and_drains);
  TEST("whatever ends or adds a call wakes an event loop that sleeps", woken);
  TEST("a timeout and rows that did not fit make the descriptor readable", timers_and_rest);
  TEST("the descriptor is not readable while nothing happens", quiet);
  TEST("the descriptor works in nested epoll sets", nested);
  server_stop(&faults);
  return verdict();
}
