/* Bodies that are read while they are sent: files, streams, forms. */
#include "calls.h"

#include <semaphore.h>
#include <sys/stat.h>

static moya_provider *provider, *hosted;
static char folder[] = "/tmp/moya-uploads-XXXXXX";

static const char *file_of(const char *name, const char *content, off_t length) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  EXPECT(file && fputs(content, file) >= 0 && fclose(file) == 0);
  /* A hole: a large file takes no room on the disk. */
  if (length > 0) EXPECT(truncate(path, length) == 0);
  return path;
}

/* A stream of `length` letters, with what went wrong in it for a test. */
typedef struct tap {
  uint64_t length, given;
  size_t piece, largest_room;
  int reads, rewinds, released, later_at, fail_at, blocks;
  int64_t answer; /* at fail_at */
  int32_t rewind_answer;
  moya_provider *provider;
  sem_t *let_go; /* posted when it is released */
} tap;

static int64_t tap_read(void *user, void *buffer, size_t room) {
  tap *it = user;
  if (room > it->largest_room) it->largest_room = room;
  it->reads++;
  if (it->blocks) {
    moya_target target = target_of("/ok");
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(it->provider, &target, NULL, &response, NULL), MOYA_ERROR_STATE);
  }
  if (it->reads == it->later_at) return MOYA_READ_LATER;
  if (it->reads == it->fail_at) return it->answer;
  size_t count = room < it->piece || it->piece == 0 ? room : it->piece;
  if (count > it->length - it->given) count = (size_t)(it->length - it->given);
  for (size_t i = 0; i < count; i++) ((char *)buffer)[i] = (char)('a' + (it->given + i) % 26);
  it->given += count;
  return (int64_t)count;
}
static int32_t tap_rewind(void *user) {
  tap *it = user;
  it->rewinds++;
  it->given = 0;
  return it->rewind_answer;
}
static void tap_release(void *user) {
  tap *it = user;
  it->released++;
  if (it->let_go) sem_post(it->let_go);
}

static moya_stream stream_of(tap *it, uint64_t length) {
  return MOYA_STREAM(.read = tap_read, .user = it, .release_user = tap_release, .len = length);
}

/* What the server counted: {"length": n, "first": "…", "last": "…", "chunked": false, "type": "…"}. */
typedef struct counted {
  moya_status status;
  int64_t length;
  bool chunked;
  char first[64], last[64], type[128], message[512];
} counted;

