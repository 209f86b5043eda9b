/* Tests the timers of a plugin's instance, and the clocks ("moya.tasks/1"). The timers run on a library thread, or on
 * the program's thread in moya_provider_process. */
#include "plugin_waiting.h"

#include <malloc.h>

static const moya_tasks *tasks;
static sem_t is_destroyed;
static void leave(void *it) {
  forget(it);
  sem_post(&is_destroyed);
}

/* A timer of the instance. `then` runs in it. */
typedef struct tick {
  int64_t delay_ms;
  void (*then)(struct tick *);
  uint64_t number;
  int calls, place;
  moya_status status;
} tick;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool is_setting;
static int places;
static pthread_t runner;
static sem_t is_run;

static void run(void *it, moya_context *context, void *user, moya_status status) {
  tick *tick = user;
  EXPECT(!is_setting, "a timer runs inside the function that sets it");
  EXPECT(context == self && is_first(it) && str_is(host->option_text(context, "as"), "a"));
  write_note(it, status == MOYA_OK ? "ran" : moya_status_name(status) + sizeof "MOYA_ERROR_" - 1);
  /* The thread that sets the timer has this lock until `number` is stored. */
  pthread_mutex_lock(&lock);
  tick->calls++;
  tick->place = ++places;
  tick->status = status;
  runner = pthread_self();
  pthread_mutex_unlock(&lock);
  if (tick->then) tick->then(tick);
  sem_post(&is_run);
}
static void set(tick *tick) {
  pthread_mutex_lock(&lock);
  is_setting = true;
  EXPECT_STATUS(tasks->after(self, tick->delay_ms, run, tick, &tick->number), MOYA_OK);
  is_setting = false;
  pthread_mutex_unlock(&lock);
}

/* A timer that `create` sets. */
static tick *first_tick;
static moya_status create_timing(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = create(it, owner, instance);
  tasks = it->get_extension(MOYA_TASKS);
  if (first_tick) set(first_tick);
  return status;
}
static const moya_plugin timing = {MOYA_PLUGIN_HEAD,          .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.times",
                                   .version = "1.0.0",        .options = letter,          .create = create_timing,
                                   .destroy = leave,          .prepare = prepare};

static moya_provider *provider;
static void begin(way way) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = way == PUMPED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH);
  journal[0] = 0;
  places = 0;
  sem_init(&is_run, 0, 0);
  sem_init(&is_destroyed, 0, 0);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &timing, "{\"as\": \"a\"}", NULL), MOYA_OK);
}
/* Waits until `count` timers have run. */
static void await_runs(way way, int count) {
  long end = clock_seconds() + 30;
  while (count-- > 0) {
    if (way != PUMPED) await(&is_run);
    else while (sem_trywait(&is_run)) {
      EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
      EXPECT(clock_seconds() < end, "no timer has run for 30 s");
      if (clock_seconds() >= end) return;
    }
  }
}
static void with_both_pumps(void (*body)(way)) {
  body(SENT);
  body(PUMPED);
}

/* ── Timers of an instance ── */

static void by_delay(way way) {
  tick ticks[] = {{.delay_ms = 3000}, {.delay_ms = 1500}, {.delay_ms = 200}, {.delay_ms = -5}, {.delay_ms = 0}};
  begin(way);
  for (int index = 0; index < 5; index++) set(&ticks[index]);
  await_runs(way, 5);
  moya_provider_destroy(provider);
  EXPECT(ticks[0].place == 5 && ticks[1].place == 4 && ticks[2].place == 3, "%d %d %d", ticks[0].place, ticks[1].place,
         ticks[2].place);
  for (int index = 0; index < 5; index++) {
    EXPECT(ticks[index].calls == 1 && ticks[index].status == MOYA_OK, "%d: %d", index, ticks[index].calls);
    for (int other = 0; other < index; other++) EXPECT(ticks[index].number != ticks[other].number);
  }
}

