/* The hook `close`: the last chance of an instance to send something. */
#include "plugin_tasks.h"

/* ── Plugins with `close` ── */

/* What `close` does, by the letter of the instance; NULL: it returns MOYA_HOOK_OK. */
static moya_status (*on_close[3])(moya_context *);
static pthread_t closer;
static moya_status close_hook(void *it, moya_context *context) {
  int which = *(char *)it - 'a';
  write_note(it, "close");
  closer = pthread_self();
  EXPECT(context == selves[which], "the context of `close` is not that of `create`");
  EXPECT(host->target_name(context).data == NULL && host->attempt(context) == 0);
  return on_close[which] ? on_close[which](context) : MOYA_HOOK_OK;
}
static const moya_plugin closing = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.closes", TASKING,
                                    .prepare = prepare, .process = process, .close = close_hook};
static const moya_plugin hasty_closing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.closes", TASKING, .close = close_hook};

/* The lines of the log from warnings on, each with a line end. */
static char lines[2048];
static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;
static void keep_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)len;
  pthread_mutex_lock(&lines_lock);
  size_t length = strlen(lines);
  if (level >= MOYA_LOG_WARNING) snprintf(lines + length, sizeof lines - length, "%s\n", message);
  pthread_mutex_unlock(&lines_lock);
}
static void begin_closing_with(const moya_plugin *plugin, moya_pump pump, int count) {
  static moya_log_handler log = MOYA_LOG_HANDLER_INIT;
  log.log = keep_line;
  moya_provider_options options = plain_options(pump);
  options.log = &log;
  lines[0] = 0;
  begin_with(&options, plugin, count);
}
static void begin_closing(moya_pump pump, int count) { begin_closing_with(&closing, pump, count); }
static void set_hooks(moya_status (*a)(moya_context *), moya_status (*b)(moya_context *)) {
  on_close[0] = a;
  on_close[1] = b;
}

/* ── When it runs ── */

