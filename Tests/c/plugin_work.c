/* A work is a function of a plugin that may block ("moya.tasks/1", `work`). The library runs it on a thread for such
 * functions. */
#include "plugin_tasks.h"

enum { most_threads = 4 };

/* ── Work that the test controls ── */

static sem_t has_begun, may_end;
static _Atomic int inside, most_inside;
static void block(ending *end, moya_context *context) {
  (void)end, (void)context;
  int now = ++inside, most = most_inside;
  while (now > most && !atomic_compare_exchange_weak(&most_inside, &most, now)) continue;
  sem_post(&has_begun);
  await(&may_end);
  inside--;
}
static moya_status start(moya_context *owner, ending *end, void (*then)(ending *, moya_context *)) {
  uint64_t task = 0;
  reset(end);
  end->then = then;
  is_starting = true;
  moya_status status = tasks->work(owner, finish, end, &task);
  is_starting = false;
  EXPECT((status == MOYA_OK) == (task != 0), "%s gives the number %d", moya_status_name(status), (int)task);
  end->task = task;
  return status;
}
/* Makes all threads for work busy. */
static ending busy[most_threads];
static void fill(moya_context *owner) {
  sem_init(&has_begun, 0, 0);
  sem_init(&may_end, 0, 0);
  inside = most_inside = 0;
  for (int index = 0; index < most_threads; index++) EXPECT_STATUS(start(owner, &busy[index], block), MOYA_OK);
  for (int index = 0; index < most_threads; index++) await(&has_begun);
}
static void empty(void) {
  for (int index = 0; index < most_threads; index++) sem_post(&may_end);
  for (int index = 0; index < most_threads; index++) {
    await(&busy[index].ended);
    expect_once(&busy[index], MOYA_OK, "busy");
  }
}

/* ── Where it runs ── */

static char thread_name[32];
static sigset_t blocked;
static void look_around(ending *end, moya_context *context) {
  char name[32] = "";
  FILE *file = fopen("/proc/thread-self/comm", "r");
  EXPECT(file && fgets(name, sizeof name, file), "no name");
  if (file) fclose(file);
  name[strcspn(name, "\n")] = 0;
  memcpy(thread_name, name, sizeof name);
  EXPECT(pthread_sigmask(SIG_SETMASK, NULL, &blocked) == 0);
  EXPECT(context == self && end->who == 'a' && str_is(host->option_text(context, "as"), "a"));
  host->log(context, MOYA_LOG_INFO, "at work");
}
static _Atomic int lines;
static void count_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)len;
  if (level == MOYA_LOG_INFO && strstr(message, "org.libmoya.tasks: at work")) lines++;
}
static void on_other_thread(moya_pump pump) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1, SIGUSR2, SIGALRM};
  moya_log_handler log = MOYA_LOG_HANDLER(.log = count_line);
  moya_provider_options options = plain_options(pump);
  options.log = &log;
  lines = 0;
  begin_with(&options, &tasking, 1);
  ending end;
  EXPECT_STATUS(start(self, &end, look_around), MOYA_OK);
  await(&end.ended); /* also with MOYA_PUMP_HOST, although no thread runs the loop */
  expect_once(&end, MOYA_OK, "work");
  EXPECT(!pthread_equal(end.thread, pthread_self()) && strcmp(thread_name, "moya-work") == 0, "%s", thread_name);
  for (size_t index = 0; index < COUNT(signals); index++) {
    EXPECT(sigismember(&blocked, signals[index]) == 1, "signal %d", signals[index]);
  }
  EXPECT(lines == 1, "%d", (int)lines);
  moya_provider_destroy(provider);
}

