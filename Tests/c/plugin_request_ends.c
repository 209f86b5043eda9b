/* A plugin sends requests that end early: the plugin cancels the request, or the call, the instance or the process
 * ends. */
#include "plugin_tasks.h"

static moya_sub_request to(const char *path) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at(path));
  return request;
}

/* ── Cancelling a request ── */

static void never(ending *end, moya_context *context) {
  (void)end, (void)context;
  EXPECT(false, "a request that was cancelled has an end");
}
/* Cancels a request. Its owner is the instance, or the context of a hook that waits. */
static void cancelled(moya_pump pump) {
  for (int is_hooks = 0; is_hooks < 2; is_hooks++) {
    begin(pump);
    calling it = calling_of(provider, SENT, IMMEDIATE, &holding);
    send_call(&it);
    await(&is_held);
    moya_context *owner = is_hooks ? held : self;
    moya_sub_request request = to("/never");
    ending end, other;
    reset(&end);
    reset(&other);
    end.then = never;
    EXPECT_STATUS(send_request(owner, &request, &end), MOYA_OK);
    request = to("/ok");
    EXPECT_STATUS(send_request(owner, &request, &other), MOYA_OK);
    await_on(pump, &other.ended);
    EXPECT(tasks->cancel(owner, other.task) == 0, "a request that has ended was cancelled");
    EXPECT(tasks->cancel(owner, end.task + 1000) == 0 && tasks->cancel(NULL, end.task) == 0);
    EXPECT(tasks->cancel((moya_context *)(uintptr_t)0x12345678, end.task) == 0);
    EXPECT(tasks->cancel(owner, end.task) == 1, "owner %d", is_hooks);
    EXPECT(tasks->cancel(owner, end.task) == 0, "owner %d", is_hooks);
    EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
    await_on(pump, &it.ended);
    moya_provider_destroy(provider);
    EXPECT(end.calls == 0 && other.calls == 1, "%d %d", end.calls, other.calls);
  }
}
/* `cancel` follows `send` at once. If `cancel` returns 1, the `run` of the request never runs. Otherwise it runs
 * once. */
static void cancelled_at_once(moya_pump pump) {
  begin(pump);
  for (int count = 0; count < often(200); count++) {
    moya_sub_request request = to("/ok");
    ending end;
    reset(&end);
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    if (tasks->cancel(self, end.task)) {
      EXPECT(end.calls == 0, "%d", end.calls);
    } else {
      await_on(pump, &end.ended);
      expect_once(&end, MOYA_OK, "not cancelled");
    }
  }
  moya_provider_destroy(provider);
}
/* A request that stops itself and another one. */
static ending stopped;
static uint64_t own_number;
static sem_t has_number;
static void stop(ending *end, moya_context *context) {
  (void)end;
  await(&has_number);
  EXPECT(tasks->cancel(self, own_number) == 0 && tasks->cancel(context, own_number) == 0);
  EXPECT(tasks->cancel(self, stopped.task) == 1);
}
static void cancelled_in_run(moya_pump pump) {
  begin(pump);
  moya_sub_request request = to("/never");
  ending end;
  reset(&end);
  reset(&stopped);
  sem_init(&has_number, 0, 0);
  end.then = stop;
  EXPECT_STATUS(send_request(self, &request, &stopped), MOYA_OK);
  request = to("/ok");
  EXPECT_STATUS(tasks->send(self, &request, finish, &end, &own_number), MOYA_OK);
  sem_post(&has_number);
  await_on(pump, &end.ended);
  moya_provider_destroy(provider);
  EXPECT(stopped.calls == 0 && end.calls == 1, "%d %d", stopped.calls, end.calls);
}

/* ── The owner ends first ── */

