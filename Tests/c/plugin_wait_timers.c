/* Tests hooks that wait, and timers that resume them ("moya.tasks/1"). */
#include "plugin_waiting.h"

static const moya_tasks *tasks;
static moya_provider *begin(way way) {
  moya_provider *provider = waiting_provider(way, 0);
  tasks = host->get_extension(MOYA_TASKS);
  return provider;
}
static pid_t parent;
static _Atomic int set, ended;
static void run(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)context, (void)user;
  EXPECT_STATUS(status, MOYA_ERROR_CANCELLED);
  ended++;
}

static int64_t delay;
static moya_status wait_here(moya_context *context) {
  EXPECT_STATUS(tasks->after(context, 0, NULL, NULL, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  /* This timer ends when the context is resumed. In a forked child, the plugin cannot set a timer, because its
   * instance belongs to the parent. */
  bool is_child = getpid() != parent;
  EXPECT_STATUS(tasks->after(context, 60000, run, NULL, NULL), is_child ? MOYA_ERROR_FORKED : MOYA_OK);
  if (!is_child) set++;
  EXPECT_STATUS(tasks->after(context, delay, NULL, NULL, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static void outrun(moya_context *context) {
  EXPECT_STATUS(tasks->after(context, 60000, NULL, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
}
static const acts timed = {.prepare = wait_here}, outrunning = {.prepare = go_elsewhere, .elsewhere = outrun};
static void resumed(void) {
  static const int64_t delays[] = {20, 0, -7};
  for (int number = 0; number < WAYS * SOURCES * 3; number++) {
    if (!is_played(number)) continue;
    way way = number / 3 / SOURCES;
    moya_provider *provider = begin(way);
    calling it = calling_of(provider, way, number / 3 % SOURCES, &timed);
    delay = delays[number % 3];
    uint64_t start = tasks->now_us();
    make_call(&it);
    EXPECT(it.status == MOYA_OK, "way %d: %s", way, it.message);
    EXPECT(delay <= 0 || tasks->now_us() - start >= 19000, "%d", (int)(tasks->now_us() - start));
    EXPECT_STATUS(tasks->after(held, 0, NULL, NULL, NULL), MOYA_ERROR_STATE);
    /* The context is resumed long before its timer. The timer does not delay the end of the call or of the provider. */
    it = calling_of(provider, way, IMMEDIATE, &outrunning);
    make_call(&it);
    join_all();
    EXPECT(it.status == MOYA_OK, "way %d: %s", way, it.message);
    moya_provider_destroy(provider);
    EXPECT(ended == set, "way %d: %d of %d", way, ended, set);
  }
}
static void cancelled(void) {
  for (int way = 0; way < WAYS; way++) {
    moya_provider *provider = begin(way);
    calling it = calling_of(provider, way, NETWORK, &holding);
    begin_call(&it);
    EXPECT_STATUS(tasks->after(held, 60000, NULL, NULL, NULL), MOYA_OK);
    moya_provider_cancel_all(provider);
    pthread_join(it.thread, NULL);
    EXPECT_STATUS(it.status, MOYA_ERROR_CANCELLED);
    if (way % 2) EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
    moya_provider_destroy(provider);
  }
}

/* A plugin that limits the rate of requests. The calls are sent in the order in which they began. */
static _Atomic int turns;
static char order[32];
static moya_status wait_turn(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 40 * turns++, NULL, NULL, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status note_turn(moya_context *context) {
  strncat(order, host->target_name(context).data, sizeof order - strlen(order) - 1);
  return MOYA_HOOK_OK;
}
static void limiter(way way) {
  static const acts limited = {.prepare = wait_turn, .following = note_turn};
  static const char *const names[] = {"1", "2", "3"};
  calling calls[3];
  turns = 0;
  order[0] = 0;
  moya_provider *provider = begin(way);
  uint64_t start = tasks->now_us();
  for (int index = 0; index < 3; index++) {
    calls[index] = calling_of(provider, way, NETWORK, &limited);
    calls[index].target.name = names[index];
    send_call(&calls[index]);
  }
  for (int index = 0; index < 3; index++) {
    if (way == PUMPED) pump(&calls[index]);
    await(&calls[index].ended);
    EXPECT(calls[index].status == MOYA_OK, "%s", calls[index].message);
  }
  EXPECT(strcmp(order, "123") == 0 && tasks->now_us() - start >= 79000, "%s", order);
  moya_provider_destroy(provider);
}

/* In a forked child, a call succeeds even if its hook waits for a timer. The call of the parent continues. */
static moya_provider *forked_provider;
static void call_in_child(void) {
  delay = 20;
  EXPECT_STATUS(tasks->after(held, 0, NULL, NULL, NULL), MOYA_ERROR_STATE);
  expect_free_call(forked_provider, IMMEDIATE, &timed);
  expect_free_call(forked_provider, NETWORK, &timed);
}
static void forks(void) {
  forked_provider = begin(SENT);
  calling it = calling_of(forked_provider, SENT, NETWORK, &holding);
  begin_call(&it);
  in_child(call_in_child);
  EXPECT_STATUS(tasks->after(held, 1, NULL, NULL, NULL), MOYA_OK);
  pthread_join(it.thread, NULL);
  EXPECT(it.status == MOYA_OK, "%s", it.message);
  moya_provider_destroy(forked_provider);
}

static void limiters(void) {
  limiter(SENT);
  limiter(PUMPED);
}

int main(void) {
  parent = getpid();
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a timer resumes a hook that waits", resumed);
  TEST("a timer does not delay the end of a call that is cancelled", cancelled);
  TEST("timers keep calls in order", limiters);
  TEST("a forked child's hooks wait for timers", forks);
  server_stop(&faults);
  return verdict();
}
