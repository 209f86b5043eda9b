/* Tests a process hook that waits: the order of the plugins, the result that the hook reads and changes, what ends its
 * wait, and what other calls do during the wait. plugin_process_waits.c tests the results of such hooks. */
#include "plugin_waiting.h"

static const acts held_in_process = {.process = hold};
static bool is_stream(way way) { return way == CALLED_STREAM || way == SENT_STREAM; }

static void expect_journal(const char *what, const char *wanted) {
  char copy[sizeof journal];
  pthread_mutex_lock(&journal_lock);
  snprintf(copy, sizeof copy, "%s", journal);
  pthread_mutex_unlock(&journal_lock);
  EXPECT(strcmp(copy, wanted) == 0, "%s: %s", what, copy);
}

/* ── Order, and the context ── */

static void read_and_change(moya_context *context) {
  EXPECT(host->http_status(context) == 200 && host->result_status(context) == MOYA_OK);
  EXPECT(host->request_url(context).len > 0 && host->slot(context) == &slot_value);
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_header(context, "X-Late", "1"), MOYA_OK);
  EXPECT(str_is(host->response_header(context, "X-Late"), "1"));
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  EXPECT(host->request_url(context).data == NULL && host->http_status(context) == 0);
}
static void order(void) {
  for (int way = 0; way < WAYS; way++) {
    for (int source = 0; source < SOURCES; source++) {
      moya_provider *provider = waiting_provider(way, 0);
      calling it = calling_of(provider, way, source, &held_in_process);
      begin_call(&it);
      expect_journal("while the first plugin waits", "a.prepare b.prepare a.will_send b.will_send a.processed");
      read_and_change(held);
      pthread_join(it.thread, NULL);
      EXPECT(it.status == MOYA_OK && it.body[0], "way %d: %s", way, it.message);
      expect_end(provider, "order",
                 "a.prepare b.prepare a.will_send b.will_send a.processed b.processed a.released");
    }
  }
}

/* ── Waits in several hooks, and after failures ── */