static moya_call *sent_call;
static void cancel_call(void) { moya_call_cancel(sent_call); }
static void cancel_all(void) { moya_provider_cancel_all(provider); }
static void close_provider(void) { moya_provider_close(provider); }
static void resume_call(void) { EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK); }
static void fail_call(void) { EXPECT_STATUS(host->resume(held, MOYA_ERROR_OTHER), MOYA_OK); }
static void let_time_pass(void) {}
static void owner_ends(moya_pump pump) {
  static const struct {
    const char *what;
    void (*end)(void);
    moya_status status;
    uint32_t timeout_ms;
  } rows[] = {
    {"the call is cancelled", cancel_call, MOYA_ERROR_CANCELLED, 0},
    {"all calls are cancelled", cancel_all, MOYA_ERROR_CANCELLED, 0},
    {"the provider is closed", close_provider, MOYA_ERROR_CANCELLED, 0},
    {"the hook is resumed", resume_call, MOYA_OK, 0},
    {"the hook fails", fail_call, MOYA_ERROR_OTHER, 0},
    {"the call has no time left", let_time_pass, MOYA_ERROR_TIMEOUT_TOTAL, 50},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    begin(pump);
    calling it = calling_of(provider, SENT, IMMEDIATE, &holding);
    it.target.timeout_ms = rows[row].timeout_ms;
    moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &it);
    sem_init(&it.ended, 0, 0);
    sent_call = NULL;
    EXPECT_STATUS(moya_provider_send(provider, &it.target, &handlers, NULL, &sent_call, NULL), MOYA_OK);
    await(&is_held);
    moya_sub_request request = to("/never");
    ending end;
    reset(&end);
    moya_status started = send_request(held, &request, &end);
    rows[row].end();
    if (rows[row].end == close_provider) await(&it.ended);
    else await_on(pump, &it.ended);
    EXPECT(it.status == rows[row].status, "%s: %s", rows[row].what, moya_status_name(it.status));
    EXPECT_STATUS(send_request(held, &request, &end), MOYA_ERROR_STATE);
    EXPECT(tasks->cancel(held, end.task) == 0, "%s", rows[row].what);
    moya_call_release(sent_call);
    moya_provider_destroy(provider);
    /* If the timeout of the call passes before `send`, `send` fails. */
    EXPECT(started == MOYA_OK || (rows[row].timeout_ms && started == MOYA_ERROR_STATE), "%s: %s", rows[row].what,
           moya_status_name(started));
    if (started) continue;
    EXPECT(end.calls == 1, "%s: %d", rows[row].what, end.calls);
    EXPECT(end.status == MOYA_ERROR_CANCELLED || (rows[row].timeout_ms && end.status == MOYA_ERROR_TIMEOUT_TOTAL),
           "%s: %s", rows[row].what, moya_status_name(end.status));
  }
}

/* When the instance ends, the `run` of each of its requests runs. This `run` cannot send another request. */
static void try_again(ending *end, moya_context *context) {
  moya_sub_request request = to("/ok");
  (void)context;
  EXPECT_STATUS(end->status, MOYA_ERROR_CANCELLED);
  EXPECT_STATUS(tasks->send(self, &request, finish, end, NULL), MOYA_ERROR_STATE);
}
static void instance_ends(moya_pump pump) {
  for (int is_tried = 0; is_tried < 2; is_tried++) {
    ending ends[3];
    begin(pump);
    for (int index = 0; index < 3; index++) {
      moya_sub_request request = to("/never");
      reset(&ends[index]);
      if (is_tried) ends[index].then = try_again;
      EXPECT_STATUS(send_request(self, &request, &ends[index]), MOYA_OK);
    }
    moya_provider_destroy(provider);
    for (int index = 0; index < 3; index++) expect_once(&ends[index], MOYA_ERROR_CANCELLED, "the instance ends");
    EXPECT_JOURNAL("a.CANCELLED a.CANCELLED a.CANCELLED a.destroy");
  }
}
/* The `run` of a request destroys the provider. */
static sem_t is_left;
static void leave_and_tell(void *it) {
  leave(it);
  sem_post(&is_left);
}
static const moya_plugin leaving = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.leaves", .version = "1.0.0", .options = letter,
                                    .create = create_tasking, .destroy = leave_and_tell};