static void cancel_itself(tick *it) { EXPECT(tasks->cancel(self, it->number) == 0); }
static void cancels(way way) {
  tick never = {.delay_ms = 60000}, ran = {.delay_ms = 0, .then = cancel_itself};
  begin(way);
  set(&never);
  EXPECT(tasks->cancel(self, never.number + 1000) == 0 && tasks->cancel(NULL, never.number) == 0);
  EXPECT(tasks->cancel((moya_context *)(uintptr_t)0x12345678, never.number) == 0);
  EXPECT(tasks->cancel(self, never.number) == 1 && tasks->cancel(self, never.number) == 0);
  set(&ran);
  await_runs(way, 1);
  EXPECT(tasks->cancel(self, ran.number) == 0);
  moya_provider_destroy(provider);
  EXPECT(never.calls == 0 && ran.calls == 1, "%d %d", never.calls, ran.calls);
  EXPECT_JOURNAL("a.ran a.destroy");
}

/* A timer that was cancelled uses no memory, however late it would have run. Each of these timers would use several
 * hundred bytes. Each thread of Dispatch may store freed blocks, about 100 KB of them. malloc counts only the memory of
 * this thread's arena, in which timers are made. */
static void frees_cancelled(way way) {
  enum { TIMERS = 20000, MOST_BYTES = 100 };
  tick never = {.delay_ms = 3600000}, now = {.delay_ms = 0};
  begin(way);
  size_t before = 0, after = 0;
  for (int round = 0; round < 2; round++) {
    before = mallinfo2().uordblks;
    for (int count = 0; count < TIMERS; count++) {
      set(&never);
      EXPECT(tasks->cancel(self, never.number) == 1);
    }
    /* A library thread frees the timers soon. */
    for (long end = clock_seconds() + 30; clock_seconds() < end;) {
      set(&now);
      await_runs(way, 1);
      after = mallinfo2().uordblks;
      if (after < before + TIMERS * MOST_BYTES) break;
    }
    EXPECT(after < before + TIMERS * MOST_BYTES, "%zu bytes remain", after - before);
  }
  moya_provider_destroy(provider);
}

/* The end of an instance ends its timers. A timer that ends may try to set another timer, which ends too. */
static tick extra;
static moya_status extra_status;
static void set_extra(tick *it) {
  (void)it;
  extra_status = tasks->after(self, 60000, run, &extra, NULL);
  EXPECT(extra_status == MOYA_OK || extra_status == MOYA_ERROR_STATE, "%s", moya_status_name(extra_status));
}
static void ended(way way) {
  tick ticks[] = {{.delay_ms = 60000}, {.delay_ms = 50000, .then = set_extra}, {.delay_ms = 3600000}};
  memset(&extra, 0, sizeof extra);
  begin(way);
  for (int index = 0; index < 3; index++) set(&ticks[index]);
  moya_provider_destroy(provider);
  for (int index = 0; index < 3; index++) {
    EXPECT(ticks[index].calls == 1, "%d", ticks[index].calls);
    EXPECT_STATUS(ticks[index].status, MOYA_ERROR_CANCELLED);
  }
  EXPECT(extra.calls == (extra_status == MOYA_OK), "%d", extra.calls);
  char *last = strstr(journal, " a.destroy");
  EXPECT(last && !strcmp(last, " a.destroy") && !strstr(journal, "ran"), "%s", journal);
  EXPECT_STATUS(tasks->after(self, 0, run, &extra, NULL), MOYA_ERROR_STATE);
  EXPECT(tasks->cancel(self, ticks[0].number) == 0);
}

static void set_again(tick *it) {
  if (it->calls < 5) set(it);
}
static void repeated(way way) {
  tick it = {.delay_ms = 1, .then = set_again}, made = {.delay_ms = 0};
  first_tick = &made;
  begin(way);
  first_tick = NULL;
  set(&it);
  await_runs(way, 6);
  moya_provider_destroy(provider);
  EXPECT(it.calls == 5 && made.calls == 1, "%d %d", it.calls, made.calls);
}

