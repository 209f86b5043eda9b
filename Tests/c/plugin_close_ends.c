/* The hook `close` waits too long or fails, or the program destroys the provider inside a hook, a callback or a task
 * of a plugin. */
#include "plugin_closing.h"

/* A `close` that never resumes does not delay moya_provider_destroy for ever. */
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
/* A request that never ends does not delay moya_provider_destroy for ever. */
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
  set_hooks(wait_for_request, NULL);
  begin_closing_with(&hasty_closing, pump, 1);
  moya_provider_destroy(provider);
  expect_once(&farewell, MOYA_OK, "a request");
  EXPECT_JOURNAL("a.close a.ran a.destroy");
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

/* A callback, a hook or a task of a plugin destroys the provider. The hook `close` then waits for a request. */
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
static void end_in_request(void) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/ok"));
  EXPECT_STATUS(send_request(self, &request, &pending), MOYA_OK);
}
static void prepare_inside(moya_pump pump) {
  set_hooks(wait_for_request, NULL);
  sem_init(&is_gone, 0, 0);
  reset(&pending);
  reset(&farewell);
  pending.then = destroy_in_run;
  begin_closing_with(&closing_last, pump, 1);
}
static void expect_gone(const char *what) {
  EXPECT(strstr(journal, "a.close a.ran a.destroy"), "%s: %s", what, journal);
  expect_once(&farewell, MOYA_OK, what);
}
static void inside(moya_pump pump) {
  static const struct {
    const char *what;
    void (*begin)(void);
  } rows[] = {{"a callback", end_in_callback}, {"a hook", end_in_hook}, {"a timer", end_in_timer},
              {"a request", end_in_request}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    prepare_inside(pump);
    rows[row].begin();
    long deadline = clock_seconds() + 30;
    if (pump == MOYA_PUMP_HOST) {
      /* `destroy` of the plugin runs inside moya_provider_process and posts the semaphore, or has already done so. */
      while (sem_trywait(&is_gone) && clock_seconds() < deadline) (void)!moya_provider_process(provider, 100, NULL);
    } else {
      await(&is_gone);
    }
    expect_gone(rows[row].what);
  }
}
/* A plugin's function that may block (`work`) destroys the provider. This function runs on a library thread, even
 * with MOYA_PUMP_HOST. */
static void inside_work(moya_pump pump) {
  prepare_inside(pump);
  EXPECT_STATUS(tasks->work(self, finish, &pending, NULL), MOYA_OK);
  await(&is_gone);
  expect_gone("a work");
}

/* The hook `close` closes the provider again, or destroys it. */
static moya_status close_again(moya_context *context) {
  (void)context;
  moya_provider_close(provider);
  return MOYA_HOOK_OK;
}
static moya_status destroy_again(moya_context *context) {
  (void)context;
  moya_provider_destroy(provider);
  return MOYA_HOOK_OK;
}
static void inside_close(moya_pump pump) {
  prepare_inside(pump);
  set_hooks(close_again, NULL);
  moya_provider_close(provider);
  moya_provider_destroy(provider);
  EXPECT_JOURNAL("a.close a.destroy");

  prepare_inside(pump);
  set_hooks(destroy_again, NULL);
  moya_provider_close(provider);
  await(&is_gone);
  EXPECT_JOURNAL("a.close a.destroy");
}
/* While a provider is being closed, the program can neither add plugins nor turn plugins off. */
static moya_status add_plugins(moya_context *context) {
  (void)context;
  EXPECT_STATUS(moya_provider_add_plugin(provider, &tasking, "{\"as\": \"b\"}", NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_enable(provider, "org.libmoya.closes", false, NULL), MOYA_ERROR_STATE);
  return MOYA_HOOK_OK;
}
static void no_plugins(moya_pump pump) {
  for (int is_closed = 0; is_closed < 2; is_closed++) {
    set_hooks(add_plugins, NULL);
    begin_closing(pump, 1);
    if (is_closed) moya_provider_close(provider);
    moya_provider_destroy(provider);
    EXPECT_JOURNAL("a.close a.destroy");
  }
}

/* Another thread calls moya_provider_process while this thread closes the provider. */
static sem_t is_pumping;
static void *pump_until_closed(void *user) {
  (void)user;
  while (moya_provider_process(provider, 0, NULL) == MOYA_OK) sem_post(&is_pumping);
  return NULL;
}
static void other_pumps(void) {
  for (int count = 0; count < often(40); count++) {
    pthread_t other;
    set_hooks(wait_for_request, NULL);
    sem_init(&is_pumping, 0, 0);
    begin_closing(MOYA_PUMP_HOST, 1);
    EXPECT(pthread_create(&other, NULL, pump_until_closed, NULL) == 0);
    await(&is_pumping);
    moya_provider_close(provider);
    expect_once(&farewell, MOYA_OK, "a request");
    pthread_join(other, NULL);
    moya_provider_destroy(provider);
    EXPECT_JOURNAL("a.close a.ran a.destroy");
  }
}

BOTH(all_gives_up, gives_up)
BOTH(all_gives_up_requests, gives_up_requests)
BOTH(all_errors, errors)
BOTH(all_without_flag, without_flag)
BOTH(all_others, beside_others)
BOTH(all_inside, inside)
BOTH(all_inside_work, inside_work)
BOTH(all_inside_close, inside_close)
BOTH(all_no_plugins, no_plugins)

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("the end of a provider does not wait for ever, and the log names the plugin", all_gives_up);
  TEST("the end of a provider does not wait for a request without an end", all_gives_up_requests);
  TEST("an error of `close` is written to the log", all_errors);
  TEST("`close` of a plugin without MOYA_PLUGIN_WAITS waits for its request", all_without_flag);
  TEST("`close` does not disturb other providers", all_others);
  TEST("a provider that ends inside a callback, a hook or a task is closed", all_inside);
  TEST("a provider that ends inside a work is closed", all_inside_work);
  TEST("a provider that ends inside `close` is closed once", all_inside_close);
  TEST("a provider accepts no plugins while it ends", all_no_plugins);
  TEST("a provider is closed while another thread pumps it", other_pumps);
  server_stop(&faults);
  return verdict();
}
