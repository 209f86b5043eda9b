/* Tests the hooks `process` and `sign` when they wait. plugin_waits.c tests what is common to all hooks that wait. */
#include "plugin_waiting.h"

static bool is_stream(way way) { return way == CALLED_STREAM || way == SENT_STREAM; }

/* ── process ── */

static void change(moya_context *context) {
  EXPECT(host->http_status(context) == 200);
  EXPECT_STATUS(host->response_set_status(context, 201), MOYA_OK);
  EXPECT_STATUS(host->set_slot(context, &slot_value), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
}
static void refuse(moya_context *context) {
  host->fail(context, "the late reason");
  EXPECT_STATUS(host->resume(context, MOYA_ERROR_INVALID_REQUEST), MOYA_OK);
}
static void answer(moya_context *context) { EXPECT_STATUS(host->resume(context, MOYA_HOOK_ANSWERED), MOYA_OK); }
static moya_status resume_here(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_status(context, 202), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status change_mind(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->response_set_status(context, 203), MOYA_OK);
  held = context;
  return MOYA_HOOK_OK;
}
static const acts changing = {.process = go_elsewhere, .elsewhere = change};
static const acts refusing = {.process = go_elsewhere, .elsewhere = refuse};
static const acts answering = {.process = go_elsewhere, .elsewhere = answer};
static const acts resuming = {.process = resume_here}, minding = {.process = change_mind};

static void processed(void) {
  static const struct {
    const char *what;
    const acts *does;
    moya_status status;
    int32_t http_status;
    const char *message; /* a part of the error's message */
  } rows[] = {
      {"changed on another thread", &changing, MOYA_OK, 201, NULL},
      {"refused on another thread", &refusing, MOYA_ERROR_INVALID_REQUEST, 0, "in process: the late reason"},
      {"answered", &answering, MOYA_ERROR_PLUGIN_HOOK, 0, "it answered 1, which means nothing here"},
      {"resumed before the hook returns", &resuming, MOYA_OK, 202, NULL},
      {"deferred, and ended by the hook's own result", &minding, MOYA_OK, 203, NULL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int way = 0; way < WAYS; way++) {
      for (int source = 0; source < SOURCES; source++) {
        moya_provider *provider = waiting_provider(way, 0);
        calling it = calling_of(provider, way, source, rows[row].does);
        released = 0;
        make_call(&it);
        join_all();
        EXPECT_STATUS(it.status, rows[row].status);
        EXPECT(it.http_status == rows[row].http_status || is_stream(way), "%s, way %d: %d", rows[row].what, way, it.http_status);
        if (rows[row].message) EXPECT(strstr(it.message, rows[row].message), "%s: %s", rows[row].what, it.message);
        EXPECT(released == (rows[row].does == &changing), "%s: %d", rows[row].what, released);
        EXPECT(strstr(journal, "b.processed") || strstr(journal, "b.INVALID_REQUEST") || strstr(journal, "b.PLUGIN_HOOK"),
               "%s: %s", rows[row].what, journal);
        if (held) EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
        moya_provider_destroy(provider);
      }
    }
  }
}

/* A cancel, a close or a timeout ends a call whose process or sign hook waits. */
static const acts held_in_process = {.process = hold}, held_in_sign = {.sign = hold};
typedef void (*end_fn)(moya_provider *);
static void close_provider(moya_provider *provider) { moya_provider_close(provider); }
static void ended(void) {
  static const struct {
    const char *what;
    end_fn end;
    uint32_t total_ms, wait_ms;
    moya_status status;
  } rows[] = {
      {"cancel", moya_provider_cancel_all, 0, 0, MOYA_ERROR_CANCELLED},
      {"close", close_provider, 0, 0, MOYA_ERROR_CANCELLED},
      {"total timeout", NULL, 200, 0, MOYA_ERROR_TIMEOUT_TOTAL},
      {"wait_ms", NULL, 0, 100, MOYA_ERROR_PLUGIN_TIMEOUT},
  };
  static const acts *const hooks[] = {&held_in_process, &held_in_sign};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int hook = 0; hook < 2; hook++) {
      for (int way = 0; way < WAYS; way++) {
        if (way == PUMPED && rows[row].end == close_provider) continue; /* another thread runs the provider's loop */
        moya_provider *provider = waiting_provider(way, rows[row].wait_ms);
        calling it = calling_of(provider, way, NETWORK, hooks[hook]);
        it.target.timeout_ms = rows[row].total_ms;
        released = 0;
        begin_call(&it);
        moya_str url = host->request_url(held);
        if (rows[row].end) rows[row].end(provider);
        pthread_join(it.thread, NULL);
        EXPECT(it.status == rows[row].status, "%s of %s, way %d: %s", rows[row].what, hook ? "sign" : "process", way, it.message);
        if (rows[row].wait_ms) EXPECT(strstr(it.message, hook ? "in sign: it did not resume within 100 ms" : "in process: it did not resume within 100 ms"), "%s", it.message);
        EXPECT(released == 1 && strncmp(url.data, "http", 4) == 0);
        EXPECT_STATUS(host->set_slot(held, &slot_value), MOYA_ERROR_STATE);
        EXPECT(host->slot(held) == NULL);
        EXPECT_STATUS(host->response_set_status(held, 200), MOYA_ERROR_STATE);
        if (way % 2) EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
        moya_provider_destroy(provider);
      }
    }
  }
}

