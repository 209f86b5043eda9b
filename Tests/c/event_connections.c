/* Tests streams of server-sent events that connect again after each end of a connection (MOYA_HANDLERS_RECONNECT). */
#include "child.h"
#include "shown.h"

/* A target whose query tells the server how to respond to each request of one call. See eventserver.py. */
enum { MOST = 8 };
typedef struct played {
  moya_parameter responses[MOST];
  moya_parameter sent[MOST + 1];
  char run[24];
  moya_task task;
  moya_target target;
} played;

/* Makes a target that gets these responses, up to the first one without a name. After each use of this function, the
 * server begins with the first response. */
static moya_target *play(played *it, const moya_parameter *responses) {
  static int runs;
  size_t count = 0;
  memset(it, 0, sizeof *it);
  snprintf(it->run, sizeof it->run, "%d.%d", (int)getpid(), ++runs);
  it->sent[count++] = (moya_parameter){"run", it->run};
  while (count <= MOST && responses[count - 1].name) {
    it->sent[count] = responses[count - 1];
    count++;
  }
  it->task = (moya_task)MOYA_TASK_INIT;
  it->task.parameters = it->sent;
  it->task.parameter_count = count;
  it->target = target_of("/events");
  it->target.task = &it->task;
  return &it->target;
}

static moya_flow view_each_head(void *user, const moya_response *head) {
  viewer *it = user;
  it->http_status = moya_response_http_status(head);
  EXPECT(moya_response_body(head).len == 0);
  return viewed(it, 'h', &it->heads, "", 0);
}

static moya_handlers reconnecting(viewer *it, moya_provider *provider) {
  moya_handlers handlers = view(it, EVENTS, provider);
  handlers.head = view_each_head;
  handlers.progress = NULL; /* its numbers start again for each connection */
  handlers.flags = MOYA_HANDLERS_RECONNECT;
  return handlers;
}

/* The ways to make a call. */
enum { BLOCKING, SENT, HOSTED, WAYS };

static moya_provider *provider_for(int way) { return provider_of(way == HOSTED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH); }

/* Makes a call, and waits for its completion. */
static void make(viewer *it, int way, const moya_target *target, moya_handlers handlers) {
  if (way == BLOCKING) {
    run(it, target, handlers);
    return;
  }
  EXPECT_STATUS(start(it, target, &handlers), MOYA_OK);
  while (way == HOSTED && it->released == 0) {
    if (moya_provider_process(it->provider, 1000, NULL) != MOYA_OK) break;
  }
  await_count(it, &it->released, 1);
}

/* Checks the Last-Event-ID of each request since the last use of this function. `wanted` is a list of them, as JSON. */
static void expect_ids(const char *wanted, const char *what) {
  moya_target target = target_of("/log");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_str ids = moya_response_body(response);
  EXPECT(ids.data && strcmp(ids.data, wanted) == 0, "%s: %s", what, ids.data ? ids.data : "");
  moya_response_release(response);
}