static void destroy_provider(tick *it) {
  (void)it;
  moya_provider_destroy(provider);
}
static void destroys(way way) {
  tick last = {.delay_ms = 0, .then = destroy_provider}, pending = {.delay_ms = 60000};
  begin(way);
  set(&pending);
  set(&last);
  if (way == PUMPED) {
    for (long end = clock_seconds() + 30; !last.calls && clock_seconds() < end;) {
      (void)!moya_provider_process(provider, 1000, NULL);
    }
  }
  await(&is_destroyed);
  EXPECT(last.calls == 1 && pending.calls == 1, "%d %d", last.calls, pending.calls);
  EXPECT_STATUS(pending.status, MOYA_ERROR_CANCELLED);
  EXPECT_JOURNAL("a.ran a.CANCELLED a.destroy");
}

/* A timer may send calls. As in a callback, a function that waits returns MOYA_ERROR_STATE. */
static calling sent;
static void try_calls(tick *it) {
  moya_queue *queue = NULL;
  moya_completion row;
  moya_response *response = NULL;
  (void)it;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 0) == MOYA_ERROR_STATE);
  moya_queue_destroy(queue);
  EXPECT_STATUS(moya_provider_call(provider, &sent.target, NULL, &response, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_drain(provider, 0, NULL), MOYA_ERROR_STATE);
  send_call(&sent);
}
static void calls_in_timers(way way) {
  tick it = {.delay_ms = 0, .then = try_calls};
  begin(way);
  sent = calling_of(provider, way, IMMEDIATE, NULL);
  set(&it);
  await_runs(way, 1);
  if (way == PUMPED) pump(&sent);
  await(&sent.ended);
  EXPECT(sent.status == MOYA_OK, "%s", sent.message);
  moya_provider_destroy(provider);
}

/* A timer that is due makes the provider's descriptor readable. The timer runs on the thread that calls
 * moya_provider_process. */
static void hosted(void) {
  tick it = {.delay_ms = 0};
  begin(PUMPED);
  struct pollfd ready = {moya_provider_fd(provider), POLLIN, 0};
  set(&it);
  EXPECT(poll(&ready, 1, 30000) == 1 && it.calls == 0, "%d", it.calls);
  await_runs(PUMPED, 1);
  EXPECT(it.calls == 1 && pthread_equal(runner, pthread_self()));
  moya_provider_destroy(provider);
}

/* ── Arguments, forks, clocks ── */

static void arguments(void) {
  begin(SENT);
  uint64_t number = 0;
  EXPECT_STATUS(tasks->after(self, 0, NULL, NULL, &number), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(tasks->after(NULL, 0, run, NULL, &number), MOYA_ERROR_NULL);
  EXPECT_STATUS(tasks->after((moya_context *)(uintptr_t)0x12345678, 0, run, NULL, &number), MOYA_ERROR_STATE);
  EXPECT_STATUS(tasks->after((moya_context *)(uintptr_t)4096, 0, NULL, NULL, &number), MOYA_ERROR_STATE);
  EXPECT(number == 0, "an error stores a number");
  EXPECT(tasks->size == sizeof *tasks && tasks->reserved == 0);
  EXPECT(host->get_extension("moya.tasks/1") == tasks && host->get_extension("moya.tasks/99") == NULL);
  moya_provider_destroy(provider);
}

static tick pending_tick;
static void in_forked_child(void) {
  EXPECT_STATUS(tasks->after(self, 0, run, &extra, NULL), MOYA_ERROR_FORKED);
  EXPECT(tasks->cancel(self, pending_tick.number) == 0);
  EXPECT(tasks->now_us() > 0 && extra.calls == 0 && pending_tick.calls == 0);
}
static void forks(way way) {
  memset(&extra, 0, sizeof extra);
  pending_tick = (tick){.delay_ms = 60000};
  begin(way);
  set(&pending_tick);
  in_child(in_forked_child);
  EXPECT(tasks->cancel(self, pending_tick.number) == 1);
  moya_provider_destroy(provider);
}

static void clocks(void) {
  begin(SENT);
  uint64_t before = tasks->now_us();
  for (int count = 0; count < often(10000); count++) {
    uint64_t now = tasks->now_us();
    EXPECT(now >= before, "the clock goes back");
    before = now;
  }
  int64_t seconds = tasks->date_us() / 1000000 - (int64_t)time(NULL);
  EXPECT(seconds >= -2 && seconds <= 2, "%d s", (int)seconds);
  moya_provider_destroy(provider);
}

static void of_instances(void) {
  with_both_pumps(by_delay);
  with_both_pumps(repeated);
}
static void all_cancels(void) { with_both_pumps(cancels); }
static void all_frees(void) { with_both_pumps(frees_cancelled); }
static void all_ends(void) {
  with_both_pumps(ended);
  with_both_pumps(destroys);
}
static void all_calls(void) { with_both_pumps(calls_in_timers); }
static void all_forks(void) { with_both_pumps(forks); }

/* ── A blocking call of a provider whose loop the program runs ── */

static _Atomic int polls;

/* Replaces `poll` of the C library, and counts the calls. */
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  struct timespec most = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  polls++;
  return ppoll(descriptors, count, milliseconds < 0 ? NULL : &most, NULL);
}

