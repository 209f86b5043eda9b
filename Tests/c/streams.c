/* Tests responses whose parts go to handlers while they arrive: what handlers receive, what they may return, and how
 * they may end the call. */
#include "shown.h"

/* Tests every kind of handler, in blocking and other calls, for responses of a server and of a stub. */
static void kinds(void) {
  static const struct {
    int kind;
    const char *path, *body, *seen;
  } rows[] = {
      {BODY, "/bytes/5", "xxxxx", "xxxxx"},
      {LINES, "/lines/3", "line 0\nline 1\r\nline 2", "<line 0><line 1><line 2>"},
      {EVENTS, "/events", EVENTS_BODY, EVENTS_SEEN},
      {BODY, "/bytes/0", "", NULL},
      {LINES, "/bytes/0", "", NULL},
      {WHOLE, "/bytes/5", "xxxxx", NULL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int way = 0; way < 4; way++) {
      viewer it;
      moya_handlers handlers = view(&it, rows[row].kind, provider);
      moya_sample sample = sample_of(rows[row].body);
      moya_target target = way & 1 ? stub_of(&sample) : target_of(rows[row].path);
      if (way & 2) {
        EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
      } else {
        EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
        await_count(&it, &it.released, 1);
      }
      EXPECT(it.heads == 1 && it.ends == 1 && it.end == MOYA_OK && it.http_status == 200, "row %zu way %d", row, way);
      EXPECT(it.end_body == (rows[row].kind == WHOLE ? 5 : 0), "row %zu way %d: %zu", row, way, it.end_body);
      if (rows[row].seen) {
        expect_text(&it, rows[row].seen);
      } else {
        EXPECT(it.parts == 0, "row %zu way %d", row, way);
      }
      viewer_free(&it);
    }
  }
}

static void decoded(void) {
  viewer it;
  moya_handlers handlers = view(&it, BODY, provider);
  moya_target target = target_of("/gzip");
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
  EXPECT(it.len == 12000 && strncmp(it.text, "libmoya libmoya ", 16) == 0, "%zu", it.len);
  EXPECT(it.moved.received == it.moved.receive_total && it.moved.received < 200, "the bytes on the wire count");
  viewer_free(&it);
}

/* Handlers receive nothing of redirects, of a response that validation refuses, or of an attempt that fails before its
 * head. */
static void not_shown(void) {
  viewer it;
  moya_handlers handlers = view(&it, LINES, provider);
  moya_target target = target_of("/moved");
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
  EXPECT(it.heads == 1 && it.http_status == 200);
  expect_text(&it, "<line 0><line 1><line 2>");
  viewer_free(&it);

  for (int stubbed = 0; stubbed < 2; stubbed++) {
    handlers = view(&it, BODY, provider);
    moya_sample sample = sample_of("{\"status\": 404}");
    sample.http_status = 404;
    target = stubbed ? stub_of(&sample) : target_of("/status/404");
    target.validation = MOYA_VALIDATION_SUCCESS;
    EXPECT_STATUS(run(&it, &target, handlers), MOYA_ERROR_STATUS_CODE);
    EXPECT(it.heads == 0 && it.parts == 0 && it.http_status == 404 && it.end_body == 15, "%zu", it.end_body);
    viewer_free(&it);
  }

  handlers = view(&it, BODY, provider);
  target = target_of("/ok");
  target.base_url = "http://127.0.0.1:1";
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_ERROR_CONNECT);
  EXPECT(it.heads == 0 && it.ends == 1);
  viewer_free(&it);
}

static void cut_off(void) {
  viewer it;
  moya_handlers handlers = view(&it, BODY, provider);
  moya_target target = target_of("/truncated-body");
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_ERROR_INCOMPLETE_BODY);
  EXPECT(it.heads == 1);
  expect_text(&it, "hello");
  viewer_free(&it);
}

/* This request closure notes the Accept field of the request. */
static void note_accept(void *user, moya_request *request) {
  const char *accept = moya_request_header(request, "Accept").data;
  snprintf(user, 64, "%s", accept ? accept : "");
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(request);
}