static void connections(void) {
  static const moya_retry twice = {sizeof twice, .attempts = 2, .delay_ms = 1};
  static const struct {
    const char *what;
    moya_parameter responses[MOST];
    const char *seen, *ids;
    moya_status end;
    int32_t http_status;
    const char *id; /* the Last-Event-ID that the target has; NULL: none */
    const moya_retry *retry;
    uint32_t max_line;
  } rows[] = {
      {"until 204",
       {{"events", "retry: 1\nid: 1\ndata: one\n\n"},
        {"events", "data: two\n\n"},
        {"events", "id: \xc3\xbc\ndata: three\n\nid: 9\ndata: cut"},
        {"events", "id\ndata: four\n\n"},
        {"events", "id: 5\n\n"}},
       "{message|one|1|1}{message|two|1|1}{message|three|\xc3\xbc|1}{message|four||1}",
       "[null, \"1\", \"1\", \"\xc3\xbc\", null, \"5\"]", MOYA_OK, 204, NULL, NULL, 0},
      {"204 at once", {{"status", "204"}}, NULL, "[null]", MOYA_OK, 204, NULL, NULL, 0},
      {"the target's ID counts while the server has sent none",
       {{"events", "retry: 1\ndata: one\n\n"}, {"events", "id: 2\ndata: two\n\n"}, {"events", "id\ndata: three\n\n"}},
       "{message|one||1}{message|two|2|1}{message|three||1}", "[\"1\", \"1\", \"2\", \"1\"]", MOYA_OK, 204, "1", NULL, 0},
      {"a connection that breaks",
       {{"cut", "retry: 1\nid: 1\ndata: one\n\ndata: two"}, {"reset", ""}, {"reset", ""}, {"events", "data: two\n\n"}},
       "{message|one|1|1}{message|two|1|1}", "[null, \"1\", \"1\", \"1\", \"1\"]", MOYA_OK, 204, NULL, NULL, 0},
      {"status 404", {{"events", "retry: 1\nid: 1\ndata: one\n\n"}, {"status", "404"}}, "{message|one|1|1}",
       "[null, \"1\"]", MOYA_ERROR_STATUS_CODE, 404, NULL, NULL, 0},
      {"status 201", {{"status", "201"}}, NULL, "[null]", MOYA_ERROR_STATUS_CODE, 201, NULL, NULL, 0},
      {"status 503 without retries", {{"status", "503"}}, NULL, "[null]", MOYA_ERROR_STATUS_CODE, 503, NULL, NULL, 0},
      {"a retry of each connection",
       {{"status", "503"}, {"events", "retry: 1\nid: 1\ndata: one\n\n"}, {"status", "503"}, {"events", "data: two\n\n"}},
       "{message|one|1|1}{message|two|1|1}", "[null, null, \"1\", \"1\", \"1\"]", MOYA_OK, 204, NULL, &twice, 0},
      {"too few retries", {{"events", "retry: 1\ndata: one\n\n"}, {"status", "503"}, {"status", "503"}},
       "{message|one||1}", "[null, null, null]", MOYA_ERROR_STATUS_CODE, 503, NULL, &twice, 0},
      {"another type", {{"type", "text/html"}}, NULL, "[null]", MOYA_ERROR_PROTOCOL, -1, NULL, NULL, 0},
      {"a type with a parameter",
       {{"events", "retry: 1\ndata: one\n\n"}, {"type", "Text/Event-Stream; charset=utf-8"}},
       "{message|one||1}{message|typed||1}", "[null, null, null]", MOYA_OK, 204, NULL, NULL, 0},
      {"no type", {{"events", "retry: 1\ndata: one\n\n"}, {"type", ""}}, "{message|one||1}{message|typed||1}",
       "[null, null, null]", MOYA_OK, 204, NULL, NULL, 0},
      {"an ID that cannot be sent, so the ID before it is sent",
       {{"events", "retry: 1\nid: 1\ndata: one\n\nid: \1\ndata: two\n\n"}, {"events", "data: three\n\n"}},
       "{message|one|1|1}{message|two|\1|1}{message|three|\1|1}", "[null, \"1\", \"1\"]", MOYA_OK, 204, NULL, NULL, 0},
      {"an ID that cannot be sent, so the target's ID is sent", {{"events", "retry: 1\nid: \1\ndata: one\n\n"}},
       "{message|one|\1|1}", "[\"7\", \"7\"]", MOYA_OK, 204, "7", NULL, 0},
      {"a line over the limit", {{"events", "retry: 1\ndata: 1\n\ndata: 1234567890\n\n"}}, "{message|1||1}", "[null]",
       MOYA_ERROR_TOO_LARGE, -1, NULL, NULL, 10},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int way = 0; way < WAYS; way++) {
      played played;
      viewer it;
      moya_provider *own = provider_for(way);
      moya_target *target = play(&played, rows[row].responses);
      moya_header id = {"last-event-id", rows[row].id};
      target->headers = &id;
      target->header_count = rows[row].id ? 1 : 0;
      target->retry = rows[row].retry;
      target->validation = MOYA_VALIDATION_SUCCESS; /* the rules of reconnecting replace it */
      moya_handlers handlers = reconnecting(&it, own);
      handlers.max_line = rows[row].max_line;
      make(&it, way, target, handlers);
      EXPECT(it.end == rows[row].end && it.ends == 1, "%s, way %d: %s", rows[row].what, way, moya_status_name(it.end));
      if (rows[row].http_status >= 0) {
        EXPECT(it.http_status == rows[row].http_status, "%s, way %d: %d", rows[row].what, way, (int)it.http_status);
      }
      if (it.end == MOYA_ERROR_STATUS_CODE) EXPECT(it.end_body == 14, "%s: %zu", rows[row].what, it.end_body);
      if (rows[row].seen) {
        expect_text(&it, rows[row].seen);
      } else {
        EXPECT(it.parts == 0, "%s: %d", rows[row].what, it.parts);
      }
      expect_ids(rows[row].ids, rows[row].what);
      viewer_free(&it);
      moya_provider_destroy(own);
    }
  }
}