static ending pending;
static void set_timer(moya_context *owner) {
  reset(&pending);
  EXPECT_STATUS(tasks->after(owner, 3600000, finish, &pending, &pending.task), MOYA_OK);
}
static void close_it(void) { moya_provider_close(provider); }
static void drain_it(void) { EXPECT_STATUS(moya_provider_drain(provider, 30000, NULL), MOYA_OK); }
static void do_nothing(void) {}
static void close_twice(void) {
  moya_provider_close(provider);
  moya_provider_close(provider);
}
static void order(moya_pump pump) {
  static void (*const ends[])(void) = {do_nothing, close_it, close_twice, drain_it};
  set_hooks(NULL, NULL);
  for (size_t row = 0; row < COUNT(ends); row++) {
    begin_closing(pump, 1);
    set_timer(self);
    expect_free_call(provider, IMMEDIATE, NULL);
    EXPECT(!strstr(journal, "close"), "%s", journal);
    ends[row]();
    moya_provider_destroy(provider);
    EXPECT_JOURNAL("a.prepare a.processed a.close a.CANCELLED a.destroy");
    expect_once(&pending, MOYA_ERROR_CANCELLED, "a timer");
    EXPECT(lines[0] == 0, "%s", lines);
  }
}
/* Also without a call, a task or a pump. */
static void unused(moya_pump pump) {
  set_hooks(NULL, NULL);
  begin_closing(pump, 2);
  moya_provider_destroy(provider);
  EXPECT(strstr(journal, "a.close") && strstr(journal, "b.close"), "%s", journal);
  EXPECT(strstr(journal, " b.destroy a.destroy"), "%s", journal);
  EXPECT(strlen(journal) == strlen("a.close b.close b.destroy a.destroy"), "%s", journal);
}
/* Calls and requests of the plugin that are under way. */
static moya_status after_calls(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/ok"));
  moya_target target = target_of();
  moya_handlers handlers = MOYA_HANDLERS(.end = hear);
  (void)context;
  EXPECT_STATUS(moya_provider_send(provider, &target, &handlers, NULL, NULL, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(tasks->send(held, &request, finish, &pending, NULL), MOYA_ERROR_STATE);
  return MOYA_HOOK_OK;
}
static void calls_end_first(moya_pump pump) {
  set_hooks(after_calls, NULL);
  begin_closing(pump, 1);
  calling it = calling_of(provider, SENT, NETWORK, &holding), other = calling_of(provider, SENT, NETWORK, NULL);
  other.target.path = "/never";
  send_call(&it);
  send_call(&other);
  await(&is_held);
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/never"));
  reset(&pending);
  EXPECT_STATUS(send_request(self, &request, &pending), MOYA_OK);
  moya_provider_destroy(provider);
  EXPECT_STATUS(it.status, MOYA_ERROR_CANCELLED);
  EXPECT_STATUS(other.status, MOYA_ERROR_CANCELLED);
  EXPECT_JOURNAL("a.prepare a.prepare a.CANCELLED a.CANCELLED a.close a.CANCELLED a.destroy");
}
static moya_status fail_to_create(const moya_host *it, moya_context *owner, void **instance) {
  (void)it, (void)owner;
  *instance = NULL;
  return MOYA_ERROR_OTHER;
}
static void create_fails(moya_pump pump) {
  static const moya_plugin failing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.fails", .version = "1.0.0",
                                      .create = fail_to_create, .close = close_hook, .destroy = leave};
  begin_closing(pump, 0);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &failing, NULL, NULL), MOYA_ERROR_PLUGIN_CREATE);
  moya_provider_destroy(provider);
  EXPECT_JOURNAL("");
}
static void destroy_in_child(void) { moya_provider_destroy(provider); EXPECT(!strstr(journal, "close"), "%s", journal); }
static void close_in_child(void) { moya_provider_close(provider); EXPECT(!strstr(journal, "close"), "%s", journal); }
static void forks(moya_pump pump) {
  set_hooks(NULL, NULL);
  begin_closing(pump, 1);
  expect_free_call(provider, IMMEDIATE, NULL);
  set_timer(self);
  in_child(destroy_in_child);
  in_child(close_in_child);
  moya_provider_destroy(provider);
  EXPECT_JOURNAL("a.prepare a.processed a.close a.CANCELLED a.destroy");
}

/* ── Hooks that wait ── */

