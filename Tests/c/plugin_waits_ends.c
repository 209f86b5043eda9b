/* Tests what happens while a prepare hook waits: its call is cancelled or times out, its provider is closed or
 * destroyed, or the process forks. */
#include "plugin_waiting.h"

/* ── The call ends first ── */

/* Checks the context of a call that has ended. Texts that the hook has read stay valid. Nothing can be changed. */
static void expect_over(moya_context *context, moya_str url, const char *wanted) {
  EXPECT(str_is(url, wanted), "%s", url.data);
  EXPECT(str_is(host->request_url(context), wanted), "%s", host->request_url(context).data);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_method(context, "PUT"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_url(context, "http://h/b"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_add_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_body(context, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_status(context, 203), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_add_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_body(context, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->set_slot(context, &slot_value), MOYA_ERROR_STATE);
  EXPECT(host->slot(context) == NULL);
  host->fail(context, "too late");
  EXPECT(str_is(url, wanted), "%s", url.data);
}
static void expect_gone(moya_context *context) {
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  EXPECT(host->request_url(context).data == NULL && host->target_name(context).data == NULL);
  EXPECT(host->slot(context) == NULL && host->time_left_ms(context) == -1);
}

typedef enum ending { CANCEL, TIMEOUT, CLOSE, DESTROY, ENDINGS } ending;
static const struct {
  const char *what;
  moya_status status;
  const char *journal;
} endings[] = {
    {"cancelled", MOYA_ERROR_CANCELLED, "a.prepare a.CANCELLED b.CANCELLED a.released"},
    {"out of time", MOYA_ERROR_TIMEOUT_TOTAL, "a.prepare a.TIMEOUT_TOTAL b.TIMEOUT_TOTAL a.released"},
    {"closed", MOYA_ERROR_CANCELLED, "a.prepare a.CANCELLED b.CANCELLED a.released"},
    {"destroyed", MOYA_ERROR_CANCELLED, "a.prepare a.CANCELLED b.CANCELLED a.released b.destroy a.destroy"},
};

static void play(ending ending, way way, source source, bool is_resumed) {
  moya_provider *provider = waiting_provider(way, 0);
  calling it = calling_of(provider, way, source, &holding);
  if (ending == TIMEOUT) {
    /* A first call does the work that is needed only once, so that this work does not use up the timeout of the second
     * call. */
    calling first = calling_of(provider, way, source, NULL);
    make_call(&first);
    EXPECT(first.status == MOYA_OK, "%s", first.message);
    it.target.timeout_ms = 300;
    journal[0] = 0;
  }
  begin_call(&it);
  moya_context *context = held;
  char before[128];
  moya_str url = host->request_url(context);
  snprintf(before, sizeof before, "%s", url.data);
  EXPECT(str_has(url, source == NETWORK ? "/bytes/5" : "http://h/a"), "%s", before);
  switch (ending) {
    case CANCEL: moya_provider_cancel_all(provider); break;
    case CLOSE: moya_provider_close(provider); break;
    case DESTROY: moya_provider_destroy(provider); break;
    default: break;
  }
  /* `make_call` fails if the call has not ended after 30 s, which is less than the default timeout. */
  pthread_join(it.thread, NULL);
  EXPECT(it.status == endings[ending].status, "%s (way %d): %s", endings[ending].what, way, it.message);
  EXPECT(it.http_status == 0, "%d", it.http_status);
  if (ending == DESTROY) {
    expect_gone(context);
    EXPECT(strcmp(journal, endings[ending].journal) == 0, "%s (way %d): %s", endings[ending].what, way, journal);
    return;
  }
  expect_over(context, url, before);
  /* The plugin resumes only every second context. The provider frees the others. */
  if (is_resumed) expect_gone(context);
  expect_end(provider, endings[ending].what, endings[ending].journal);
  expect_gone(context);
}
static void ended_first(void) {
  int number = 0;
  for (int ending = 0; ending < ENDINGS; ending++) {
    for (int way = 0; way < WAYS; way++) {
      /* No other thread may call moya_provider_process while this thread closes or destroys the provider. */
      if (way == PUMPED && ending != CANCEL && ending != TIMEOUT) continue;
      for (int source = NETWORK; source <= IMMEDIATE; source++) play(ending, way, source, number++ % 2);
    }
  }
}

/* The thread that calls moya_provider_process also closes or destroys the provider. */
static void ended_by_pump(void) {
  for (int ending = CLOSE; ending <= DESTROY; ending++) {
    moya_provider *provider = waiting_provider(PUMPED, 0);
    calling it = calling_of(provider, PUMPED, NETWORK, &holding);
    send_call(&it);
    for (long end = clock_seconds() + 30; sem_trywait(&is_held) && clock_seconds() < end;) {
      EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
    }
    moya_context *context = held;
    EXPECT(context != NULL, "the hook has not run");
    if (ending == CLOSE) moya_provider_close(provider);
    moya_provider_destroy(provider);
    await(&it.ended);
    EXPECT_STATUS(it.status, MOYA_ERROR_CANCELLED);
    expect_gone(context);
  }
}

/* One thread sets the slot while another thread cancels the call. The library releases each pointer that was stored. */
static pthread_barrier_t both;
static int stored, refused;
static void *store(void *context) {
  pthread_barrier_wait(&both);
  moya_status status = host->set_slot(context, &slot_value);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_STATE, "%s", moya_status_name(status));
  if (status == MOYA_OK) stored++;
  else refused++;
  return NULL;
}
static moya_status hold_without_slot(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  sem_post(&is_held);
  return MOYA_HOOK_PENDING;
}
static void slots(void) {
  static const acts bare = {.prepare = hold_without_slot};
  int rounds = often(200);
  moya_provider *provider = waiting_provider(SENT, 0);
  pthread_barrier_init(&both, NULL, 2);
  stored = refused = released = 0;
  for (int round = 0; round < rounds; round++) {
    calling it = calling_of(provider, SENT, IMMEDIATE, &bare);
    moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &it);
    moya_call *call = NULL;
    pthread_t thread;
    sem_init(&it.ended, 0, 0);
    EXPECT_STATUS(moya_provider_send(provider, &it.target, &handlers, NULL, &call, NULL), MOYA_OK);
    await(&is_held);
    EXPECT(moya_call_state(call) == MOYA_CALL_WAITING, "%d", moya_call_state(call));
    EXPECT(pthread_create(&thread, NULL, store, held) == 0);
    pthread_barrier_wait(&both);
    moya_call_cancel(call);
    pthread_join(thread, NULL);
    await(&it.ended);
    EXPECT_STATUS(it.status, MOYA_ERROR_CANCELLED);
    expect_gone(held);
    moya_call_release(call);
  }
  moya_provider_destroy(provider);
  pthread_barrier_destroy(&both);
  EXPECT(stored == released && stored + refused == rounds, "%d stored, %d refused, %d released", stored, refused,
         released);
}

/* ── Limits of the wait ── */

static void limits(void) {
  static const acts passing = {.prepare = go_elsewhere, .elsewhere = resume_ok, .attempts = 2};
  for (int way = 0; way < WAYS; way++) {
    for (int source = NETWORK; source <= IMMEDIATE; source++) {
      moya_provider *provider = waiting_provider(way, 30);
      calling it = calling_of(provider, way, source, &holding);
      make_call(&it);
      EXPECT_STATUS(it.status, MOYA_ERROR_PLUGIN_TIMEOUT);
      EXPECT(strstr(it.message, "org.libmoya.waits") && strstr(it.message, "prepare") && strstr(it.message, "30 ms"),
             "%s", it.message);
      await(&is_held);
      if (source == NETWORK) expect_gone(held);
      expect_end(provider, "wait_ms", "a.prepare a.PLUGIN_TIMEOUT b.PLUGIN_TIMEOUT a.released");
    }
  }
  /* The limit `wait_ms` applies to each wait separately. A limit of 0 means that there is no limit. */
  moya_provider *provider = waiting_provider(CALLED, 30000);
  expect_free_call(provider, IMMEDIATE, &passing);
  join_all();
  moya_provider_destroy(provider);
  provider = waiting_provider(CALLED, 0);
  calling it = calling_of(provider, CALLED, IMMEDIATE, &holding);
  it.target.timeout_ms = 300;
  make_call(&it);
  EXPECT_STATUS(it.status, MOYA_ERROR_TIMEOUT_TOTAL);
  moya_provider_destroy(provider);
  /* The total timeout ends a wait, even if `wait_ms` is longer. */
  provider = waiting_provider(CALLED, 30000);
  it = calling_of(provider, CALLED, IMMEDIATE, &holding);
  it.target.timeout_ms = 300;
  make_call(&it);
  EXPECT_STATUS(it.status, MOYA_ERROR_TIMEOUT_TOTAL);
  moya_provider_destroy(provider);
}

/* ── Forks ── */

static moya_provider *forked_provider;
static void call_in_child(void) {
  static const acts passing = {.prepare = go_elsewhere, .elsewhere = resume_ok};
  moya_context *inherited = held;
  EXPECT_STATUS(host->resume(inherited, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_header(inherited, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->set_slot(inherited, &slot_value), MOYA_ERROR_STATE);
  EXPECT(host->slot(inherited) == NULL);
  /* Calls functions of `host` with NULL as the context. */
  host->log(NULL, MOYA_LOG_DEBUG, "a line of no plugin");
  EXPECT(host->log_enabled(NULL, MOYA_LOG_DEBUG) == 0 && host->option_int(NULL, "as") == 0);
  EXPECT(host->option_text(NULL, "as").data == NULL && host->option_count(NULL, "as") == 0);
  EXPECT_STATUS(host->resume(NULL, MOYA_HOOK_OK), MOYA_ERROR_NULL);
  for (int source = NETWORK; source < SOURCES; source++) {
    for (int way = CALLED; way <= CALLED_STREAM; way++) {
      calling it = calling_of(forked_provider, way, source, &passing);
      make_call(&it);
      EXPECT(it.status == MOYA_OK, "%s", it.message);
      join_all();
    }
  }
  EXPECT_STATUS(host->resume(inherited, MOYA_HOOK_OK), MOYA_ERROR_STATE);
}
static void forks(void) {
  for (int way = SENT; way <= QUEUED; way++) {
    if (way == PUMPED) continue;
    forked_provider = waiting_provider(way, 0);
    calling it = calling_of(forked_provider, way, NETWORK, &holding);
    begin_call(&it);
    in_child(call_in_child);
    EXPECT(str_has(host->request_url(held), "/bytes/5"));
    EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
    pthread_join(it.thread, NULL);
    EXPECT(it.status == MOYA_OK, "%s", it.message);
    expect_end(forked_provider, "forked",
               "a.prepare b.prepare a.will_send b.will_send a.processed b.processed a.released");
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a call that waits ends at once, and its context changes nothing more", ended_first);
  TEST("a thread that pumps a provider ends its waiting calls", ended_by_pump);
  TEST("a slot that is stored while its call is cancelled is released or refused", slots);
  TEST("a wait ends at its limit", limits);
  TEST("a forked child waits in its own calls and cannot resume its parent's", forks);
  server_stop(&faults);
  return verdict();
}