/* Two works wait for each other, so they must run at the same time. */
static sem_t meeting[2];
static void meet_second(ending *end, moya_context *context) {
  (void)end, (void)context;
  sem_post(&meeting[0]);
  await(&meeting[1]);
}
static void meet_first(ending *end, moya_context *context) {
  (void)end, (void)context;
  sem_post(&meeting[1]);
  await(&meeting[0]);
}
static void parallel(void) {
  begin(MOYA_PUMP_DISPATCH);
  sem_init(&meeting[0], 0, 0);
  sem_init(&meeting[1], 0, 0);
  ending one, two;
  EXPECT_STATUS(start(self, &one, meet_first), MOYA_OK);
  EXPECT_STATUS(start(self, &two, meet_second), MOYA_OK);
  await(&one.ended);
  await(&two.ended);
  EXPECT(!pthread_equal(one.thread, two.thread));
  moya_provider_destroy(provider);
}
/* The works of two providers share four threads. When one work ends, the next one begins. */
static void at_most_four(void) {
  enum { further = 8 };
  static ending ends[further];
  begin(MOYA_PUMP_DISPATCH);
  moya_provider *first = provider;
  moya_context *owners[] = {self, NULL};
  fill(self);
  begin(MOYA_PUMP_HOST);
  owners[1] = self;
  for (int index = 0; index < further; index++) EXPECT_STATUS(start(owners[index % 2], &ends[index], block), MOYA_OK);
  for (int index = 0; index < further; index++) {
    EXPECT(sem_trywait(&has_begun) == -1, "a fifth work began");
    sem_post(&may_end);
    await(&has_begun);
  }
  empty();
  for (int index = 0; index < further; index++) {
    await(&ends[index].ended);
    expect_once(&ends[index], MOYA_OK, "further");
  }
  EXPECT(most_inside == most_threads, "%d at once", (int)most_inside);
  moya_provider_destroy(provider);
  moya_provider_destroy(first);
}
static void many(void) {
  enum { works = 200 };
  static ending ends[works];
  begin(MOYA_PUMP_DISPATCH);
  for (int index = 0; index < works; index++) EXPECT_STATUS(start(self, &ends[index], NULL), MOYA_OK);
  for (int index = 0; index < works; index++) await(&ends[index].ended);
  moya_provider_destroy(provider);
  for (int index = 0; index < works; index++) {
    expect_once(&ends[index], MOYA_OK, "many");
    for (int other = 0; other < index; other++) EXPECT(ends[other].task != ends[index].task);
  }
}

/* ── Cancelling, and owners that end ── */

static void never(ending *end, moya_context *context) {
  (void)end, (void)context;
  EXPECT(false, "a work that was cancelled runs");
}
static void cancelled(void) {
  begin(MOYA_PUMP_DISPATCH);
  ending waiting_work;
  fill(self);
  EXPECT_STATUS(start(self, &waiting_work, never), MOYA_OK);
  EXPECT(tasks->cancel(self, busy[0].task) == 0, "a work that runs was cancelled");
  EXPECT(tasks->cancel(NULL, waiting_work.task) == 0 && tasks->cancel(self, waiting_work.task + 1000) == 0);
  EXPECT(tasks->cancel(self, waiting_work.task) == 1);
  EXPECT(tasks->cancel(self, waiting_work.task) == 0);
  empty();
  EXPECT(tasks->cancel(self, busy[0].task) == 0, "a work that has ended was cancelled");
  moya_provider_destroy(provider);
  EXPECT(waiting_work.calls == 0, "%d", waiting_work.calls);
}

/* A work cannot begin, because works of another provider make all threads busy. Its owner, a hook or an instance,
 * ends before the work begins. */