static counted upload(moya_provider *by, const char *path, const char *method, const moya_task *task) {
  counted it = {0};
  moya_target target = target_of(path);
  target.method = method;
  target.task = task;
  moya_response *response = NULL;
  moya_error *error = NULL;
  it.status = moya_provider_call(by, &target, NULL, &response, &error);
  moya_str text = moya_error_message(error);
  snprintf(it.message, sizeof it.message, "%s", text.data ? text.data : "");
  moya_response_json_int64(response, "length", &it.length, NULL);
  moya_response_json_bool(response, "chunked", &it.chunked, NULL);
  if (!moya_response_json_string(response, "first", &text, NULL)) snprintf(it.first, 64, "%s", text.data);
  if (!moya_response_json_string(response, "last", &text, NULL)) snprintf(it.last, 64, "%s", text.data);
  if (!moya_response_json_string(response, "type", &text, NULL)) snprintf(it.type, 128, "%s", text.data);
  moya_response_release(response);
  moya_error_release(error);
  return it;
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

/* A length that no Content-Length can say is refused before anything is sent, and the stream released. */
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
  /* The host's loop, so that the test itself runs the call. */
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

/* A server that responds before it has the body, and then waits for the rest, as the body's stream does. */
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
  /* A machine may be too slow to ask the stream within so short a time. */
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
static int cancel_at; /* the number of the read */
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
    tap source = {.length = UINT64_MAX / 2, .provider = own, .let_go = &let_go}; /* it ends by the cancel only */
    moya_stream stream = stream_of(&source, 0);
    stream.read = destroy_in_read;
    moya_target target = target_of("/count");
    target.method = "POST";
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    heard end = HEARD_INIT;
    EXPECT_STATUS(moya_provider_send(own, &target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    /* Freed when the read has returned: until then the handle is good. */
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

static void forms(void) {
  const char *path = file_of("photo.txt", "sea", 0);
  tap source = {.length = 5};
  moya_stream stream = stream_of(&source, 0);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .boundary = "b",
                             MOYA_PARTS({.name = "title", .text = "by the \"sea\""},
                                        {.name = "raw", .data = "\0x", .data_len = 2, .type = "a/b", .file_name = "r\"\n"},
                                        {.name = "photo", .path = path},
                                        {.name = "named", .path = path, .file_name = "x", .type = "text/plain"},
                                        {.name = "stream", .stream = &stream}));
  moya_target target = target_of("/echo");
  target.method = "POST";
  target.task = &task;
  target.headers = &(moya_header){"Content-Type", "text/plain"};
  target.header_count = 1;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
  moya_str body = {0, 0};
  EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  static const char wanted[] =
      "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nby the \"sea\""
      "\r\n--b\r\nContent-Disposition: form-data; name=\"raw\"; filename=\"r%22%0A\"\r\nContent-Type: a/b\r\n\r\n\0x"
      "\r\n--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.txt\"\r\n"
      "Content-Type: text/plain\r\n\r\nsea"
      "\r\n--b\r\nContent-Disposition: form-data; name=\"named\"; filename=\"x\"\r\nContent-Type: text/plain\r\n\r\nsea"
      "\r\n--b\r\nContent-Disposition: form-data; name=\"stream\"\r\nContent-Type: application/octet-stream\r\n\r\nabcde"
      "\r\n--b--\r\n";
  EXPECT(body.len == sizeof wanted - 1 && memcmp(body.data, wanted, body.len) == 0, "%.*s", (int)body.len, body.data);
  EXPECT(strstr(moya_response_body(response).data, "multipart/form-data; boundary=b"));
  EXPECT(source.released == 1);
  moya_response_release(response);
}

/* A field of the request as the echo server says it; "": it is absent. */
static const char *sent_field(moya_response *response, const char *name) {
  static char value[512];
  moya_json root;
  *value = 0;
  EXPECT_STATUS(moya_response_json(response, &root, NULL), MOYA_OK);
  for (moya_json it = moya_json_first(moya_json_member(root, "headers")); moya_json_exists(it); it = moya_json_next(it)) {
    moya_str key, text;
    EXPECT_STATUS(moya_json_string(moya_json_index(it, 0), &key), MOYA_OK);
    EXPECT_STATUS(moya_json_string(moya_json_index(it, 1), &text), MOYA_OK);
    if (strcasecmp(key.data, name) == 0) snprintf(value, sizeof value, "%s", text.data);
  }
  return value;
}

/* The media type of a form: what the target says of it stays, and the boundary is the task's, the target's or random. */
static void types_of_forms(void) {
  static const char libmoyas[] = "libmoya.boundary.";
  static const struct {
    const char *given, *boundary, *type, *sent;
  } rows[] = {
      {NULL, NULL, "multipart/form-data; boundary=", NULL},
      {"text/plain", NULL, "multipart/form-data; boundary=", NULL},
      {"multipart/form-data", NULL, "multipart/form-data; boundary=", NULL},
      {"multipart/form-data; charset=utf-8", NULL, "multipart/form-data; charset=utf-8; boundary=", NULL},
      {"Multipart/Related;type=\"a;b\" ; start=x", NULL, "multipart/related; type=\"a;b\"; start=x; boundary=", NULL},
      {"multipart/mixed; boundary=own; a=b", NULL, "multipart/mixed; a=b; boundary=", "own"},
      {"multipart/mixed; boundary=\"own one\"", NULL, "multipart/mixed; boundary=\"", "own one"},
      {"multipart/mixed; boundary=own; a=b", "task", "multipart/mixed; a=b; boundary=", "task"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .boundary = rows[row].boundary, MOYA_PARTS({.name = "a", .text = "x"}));
    moya_header header = {"Content-Type", rows[row].given};
    moya_target target = target_of("/echo");
    target.method = "POST";
    target.task = &task;
    target.headers = &header;
    target.header_count = rows[row].given ? 1 : 0;
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_str body = {"", 0};
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
    EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
    const char *type = sent_field(response, "Content-Type");
    const size_t length = strlen(rows[row].type);
    EXPECT(strncmp(type, rows[row].type, length) == 0, "row %zu: %s", row, type);
    const char *boundary = rows[row].sent ? rows[row].sent : libmoyas;
    EXPECT(strncmp(type + length, boundary, strlen(boundary)) == 0, "row %zu: %s", row, type);
    EXPECT(strncmp(body.data + 2, boundary, strlen(boundary)) == 0, "row %zu: %s", row, body.data);
    moya_response_release(response);
    moya_error_release(error);
  }
}

/* The media type of a part is its own, or that of its file name. */
static void types_of_parts(void) {
  static const struct {
    const char *name, *given, *of_bytes, *of_stream;
  } rows[] = {
      {"a.jpg", NULL, "image/jpeg", "image/jpeg"},   {"a.b.PNG", NULL, "image/png", "image/png"},
      {"a.json", NULL, "application/json", "application/json"}, {"a.jpg", "x/y", "x/y", "x/y"},
      {"a.unknown", NULL, NULL, "application/octet-stream"}, {"jpg", NULL, NULL, "application/octet-stream"},
      {".jpg", NULL, NULL, "application/octet-stream"}, {"a.", NULL, NULL, "application/octet-stream"},
      {NULL, NULL, NULL, "application/octet-stream"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int streams = 0; streams < 2; streams++) {
      tap source = {.length = 5};
      moya_stream stream = stream_of(&source, 0);
      moya_part part = {.name = "p", .file_name = rows[row].name, .type = rows[row].given};
      if (streams) part.stream = &stream;
      else part.data = "x", part.data_len = 1;
      moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = &part, .part_count = 1);
      moya_target target = target_of("/echo");
      target.method = "POST";
      target.task = &task;
      moya_response *response = NULL;
      moya_error *error = NULL;
      moya_str body = {"", 0};
      EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
      EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
      const char *wanted = streams ? rows[row].of_stream : rows[row].of_bytes;
      char line[128];
      snprintf(line, sizeof line, "\r\nContent-Type: %s\r\n", wanted ? wanted : "");
      EXPECT(wanted ? strstr(body.data, line) != NULL : !strstr(body.data, "Content-Type"), "row %zu: %s", row, body.data);
      moya_response_release(response);
      moya_error_release(error);
    }
  }
}

/* Puts a pipe without a writer in a file's place, and has nothing to send. */
static int64_t becomes_pipe(void *user, void *buffer, size_t room) {
  (void)buffer, (void)room;
  if (unlink(user) == 0) EXPECT(mkfifo(user, 0600) == 0);
  return MOYA_READ_END;
}

static void replaced_file(void) {
  const char *path = file_of("replaced", "", 2 << 20);
  moya_stream stream = MOYA_STREAM(.read = becomes_pipe, .user = (void *)path);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART,
                             MOYA_PARTS({.name = "stream", .stream = &stream}, {.name = "file", .path = path}));
  alarm(60);
  counted it = upload(provider, "/count", "POST", &task);
  alarm(0);
  EXPECT(it.status == MOYA_ERROR_BODY && strstr(it.message, "replaced is not a file"), "%s", it.message);
}

