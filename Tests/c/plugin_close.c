/* Tests the hook `close`, in which an instance can send its last requests. */
#include "plugin_closing.h"

/* ── When it runs ── */

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
/* `close` also runs for a provider that has made no call and whose loop never ran. */
static void unused(moya_pump pump) {
  set_hooks(NULL, NULL);
  begin_closing(pump, 2);
  moya_provider_destroy(provider);
  EXPECT(strstr(journal, "a.close") && strstr(journal, "b.close"), "%s", journal);
  EXPECT(strstr(journal, " b.destroy a.destroy"), "%s", journal);
  EXPECT(strlen(journal) == strlen("a.close b.close b.destroy a.destroy"), "%s", journal);
}
/* Calls and requests of the plugin have not ended when the provider is destroyed. */
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
static void destroy_in_child(void) {
  moya_provider_destroy(provider);
  EXPECT(!strstr(journal, "close"), "%s", journal);
}
static void close_in_child(void) {
  moya_provider_close(provider);
  EXPECT(!strstr(journal, "close"), "%s", journal);
}
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
static moya_status defer_in_vain(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  return MOYA_HOOK_OK;
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
/* With MOYA_PUMP_HOST, the thread that destroys the provider runs `close` and the tasks for which it waits. */
static void on_this_thread(void) {
  set_hooks(wait_for_request, NULL);
  begin_closing(MOYA_PUMP_HOST, 1);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_OK, "a request");
  EXPECT(pthread_equal(closer, pthread_self()) && pthread_equal(farewell.thread, pthread_self()));
}

/* The `close` of two instances wait at the same time. A thread resumes them only after both have begun. */
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
/* For a request that `close` sends, the hooks of a later plugin run, even if `close` of that plugin has already run. */
static void passes_others(moya_pump pump) {
  set_hooks(wait_for_request, NULL);
  begin_closing(pump, 2);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_OK, "a request");
  EXPECT(strstr(journal, "b.prepare") && strstr(journal, "b.processed"), "%s", journal);
  EXPECT(strstr(journal, " a.ran") && strstr(journal, " b.destroy a.destroy"), "%s", journal);
}

BOTH(all_orders, order)
BOTH(all_unused, unused)
BOTH(all_calls, calls_end_first)
BOTH(all_creates, create_fails)
BOTH(all_forks, forks)
BOTH(all_waits, waits)
BOTH(all_together, together)
BOTH(all_passing, passes_others)

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
  server_stop(&faults);
  return verdict();
}