static void cancel_all(void) { moya_provider_cancel_all(provider); }
static void resume_call(void) { EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK); }
static void close_provider(void) { moya_provider_close(provider); }
static void ends_before(moya_pump pump) {
  static const struct {
    const char *what;
    void (*end)(void);
    bool is_hooks;
  } rows[] = {
    {"the call is cancelled", cancel_all, true},     {"the hook is resumed", resume_call, true},
    {"the provider is closed", close_provider, true}, {"the provider of the instance is closed", close_provider, false},
    {"the provider of the instance ends", NULL, false}, {"the provider of the call ends", NULL, true},
  };
  begin(MOYA_PUMP_DISPATCH);
  moya_provider *other = provider;
  fill(self);
  for (size_t row = 0; row < COUNT(rows); row++) {
    begin(pump);
    calling it = calling_of(provider, SENT, IMMEDIATE, &holding);
    send_call(&it);
    await(&is_held);
    ending end;
    EXPECT_STATUS(start(rows[row].is_hooks ? held : self, &end, NULL), MOYA_OK);
    if (rows[row].end) rows[row].end();
    moya_provider_destroy(provider);
    expect_once(&end, MOYA_ERROR_CANCELLED, rows[row].what);
    EXPECT(strstr(journal, " a.CANCELLED a.destroy"), "%s: %s", rows[row].what, journal);
  }
  EXPECT(inside == most_threads, "%d", (int)inside);
  empty();
  moya_provider_destroy(other);
}

/* moya_provider_destroy waits for a work that runs. Here the work ends only after the hook `close` has run. */
static moya_status let_end(void *it, moya_context *context) {
  (void)context;
  write_note(it, "close");
  sem_post(&may_end);
  return MOYA_HOOK_OK;
}
static void block_and_write(ending *end, moya_context *context) {
  block(end, context);
  write_note("", "worked");
}
static const moya_plugin closing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.closes", TASKING, .close = let_end};
static void end_waits(moya_pump pump) {
  moya_provider_options options = plain_options(pump);
  ending end;
  sem_init(&has_begun, 0, 0);
  sem_init(&may_end, 0, 0);
  begin_with(&options, &closing, 1);
  EXPECT_STATUS(start(self, &end, block_and_write), MOYA_OK);
  await(&has_begun);
  moya_provider_destroy(provider);
  expect_once(&end, MOYA_OK, "a work that runs");
  EXPECT_JOURNAL("a.ran a.close worked a.destroy");
}

/* A call that is cancelled does not wait for a work of its hook. */
static moya_status resumed_late;
static void block_and_resume(ending *end, moya_context *context) {
  block(end, context);
  resumed_late = host->resume(context, MOYA_HOOK_OK);
}
static void call_ends(moya_pump pump) {
  begin(pump);
  calling it = calling_of(provider, SENT, IMMEDIATE, &holding);
  send_call(&it);
  await(&is_held);
  ending end;
  sem_init(&has_begun, 0, 0);
  sem_init(&may_end, 0, 0);
  EXPECT_STATUS(start(held, &end, block_and_resume), MOYA_OK);
  await(&has_begun);
  moya_provider_cancel_all(provider);
  await_on(pump, &it.ended);
  EXPECT_STATUS(it.status, MOYA_ERROR_CANCELLED);
  EXPECT(tasks->cancel(held, end.task) == 0);
  EXPECT_STATUS(start(held, &busy[0], never), MOYA_ERROR_STATE);
  sem_post(&may_end);
  moya_provider_destroy(provider);
  expect_once(&end, MOYA_OK, "a work that had begun");
  EXPECT_STATUS(resumed_late, MOYA_ERROR_STATE);
}