static void odd_boundary(void) {
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, MOYA_PARTS({.name = "a", .text = "x"}));
  moya_target target = target_of("/count");
  target.method = "POST";
  target.task = &task;
  target.headers = &(moya_header){"Content-Type", "multipart/form-data; boundary=\"a\\\"b\""};
  target.header_count = 1;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_has(moya_error_message(error), "boundary"), "%s", moya_error_message(error).data);
  moya_error_release(error);
}

static void odd_forms(void) {
  odd_boundary();
  moya_part none = {.name = "a"}, two = {.name = "a", .text = "x", .path = "y"}, nameless = {.text = "x"};
  moya_part odd_type = {.name = "a", .text = "x", .type = "a\r\nX: y"}, gone = {.name = "a", .path = "/nonexistent/x"};
  moya_part sound = {.name = "a", .text = "x"}, odd_name = {.name = "\xff", .text = "x"};
  moya_part odd_data = {.name = "a", .data = "x", .data_len = SIZE_MAX};
  moya_stream unread = MOYA_STREAM_INIT, reserved = MOYA_STREAM(.reserved = 1, .read = tap_read);
  moya_stream unsized = {.read = tap_read};
  moya_part no_read = {.name = "a", .stream = &unread}, newer = {.name = "a", .stream = &reserved};
  moya_part no_size = {.name = "a", .stream = &unsized};
  const struct {
    const moya_part *parts;
    size_t count;
    const char *method, *boundary;
    moya_status status;
    const char *says;
  } rows[] = {
      {NULL, 0, "POST", NULL, MOYA_ERROR_ARGUMENT, "no parts"},
      {NULL, 1, "POST", NULL, MOYA_ERROR_NULL, "moya_task.parts is NULL"},
      {&sound, 10001, "POST", NULL, MOYA_ERROR_ARGUMENT, "moya_task.parts has more than"},
      {&sound, 1, NULL, NULL, MOYA_ERROR_ARGUMENT, "GET takes no multipart body"},
      {&sound, 1, "DELETE", NULL, MOYA_ERROR_ARGUMENT, "DELETE takes no multipart body"},
      {&sound, 1, "POST", "", MOYA_ERROR_ARGUMENT, "boundary"},
      {&sound, 1, "POST", "a\"b", MOYA_ERROR_ARGUMENT, "boundary"},
      {&none, 1, "POST", NULL, MOYA_ERROR_ARGUMENT, "moya_task.parts[0] has none of text, data, path and stream"},
      {&two, 1, "POST", NULL, MOYA_ERROR_ARGUMENT, "moya_task.parts[0] has more than one of"},
      {&nameless, 1, "POST", NULL, MOYA_ERROR_NULL, "moya_task.parts[0].name is NULL"},
      {&odd_name, 1, "POST", NULL, MOYA_ERROR_UTF8, "moya_task.parts[0].name is not UTF-8"},
      {&odd_type, 1, "POST", NULL, MOYA_ERROR_ARGUMENT, "MIME type of part 'a'"},
      {&odd_data, 1, "POST", NULL, MOYA_ERROR_ARGUMENT, "moya_task.parts[0].data"},
      {&gone, 1, "POST", NULL, MOYA_ERROR_BODY, "part 'a' cannot be read: /nonexistent/x: No such file"},
      {&no_read, 1, "POST", NULL, MOYA_ERROR_NULL, "moya_stream.read is NULL"},
      {&newer, 1, "POST", NULL, MOYA_ERROR_ARGUMENT, "moya_stream.reserved"},
      {&no_size, 1, "POST", NULL, MOYA_ERROR_STRUCT_SIZE, "moya_stream.size is 0"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = rows[row].parts, .part_count = rows[row].count,
                               .boundary = rows[row].boundary);
    counted it = upload(provider, "/count", rows[row].method, &task);
    EXPECT(it.status == rows[row].status && strstr(it.message, rows[row].says), "row %zu: %s %s", row,
           moya_status_name(it.status), it.message);
  }
}