static moya_context *closed;
static void *resume_close(void *user) {
  (void)user;
  EXPECT_STATUS(host->resume(closed, MOYA_HOOK_OK), MOYA_OK);
  EXPECT_STATUS(host->resume(closed, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  return NULL;
}
static moya_status wait_for_thread(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  closed = context;
  EXPECT(pthread_create(&threads[thread_count++], NULL, resume_close, NULL) == 0);
  return MOYA_HOOK_PENDING;
}
static moya_status resume_at_once(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status defer_in_vain(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  return MOYA_HOOK_OK;
}
/* The end of a task lets the destruction go on. */
static ending farewell;
static void close_end(ending *end, moya_context *context) {
  (void)end, (void)context;
  EXPECT_STATUS(host->resume(closed, MOYA_HOOK_OK), MOYA_OK);
}
static moya_status defer_for(moya_context *context) {
  closed = context;
  reset(&farewell);
  farewell.then = close_end;
  return host->defer(context);
}
static moya_status wait_for_request(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/echo"), .method = "POST", .body = "bye", .body_len = 3);
  EXPECT_STATUS(defer_for(context), MOYA_OK);
  EXPECT_STATUS(send_request(context, &request, &farewell), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status wait_for_timer(moya_context *context) {
  EXPECT_STATUS(defer_for(context), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 1, finish, &farewell, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status wait_for_work(moya_context *context) {
  EXPECT_STATUS(defer_for(context), MOYA_OK);
  EXPECT_STATUS(tasks->work(context, finish, &farewell, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static void waits(moya_pump pump) {
  static const struct {
    const char *what;
    moya_status (*hook)(moya_context *);
    bool has_task;
  } rows[] = {
    {"a thread", wait_for_thread, false},
    {"nothing, and resumes at once", resume_at_once, false},
    {"nothing, and does not wait", defer_in_vain, false},
    {"a request", wait_for_request, true},
    {"a timer", wait_for_timer, true},
    {"a work", wait_for_work, true},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (int is_called = 0; is_called < 2; is_called++) {
      set_hooks(rows[row].hook, NULL);
      begin_closing(pump, 1);
      reset(&farewell);
      if (is_called) expect_free_call(provider, NETWORK, NULL);
      moya_provider_destroy(provider);
      join_all();
      const char *wanted = rows[row].has_task ? "a.close a.ran a.destroy" : "a.close a.destroy";
      const char *seen = strstr(journal, "a.close");
      EXPECT(seen && strcmp(seen, wanted) == 0, "%s: %s", rows[row].what, journal);
      EXPECT(!strstr(lines, "org.libmoya"), "%s: %s", rows[row].what, lines);
      if (rows[row].has_task) expect_once(&farewell, MOYA_OK, rows[row].what);
      if (rows[row].hook == wait_for_request) EXPECT(strstr(farewell.body, "\"bye\""), "%s", farewell.body);
      EXPECT_STATUS(host->resume(self, MOYA_HOOK_OK), MOYA_ERROR_STATE);
    }
  }
}
/* The thread that ends a provider with MOYA_PUMP_HOST runs its hooks and tasks. */
static void on_this_thread(void) {
  set_hooks(wait_for_request, NULL);
  begin_closing(MOYA_PUMP_HOST, 1);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_OK, "a request");
  EXPECT(pthread_equal(closer, pthread_self()) && pthread_equal(farewell.thread, pthread_self()));
}

/* Two hooks that wait for each other. */
static sem_t is_closing;
static void *resume_both(void *user) {
  (void)user;
  await(&is_closing);
  await(&is_closing);
  EXPECT_STATUS(host->resume(selves[0], MOYA_HOOK_OK), MOYA_OK);
  EXPECT_STATUS(host->resume(selves[1], MOYA_HOOK_OK), MOYA_OK);
  return NULL;
}
static moya_status wait_for_other(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  sem_post(&is_closing);
  return MOYA_HOOK_PENDING;
}
static void together(moya_pump pump) {
  set_hooks(wait_for_other, wait_for_other);
  sem_init(&is_closing, 0, 0);
  begin_closing(pump, 2);
  EXPECT(pthread_create(&threads[thread_count++], NULL, resume_both, NULL) == 0);
  moya_provider_destroy(provider);
  join_all();
  EXPECT(!strstr(lines, "closes") && strstr(journal, "b.close"), "%s %s", lines, journal);
}
/* A request of `close` passes a later plugin that has been closed, or not yet. */
static void passes_others(moya_pump pump) {
  set_hooks(wait_for_request, NULL);
  begin_closing(pump, 2);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_OK, "a request");
  EXPECT(strstr(journal, "b.prepare") && strstr(journal, "b.processed"), "%s", journal);
  EXPECT(strstr(journal, "a.ran b.destroy a.destroy"), "%s", journal);
}

/* The destruction does not wait for ever. */
static moya_status never_resume(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  set_timer(context);
  return MOYA_HOOK_PENDING;
}
static void gives_up(moya_pump pump) {
  set_hooks(resume_at_once, never_resume);
  begin_closing(pump, 2);
  moya_provider_destroy(provider);
  expect_once(&pending, MOYA_ERROR_CANCELLED, "a task of a hook that waits too long");
  EXPECT(strstr(lines, "second") && !strstr(lines, "org.libmoya.closes"), "%s", lines);
  EXPECT(strstr(journal, " b.CANCELLED b.destroy a.destroy"), "%s", journal);
  EXPECT_STATUS(host->resume(selves[1], MOYA_HOOK_OK), MOYA_ERROR_STATE);
}
/* Nor for a request that has no end. */
static moya_status wait_for_silence(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/never"));
  closed = context;
  reset(&farewell);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(send_request(context, &request, &farewell), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static void gives_up_requests(moya_pump pump) {
  set_hooks(wait_for_silence, NULL);
  begin_closing(pump, 1);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_ERROR_CANCELLED, "a request without an end");
  EXPECT(strstr(lines, "org.libmoya.closes"), "%s", lines);
  EXPECT_JOURNAL("a.close a.CANCELLED a.destroy");
}

/* ── Errors ── */

static moya_status fail_at_once(moya_context *context) {
  host->fail(context, "the last word was not heard");
  return MOYA_ERROR_NETWORK;
}
static moya_status fail_later(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  host->fail(context, "the last word was not heard");
  EXPECT_STATUS(host->resume(context, MOYA_ERROR_NETWORK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status fail_silently(moya_context *context) {
  (void)context;
  return MOYA_ERROR_NETWORK;
}
static moya_status pend_without_defer(moya_context *context) {
  (void)context;
  return MOYA_HOOK_PENDING;
}
static moya_status return_nonsense(moya_context *context) {
  (void)context;
  return 77;
}
static moya_status cannot_defer(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  return MOYA_HOOK_OK;
}
static void errors(moya_pump pump) {
  static const struct {
    const char *what;
    moya_status (*hook)(moya_context *);
    const char *part;
  } rows[] = {
    {"at once", fail_at_once, "the last word was not heard"},
    {"later", fail_later, "the last word was not heard"},
    {"without a text", fail_silently, "MOYA_ERROR_NETWORK"},
    {"pending without `defer`", pend_without_defer, "close"},
    {"another number", return_nonsense, "close"},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    set_hooks(rows[row].hook, NULL);
    begin_closing(pump, 1);
    moya_provider_destroy(provider);
    EXPECT(strstr(lines, rows[row].part) && strstr(lines, "org.libmoya.closes"), "%s: %s", rows[row].what, lines);
    EXPECT_JOURNAL("a.close a.destroy");
  }
}
static void without_flag(moya_pump pump) {
  set_hooks(cannot_defer, NULL);
  begin_closing_with(&hasty_closing, pump, 1);
  moya_provider_destroy(provider);
  EXPECT_JOURNAL("a.close a.destroy");
}

/* ── Other providers, and ends inside hooks ── */

static void beside_others(moya_pump pump) {
  set_hooks(wait_for_request, NULL);
  begin_closing(pump, 1);
  moya_provider *other = provider;
  calling it = calling_of(other, SENT, NETWORK, &holding);
  send_call(&it);
  await(&is_held);
  moya_context *others_call = held, *others_self = self;
  begin_closing(pump, 1);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_OK, "a request");
  provider = other;
  selves[0] = others_self;
  ending end;
  reset(&end);
  EXPECT_STATUS(tasks->after(others_self, 0, finish, &end, NULL), MOYA_OK);
  await_on(pump, &end.ended);
  EXPECT_STATUS(host->resume(others_call, MOYA_HOOK_OK), MOYA_OK);
  await_on(pump, &it.ended);
  EXPECT(it.status == MOYA_OK, "%s", it.message);
  moya_provider_destroy(other);
  expect_once(&farewell, MOYA_OK, "a request of the other provider");
}

/* A callback, a task or a work ends the provider, whose `close` waits for a request. */
static sem_t is_gone;
static void leave_last(void *it) {
  leave(it);
  sem_post(&is_gone);
}
static const moya_plugin closing_last = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.closes",
                                         .version = "1.0.0", .options = letter, .create = create_tasking,
                                         .destroy = leave_last, .prepare = prepare, .close = close_hook};
static moya_status destroy_in_prepare(moya_context *context) {
  (void)context;
  moya_provider_destroy(provider);
  return MOYA_HOOK_OK;
}
static void destroy_in_run(ending *end, moya_context *context) {
  (void)end, (void)context;
  moya_provider_destroy(provider);
}
static calling ending_call;
static void destroy_in_end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  hear(user, status, response, error);
  moya_provider_destroy(provider);
}
static void end_in_callback(void) {
  moya_handlers handlers = MOYA_HANDLERS(.end = destroy_in_end, .user = &ending_call);
  ending_call = calling_of(provider, SENT, NETWORK, NULL);
  sem_init(&ending_call.ended, 0, 0);
  EXPECT_STATUS(moya_provider_send(provider, &ending_call.target, &handlers, NULL, NULL, NULL), MOYA_OK);
}
static void end_in_hook(void) {
  static const acts destroying = {.prepare = destroy_in_prepare};
  moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &ending_call);
  ending_call = calling_of(provider, SENT, NETWORK, &destroying);
  sem_init(&ending_call.ended, 0, 0);
  (void)!moya_provider_send(provider, &ending_call.target, &handlers, NULL, NULL, NULL);
}
static void end_in_timer(void) {
  EXPECT_STATUS(tasks->after(self, 0, finish, &pending, NULL), MOYA_OK);
}
static void end_in_work(void) { EXPECT_STATUS(tasks->work(self, finish, &pending, NULL), MOYA_OK); }
static void end_in_request(void) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/ok"));
  EXPECT_STATUS(send_request(self, &request, &pending), MOYA_OK);
}
static void inside(moya_pump pump) {
  static const struct {
    const char *what;
    void (*begin)(void);
  } rows[] = {{"a callback", end_in_callback}, {"a hook", end_in_hook}, {"a timer", end_in_timer},
              {"a work", end_in_work}, {"a request", end_in_request}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    set_hooks(wait_for_request, NULL);
    sem_init(&is_gone, 0, 0);
    reset(&pending);
    reset(&farewell);
    pending.then = destroy_in_run;
    begin_closing_with(&closing_last, pump, 1);
    rows[row].begin();
    long deadline = clock_seconds() + 30;
    if (pump == MOYA_PUMP_HOST) {
      while (sem_trywait(&is_gone) && clock_seconds() < deadline) (void)!moya_provider_process(provider, 100, NULL);
    } else {
      await(&is_gone);
    }
    EXPECT(strstr(journal, "a.close a.ran a.destroy"), "%s: %s", rows[row].what, journal);
    EXPECT(farewell.calls == 1, "%s: %d", rows[row].what, farewell.calls);
    EXPECT_STATUS(farewell.status, MOYA_OK);
  }
}

#define BOTH(name, body) static void name(void) { with_both_pumps(body); }
BOTH(all_orders, order)
BOTH(all_unused, unused)
BOTH(all_calls, calls_end_first)
BOTH(all_creates, create_fails)
BOTH(all_forks, forks)
BOTH(all_waits, waits)
BOTH(all_together, together)
BOTH(all_passing, passes_others)
BOTH(all_gives_up, gives_up)
BOTH(all_gives_up_requests, gives_up_requests)
BOTH(all_errors, errors)
BOTH(all_without_flag, without_flag)
BOTH(all_others, beside_others)
BOTH(all_inside, inside)

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("`close` runs once, after the last call and before tasks are cancelled", all_orders);
  TEST("`close` runs for a provider without calls", all_unused);
  TEST("calls end before `close`, and tasks after it", all_calls);
  TEST("an instance whose `create` failed is not closed", all_creates);
  TEST("a forked child does not close its parent's instances", all_forks);
  TEST("the end of a provider waits for `close`", all_waits);
  TEST("the thread that ends a provider with a host pump runs `close` and its tasks", on_this_thread);
  TEST("hooks that close wait at the same time", all_together);
  TEST("a request of `close` passes later plugins", all_passing);
  TEST("the end of a provider does not wait for ever, and the log names the plugin", all_gives_up);
  TEST("the end of a provider does not wait for a request without an end", all_gives_up_requests);
  TEST("an error of `close` is written to the log", all_errors);
  TEST("`close` of a plugin without MOYA_PLUGIN_WAITS cannot wait", all_without_flag);
  TEST("`close` does not disturb other providers", all_others);
  TEST("a provider that ends inside a callback, a hook or a task is closed", all_inside);
  server_stop(&faults);
  return verdict();
}