static void go_on(moya_context *context) { EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK); }
static void repair(moya_context *context) {
  EXPECT(host->result_status(context) != MOYA_OK && host->error_message(context).len > 0);
  EXPECT_STATUS(host->response_set_status(context, 203), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "made", 4), MOYA_OK);
  go_on(context);
}
static void babble(moya_context *context) { EXPECT_STATUS(host->resume(context, 7), MOYA_OK); }
static void stay_pending(moya_context *context) {
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_PENDING), MOYA_OK);
}
static moya_status answer(moya_context *context) {
  EXPECT_STATUS(host->response_set_body(context, "made", 4), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static moya_status fail(moya_context *context) {
  host->fail(context, "no token");
  return MOYA_ERROR_BODY;
}
static moya_status only_say_pending(moya_context *context) {
  (void)context;
  return MOYA_HOOK_PENDING;
}
static void timed(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)user;
  EXPECT_STATUS(status, MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
}
static moya_status set_timer(moya_context *context) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 1, NULL, NULL, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status set_own_timer(moya_context *context) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 1, timed, NULL, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static moya_status work(moya_context *context) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->work(context, timed, NULL, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
typedef struct row {
  const char *what;
  acts acts;
  moya_status status;
  const char *body, *text, *processed; /* body: NULL is the body of the stub or of the server */
} row;
#define ATTEMPT "a.prepare b.prepare a.will_send b.will_send "
static const row rows[] = {
    {"prepare, sign and process wait",
     {.prepare = go_elsewhere, .following = go_elsewhere, .sign = go_elsewhere, .process = go_elsewhere,
      .elsewhere = go_on}, MOYA_OK, NULL, NULL, ATTEMPT "a.processed b.processed"},
    {"after three attempts", {.process = go_elsewhere, .elsewhere = go_on, .attempts = 3}, MOYA_OK, NULL, NULL,
     ATTEMPT ATTEMPT ATTEMPT "a.processed b.processed"},
    {"after an answer of prepare", {.prepare = answer, .process = go_elsewhere, .elsewhere = go_on}, MOYA_OK, "made",
     NULL, "a.prepare a.processed b.processed"},
    {"after a failure that stays", {.prepare = fail, .process = go_elsewhere, .elsewhere = go_on}, MOYA_ERROR_BODY,
     NULL, "no token", "a.prepare a.BODY b.BODY"},
    {"after a failure, which it repairs", {.prepare = fail, .process = go_elsewhere, .elsewhere = repair}, MOYA_OK,
     "made", NULL, "a.prepare a.BODY b.processed"},
    {"an unknown result", {.process = go_elsewhere, .elsewhere = babble}, MOYA_ERROR_PLUGIN_HOOK, NULL, "in process",
     ATTEMPT "a.processed b.PLUGIN_HOOK"},
    {"resumed as pending", {.process = go_elsewhere, .elsewhere = stay_pending}, MOYA_ERROR_PLUGIN_HOOK, NULL,
     "in process", ATTEMPT "a.processed b.PLUGIN_HOOK"},
    {"pending without defer", {.process = only_say_pending}, MOYA_ERROR_PLUGIN_HOOK, NULL, "pending without defer",
     ATTEMPT "a.processed b.PLUGIN_HOOK"},
    {"a timer resumes", {.process = set_timer}, MOYA_OK, NULL, NULL, ATTEMPT "a.processed b.processed"},
    {"a function of a timer resumes", {.process = set_own_timer}, MOYA_OK, NULL, NULL,
     ATTEMPT "a.processed b.processed"},
    {"work resumes", {.process = work}, MOYA_OK, NULL, NULL, ATTEMPT "a.processed b.processed"},
};
static void waits(void) {
  int number = 0;
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    const row *row = &rows[index];
    for (int way = 0; way < WAYS; way++) {
      if (is_stream(way) && row->acts.attempts > 1) continue; /* a streamed response has no second attempt */
      for (int source = 0; source < SOURCES; source++) {
        if (!is_played(number++)) continue;
        moya_provider *provider = waiting_provider(way, 0);
        calling it = calling_of(provider, way, source, &row->acts);
        make_call(&it);
        join_all();
        char what[128];
        snprintf(what, sizeof what, "%s (way %d, source %d)", row->what, way, source);
        const char *body = row->body ? row->body : source == NETWORK ? "xxxxx" : "body";
        EXPECT(it.status == row->status, "%s: %s", what, moya_status_name(it.status));
        if (row->status == MOYA_OK) EXPECT(strcmp(it.body, body) == 0, "%s: %s", what, it.body);
        if (row->text) EXPECT(strstr(it.message, row->text), "%s: %s", what, it.message);
        expect_end(provider, what, row->processed);
      }
    }
  }
}

/* ── What ends the wait ── */

/* Checks the context of a call that has ended. Texts that the hook has read stay valid. Nothing can be changed. */
static void expect_over(moya_str url, const char *wanted) {
  EXPECT(str_is(url, wanted), "%s", url.data);
  EXPECT(str_is(host->request_url(held), wanted) && host->slot(held) == NULL);
  EXPECT_STATUS(host->response_set_status(held, 203), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_header(held, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_body(held, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->set_slot(held, &slot_value), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  EXPECT(host->request_url(held).data == NULL);
}
static void destroyed(void) {
  for (int number = 0; number < WAYS * SOURCES; number++) {
    way way = number % WAYS;
    if (way == PUMPED) continue; /* another thread would still run the provider's loop */
    moya_provider *provider = waiting_provider(way, 0);
    calling it = calling_of(provider, way, number / WAYS, &held_in_process);
    begin_call(&it);
    EXPECT_STATUS(host->response_set_body(held, "late", 4), MOYA_OK);
    moya_provider_destroy(provider);
    pthread_join(it.thread, NULL);
    EXPECT(it.status == MOYA_ERROR_CANCELLED && it.http_status == 0, "way %d: %s", way, moya_status_name(it.status));
    EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
    EXPECT(strstr(journal, "a.released b.destroy a.destroy"), "way %d: %s", way, journal);
  }
}
static void late(void) {
  for (int number = 0; number < WAYS * SOURCES; number++) {
    way way = number % WAYS;
    moya_provider *provider = waiting_provider(way, 0);
    calling it = calling_of(provider, way, number / WAYS, &held_in_process);
    begin_call(&it);
    char before[128];
    moya_str url = host->request_url(held);
    snprintf(before, sizeof before, "%s", url.data);
    moya_provider_cancel_all(provider);
    pthread_join(it.thread, NULL);
    EXPECT(it.status == MOYA_ERROR_CANCELLED && it.http_status == 0, "way %d: %s", way, moya_status_name(it.status));
    expect_over(url, before);
    moya_provider_destroy(provider);
  }
}

/* A process hook that begins after its call was cancelled may defer, but the library does not wait for its `resume`. */
static moya_provider *cancelled;
static void cancel_all(void) { moya_provider_cancel_all(cancelled); }
static moya_status defer_in_vain(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->response_set_status(context, 203), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->response_set_body(context, "x", 1), MOYA_ERROR_STATE);
  held = context;
  return MOYA_HOOK_PENDING;
}
static void begun_late(void) {
  static const acts does = {.will_send = cancel_all, .process = defer_in_vain};
  for (int number = 0; number < WAYS * SOURCES; number++) {
    way way = number % WAYS;
    cancelled = waiting_provider(way, 0);
    calling it = calling_of(cancelled, way, number / WAYS, &does);
    make_call(&it);
    EXPECT(it.status == MOYA_ERROR_CANCELLED && held != NULL, "way %d, source %d: %s", way, number / WAYS,
           moya_status_name(it.status));
    EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
    moya_provider_destroy(cancelled);
  }
}

/* The program releases a call of moya_provider_call_for while the hook of the call waits. */
static void released_call(void) {
  moya_provider *provider = waiting_provider(CALLED, 0);
  calling it = calling_of(provider, CALLED, IMMEDIATE, &held_in_process);
  moya_blocking_call *call = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call_for(provider, &it.target, 0, &call, &response, NULL), MOYA_OK);
  EXPECT(call != NULL && response == NULL);
  await(&is_held);
  released = 0;
  moya_blocking_call_release(call);
  EXPECT(released == 1, "%d", released);
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  call = NULL;
  EXPECT_STATUS(moya_provider_call_for(provider, &it.target, 0, &call, &response, NULL), MOYA_OK);
  await(&is_held);
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
  EXPECT_STATUS(moya_provider_call_for(provider, &it.target, 30000, &call, &response, NULL), MOYA_OK);
  EXPECT(call == NULL && str_is(moya_response_body(response), "body"));
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* Several calls share a response. The program cancels one of them while its process hook waits. */
enum { GUESTS = 3 };
static moya_context *_Atomic guests[GUESTS];
static _Atomic int guest_count;
static moya_status hold_guest(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  guests[guest_count++] = context;
  sem_post(&is_held);
  return MOYA_HOOK_PENDING;
}
static void cancelled_guest(void) {
  static const acts holding_guests = {.process = hold_guest};
  moya_provider *provider = waiting_provider(SENT, 0);
  calling calls[GUESTS];
  moya_call *handles[GUESTS] = {NULL};
  guest_count = 0;
  for (int i = 0; i < GUESTS; i++) {
    calls[i] = calling_of(provider, SENT, NETWORK, &holding_guests);
    calls[i].target.flags = MOYA_TARGET_SHARE;
    moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &calls[i]);
    sem_init(&calls[i].ended, 0, 0);
    EXPECT_STATUS(moya_provider_send(provider, &calls[i].target, &handlers, NULL, &handles[i], NULL), MOYA_OK);
  }
  for (int i = 0; i < GUESTS; i++) await(&is_held);
  moya_call_cancel(handles[1]);
  await(&calls[1].ended);
  EXPECT_STATUS(calls[1].status, MOYA_ERROR_CANCELLED);
  int resumed = 0;
  for (int i = 0; i < GUESTS; i++) resumed += host->resume(guests[i], MOYA_HOOK_OK) == MOYA_OK;
  EXPECT(resumed == GUESTS - 1, "%d", resumed);
  for (int i = 0; i < GUESTS; i += 2) {
    await(&calls[i].ended);
    EXPECT(calls[i].status == MOYA_OK && strcmp(calls[i].body, "xxxxx") == 0, "%d: %s", i, calls[i].message);
  }
  moya_calls_release(handles, GUESTS);
  moya_provider_destroy(provider);
}

/* ── What else goes on ── */

static void beside(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.max_connections_per_host = 1);
  moya_provider *provider = NULL;
  sem_init(&is_held, 0, 0);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &waiting, "{\"as\": \"a\"}", NULL), MOYA_OK);
  calling it = calling_of(provider, SENT, NETWORK, &held_in_process);
  send_call(&it);
  await(&is_held);
  moya_context *context = held;
  for (int way = 0; way < WAYS; way++) {
    if (way == PUMPED) continue;
    calling other = calling_of(provider, way, NETWORK, NULL);
    make_call(&other);
    EXPECT(other.status == MOYA_OK && strcmp(other.body, "xxxxx") == 0, "way %d: %s", way, other.message);
  }
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  await(&it.ended);
  EXPECT(it.status == MOYA_OK && strcmp(it.body, "xxxxx") == 0, "%s", it.message);
  moya_provider_destroy(provider);
}