/* Whatever becomes of the call, everything that has a release is released once. */
static void released(void) {
  static const char *const paths[] = {"/count", "/never", "/again/count", NULL};
  for (size_t row = 0; row < 4; row++) {
    tap source = {.length = 10}, kept = {0}, part = {0};
    moya_stream stream = stream_of(&source, 0);
    moya_part parts[] = {{.name = "stream", .stream = &stream},
                         {.name = "kept", .data = "x", .data_len = 1, .release_user = tap_release, .user = &part}};
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = parts, .part_count = 2, .release_user = tap_release,
                               .user = &kept);
    moya_target target = target_of(paths[row]);
    if (!paths[row]) target.base_url = NULL;
    target.method = "POST";
    target.task = &task;
    target.idle_timeout_ms = row == 1 ? 50 : 0;
    moya_response *response = NULL;
    static const moya_status ends[] = {MOYA_OK, MOYA_ERROR_TIMEOUT_IDLE, MOYA_ERROR_BODY, MOYA_ERROR_NULL};
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), ends[row]);
    moya_response_release(response);
    EXPECT(source.released == 1 && part.released == 1 && kept.released == 1, "row %zu: %d %d %d", row, source.released,
           part.released, kept.released);
    moya_provider *nobody = NULL;
    EXPECT_STATUS(moya_provider_call(nobody, &target, NULL, &response, NULL), MOYA_ERROR_NULL);
    EXPECT(source.released == 2 && part.released == 2 && kept.released == 2, "row %zu", row);
    moya_sample sample = MOYA_SAMPLE_INIT;
    target.base_url = faults.url;
    target.sample = &sample;
    target.stub = MOYA_STUB_IMMEDIATE;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    moya_response_release(response);
    EXPECT(source.released == 3 && part.released == 3 && kept.released == 3, "row %zu", row);
  }
}

