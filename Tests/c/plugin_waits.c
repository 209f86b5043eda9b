/* Tests a prepare hook that waits. After `defer`, its context stays valid until any thread calls `resume`. A call of
 * any kind can wait, also a call of a stub. After the wait, the call continues on the thread that runs its hooks. */
#include "plugin_waiting.h"

static void go_on(moya_context *context) {
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->set_slot(context, &slot_value), MOYA_ERROR_STATE);
}
static void change(moya_context *context) {
  EXPECT(str_has(host->request_url(context), "http://") && str_is(host->target_name(context), "API.call"));
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_OK);
  EXPECT_STATUS(host->set_slot(context, &slot_value), MOYA_OK);
  EXPECT(host->slot(context) == &slot_value && has_field(context));
  go_on(context);
}
static void answer(moya_context *context) {
  EXPECT_STATUS(host->response_set_status(context, 203), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "made", 4), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_ANSWERED), MOYA_OK);
}
static void refuse(moya_context *context) {
  host->fail(context, "no token");
  EXPECT_STATUS(host->resume(context, MOYA_ERROR_BODY), MOYA_OK);
}
static void babble(moya_context *context) { EXPECT_STATUS(host->resume(context, 7), MOYA_OK); }

static void defer_here(moya_context *context) {
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  held = context;
}
static moya_status resume_here(moya_context *context) {
  defer_here(context);
  go_on(context);
  EXPECT(host->request_url(context).data == NULL);
  return MOYA_HOOK_PENDING;
}
static moya_status answer_here(moya_context *context) {
  defer_here(context);
  EXPECT_STATUS(host->response_set_body(context, "made", 4), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static moya_status allow_here(moya_context *context) {
  defer_here(context);
  return MOYA_HOOK_OK;
}
static moya_status refuse_here(moya_context *context) {
  defer_here(context);
  host->fail(context, "no token");
  return MOYA_ERROR_BODY;
}
static moya_status only_say_pending(moya_context *context) {
  (void)context;
  return MOYA_HOOK_PENDING;
}

typedef struct row {
  const char *what;
  acts acts;
  moya_status status;
  const char *body, *text, *journal; /* body: NULL is the body of the stub or of the server */
} row;
#define ATTEMPT "a.prepare b.prepare a.will_send b.will_send "
#define USUAL ATTEMPT "a.processed b.processed"
static const row rows[] = {
    {"another thread changes the request", {.prepare = go_elsewhere, .elsewhere = change}, MOYA_OK, NULL, NULL,
     "a.prepare b.prepare-X a.will_send-X b.will_send-X a.processed b.processed a.released"},
    {"another thread answers", {.prepare = go_elsewhere, .elsewhere = answer}, MOYA_OK, "made", NULL,
     "a.prepare a.processed b.processed"},
    {"another thread fails the call", {.prepare = go_elsewhere, .elsewhere = refuse}, MOYA_ERROR_BODY, NULL, "no token",
     "a.prepare a.BODY b.BODY"},
    {"an unknown result", {.prepare = go_elsewhere, .elsewhere = babble}, MOYA_ERROR_PLUGIN_HOOK, NULL, "prepare",
     "a.prepare a.PLUGIN_HOOK b.PLUGIN_HOOK"},
    {"two plugins wait", {.prepare = go_elsewhere, .following = go_elsewhere, .elsewhere = go_on}, MOYA_OK, NULL, NULL,
     USUAL},
    {"the second plugin waits", {.following = go_elsewhere, .elsewhere = go_on}, MOYA_OK, NULL, NULL, USUAL},
    {"each attempt waits", {.prepare = go_elsewhere, .elsewhere = go_on, .attempts = 3}, MOYA_OK, NULL, NULL,
     ATTEMPT ATTEMPT USUAL},
    {"the hook resumes", {.prepare = resume_here}, MOYA_OK, NULL, NULL, USUAL},
    {"the hook defers and answers", {.prepare = answer_here}, MOYA_OK, "made", NULL,
     "a.prepare a.processed b.processed"},
    {"the hook defers and returns OK", {.prepare = allow_here}, MOYA_OK, NULL, NULL, USUAL},
    {"the hook defers and fails", {.prepare = refuse_here}, MOYA_ERROR_BODY, NULL, "no token",
     "a.prepare a.BODY b.BODY"},
    {"pending without defer", {.prepare = only_say_pending}, MOYA_ERROR_PLUGIN_HOOK, NULL, "pending without defer",
     "a.prepare a.PLUGIN_HOOK b.PLUGIN_HOOK"},
};

static void play(const row *row, way way, source source) {
  moya_provider *provider = waiting_provider(way, 0);
  calling it = calling_of(provider, way, source, &row->acts);
  make_call(&it);
  join_all();
  char what[128];
  snprintf(what, sizeof what, "%s (way %d, source %d)", row->what, way, source);
  const char *body = row->status != MOYA_OK ? "" : row->body ? row->body : source == NETWORK ? "xxxxx" : "body";
  EXPECT(it.status == row->status, "%s: %s", what, moya_status_name(it.status));
  EXPECT(strcmp(it.body, body) == 0, "%s: %s", what, it.body);
  EXPECT(!row->text || strstr(it.message, row->text), "%s: %s", what, it.message);
  EXPECT(row->acts.elsewhere != answer || it.http_status == 203, "%s: %d", what, it.http_status);
  moya_context *old = held;
  if (old) EXPECT(host->resume(old, MOYA_HOOK_OK) == MOYA_ERROR_STATE && !host->request_url(old).data, "%s", what);
  expect_end(provider, what, row->journal);
}
static void all_ways(void) {
  int number = 0;
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    for (int way = 0; way < WAYS; way++) {
      /* There is no second attempt after the caller has received a part of the response. */
      bool is_streamed = way == CALLED_STREAM || way == SENT_STREAM;
      if (is_streamed && rows[index].acts.attempts > 1) continue;
      for (int source = 0; source < SOURCES; source++) {
        if (is_played(number++)) play(&rows[index], way, source);
      }
    }
  }
}

/* For calls that share a request, prepare runs once. */
static void shared(void) {
  moya_provider *provider = waiting_provider(SENT, 0);
  calling calls[] = {calling_of(provider, SENT, NETWORK, &holding), calling_of(provider, SENT, NETWORK, &holding)};
  for (int index = 0; index < 2; index++) {
    calls[index].target.flags = MOYA_TARGET_SHARE;
    send_call(&calls[index]);
  }
  await(&is_held);
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
  for (int index = 0; index < 2; index++) {
    await(&calls[index].ended);
    EXPECT(calls[index].status == MOYA_OK && strcmp(calls[index].body, "xxxxx") == 0, "%s", calls[index].message);
  }
  expect_end(provider, "shared", ATTEMPT "a.processed b.processed a.processed b.processed a.released");
}

/* Calls `defer` with contexts for which it fails: those of a plugin without MOYA_PLUGIN_WAITS, and pointers that are no
 * contexts. */
static moya_status cannot_wait(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  return MOYA_HOOK_OK;
}
static void strangers(void) {
  static const acts refused = {.prepare = cannot_wait}, second_refused = {.following = cannot_wait};
  moya_provider *provider = provider_with(&hasty, NULL);
  expect_free_call(provider, IMMEDIATE, &refused);
  moya_provider_destroy(provider);
  provider = provider_with(&waiting, &hasty);
  expect_free_call(provider, IMMEDIATE, &second_refused);
  static const uintptr_t made_up[] = {1, 4096, 0x12345678, UINTPTR_MAX};
  for (size_t index = 0; index < sizeof made_up / sizeof *made_up; index++) {
    EXPECT_STATUS(host->resume((moya_context *)made_up[index], MOYA_HOOK_OK), MOYA_ERROR_STATE);
    EXPECT_STATUS(host->defer((moya_context *)made_up[index]), MOYA_ERROR_STATE);
  }
  EXPECT_STATUS(host->resume(NULL, MOYA_HOOK_OK), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->defer(NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->resume(self, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  moya_provider_destroy(provider);
}

/* The thread that calls `resume` has this lock, and the next hook takes the lock. So the hook cannot run inside
 * `resume`. */
static pthread_mutex_t gate;
static moya_status pass_gate(moya_context *context) {
  (void)context;
  /* If this thread has the mutex already, locking it fails. */
  EXPECT(pthread_mutex_lock(&gate) == 0, "the hook runs inside resume");
  EXPECT(pthread_mutex_unlock(&gate) == 0);
  return MOYA_HOOK_OK;
}
static void resume_locked(void) {
  EXPECT(pthread_mutex_lock(&gate) == 0);
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
  EXPECT(pthread_mutex_unlock(&gate) == 0);
}
static void resume_in_timer(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)context, (void)user;
  EXPECT_STATUS(status, MOYA_OK);
  resume_locked();
}
static void under_locks(void) {
  static const acts gated = {.prepare = hold, .following = pass_gate}, resuming = {.will_send = resume_locked};
  pthread_mutexattr_t checked;
  pthread_mutexattr_init(&checked);
  pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&gate, &checked);
  enum { IN_THREAD, IN_TIMER, IN_HOOK, PLACES };
  for (int number = 0; number < WAYS * PLACES; number++) {
    way way = number / PLACES;
    moya_provider *provider = waiting_provider(way, 0);
    calling it = calling_of(provider, way, number % 2 ? NETWORK : IMMEDIATE, &gated);
    begin_call(&it);
    const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
    switch (number % PLACES) {
      case IN_TIMER: EXPECT_STATUS(tasks->after(self, 0, resume_in_timer, NULL, NULL), MOYA_OK); break;
      case IN_HOOK: expect_free_call(provider, IMMEDIATE, &resuming); break;
      default: resume_locked();
    }
    pthread_join(it.thread, NULL);
    EXPECT(it.status == MOYA_OK, "way %d, place %d: %s", way, number % PLACES, it.message);
    moya_provider_destroy(provider);
  }
  pthread_mutex_destroy(&gate);
}

/* Calls that wait do not delay other calls. Only one connection is allowed, so the other calls would hang if a waiting
 * call had it. */
enum { MANY = 100 };
static moya_context *many[MANY];
static _Atomic int many_count;
static moya_status hold_many(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  many[many_count++] = context;
  sem_post(&is_held);
  return MOYA_HOOK_PENDING;
}
static void beside(void) {
  static const acts holding_many = {.prepare = hold_many};
  static calling calls[MANY];
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.max_connections_per_host = 1);
  moya_provider *provider = NULL;
  sem_init(&is_held, 0, 0);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &waiting, "{\"as\": \"a\"}", NULL), MOYA_OK);
  for (int index = 0; index < MANY; index++) {
    calls[index] = calling_of(provider, SENT, NETWORK, &holding_many);
    send_call(&calls[index]);
  }
  for (int index = 0; index < MANY; index++) await(&is_held);
  for (int way = 0; way < WAYS; way++) {
    if (way == PUMPED) continue;
    calling it = calling_of(provider, way, NETWORK, NULL);
    make_call(&it);
    EXPECT(it.status == MOYA_OK && strcmp(it.body, "xxxxx") == 0, "way %d: %s", way, it.message);
  }
  EXPECT(many_count == MANY, "%d wait", many_count);
  for (int index = 0; index < many_count; index++) EXPECT_STATUS(host->resume(many[index], MOYA_HOOK_OK), MOYA_OK);
  for (int index = 0; index < MANY; index++) {
    await(&calls[index].ended);
    EXPECT(calls[index].status == MOYA_OK, "%s", calls[index].message);
  }
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a deferred hook is resumed by another thread or by itself, for every kind of call", all_ways);
  TEST("calls that share a request share one wait", shared);
  TEST("other hooks, plugins without the flag and contexts that do not exist cannot wait", strangers);
  TEST("resume runs no hook on the thread that calls it", under_locks);
  TEST("100 calls that wait delay no other call", beside);
  server_stop(&faults);
  return verdict();
}