/* The process hook of a download can read the path of the file. The file exists while the hook waits. */
static void downloads(void) {
  static const way ways[] = {CALLED, SENT, PUMPED, QUEUED};
  char folder[] = "/tmp/moya-process-XXXXXX", path[64];
  EXPECT(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/file", folder);
  for (size_t number = 0; number < 2 * sizeof ways / sizeof *ways; number++) {
    bool is_cancelled = number % 2;
    way way = ways[number / 2];
    moya_download download = MOYA_DOWNLOAD(.path = path);
    moya_provider *provider = waiting_provider(way, 0);
    calling it = calling_of(provider, way, NETWORK, &held_in_process);
    it.target.download = &download;
    begin_call(&it);
    EXPECT(host->response_body_kind(held) == MOYA_BODY_FILE && str_is(host->response_body(held), path), "way %d", way);
    EXPECT(access(path, R_OK) == 0, "way %d", way);
    if (is_cancelled) {
      moya_provider_cancel_all(provider);
    } else {
      EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
    }
    pthread_join(it.thread, NULL);
    EXPECT(it.status == (is_cancelled ? MOYA_ERROR_CANCELLED : MOYA_OK), "way %d: %s", way, it.message);
    if (is_cancelled) EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
    unlink(path); /* the file may exist even after a cancel */
    moya_provider_destroy(provider);
  }
  rmdir(folder);
}

/* One thread resumes the hook while another thread cancels the call. The call ends once, with a response or with
 * MOYA_ERROR_CANCELLED. */
static sem_t start;
static void *cancel_elsewhere(void *provider) {
  await(&start);
  moya_provider_cancel_all(provider);
  return NULL;
}
static void race(void) {
  for (int round = 0; round < often(300); round++) {
    moya_provider *provider = waiting_provider(SENT, 0);
    calling it = calling_of(provider, round % 2 ? SENT : SENT_STREAM, round % SOURCES, &held_in_process);
    pthread_t other;
    released = 0;
    sem_init(&start, 0, 0);
    send_call(&it);
    await(&is_held);
    EXPECT(pthread_create(&other, NULL, cancel_elsewhere, provider) == 0);
    sem_post(&start);
    moya_status resumed = host->resume(held, MOYA_HOOK_OK);
    await(&it.ended);
    pthread_join(other, NULL);
    EXPECT(it.status == MOYA_ERROR_CANCELLED || (it.status == MOYA_OK && resumed == MOYA_OK), "%s, and resume %s",
           moya_status_name(it.status), moya_status_name(resumed));
    EXPECT(sem_trywait(&it.ended) != 0, "it ended twice");
    moya_provider_destroy(provider);
    EXPECT(released == 1, "%d", released);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("the next plugin processes what the first one leaves when it resumes", order);
  TEST("a process hook waits after every kind of result, and anything may resume it", waits);
  TEST("destroying the provider ends calls whose process hook waits", destroyed);
  TEST("a hook that resumes after its call was cancelled changes nothing", late);
  TEST("a hook that begins after its call was cancelled changes nothing, even if it defers", begun_late);
  TEST("a blocking call in steps waits, and is released while it waits", released_call);
  TEST("cancelling one of the calls that share a response ends this one only", cancelled_guest);
  TEST("a call whose process hook waits holds no connection", beside);
  TEST("a process hook of a download waits, and has its file", downloads);
  TEST("resume and cancel at the same time end a call once", race);
  server_stop(&faults);
  return verdict();
}