static void accepted(void) {
  static const struct {
    int kind;
    const char *of_target, *of_provider, *accept;
  } rows[] = {
      {EVENTS, NULL, NULL, "text/event-stream"}, {EVENTS, "a/b", NULL, "a/b"}, {EVENTS, NULL, "c/d", "c/d"},
      {LINES, NULL, NULL, ""},                   {BODY, NULL, NULL, ""},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    char accept[64] = "?";
    moya_closures closures = MOYA_CLOSURES(.request = note_accept, .user = accept);
    moya_header own = {"accept", rows[row].of_target}, common = {"Accept", rows[row].of_provider};
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.closures = &closures, .headers = &common);
    options.header_count = rows[row].of_provider ? 1 : 0;
    moya_provider *asking = NULL;
    EXPECT_STATUS(moya_provider_create(&options, &asking, NULL), MOYA_OK);
    viewer it;
    moya_handlers handlers = view(&it, rows[row].kind, asking);
    moya_target target = target_of("/events");
    target.headers = &own;
    target.header_count = rows[row].of_target ? 1 : 0;
    EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
    EXPECT(strcmp(accept, rows[row].accept) == 0, "row %zu: %s", row, accept);
    viewer_free(&it);
    moya_provider_destroy(asking);
  }
}

/* If a line or the data of an event exceeds `max_line`, the call fails. */
static void limits(void) {
  static const struct {
    int kind;
    const char *body;
    uint32_t max;
    moya_status status;
    int parts;
  } rows[] = {
      {LINES, "12345\nab\n", 5, MOYA_OK, 2},
      {LINES, "ab\n123456\nab\n", 5, MOYA_ERROR_TOO_LARGE, 1},
      {LINES, "ab\n123456", 5, MOYA_ERROR_TOO_LARGE, 1},
      {EVENTS, "data: 123\ndata: 456\n\n", 9, MOYA_OK, 1},
      {EVENTS, "data: 1\n\ndata: 123\ndata: 456789\n\n", 12, MOYA_OK, 2},
      {EVENTS, "data: 1\n\ndata: 1234567\ndata: 456789\n\n", 13, MOYA_ERROR_TOO_LARGE, 1},
      {BODY, "12345678", 5, MOYA_OK, 1},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    viewer it;
    moya_handlers handlers = view(&it, rows[row].kind, provider);
    handlers.max_line = rows[row].max;
    moya_sample sample = sample_of(rows[row].body);
    moya_target target = stub_of(&sample);
    moya_response *response = NULL;
    moya_error *error = NULL;
    handlers.end = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, &handlers, &response, &error), rows[row].status);
    if (error) EXPECT(str_has(moya_error_message(error), "max_line"), "%s", moya_error_message(error).data);
    EXPECT(it.parts == rows[row].parts, "row %zu: %d", row, it.parts);
    moya_response_release(response);
    moya_error_release(error);
    viewer_free(&it);
  }
}

