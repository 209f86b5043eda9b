/* This program tests multipart forms: their parts, media types and boundaries, and how the library sends and releases
 * them. */
#include "uploads.h"

#include <sys/stat.h>

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

/* Returns a field of the request that the echo server received, or "" if there is no such field. */
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

/* Tests the Content-Type of a form. If the target sets a multipart type, the library sends this type. The boundary
 * is the one of the task or of the target, or it is random. */
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

/* A part is sent with its own media type or, if it has none, with the type that follows from its file name. */
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

/* The `read` of a stream without bytes. It replaces a file with a pipe that has no writer. */
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

/* However the call ends, each release function of the task and of its parts runs once. */
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
  /* 200 MB, with --long 1 GB. Under valgrind and with sanitizers only 50 MB, because they are slow. */
  uint64_t size = !runs_under("plain") ? 50000000 : is_long() ? 1000000000 : 200000000;
  const char *path = file_of("large.bin", "", (off_t)size);
  tap source = {.length = size / 2};
  moya_stream stream = stream_of(&source, 0);
  moya_part parts[] = {{.name = "file", .path = path}, {.name = "stream", .stream = &stream}};
  /* This first call makes the things that the library makes only once, so that the later calls do not. */
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
  TEST("a form has texts, bytes, files and streams as parts", forms);
  TEST("a form's media type and its boundary are the target's, where it says them", types_of_forms);
  TEST("a part's media type is its own, or that of its file name", types_of_parts);
  TEST("a form that cannot be is refused, and named", odd_forms);
  TEST("a file that has become a pipe before it is sent ends its call, and holds up no other", replaced_file);
  TEST("everything is released exactly once, whatever becomes of the call", released);
  TEST("a large form is never held in memory", large);
  moya_provider_destroy(provider);
  server_stop(&faults);
  remove_folder();
  return verdict();
}