static void connected_again_to_a_stub(void) {
  viewer it;
  moya_handlers handlers = reconnecting(&it, provider);
  moya_sample sample = sample_of("retry: 0\ndata: one\n\ndata: two\n\n");
  moya_target target = stub_of(&sample);
  EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
  await_count(&it, &it.parts, 5);
  moya_call_cancel(it.call);
  await_count(&it, &it.released, 1);
  EXPECT(it.end == MOYA_ERROR_CANCELLED && it.heads >= 3, "%d", it.heads);
  viewer_free(&it);
}

static void paused(void) {
  static const moya_parameter rows[][MOST] = {
      {{"events", "retry: 1\nid: 1\ndata: one\n\ndata: two\n\n"}, {"events", "data: three\n\n"}},
      {{"cut", "retry: 1\nid: 1\ndata: one\n\ndata: two\n\n"}, {"events", "data: three\n\n"}},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int way = BLOCKING; way <= SENT; way++) {
      for (const char *at = "hp"; *at; at++) {
        played played;
        viewer it;
        moya_target *target = play(&played, rows[row]);
        moya_handlers handlers = reconnecting(&it, provider);
        it.at = *at;
        it.answer = MOYA_FLOW_PAUSE;
        pthread_t thread;
        pthread_create(&thread, NULL, resume_later, &it);
        make(&it, way, target, handlers);
        pthread_join(thread, NULL);
        EXPECT(it.end == MOYA_OK && it.ends == 1, "row %zu way %d: %s", row, way, moya_status_name(it.end));
        expect_text(&it, "{message|one|1|1}{message|two|1|1}{message|three|1|1}");
        expect_ids("[null, \"1\", \"1\"]", "a pause");
        viewer_free(&it);
      }
    }
  }
}

/* ── Ends ──────────────────────────────────────────────────────────────────────────────────────────────────────── */

static void cancel_here(viewer *it) { moya_call_cancel(it->call); }
static void cancel_all_here(viewer *it) { moya_provider_cancel_all(it->provider); }
static void close_here(viewer *it) { moya_provider_close(it->provider); }
static void destroy_here(viewer *it) { moya_provider_destroy(it->provider); }

static void (*const ends[])(viewer *) = {cancel_here, cancel_all_here, close_here, destroy_here};
enum { ENDS = sizeof ends / sizeof *ends };

/* The server asks for a delay of almost a day. */
static const moya_parameter slow[MOST] = {{"events", "retry: 80000000\nid: 1\ndata: one\n\n"}};

/* Waits until the call waits for its next connection. */
static void await_delay(viewer *it) {
  await_count(it, &it->parts, 1);
  long end = clock_seconds() + 60;
  while (moya_call_state(it->call) != MOYA_CALL_WAITING && clock_seconds() < end) sched_yield();
  EXPECT(moya_call_state(it->call) == MOYA_CALL_WAITING);
}

typedef struct delayed {
  viewer *it;
  const moya_target *target;
  moya_handlers handlers;
} delayed;

static void *call_blocking(void *user) {
  delayed *it = user;
  run(it->it, it->target, it->handlers);
  return NULL;
}