/* ── Stops ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

static void cancel_here(viewer *it) { moya_call_cancel(it->call); }
static void close_here(viewer *it) { moya_provider_close(it->provider); }
static void destroy_here(viewer *it) { moya_provider_destroy(it->provider); }
static void cancel_all_here(viewer *it) { moya_provider_cancel_all(it->provider); }

/* Ends the call in each handler, in each way in which a handler can end it, and for each way to make a call. */
static void stops(void) {
  static const struct {
    moya_flow answer;
    void (*then)(viewer *);
  } rows[] = {
      {MOYA_FLOW_STOP, NULL},
      {77, NULL},
      {-1, NULL},
      {MOYA_FLOW_CONTINUE, cancel_here},
      {MOYA_FLOW_PAUSE, cancel_here},
      {MOYA_FLOW_CONTINUE, cancel_all_here},
      {MOYA_FLOW_CONTINUE, close_here},
      {MOYA_FLOW_CONTINUE, destroy_here},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int way = 0; way < 8; way++) {
      const char *ats = way & 1 ? "hpb" : "hprb";
      for (const char *at = ats; *at; at++) {
        if (*at == 'b' && !rows[row].then) continue; /* `begin` has no result */
        moya_provider *own = provider_of(way & 4 ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH);
        viewer it;
        moya_handlers handlers = view(&it, LINES, own);
        it.at = *at;
        it.answer = rows[row].answer;
        it.then = rows[row].then;
        moya_sample sample = sample_of("line 0\nline 1\nline 2");
        moya_target target = way & 1 ? stub_of(&sample) : target_of("/lines/3");
        if (way & 2) {
          EXPECT_STATUS(run(&it, &target, handlers), MOYA_ERROR_CANCELLED);
        } else {
          EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
          while (way & 4 && it.released == 0) {
            if (moya_provider_process(own, 100, NULL) != MOYA_OK) break;
            if (rows[row].then == destroy_here && it.ends) break; /* the provider no longer exists */
          }
          await_count(&it, &it.released, 1);
        }
        EXPECT(it.end == MOYA_ERROR_CANCELLED && it.ends == 1, "row %zu way %d at %c: %s", row, way, *at,
               moya_status_name(it.end));
        EXPECT(it.heads == (*at != 'b') && it.parts == (*at == 'p' ? 1 : *at == 'r' ? 3 : 0), "row %zu way %d at %c: %d", row, way, *at, it.parts);
        if (rows[row].then != destroy_here) moya_provider_destroy(own);
        viewer_free(&it);
      }
    }
  }
}

static moya_status inner;
static void block_here(viewer *it) {
  moya_target target = target_of("/ok");
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  moya_response *response = NULL;
  inner = moya_provider_call(it->provider, &target, &handlers, &response, NULL);
}

static void blocking_refused(void) {
  for (int blocking = 0; blocking < 2; blocking++) {
    viewer it;
    moya_handlers handlers = view(&it, BODY, provider);
    it.at = 'p';
    it.then = block_here;
    inner = MOYA_OK;
    moya_target target = target_of("/bytes/5");
    if (blocking) {
      EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
    } else {
      EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
      await_count(&it, &it.released, 1);
    }
    EXPECT_STATUS(inner, MOYA_ERROR_STATE);
    viewer_free(&it);
  }
}

/* The handler of each call starts the next call, whose handler starts another one, 2000 times. */
static int depth;
static moya_flow start_another(void *user, const void *data, size_t len) {
  (void)data, (void)len;
  if (++depth >= 2000) return MOYA_FLOW_CONTINUE;
  moya_sample sample = sample_of("x");
  moya_target target = stub_of(&sample);
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  handlers.body = start_another;
  handlers.end = hear;
  handlers.user = user;
  handlers.release_user = unhear;
  EXPECT_STATUS(moya_provider_send(provider, &target, &handlers, NULL, NULL, NULL), MOYA_OK);
  return MOYA_FLOW_CONTINUE;
}

static void nested(void) {
  heard it = HEARD_INIT;
  depth = 0;
  start_another(&it, NULL, 0);
  await_released(&it, 1999);
  EXPECT(depth == 2000 && it.ok == 1999, "%d %d", depth, it.ok);
}

/* ── Progress ──────────────────────────────────────────────────────────────────────────────────────────────────── */

static void progress(void) {
  enum { SIZE = 3000000 };
  char *body = calloc(1, SIZE);
  memset(body, 'x', SIZE);
  for (int kind = BODY; kind <= WHOLE; kind += WHOLE) {
    viewer it;
    moya_handlers handlers = view(&it, kind, provider);
    it.counts = 1;
    moya_task task = MOYA_TASK_INIT;
    task.kind = MOYA_TASK_DATA;
    task.data = body;
    task.data_len = SIZE;
    moya_target target = target_of("/echo");
    target.method = "POST";
    target.task = &task;
    EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
    EXPECT(it.moved.sent == SIZE && it.moved.send_total == SIZE, "%lld", (long long)it.moved.sent);
    EXPECT(it.moved.received > SIZE && it.moved.receive_total == it.moved.received, "%lld", (long long)it.moved.received);
    EXPECT(it.progresses > 4, "%d", it.progresses);
    viewer_free(&it);
  }
  free(body);

  viewer it;
  moya_handlers handlers = view(&it, BODY, provider);
  moya_target target = target_of("/lines/1000");
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
  EXPECT(it.moved.send_total == 0 && it.moved.receive_total == -1 && it.moved.received > 0, "a chunked body has no total");
  viewer_free(&it);

  handlers = view(&it, BODY, provider);
  it.at = 'r';
  it.answer = MOYA_FLOW_PAUSE;
  pthread_t thread;
  pthread_create(&thread, NULL, resume_later, &it);
  target = target_of("/lines/3");
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
  pthread_join(thread, NULL);
  viewer_free(&it);
}

