/* This program tests bodies that are files or streams. The library reads them while it sends them. */
#include "uploads.h"

static moya_provider *hosted;

static int32_t tap_rewind(void *user) {
  tap *it = user;
  it->rewinds++;
  it->given = 0;
  return it->rewind_answer;
}

static void files(void) {
  const char *path = file_of("text", "hello", 0);
  counted it = upload(provider, "/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = path));
  EXPECT(it.status == MOYA_OK && it.length == 5 && strcmp(it.first, "hello") == 0 && !it.chunked, "%s", it.message);
  EXPECT(it.type[0] == 0, "no Content-Type is made up: %s", it.type);
  it = upload(provider, "/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = file_of("empty", "", 0)));
  EXPECT(it.status == MOYA_OK && it.length == 0, "%s", it.message);
  it = upload(provider, "/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = "/nonexistent/file"));
  EXPECT(it.status == MOYA_ERROR_BODY && strstr(it.message, "No such file"), "%s", it.message);
  it = upload(provider, "/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = folder));
  EXPECT(it.status == MOYA_ERROR_BODY && strstr(it.message, "not a file"), "%s", it.message);
  it = upload(provider, "/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE));
  EXPECT(it.status == MOYA_ERROR_NULL && strstr(it.message, "moya_task.path is NULL"), "%s", it.message);
  it = upload(provider, "/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = "/proc/version"));
  FILE *version = fopen("/proc/version", "r");
  char text[1000];
  int64_t length = version ? (int64_t)fread(text, 1, sizeof text, version) : 0;
  EXPECT(version && fclose(version) == 0 && length > 0);
  EXPECT(it.status == MOYA_OK && it.length == length && it.chunked, "its size is 0, and it is not empty: %s", it.message);
  it = upload(provider, "/again/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = "/proc/version"));
  EXPECT(it.status == MOYA_OK && it.length == length, "it is sent again behind a redirect: %s", it.message);
  path = file_of("text", "hello", 0);
  it = upload(provider, "/again/count", "PUT", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = path));
  EXPECT(it.status == MOYA_OK && it.length == 5, "it is sent again behind a redirect: %s", it.message);
}

static void streams(void) {
  static const struct {
    uint64_t length, said;
    size_t piece;
    bool chunked;
  } rows[] = {{500000, 500000, 0, false}, {500000, 0, 0, true}, {500000, 0, 777, true}, {3, 3, 1, false}, {0, 0, 0, true},
              {1000, 10, 0, false} /* bytes after the length are not sent */};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tap source = {.length = rows[row].length, .piece = rows[row].piece};
    moya_stream stream = stream_of(&source, rows[row].said);
    counted it = upload(provider, "/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream));
    uint64_t wanted = rows[row].said ? rows[row].said : rows[row].length;
    EXPECT(it.status == MOYA_OK && it.length == (int64_t)wanted, "row %zu: %lld %s", row, (long long)it.length, it.message);
    EXPECT(it.chunked == rows[row].chunked && source.released == 1, "row %zu", row);
    if (wanted > 100) EXPECT(strncmp(it.first, "abcdefghij", 10) == 0, "row %zu: %s", row, it.first);
  }
}

static void odd_streams(void) {
  static const struct {
    tap source;
    uint64_t said;
    const char *says;
  } rows[] = {
      {{.length = 100}, 200, "ended before its announced length"},
      {{.length = 100, .fail_at = 1, .answer = MOYA_READ_FAILED}, 0, "its read function returned -1"},
      {{.length = 100, .piece = 10, .fail_at = 3, .answer = -77}, 100, "its read function returned -77"},
      {{.length = 100, .fail_at = 1, .answer = INT64_MAX}, 0, "its read function returned 9223372036854775807"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tap source = rows[row].source;
    moya_stream stream = stream_of(&source, rows[row].said);
    counted it = upload(provider, "/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream));
    EXPECT(it.status == MOYA_ERROR_BODY && strstr(it.message, rows[row].says), "row %zu: %s", row, it.message);
    EXPECT(source.released == 1);
    expect_good(provider);
  }
}

/* If the length is too large for Content-Length, the library refuses the call before it sends anything, and releases
 * the stream. */
static void lengths_beyond_all(void) {
  static const uint64_t lengths[] = {UINT64_MAX, (uint64_t)INT64_MAX + 1};
  for (size_t row = 0; row < 2; row++) {
    for (int is_part = 0; is_part < 2; is_part++) {
      tap source = {.length = 1};
      moya_stream stream = stream_of(&source, lengths[row]);
      moya_part part = {.name = "p", .stream = &stream};
      moya_task whole = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream),
                form = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = &part, .part_count = 1);
      counted it = upload(provider, "/count", "POST", is_part ? &form : &whole);
      EXPECT(it.status == MOYA_ERROR_ARGUMENT && strstr(it.message, "more than 9223372036854775807"), "%s", it.message);
      EXPECT(source.released == 1 && source.given == 0);
    }
  }
}

static void rewinding(void) {
  static const struct {
    bool can;
    int32_t answer;
    moya_status status;
    int rewinds;
  } rows[] = {{true, 0, MOYA_OK, 1}, {false, 0, MOYA_ERROR_BODY, 0}, {true, 5, MOYA_ERROR_BODY, 1}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    tap source = {.length = 1000, .rewind_answer = rows[row].answer};
    moya_stream stream = stream_of(&source, 0);
    if (rows[row].can) stream.rewind = tap_rewind;
    counted it = upload(provider, "/again/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream));
    EXPECT(it.status == rows[row].status, "row %zu: %s %s", row, moya_status_name(it.status), it.message);
    EXPECT(source.rewinds == rows[row].rewinds && source.released == 1, "row %zu: %d", row, source.rewinds);
    if (it.status == MOYA_OK) EXPECT(it.length == 1000);
  }
}

static void pausing_at(int read) {
  /* `hosted` has MOYA_PUMP_HOST, so this thread runs the call. */
  tap source = {.length = 100000, .piece = 1000, .later_at = read};
  moya_stream stream = stream_of(&source, 0);
  stream.rewind = tap_rewind;
  moya_target target = target_of("/count");
  target.method = "POST";
  target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  heard end = HEARD_INIT;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  while (source.reads < read) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
  moya_response *response = NULL;
  moya_target other = target_of("/ok");
  EXPECT_STATUS(moya_provider_call(hosted, &other, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(source.reads == read && end.calls == 0, "it waits");
  moya_call_resume(call);
  while (end.calls == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
  EXPECT(end.ok == 1 && source.given == 100000 && source.released == 1);
  EXPECT(source.rewinds == 0, "nothing was sent that it would have to go back for");
  moya_call_release(call);
}

static void pausing(void) {
  pausing_at(1);
  pausing_at(3);
}

/* What a call with lines has received. `hear` finds the first member. */
typedef struct lined {
  heard end;
  int lines;
} lined;

static moya_flow pause_at_line(void *user, moya_str text) {
  lined *it = user;
  it->lines++;
  return text.len == 1 ? MOYA_FLOW_PAUSE : MOYA_FLOW_STOP;
}

/* The response has begun, and its handler pauses the call at each line, while the body of the request waits for its
 * stream. A resume wakes this body in both cases: the next handler pauses the call again, or the program does. */
static void pausing_in_both_directions(void) {
  for (int way = 0; way < 4; way++) {
    bool is_form = way & 1, by_program = way & 2;
    tap source = {.length = 1, .later_at = 2};
    moya_stream stream = stream_of(&source, 0);
    moya_part part = {.name = "p", .stream = &stream};
    moya_task form = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = &part, .part_count = 1, .part_stride = sizeof part);
    moya_task plain = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    moya_target target = target_of("/lines-first");
    target.method = "POST";
    target.task = is_form ? &form : &plain;
    target.timeout_ms = 20000;
    lined it = {HEARD_INIT, 0};
    moya_handlers handlers = MOYA_HANDLERS(.line = pause_at_line, .end = hear, .user = &it, .release_user = unhear);
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_send(hosted, &target, &handlers, NULL, &call, NULL), MOYA_OK);
    while ((it.lines < 1 || source.reads < 2) && it.end.calls == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    moya_call_resume(call);
    if (by_program) moya_call_pause(call);
    while (source.reads < 3 && it.end.calls == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    EXPECT(it.lines == (by_program ? 1 : 2) && source.reads == 3, "way %d: %d lines, %d reads", way, it.lines, source.reads);
    while (it.end.calls == 0) {
      moya_call_resume(call);
      EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    }
    EXPECT(it.end.ok == 1 && it.lines == 2, "way %d: %s", way, moya_status_name(it.end.last));
    EXPECT(source.released == 1, "way %d", way);
    moya_call_release(call);
  }
}

/* A server responds while the stream of the body has nothing to send (MOYA_READ_LATER). */
static void answered_early(void) {
  static const struct {
    const char *path;
    int32_t status;
    size_t len;
  } rows[] = {{"/early/200/length", 200, 5}, {"/early/200/chunks", 200, 5}, {"/early/200/empty", 200, 0},
              {"/early/204/none", 204, 0},   {"/early/413/length", 413, 5}, {"/early/413/chunks", 413, 5}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int later_at = 1; later_at < 4; later_at += 2) {
      tap source = {.length = 100000, .piece = 1000, .later_at = later_at};
      moya_stream stream = stream_of(&source, row & 1 ? 0 : 100000);
      moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
      moya_target target = target_of(rows[row].path);
      target.method = "POST";
      target.task = &task;
      target.timeout_ms = 20000;
      moya_response *response = NULL;
      moya_error *error = NULL;
      EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
      EXPECT(moya_response_http_status(response) == rows[row].status, "row %zu: %s", row, moya_error_message(error).data);
      EXPECT(moya_response_body(response).len == rows[row].len, "row %zu", row);
      moya_response_release(response);
      moya_error_release(error);
      EXPECT(source.released == 1, "row %zu", row);
      expect_good(provider);
    }
  }
}

static void nothing_to_send(void) {
  int reads = 0;
  /* On a slow machine, the call may time out before the library reads the stream. Then the timeout is doubled. */
  for (uint32_t timeout = 100; reads == 0 && timeout < 10000; timeout *= 2) {
    tap source = {.length = 100, .later_at = 1};
    moya_stream stream = stream_of(&source, 0);
    moya_target target = target_of("/count");
    target.method = "POST";
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    target.timeout_ms = timeout;
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_TIMEOUT_TOTAL);
    reads = source.reads;
    if (reads > 0) EXPECT(str_has(moya_error_message(error), "had nothing to send"), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
  EXPECT(reads == 1, "%d reads", reads);
}

static moya_call *cancelled_call;
static int cancel_at; /* which read cancels the call */
static int64_t cancel_in_read(void *user, void *buffer, size_t room) {
  tap *it = user;
  if (it->reads + 1 == cancel_at) moya_call_cancel(cancelled_call);
  return tap_read(user, buffer, room);
}

static void cancelled_in_a_read(void) {
  static const size_t pieces[] = {10, 1000, 0};
  for (size_t row = 0; row < 12; row++) {
    tap source = {.length = UINT64_MAX / 2, .piece = pieces[row / 4]};
    cancel_at = row & 2 ? 3 : 1;
    moya_stream stream = stream_of(&source, row & 1 ? source.length : 0);
    stream.read = cancel_in_read;
    moya_target target = target_of("/count");
    target.method = "POST";
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    heard end = HEARD_INIT;
    EXPECT_STATUS(moya_provider_send(hosted, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, &cancelled_call, NULL), MOYA_OK);
    while (end.calls == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    EXPECT(end.cancelled == 1 && source.reads == cancel_at && source.released == 1, "row %zu: %d reads", row, source.reads);
    moya_call_release(cancelled_call);
  }
}

static void blocking_in_a_read(void) {
  tap source = {.length = 10, .blocks = 1, .provider = provider};
  moya_stream stream = stream_of(&source, 0);
  counted it = upload(provider, "/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream));
  EXPECT(it.status == MOYA_OK && it.length == 10, "%s", it.message);
}

static int64_t destroy_in_read(void *user, void *buffer, size_t room) {
  tap *it = user;
  if (it->provider) moya_provider_destroy(it->provider);
  it->provider = NULL;
  return tap_read(user, buffer, room);
}

static void destroyed_in_a_read(void) {
  static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};
  for (size_t row = 0; row < 2; row++) {
    moya_provider *own = provider_of(pumps[row]);
    sem_t let_go;
    sem_init(&let_go, 0, 0);
    tap source = {.length = UINT64_MAX / 2, .provider = own, .let_go = &let_go}; /* the body does not end */
    moya_stream stream = stream_of(&source, 0);
    stream.read = destroy_in_read;
    moya_target target = target_of("/count");
    target.method = "POST";
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    heard end = HEARD_INIT;
    EXPECT_STATUS(moya_provider_send(own, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    /* The handle of the destroyed provider is valid until the read has returned. */
    while (pumps[row] == MOYA_PUMP_HOST && source.reads == 0) {
      if (moya_provider_process(own, 1000, NULL) != MOYA_OK) break;
    }
    EXPECT(await_released(&end, 1) && end.calls == 1 && end.cancelled == 1, "row %zu: %d", row, end.last);
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 60;
    EXPECT(sem_timedwait(&let_go, &deadline) == 0 && source.released == 1, "row %zu", row);
    sem_destroy(&let_go);
  }
}

int main(void) {
  EXPECT(mkdtemp(folder) != NULL);
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  hosted = provider_of(MOYA_PUMP_HOST);
  TEST("a file is a body", files);
  TEST("a stream is a body, of known or unknown length", streams);
  TEST("a stream that fails, or is too short, ends its call alone", odd_streams);
  TEST("a stream longer than any Content-Length is refused before it is read", lengths_beyond_all);
  TEST("a stream that can go back is sent again behind a redirect", rewinding);
  TEST("a stream that has nothing yet waits until its call is resumed, and holds up no other", pausing);
  TEST("a resume wakes a stream that has nothing yet, also if the response is paused again", pausing_in_both_directions);
  TEST("an answer that is whole before its request is comes through while the stream waits", answered_early);
  TEST("a stream that has nothing until the total timeout is named as the cause", nothing_to_send);
  TEST("nothing is read behind the read that cancels its call", cancelled_in_a_read);
  TEST("nothing blocks in a read", blocking_in_a_read);
  TEST("a provider that is destroyed in a read ends its calls when the read has returned", destroyed_in_a_read);
  moya_provider_destroy(hosted);
  moya_provider_destroy(provider);
  server_stop(&faults);
  remove_folder();
  return verdict();
}