static void large(void) {
  /* 1 GB, or 50 MB where valgrind or a sanitizer would take minutes. */
  uint64_t size = runs_under("plain") ? 1000000000 : 50000000;
  const char *path = file_of("large.bin", "", (off_t)size);
  tap source = {.length = size / 2};
  moya_stream stream = stream_of(&source, 0);
  moya_part parts[] = {{.name = "file", .path = path}, {.name = "stream", .stream = &stream}};
  /* The first of each kind warms up what is made once. */
  (void)upload(provider, "/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_FILE, .path = file_of("warm", "", 1 << 20)));
  file_of("large.bin", "", (off_t)size);
  long before = kib_of_process("VmHWM");
  counted it = upload(provider, "/count", "POST", &MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = parts, .part_count = 2));
  EXPECT(it.status == MOYA_OK && it.length > (int64_t)(size / 2 * 3), "%s", it.message);
  EXPECT(source.given == size / 2 && source.largest_room <= 1 << 20, "%zu", source.largest_room);
  EXPECT(kib_of_process("VmHWM") - before < 16384, "the process grew by %ld KiB for %llu bytes", kib_of_process("VmHWM") - before, (unsigned long long)size);
  unlink(path);
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
  TEST("an answer that is whole before its request is comes through while the stream waits", answered_early);
  TEST("a stream that has nothing until the total timeout is named as the cause", nothing_to_send);
  TEST("nothing is read behind the read that cancels its call", cancelled_in_a_read);
  TEST("nothing blocks in a read", blocking_in_a_read);
  TEST("a provider that is destroyed in a read ends its calls when the read has returned", destroyed_in_a_read);
  TEST("a form has texts, bytes, files and streams as parts", forms);
  TEST("a form's media type and its boundary are the target's, where it says them", types_of_forms);
  TEST("a part's media type is its own, or that of its file name", types_of_parts);
  TEST("a form that cannot be is refused, and named", odd_forms);
  TEST("a file that has become a pipe before it is sent ends its call, and holds up no other", replaced_file);
  TEST("everything is released exactly once, whatever becomes of the call", released);
  TEST("a large form is never held in memory", large);
  moya_provider_destroy(hosted);
  moya_provider_destroy(provider);
  server_stop(&faults);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  EXPECT(system(command) == 0);
  return verdict();
}