/* ── Plugins ───────────────────────────────────────────────────────────────────────────────────────────────────── */

static const moya_host *host;
static char seen[256];

static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = it;
  return MOYA_OK;
}

static moya_status answer(void *instance, moya_context *context) {
  (void)instance;
  host->response_set_status(context, 201);
  host->response_set_body(context, "line 0\nline 1\nline 2", 20);
  return MOYA_HOOK_ANSWERED;
}

static void received(void *instance, moya_context *context) {
  (void)instance;
  snprintf(seen, sizeof seen, "%d with %zu bytes", host->http_status(context), host->response_body(context).len);
}

static void plugins(void) {
  static const moya_plugin answering = {
      MOYA_PLUGIN_HEAD, .id = "org.example.answers", .version = "1.0.0", .create = create, .prepare = answer};
  static const moya_plugin watching = {
      MOYA_PLUGIN_HEAD, .id = "org.example.watches", .version = "1.0.0", .create = create, .did_receive = received};
  for (int way = 0; way < 4; way++) {
    moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
    EXPECT_STATUS(moya_provider_add_plugin(own, &answering, NULL, NULL), MOYA_OK);
    viewer it;
    moya_handlers handlers = view(&it, LINES, own);
    pthread_t thread;
    if (way & 1) {
      it.at = 'p';
      it.answer = MOYA_FLOW_PAUSE;
      pthread_create(&thread, NULL, resume_later, &it);
    }
    moya_target target = target_of("/never");
    if (way & 2) {
      EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
    } else {
      EXPECT_STATUS(start(&it, &target, &handlers), MOYA_OK);
      await_count(&it, &it.released, 1);
    }
    if (way & 1) pthread_join(thread, NULL);
    EXPECT(it.http_status == 201 && it.end_body == 0 && it.ends == 1, "way %d", way);
    expect_text(&it, "<line 0><line 1><line 2>");
    viewer_free(&it);
    moya_provider_destroy(own);
  }
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  EXPECT_STATUS(moya_provider_add_plugin(own, &watching, NULL, NULL), MOYA_OK);
  viewer it;
  moya_handlers handlers = view(&it, LINES, own);
  moya_target target = target_of("/lines/3");
  EXPECT_STATUS(run(&it, &target, handlers), MOYA_OK);
  EXPECT(strcmp(seen, "200 with 0 bytes") == 0, "%s", seen);
  viewer_free(&it);
  moya_provider_destroy(own);
}

/* ── Bad arguments ─────────────────────────────────────────────────────────────────────────────────────────────── */

static int tasks_released;
static void release_task(void *context) { (void)context, tasks_released++; }