static void destroy_provider(ending *end, moya_context *context) {
  (void)context;
  EXPECT_STATUS(end->status, MOYA_OK);
  moya_provider_destroy(provider);
}
static void destroyed_in_run(moya_pump pump) {
  moya_provider_options options = plain_options(pump);
  ending last, pending;
  sem_init(&is_left, 0, 0);
  begin_with(&options, &leaving, 1);
  reset(&last);
  reset(&pending);
  last.then = destroy_provider;
  moya_sub_request request = to("/never");
  EXPECT_STATUS(send_request(self, &request, &pending), MOYA_OK);
  request = to("/ok");
  EXPECT_STATUS(send_request(self, &request, &last), MOYA_OK);
  if (pump == MOYA_PUMP_HOST) {
    for (long end = clock_seconds() + 30; !last.calls && clock_seconds() < end;) {
      (void)!moya_provider_process(provider, 100, NULL);
    }
  }
  await(&is_left);
  expect_once(&last, MOYA_OK, "the last request");
  expect_once(&pending, MOYA_ERROR_CANCELLED, "a request that was under way");
  EXPECT_JOURNAL("a.ran a.CANCELLED a.destroy");
}
/* Two threads start tasks, and cancel some, while the provider ends. */
static _Atomic int started, cancelled_count;
static _Atomic int counted;
static sem_t has_started;
static void count_end(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)context, (void)user;
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_CANCELLED, "%s", moya_status_name(status));
  counted++;
}
static void *start_tasks(void *user) {
  moya_status status = MOYA_OK;
  (void)user;
  for (int count = 0; status == MOYA_OK; count++) {
    moya_sub_request request = to(count % 2 ? "/never" : "/ok");
    uint64_t task = 0;
    if (count % 3 == 0) status = tasks->send(self, &request, count_end, NULL, &task);
    else if (count % 3 == 1) status = tasks->work(self, count_end, NULL, &task);
    else status = tasks->after(self, count % 5, count_end, NULL, &task);
    if (status == MOYA_OK) started++;
    if (count % 4 == 0 && task && tasks->cancel(self, task)) cancelled_count++;
    sem_post(&has_started);
  }
  EXPECT_STATUS(status, MOYA_ERROR_STATE);
  return NULL;
}
static void ends_under_way(moya_pump pump) {
  for (int count = 0; count < often(20); count++) {
    pthread_t starters[2];
    started = cancelled_count = counted = 0;
    sem_init(&has_started, 0, 0);
    begin(pump);
    for (int index = 0; index < 2; index++) EXPECT(!pthread_create(&starters[index], NULL, start_tasks, NULL));
    for (int index = 0; index < 1 + count * 7; index++) await(&has_started);
    moya_provider_close(provider);
    for (int index = 0; index < 2; index++) pthread_join(starters[index], NULL);
    moya_provider_destroy(provider);
    EXPECT(started > 0 && counted + cancelled_count == started, "%d + %d of %d", (int)counted, (int)cancelled_count,
           (int)started);
  }
}
/* An instance whose `create` fails has no tasks. */
static ending lost;
static moya_status send_and_fail(const moya_host *it, moya_context *owner, void **instance) {
  moya_sub_request request = to("/ok");
  host = it;
  tasks = it->get_extension(MOYA_TASKS);
  *instance = NULL;
  EXPECT_STATUS(send_request(owner, &request, &lost), MOYA_OK);
  return MOYA_ERROR_OTHER;
}
static void create_fails(moya_pump pump) {
  static const moya_plugin failing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.fails", .version = "1.0.0",
                                      .create = send_and_fail};
  moya_provider_options options = plain_options(pump);
  reset(&lost);
  begin_with(&options, &tasking, 0);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &failing, NULL, NULL), MOYA_ERROR_PLUGIN_CREATE);
  moya_provider_destroy(provider);
  EXPECT(lost.calls == 0, "%d", lost.calls);
}
/* `create` may send a request. */
static moya_status create_sending(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = create_tasking(it, owner, instance);
  moya_sub_request request = to("/ok");
  EXPECT_STATUS(send_request(owner, &request, &lost), MOYA_OK);
  return status;
}
static void sent_in_create(moya_pump pump) {
  static const moya_plugin sending = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.sends", .version = "1.0.0",
                                      .options = letter, .create = create_sending, .destroy = leave};
  moya_provider_options options = plain_options(pump);
  reset(&lost);
  begin_with(&options, &sending, 1);
  await_on(pump, &lost.ended);
  expect_once(&lost, MOYA_OK, "a request of `create`");
  EXPECT(lost.http_status == 200, "%d", lost.http_status);
  moya_provider_destroy(provider);
}

/* ── The time of a request ── */

/* How many milliseconds are left for the request, as a later plugin has read them; 0: the plugin has read nothing
 * yet. */
static _Atomic int64_t time_left;
static moya_status read_time(void *it, moya_context *context) {
  if (str_is(host->target_name(context), "API.call")) return prepare(it, context);
  time_left = host->time_left_ms(context);
  return MOYA_HOOK_OK;
}
static const moya_plugin timed = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.timed", TASKING,
                                  .prepare = read_time};