static void ended_in_a_delay(void) {
  for (size_t row = 0; row < ENDS; row++) {
    for (int way = 0; way < WAYS; way++) {
      if (way == BLOCKING && ends[row] == destroy_here) continue; /* destroys only providers that no thread uses */
      played played;
      viewer it;
      moya_provider *own = provider_for(way);
      moya_target *target = play(&played, slow);
      moya_handlers handlers = reconnecting(&it, own);
      delayed blocking = {&it, target, handlers};
      pthread_t thread;
      if (way == BLOCKING) {
        pthread_create(&thread, NULL, call_blocking, &blocking);
      } else {
        EXPECT_STATUS(start(&it, target, &handlers), MOYA_OK);
      }
      while (way == HOSTED && it.parts == 0) EXPECT_STATUS(moya_provider_process(own, 1000, NULL), MOYA_OK);
      while (way == HOSTED && moya_call_state(it.call) != MOYA_CALL_WAITING) {
        EXPECT_STATUS(moya_provider_process(own, 1000, NULL), MOYA_OK);
      }
      await_delay(&it);
      ends[row](&it);
      while (way == HOSTED && ends[row] != destroy_here && it.released == 0) {
        if (moya_provider_process(own, 1000, NULL) != MOYA_OK) break;
      }
      if (way == BLOCKING) pthread_join(thread, NULL);
      await_count(&it, &it.released, 1);
      EXPECT(it.end == MOYA_ERROR_CANCELLED && it.ends == 1, "row %zu way %d: %s", row, way, moya_status_name(it.end));
      EXPECT(it.parts == 1 && it.heads == 1, "row %zu way %d", row, way);
      expect_ids("[null]", "ended in a delay");
      viewer_free(&it);
      if (ends[row] != destroy_here) moya_provider_destroy(own);
    }
  }
}

static void ended_by_a_handler(void) {
  for (size_t row = 0; row < ENDS + 1; row++) {
    for (int way = 0; way < WAYS; way++) {
      for (const char *at = "hp"; *at; at++) {
        played played;
        viewer it;
        moya_provider *own = provider_for(way);
        moya_target *target = play(&played, slow);
        moya_handlers handlers = reconnecting(&it, own);
        it.at = *at;
        it.answer = row == ENDS ? MOYA_FLOW_STOP : MOYA_FLOW_CONTINUE;
        it.then = row == ENDS ? NULL : ends[row];
        if (way == HOSTED) {
          EXPECT_STATUS(start(&it, target, &handlers), MOYA_OK);
          while (it.released == 0) {
            if (moya_provider_process(own, 100, NULL) != MOYA_OK) break;
            if (row < ENDS && ends[row] == destroy_here && it.ends) break; /* `own` no longer exists */
          }
          await_count(&it, &it.released, 1);
        } else {
          make(&it, way, target, handlers);
        }
        EXPECT(it.end == MOYA_ERROR_CANCELLED && it.ends == 1, "row %zu way %d: %s", row, way, moya_status_name(it.end));
        EXPECT(it.parts == (*at == 'p'), "row %zu way %d at %c: %d", row, way, *at, it.parts);
        expect_ids("[null]", "ended by a handler");
        viewer_free(&it);
        if (row == ENDS || ends[row] != destroy_here) moya_provider_destroy(own);
      }
    }
  }
}

static void total_timeout(void) {
  for (int way = 0; way < WAYS; way++) {
    played played;
    viewer it;
    moya_provider *own = provider_for(way);
    moya_target *target = play(&played, slow);
    target->timeout_ms = 600000;
    make(&it, way, target, reconnecting(&it, own));
    EXPECT(it.end == MOYA_ERROR_TIMEOUT_TOTAL && it.parts == 1, "way %d: %s", way, moya_status_name(it.end));
    expect_ids("[null]", "a total timeout");
    viewer_free(&it);
    moya_provider_destroy(own);
  }
}

static int64_t read_once(void *user, void *buffer, size_t room) {
  int *reads = user;
  if (++*reads > 1 || room == 0) return 0;
  *(char *)buffer = 'x';
  return 1;
}

static void sent_once(void) {
  static const moya_parameter responses[MOST] = {{"events", "retry: 1\ndata: one\n\n"}, {"events", "data: two\n\n"}};
  played played;
  viewer it;
  int reads = 0;
  moya_stream stream = MOYA_STREAM(.read = read_once, .user = &reads, .len = 1);
  moya_target *target = play(&played, responses);
  target->method = "POST";
  played.task.kind = MOYA_TASK_STREAM;
  played.task.stream = &stream;
  make(&it, BLOCKING, target, reconnecting(&it, provider));
  EXPECT(it.end == MOYA_OK && it.http_status == 200, "%s", moya_status_name(it.end));
  expect_text(&it, "{message|one||1}");
  expect_ids("[null]", "a body that is read once");
  viewer_free(&it);
}