/* `create` can start a work. If `create` then fails, `finish` does not run for this work. */
static ending early;
static moya_status create_working(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = create_tasking(it, owner, instance);
  EXPECT_STATUS(start(owner, &early, NULL), MOYA_OK);
  return status;
}
static moya_status create_and_fail(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = create_working(it, owner, instance);
  free(*instance);
  return status ? status : MOYA_ERROR_OTHER;
}
static void creates(void) {
  static const moya_plugin plugins[] = {
    {MOYA_PLUGIN_HEAD, .id = "org.libmoya.works", .version = "1.0.0", .options = letter, .create = create_working,
     .destroy = leave},
    {MOYA_PLUGIN_HEAD, .id = "org.libmoya.fails", .version = "1.0.0", .options = letter, .create = create_and_fail,
     .destroy = leave},
  };
  moya_provider_options options = plain_options(MOYA_PUMP_DISPATCH);
  begin_with(&options, &plugins[0], 1);
  await(&early.ended);
  moya_provider_destroy(provider);
  expect_once(&early, MOYA_OK, "a work of `create`");
  EXPECT(early.who == 'a', "%c", early.who);
  for (int count = 0; count < often(50); count++) {
    begin_with(&options, &plugins[1], 0);
    EXPECT_STATUS(moya_provider_add_plugin(provider, &plugins[1], "{\"as\": \"a\"}", NULL), MOYA_ERROR_PLUGIN_CREATE);
    moya_provider_destroy(provider);
    EXPECT(early.calls == 0, "%d", (int)early.calls);
  }
}

/* ── What a work may do ── */

static ending hooks_work, timer, request;
static void resume_with_field(ending *end, moya_context *context) {
  (void)end;
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
}
static void start_timer(ending *end, moya_context *context) {
  (void)end;
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 1, NULL, NULL, NULL), MOYA_OK);
}
static void start_work(ending *end, moya_context *context) {
  (void)end;
  EXPECT_STATUS(start(context, &timer, resume_with_field), MOYA_OK);
}
static void resume_held(ending *end, moya_context *context) {
  (void)context;
  EXPECT_STATUS(end->status, MOYA_OK);
  resume_with_field(end, held);
}
static void start_request(ending *end, moya_context *context) {
  moya_sub_request wanted = MOYA_SUB_REQUEST(.url = at("/ok"));
  (void)end;
  reset(&request);
  request.then = resume_held;
  EXPECT_STATUS(send_request(context, &wanted, &request), MOYA_OK);
}
static void (*const hook_works[])(ending *, moya_context *) = {resume_with_field, start_timer, start_work,
                                                               start_request};