static void time_limits(void) {
  static const struct {
    const char *what;
    bool is_hooks;
    uint32_t call_ms, request_ms;
    int64_t least, most; /* far enough from each other for any machine */
  } rows[] = {
    {"the instance's request has the default", false, 0, 0, 0, 30000},
    {"the instance's request has its own time", false, 0, 900000, 300001, 900000},
    {"the hook's request has its own time", true, 900000, 600000, 300001, 600000},
    {"the hook's request has the time of its call", true, 20000, 600000, 0, 20000},
    {"the hook's request has the default", true, 900000, 0, 0, 30000},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider_options options = plain_options(MOYA_PUMP_DISPATCH);
    begin_with(&options, &timed, 2);
    calling it = calling_of(provider, SENT, IMMEDIATE, &holding);
    it.target.timeout_ms = rows[row].call_ms;
    send_call(&it);
    await(&is_held);
    moya_sub_request request = to("/ok");
    request.timeout_ms = rows[row].request_ms;
    ending end;
    reset(&end);
    time_left = 0;
    EXPECT_STATUS(send_request(rows[row].is_hooks ? held : self, &request, &end), MOYA_OK);
    await(&end.ended);
    expect_once(&end, MOYA_OK, rows[row].what);
    EXPECT(time_left > rows[row].least && time_left <= rows[row].most, "%s: %d ms", rows[row].what, (int)time_left);
    EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
    await(&it.ended);
    EXPECT(it.status == MOYA_OK, "%s: %s", rows[row].what, it.message);
    moya_provider_destroy(provider);
  }
}

/* ── Forked children ── */

static moya_pump forked_pump;
static ending childs_end, parents_end;
static moya_status send_in_child(moya_context *context) {
  moya_sub_request request = to("/ok");
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(send_request(context, &request, &childs_end), MOYA_ERROR_FORKED);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static void in_forked_child(void) {
  static const acts sending = {.prepare = send_in_child};
  moya_sub_request request = to("/ok");
  EXPECT_STATUS(send_request(self, &request, &childs_end), MOYA_ERROR_FORKED);
  EXPECT(tasks->cancel(self, parents_end.task) == 0);
  expect_free_call(provider, IMMEDIATE, &sending);
  expect_free_call(provider, NETWORK, &sending);
  if (forked_pump == MOYA_PUMP_HOST) {
    /* The child has an instance of its own. */
    begin(MOYA_PUMP_HOST);
    EXPECT_STATUS(send_request(self, &request, &childs_end), MOYA_OK);
    await_on(MOYA_PUMP_HOST, &childs_end.ended);
    expect_once(&childs_end, MOYA_OK, "the child's request");
    moya_provider_destroy(provider);
  }
  EXPECT(parents_end.calls == 0, "%d", parents_end.calls);
}
static void forks(moya_pump pump) {
  forked_pump = pump;
  begin(pump);
  reset(&childs_end);
  reset(&parents_end);
  moya_sub_request request = to("/never");
  EXPECT_STATUS(send_request(self, &request, &parents_end), MOYA_OK);
  in_child(in_forked_child);
  EXPECT(tasks->cancel(self, parents_end.task) == 1);
  request = to("/ok");
  EXPECT_STATUS(send_request(self, &request, &parents_end), MOYA_OK);
  await_on(pump, &parents_end.ended);
  expect_once(&parents_end, MOYA_OK, "the parent's request");
  moya_provider_destroy(provider);
}

static void all_cancelled(void) {
  with_both_pumps(cancelled);
  with_both_pumps(cancelled_at_once);
  with_both_pumps(cancelled_in_run);
}
static void all_owners(void) { with_both_pumps(owner_ends); }
static void all_instances(void) {
  with_both_pumps(instance_ends);
  with_both_pumps(destroyed_in_run);
}
static void all_under_way(void) { with_both_pumps(ends_under_way); }
static void all_creates(void) {
  with_both_pumps(create_fails);
  with_both_pumps(sent_in_create);
}
static void all_forks(void) { with_both_pumps(forks); }

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a request that was cancelled has no end", all_cancelled);
  TEST("the end of its call or hook ends a request, once", all_owners);
  TEST("the end of the instance ends its requests, also inside `run`", all_instances);
  TEST("tasks that begin while their instance ends have one end", all_under_way);
  TEST("`create` may send a request, which has no end if `create` fails", all_creates);
  TEST("a request of a hook has at most the time of its call", time_limits);
  TEST("a forked child sends no requests for its parent's instances", all_forks);
  server_stop(&faults);
  return verdict();
}