/* ── Forks ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

static viewer *of_parent;

static void in_the_child(void) {
  EXPECT(moya_call_state(of_parent->call) == MOYA_CALL_ENDED);
  moya_call_cancel(of_parent->call);
  static const moya_parameter responses[MOST] = {{"events", "retry: 1\nid: 1\ndata: one\n\n"}};
  played played;
  viewer it;
  make(&it, BLOCKING, play(&played, responses), reconnecting(&it, provider));
  EXPECT(it.end == MOYA_OK && it.http_status == 204, "%s", moya_status_name(it.end));
  expect_text(&it, "{message|one|1|1}");
  viewer_free(&it);
}

static void forked(void) {
  played played;
  viewer it;
  moya_target *target = play(&played, slow);
  moya_handlers handlers = reconnecting(&it, provider);
  EXPECT_STATUS(start(&it, target, &handlers), MOYA_OK);
  await_delay(&it);
  of_parent = &it;
  in_child(in_the_child);
  expect_ids("[null, null, \"1\"]", "a fork");
  EXPECT(moya_call_state(it.call) == MOYA_CALL_WAITING && it.ends == 0);
  moya_call_cancel(it.call);
  await_count(&it, &it.released, 1);
  EXPECT_STATUS(it.end, MOYA_ERROR_CANCELLED);
  viewer_free(&it);
}

/* ── Arguments ─────────────────────────────────────────────────────────────────────────────────────────────────── */

static moya_flow no_line(void *user, moya_str line) {
  (void)user, (void)line;
  return MOYA_FLOW_CONTINUE;
}
static moya_flow no_event(void *user, const moya_event *event) {
  (void)user, (void)event;
  return MOYA_FLOW_CONTINUE;
}

static void refused(void) {
  static const struct {
    uint32_t flags, reserved;
    moya_line_fn line;
    moya_event_fn event;
    const char *says;
  } rows[] = {
      {MOYA_HANDLERS_RECONNECT, 0, NULL, NULL, "no event"}, {MOYA_HANDLERS_RECONNECT, 0, no_line, NULL, "no event"},
      {2, 0, NULL, no_event, "flags has 2"},                {1 | 1u << 31, 0, NULL, no_event, "flags has 2147483648"},
      {0, 1, NULL, no_event, "reserved"},                   {0, 1, NULL, NULL, "reserved"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int blocking = 0; blocking < 2; blocking++) {
      heard it = HEARD_INIT;
      moya_handlers handlers = MOYA_HANDLERS(.user = &it, .release_user = unhear);
      handlers.flags = rows[row].flags;
      handlers.reserved = rows[row].reserved;
      handlers.line = rows[row].line;
      handlers.event = rows[row].event;
      handlers.end = blocking ? NULL : hear;
      moya_target target = target_of("/events");
      moya_error *error = NULL;
      EXPECT_STATUS(blocking ? moya_provider_call(provider, &target, &handlers, NULL, &error)
                             : moya_provider_send(provider, &target, &handlers, NULL, NULL, &error),
                    MOYA_ERROR_ARGUMENT);
      EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
      EXPECT(it.released == 1 && it.calls == 0, "row %zu: %d", row, it.released);
      moya_error_release(error);
    }
  }
}

int main(void) {
  faults = server_start("Tests/servers/eventserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("events continue on the next connection, with the last ID, until the server ends them", connections);
  TEST("a stub is asked again too", connected_again_to_a_stub);
  TEST("a connection ends after a pause, and nothing that has come is lost", paused);
  TEST("a cancel, a close and a destroy end a call that waits for its next connection", ended_in_a_delay);
  TEST("a handler ends the call, and no further connection is made", ended_by_a_handler);
  TEST("no connection is made after the total timeout", total_timeout);
  TEST("a body that can be read once has one connection", sent_once);
  TEST("a forked child does not touch the call of its parent, and makes its own", forked);
  TEST("flags that make no sense are refused", refused);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