static void refused(void) {
  enum { NO_PROVIDER = 1, NO_TARGET = 2, NO_HANDLERS = 4, BAD_URL = 16 };
  static const struct {
    const char *wrong;
    int parts; /* bits: body, line, event */
    int has_end, size, missing, blocking;
    moya_status status;
    int released;
  } rows[] = {
      {"body, line and event", 3, 1, 0, 0, 0, MOYA_ERROR_ARGUMENT, 1},
      {"body, line and event", 6, 0, 0, 0, 1, MOYA_ERROR_ARGUMENT, 1},
      {"end", 1, 0, 0, 0, 0, MOYA_ERROR_NULL, 1},
      {"end", 1, 1, 0, 0, 1, MOYA_ERROR_ARGUMENT, 1},
      {"size", 1, 1, 8, 0, 0, MOYA_ERROR_STRUCT_SIZE, 0},
      {"size", 1, 0, 73, 0, 1, MOYA_ERROR_STRUCT_SIZE, 0},
      {"provider", 1, 1, 0, NO_PROVIDER, 0, MOYA_ERROR_NULL, 1},
      {"provider", 1, 0, 0, NO_PROVIDER, 1, MOYA_ERROR_NULL, 1},
      {"target", 1, 1, 0, NO_TARGET, 0, MOYA_ERROR_NULL, 1},
      {"target", 1, 0, 0, NO_TARGET, 1, MOYA_ERROR_NULL, 1},
      {"handlers", 1, 1, 0, NO_HANDLERS, 0, MOYA_ERROR_NULL, 0},
      {"base_url", 1, 1, 0, BAD_URL, 0, MOYA_ERROR_NULL, 1},
      {"base_url", 1, 0, 0, BAD_URL, 1, MOYA_ERROR_NULL, 1},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    viewer it;
    moya_handlers handlers = view(&it, WHOLE, provider);
    if (rows[row].parts & 1) handlers.body = view_body;
    if (rows[row].parts & 2) handlers.line = view_line;
    if (rows[row].parts & 4) handlers.event = view_event;
    if (!rows[row].has_end) handlers.end = NULL;
    if (rows[row].size) handlers.size = (uint32_t)rows[row].size;
    moya_task task = MOYA_TASK_INIT;
    task.kind = MOYA_TASK_DATA;
    task.data = "x";
    task.data_len = 1;
    task.release_user = release_task;
    moya_target target = target_of("/ok");
    target.task = &task;
    int missing = rows[row].missing;
    if (missing & BAD_URL) target.base_url = NULL;
    moya_provider *volatile given = missing & NO_PROVIDER ? NULL : provider;
    const moya_target *volatile to = missing & NO_TARGET ? NULL : &target;
    const moya_handlers *volatile by = missing & NO_HANDLERS ? NULL : &handlers;
    moya_response *response = NULL;
    moya_error *error = NULL;
    tasks_released = 0;
    moya_status status = rows[row].blocking ? moya_provider_call(given, to, by, &response, &error)
                                            : moya_provider_send(given, to, by, NULL, NULL, &error);
    EXPECT_STATUS(status, rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].wrong), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(it.released == rows[row].released && it.ends == 0, "row %zu: %d", row, it.released);
    EXPECT(tasks_released == !(missing & NO_TARGET), "row %zu: %d", row, tasks_released);
    moya_error_release(error);
    it.released = 1;
    viewer_free(&it);
  }
  EXPECT(moya_call_retain(NULL) == NULL);
  moya_call_pause(NULL);
  moya_call_resume(NULL);

  /* Pauses and resumes a call that has no handlers for the response, and then does this again after the call has
   * ended. */
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  moya_call_pause(call);
  moya_call_resume(call);
  await_released(&it, 1);
  EXPECT(it.ok == 1);
  moya_call_pause(call);
  moya_call_resume(call);
  moya_call_release(call);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("handlers are shown head, body, lines or events, of the network and of a stub, waited for or not", kinds);
  TEST("a body is shown decoded, and its progress counts what came", decoded);
  TEST("a redirect and a refused response are not shown; the refused one is in the error, with its body", not_shown);
  TEST("a body that is cut off is shown up to there, and is an error", cut_off);
  TEST("a call for events asks for them, unless its target or provider says what is accepted", accepted);
  TEST("a line or an event's data over the limit ends the call", limits);
  TEST("a call ends once when a handler stops it, cancels it, or closes or destroys its provider", stops);
  TEST("what blocks is refused in a handler", blocking_refused);
  TEST("handlers may start calls whose handlers start calls", nested);
  TEST("progress of both directions rises to the whole", progress);
  TEST("a plugin's answer is shown, and plugins see no body that was shown", plugins);
  TEST("bad arguments are refused by name; user and task are released", refused);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