static void resume_now(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)context;
  EXPECT_STATUS(status, MOYA_OK);
  resume_ok(user);
}
static void set_timer(moya_context *context) {
  EXPECT_STATUS(tasks->after(context, 300, resume_now, context, NULL), MOYA_OK);
}
static moya_status wait_for_timer(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  set_timer(context);
  return MOYA_HOOK_PENDING;
}
static const acts timing_here = {.prepare = wait_for_timer};
static const acts timing_elsewhere = {.prepare = go_elsewhere, .elsewhere = set_timer};

static void *process_once(void *provider) {
  sem_post(&is_run);
  EXPECT_STATUS(moya_provider_process(provider, 100, NULL), MOYA_OK);
  return NULL;
}

static void blocking(void) {
  static const struct {
    const char *what;
    const acts *does;
    bool is_processed; /* another thread runs the provider's loop when the call begins, and soon stops */
  } rows[] = {
      {"the hook sets the timer", &timing_here, false},
      {"another thread sets the timer", &timing_elsewhere, false},
      {"another thread runs the loop", &timing_here, true},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_provider *provider = NULL;
    pthread_t processing;
    EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST), &provider, NULL), MOYA_OK);
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &timing, .config = "{\"as\": \"a\"}");
    EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_OK);
    sem_init(&is_run, 0, 0);
    if (rows[row].is_processed) {
      pthread_create(&processing, NULL, process_once, provider);
      await(&is_run);
    }
    calling it = calling_of(provider, CALLED, NETWORK, rows[row].does);
    it.target.timeout_ms = 20000;
    polls = 0;
    make_call(&it);
    EXPECT(it.status == MOYA_OK, "%s: %s", rows[row].what, it.message);
    EXPECT(polls < 1000, "%s: %d polls", rows[row].what, polls);
    join_all();
    if (rows[row].is_processed) pthread_join(processing, NULL);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("timers of an instance run once, in the order of their delays", of_instances);
  TEST("a timer that was cancelled does not run", all_cancels);
  TEST("a timer that was cancelled uses no memory", all_frees);
  TEST("the end of an instance ends its timers, also in a timer", all_ends);
  TEST("a timer starts calls and cannot block", all_calls);
  TEST("a program that pumps runs the timers", hosted);
  TEST("a timer needs an owner that exists, and the right function", arguments);
  TEST("a forked child cannot set or stop timers of its parent's instances", all_forks);
  TEST("the clocks of plugins", clocks);
  TEST("a timer ends the wait of a blocking call, whoever sets it and whoever ran the provider's loop", blocking);
  server_stop(&faults);
  return verdict();
}