static void (*hook_work)(ending *, moya_context *);
static moya_status go_to_work(moya_context *context) {
  EXPECT_STATUS(start(context, &busy[0], never), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  EXPECT_STATUS(start(context, &hooks_work, hook_work), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static _Atomic int field_count;
static moya_status count_field(moya_context *context) {
  field_count += has_field(context);
  return MOYA_HOOK_OK;
}
static void resumes(void) {
  static const acts working = {.prepare = go_to_work, .following = count_field};
  enum { rows = (WAYS + 2) * SOURCES * COUNT(hook_works) };
  for (size_t row = 0; row < rows; row++) {
    if (!is_played((int)row)) continue;
    /* The last two ways are blocking calls with MOYA_PUMP_HOST, so no other thread runs the loop. */
    way way = row / COUNT(hook_works) / SOURCES % WAYS;
    bool is_pumped = way == PUMPED || row / COUNT(hook_works) / SOURCES >= WAYS;
    hook_work = hook_works[row % COUNT(hook_works)];
    field_count = 0;
    moya_provider_options options = plain_options(is_pumped ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH);
    begin_with(&options, &tasking, 2);
    calling it = calling_of(provider, way, row / COUNT(hook_works) % SOURCES, &working);
    make_call(&it);
    EXPECT(it.status == MOYA_OK && field_count == 1, "row %d: %d, %s", (int)row, (int)field_count, it.message);
    moya_provider_destroy(provider);
    expect_once(&hooks_work, MOYA_OK, "the hook's work");
  }
}

/* A work of an instance starts another work, a timer and a request. */
static ending later_work;
static void start_all(ending *end, moya_context *context) {
  moya_sub_request wanted = MOYA_SUB_REQUEST(.url = at("/ok"));
  (void)end;
  reset(&timer);
  reset(&request);
  EXPECT_STATUS(start(context, &later_work, NULL), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 0, finish, &timer, NULL), MOYA_OK);
  EXPECT_STATUS(send_request(context, &wanted, &request), MOYA_OK);
}
static void starts_tasks(moya_pump pump) {
  ending end;
  begin(pump);
  EXPECT_STATUS(start(self, &end, start_all), MOYA_OK);
  await(&end.ended);
  await(&later_work.ended);
  await_on(pump, &timer.ended);
  await_on(pump, &request.ended);
  moya_provider_destroy(provider);
  expect_once(&later_work, MOYA_OK, "work");
  expect_once(&timer, MOYA_OK, "a timer");
  expect_once(&request, MOYA_OK, "a request");
}

/* ── Arguments and forks ── */

static void arguments(void) {
  uint64_t task = 0;
  ending end;
  begin(MOYA_PUMP_DISPATCH);
  reset(&end);
  EXPECT_STATUS(tasks->work(NULL, finish, &end, &task), MOYA_ERROR_NULL);
  EXPECT_STATUS(tasks->work(self, NULL, &end, &task), MOYA_ERROR_NULL);
  EXPECT_STATUS(tasks->work((moya_context *)(uintptr_t)0x12345678, finish, &end, &task), MOYA_ERROR_STATE);
  EXPECT(task == 0, "an error stores a number");
  EXPECT_STATUS(tasks->work(self, finish, &end, NULL), MOYA_OK);
  await(&end.ended);
  moya_provider_destroy(provider);
  expect_once(&end, MOYA_OK, "work without a number");
  EXPECT_STATUS(tasks->work(self, finish, &end, &task), MOYA_ERROR_STATE);
}

static ending childs_work;
static moya_status work_in_child(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(start(context, &childs_work, NULL), MOYA_ERROR_FORKED);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static void in_forked_child(void) {
  static const acts working = {.prepare = work_in_child};
  EXPECT_STATUS(start(self, &childs_work, never), MOYA_ERROR_FORKED);
  EXPECT(tasks->cancel(self, later_work.task) == 0);
  expect_free_call(provider, IMMEDIATE, &working);
  begin(MOYA_PUMP_HOST); /* makes an instance in the child */
  EXPECT_STATUS(start(self, &childs_work, NULL), MOYA_OK);
  await(&childs_work.ended);
  moya_provider_destroy(provider);
  expect_once(&childs_work, MOYA_OK, "the child's work");
  EXPECT(later_work.calls == 0, "%d", later_work.calls);
}
static void forks(void) {
  begin(MOYA_PUMP_DISPATCH);
  fill(self);
  EXPECT_STATUS(start(self, &later_work, NULL), MOYA_OK);
  in_child(in_forked_child);
  empty();
  await(&later_work.ended);
  expect_once(&later_work, MOYA_OK, "the parent's work");
  moya_provider_destroy(provider);
}

static void all_threads(void) { with_both_pumps(on_other_thread); }
static void all_ends_before(void) { with_both_pumps(ends_before); }
static void all_ends(void) {
  with_both_pumps(end_waits);
  with_both_pumps(call_ends);
}
static void all_starts(void) { with_both_pumps(starts_tasks); }

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("work runs on a thread of the library that handles no signals", all_threads);
  TEST("two works may wait for each other", parallel);
  TEST("at most four works of the process run at once", at_most_four);
  TEST("every work runs once", many);
  TEST("a work that has not begun can be cancelled", cancelled);
  TEST("a work whose owner ends before it begins is called with CANCELLED", all_ends_before);
  TEST("the end of an instance waits for work that runs, and the end of a call does not", all_ends);
  TEST("`create` may start work, which has no end if `create` fails", creates);
  TEST("work resumes its hook: itself, or with another task", resumes);
  TEST("work of an instance starts tasks", all_starts);
  TEST("work needs an owner and a function", arguments);
  TEST("a forked child starts no work for its parent's instances", forks);
  server_stop(&faults);
  return verdict();
}