/* Several calls share a request. The process hook of each call waits separately. */
static _Atomic int shared_processes;
static void count_and_resume(moya_context *context) {
  shared_processes++;
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
}
static const acts shared = {.process = go_elsewhere, .elsewhere = count_and_resume};
static void shared_calls(void) {
  moya_provider *provider = waiting_provider(SENT, 0);
  calling calls[3];
  shared_processes = 0;
  for (int i = 0; i < 3; i++) {
    calls[i] = calling_of(provider, SENT, NETWORK, &shared);
    calls[i].target.flags = MOYA_TARGET_SHARE;
    send_call(&calls[i]);
  }
  for (int i = 0; i < 3; i++) {
    await(&calls[i].ended);
    EXPECT(calls[i].status == MOYA_OK && strcmp(calls[i].body, "") != 0, "%s", calls[i].message);
  }
  join_all();
  EXPECT(shared_processes == 3, "%d", shared_processes);
  moya_provider_destroy(provider);
}

/* ── sign ── */

static void sign_late(moya_context *context) {
  EXPECT(host->request_header(context, "Host").data != NULL);
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_OK);
  EXPECT_STATUS(host->request_set_body(context, "b", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
}
static const acts signing = {.sign = go_elsewhere, .elsewhere = sign_late};
static const acts refusing_sign = {.sign = go_elsewhere, .elsewhere = refuse};
static const acts answering_sign = {.sign = go_elsewhere, .elsewhere = answer};
static void signed_late(void) {
  for (int way = 0; way < WAYS; way++) {
    for (int source = 0; source < SOURCES; source++) {
      moya_provider *provider = waiting_provider(way, 0);
      calling it = calling_of(provider, way, source, &signing);
      make_call(&it);
      join_all();
      EXPECT(it.status == MOYA_OK, "way %d: %s", way, it.message);
      EXPECT(strstr(journal, "a.prepare b.prepare a.will_send-X b.will_send-X"), "%s", journal);
      it = calling_of(provider, way, source, &refusing_sign);
      make_call(&it);
      join_all();
      EXPECT(it.status == MOYA_ERROR_INVALID_REQUEST && strstr(it.message, "in sign: the late reason"), "%s", it.message);
      it = calling_of(provider, way, source, &answering_sign);
      make_call(&it);
      join_all();
      EXPECT(it.status == MOYA_ERROR_PLUGIN_HOOK, "%s", it.message);
      moya_provider_destroy(provider);
    }
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a process hook waits, and changes or refuses the response, for every kind of call", processed);
  TEST("cancel, close and timeouts end a call whose process or sign hook waits", ended);
  TEST("each of the calls that share a request waits for its own process hook", shared_calls);
  TEST("a sign hook waits, and signs or refuses the request", signed_late);
  server_stop(&faults);
  return verdict();
}
