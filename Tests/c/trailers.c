/* Tests the trailers of a request: the fields that a stream gives for the end of its body (RFC 9110 §6.5, RFC 9112
 * §7.1.2). */
#include "calls.h"

static moya_provider *provider;

/* A stream that gives the body "one", "two", and trailers. Counts how often its functions were called. */
typedef struct trailed {
  const moya_header *headers;
  size_t count;
  uint32_t stride;
  int reads, rewinds, asked, released, fails_at; /* fails_at: which call of give_trailers fails; 0: none */
  int32_t answer;
  bool is_empty;
  moya_call *call;         /* give_trailers cancels this call; with `in_read`, the last read does it */
  bool in_read, by_thread; /* by_thread: another thread cancels the call before the function returns */
  int64_t takes;           /* how many milliseconds give_trailers takes at least */
  moya_provider *provider; /* give_trailers destroys it */
} trailed;

static void *cancel_call(void *call) {
  moya_call_cancel(call);
  return NULL;
}
static void cancel(const trailed *it) {
  pthread_t thread;
  if (!it->by_thread) {
    moya_call_cancel(it->call);
  } else {
    EXPECT(pthread_create(&thread, NULL, cancel_call, it->call) == 0 && pthread_join(thread, NULL) == 0);
  }
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t read_words(void *user, void *buffer, size_t room) {
  trailed *it = user;
  EXPECT(room >= 3);
  if (it->is_empty || it->reads == 2) {
    if (it->in_read) cancel(it);
    return MOYA_READ_END;
  }
  memcpy(buffer, it->reads++ ? "two" : "one", 3);
  return 3;
}

static int32_t rewind_words(void *user) {
  trailed *it = user;
  it->rewinds++;
  it->reads = 0;
  return 0;
}

static int32_t give_trailers(void *user, moya_trailers *trailers) {
  trailed *it = user;
  EXPECT(trailers->size == sizeof *trailers && !trailers->headers && trailers->header_count == 0);
  EXPECT(it->is_empty || it->reads == 2, "it is asked before the end of the body");
  it->asked++;
  if (it->call && !it->in_read) cancel(it);
  for (int64_t end = milliseconds() + it->takes; it->takes > 0 && milliseconds() <= end;) sched_yield();
  if (it->provider) moya_provider_destroy(it->provider);
  if (it->asked == it->fails_at) return it->answer;
  trailers->headers = it->headers;
  trailers->header_count = it->count;
  trailers->header_stride = it->stride;
  return 0;
}

static void release(void *user) { ((trailed *)user)->released++; }

static moya_stream stream_of(trailed *it) {
  return MOYA_STREAM(.read = read_words, .rewind = rewind_words, .trailers = give_trailers, .user = it,
                     .release_user = release);
}

/* Sends the stream by PUT. Returns the status, and stores the error's message. */
static char message[512];
static moya_status send_with(const moya_stream *stream, moya_target target) {
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = stream);
  moya_response *response = NULL;
  moya_error *error = NULL;
  target.method = "PUT";
  target.task = &task;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  snprintf(message, sizeof message, "%s", error ? moya_error_message(error).data : "");
  moya_response_release(response);
  moya_error_release(error);
  return status;
}
static moya_status send_to(const char *path, trailed *it) {
  moya_stream stream = stream_of(it);
  return send_with(&stream, target_of(path));
}

/* Checks the bytes of the bodies that the server has received since its log was cleared. */
static void expect_wires(const char *const *wires, size_t count) {
  char path[32];
  snprintf(path, sizeof path, "/wires/%zu", count);
  moya_target target = target_of(path);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_json all = {0};
  EXPECT_STATUS(moya_response_json(response, &all, NULL), MOYA_OK);
  EXPECT(moya_json_count(all) == count, "%zu bodies", moya_json_count(all));
  for (size_t i = 0; i < count; i++) {
    moya_str wire = {NULL, 0};
    EXPECT_STATUS(moya_json_string(moya_json_index(all, i), &wire), MOYA_OK);
    EXPECT(str_is(wire, wires[i]), "body %zu is %s", i, wire.data);
  }
  moya_response_release(response);
}
static void expect_wire(const char *wire) { expect_wires(&wire, 1); }

#define WORDS "3\r\none\r\n3\r\ntwo\r\n"

static void on_the_wire(void) {
  static const moya_header one[] = {{"Content-Digest", "sha-256=:abc:"}}, two[] = {{"X-A", "1"}, {"X-B", "\xc3\xa9\t."}},
                           same[] = {{"X-A", "1"}, {"x-a", "2"}}, empty[] = {{"X-A", ""}, {"X-B", "  "}},
                           latin[] = {{"X-A", "\xe9"}}, left_out[] = {{"X-A", NULL}, {"X-B", "1"}};
  static const struct {
    const moya_header *headers;
    size_t count;
    bool is_empty;
    const char *wire;
  } rows[] = {
      {one, 1, false, WORDS "0\r\nContent-Digest: sha-256=:abc:\r\n\r\n"},
      {one, 1, true, "0\r\nContent-Digest: sha-256=:abc:\r\n\r\n"},
      {two, 2, false, WORDS "0\r\nX-A: 1\r\nX-B: \xc3\x83\xc2\xa9\t.\r\n\r\n"}, /* the server shows Latin-1 */
      {same, 2, false, WORDS "0\r\nX-A: 1\r\nx-a: 2\r\n\r\n"},
      {empty, 2, false, WORDS "0\r\nX-A: \r\nX-B:   \r\n\r\n"},
      {latin, 1, false, WORDS "0\r\nX-A: \xc3\xa9\r\n\r\n"},
      {left_out, 2, false, WORDS "0\r\nX-B: 1\r\n\r\n"},
      {NULL, 0, false, WORDS "0\r\n\r\n"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    forget_log(provider);
    trailed it = {.headers = rows[row].headers, .count = rows[row].count, .is_empty = rows[row].is_empty};
    EXPECT_STATUS(send_to("/ok", &it), MOYA_OK);
    EXPECT(it.asked == 1 && it.released == 1 && it.rewinds == 0, "row %zu: asked %d times", row, it.asked);
    expect_wire(rows[row].wire);
  }
}

static void connection_kept(void) {
  forget_log(provider);
  moya_header header = {"X-A", "1"};
  for (int i = 0; i < 3; i++) {
    trailed it = {.headers = &header, .count = 1};
    EXPECT_STATUS(send_to("/ok", &it), MOYA_OK);
    expect_good(provider);
  }
  moya_target target = target_of("/log");
  moya_response *response = NULL;
  int64_t connections = -1;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_int64(response, "connections", &connections, NULL), MOYA_OK);
  EXPECT(connections == 0, "%d new connections", (int)connections);
  moya_response_release(response);
}

/* The library refuses fields that cannot be trailers. The server has then received the pieces of the body, but not
 * its end. */
static void refused(void) {
  static char large[20000];
  memset(large, 'x', sizeof large - 1);
  const char *names[] = {"Authorization", "content-type",  "Content-Encoding", "Content-Length",    "CONTENT-RANGE",
                         "Cookie",        "Cache-Control", "Connection",       "Expect",            "Host",
                         "If-Match",      "if-anything",   "Keep-Alive",       "Max-Forwards",      "Pragma",
                         "TE",            "Range",         "Trailer",          "Transfer-Encoding", "Upgrade",
                         "Proxy-Authorization", "Proxy-Connection",  "x-api-key",         "X-Auth-Token"};
  enum { NAMES = sizeof names / sizeof *names, ODD = 10 };
  struct {
    moya_header header;
    const char *says;
    moya_status status;
  } rows[NAMES + ODD] = {
      {{"X-A", "s3cret\r\nX-B: 2"}, "header X-A contains a control character", MOYA_ERROR_INVALID_REQUEST},
      {{"X-A", "s3cret\n"}, "header X-A contains a control character", MOYA_ERROR_INVALID_REQUEST},
      {{"X-A", "s3cret\x01"}, "header X-A contains a control character", MOYA_ERROR_INVALID_REQUEST},
      {{"X-A: s3cret", "1"}, "not a token", MOYA_ERROR_INVALID_REQUEST},
      {{"X A", "s3cret"}, "not a token", MOYA_ERROR_INVALID_REQUEST},
      {{"If-A: s3cret", "1"}, "not a token", MOYA_ERROR_INVALID_REQUEST},
      {{"", "s3cret"}, "a header name is empty", MOYA_ERROR_INVALID_REQUEST},
      {{"X-A", large}, "larger than 16384 bytes", MOYA_ERROR_INVALID_REQUEST},
      {{NULL, "s3cret"}, "moya_trailers.headers[0].name is NULL", MOYA_ERROR_BODY},
      {{"X-\xff", "s3cret"}, "moya_trailers.headers[0].name is not UTF-8", MOYA_ERROR_BODY},
  };
  for (size_t i = 0; i < NAMES; i++) {
    rows[ODD + i].header = (moya_header){names[i], "s3cret"};
    rows[ODD + i].says = "cannot be a trailer";
    rows[ODD + i].status = MOYA_ERROR_INVALID_REQUEST;
  }
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    forget_log(provider);
    trailed it = {.headers = &rows[row].header, .count = 1};
    EXPECT_STATUS(send_to("/ok", &it), rows[row].status);
    EXPECT(strstr(message, rows[row].says) && !strstr(message, "s3cret"), "row %zu: %s", row, message);
    if (row >= ODD) EXPECT(strstr(message, names[row - ODD]), "the field is named: %s", message);
    EXPECT(it.asked == 1 && it.released == 1, "row %zu", row);
    expect_wire(WORDS);
    expect_good(provider);
  }
}

static void failing(void) {
  static moya_header header = {"X-A", "1"};
  static const struct {
    trailed it;
    const char *says;
  } rows[] = {
      {{.fails_at = 1, .answer = 1}, "the trailers of the request failed: the trailers function returned 1"},
      {{.fails_at = 1, .answer = INT32_MIN}, "the trailers function returned -2147483648"},
      {{.count = 1}, "moya_trailers.headers is NULL"},
      {{.headers = &header, .count = SIZE_MAX}, "the count of moya_trailers.headers"},
      {{.headers = &header, .count = 10001}, "moya_trailers.headers has more than 10000 elements"},
      {{.headers = &header, .count = 1, .stride = 12}, "the stride of moya_trailers.headers is 12"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    forget_log(provider);
    trailed it = rows[row].it;
    EXPECT_STATUS(send_to("/ok", &it), MOYA_ERROR_BODY);
    EXPECT(strstr(message, rows[row].says), "row %zu: %s", row, message);
    EXPECT(it.asked == 1 && it.released == 1, "row %zu", row);
    expect_wire(WORDS);
    expect_good(provider);
  }
}

/* Gives a struct with a size that the library does not know. */
static int32_t give_larger(void *user, moya_trailers *trailers) {
  (void)user;
  trailers->size = 20;
  return 0;
}

static void wrong_size(void) {
  forget_log(provider);
  trailed it = {0};
  moya_stream stream = stream_of(&it);
  stream.trailers = give_larger;
  EXPECT_STATUS(send_with(&stream, target_of("/ok")), MOYA_ERROR_BODY);
  EXPECT(strstr(message, "moya_trailers.size is 20"), "%s", message);
  expect_wire(WORDS);
}

/* Only a chunked body over HTTP/1.1 can have trailers. The library refuses other calls before it sends anything. */
static void known_length(void) {
  forget_log(provider);
  trailed it = {0};
  moya_stream stream = stream_of(&it);
  stream.len = 6;
  EXPECT_STATUS(send_with(&stream, target_of("/ok")), MOYA_ERROR_ARGUMENT);
  EXPECT(strstr(message, "only a body of unknown length can have trailers"), "%s", message);
  stream.len = 0;
  moya_part part = {.name = "p", .stream = &stream};
  moya_target target = target_of("/ok");
  target.method = "POST";
  target.task = &MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = &part, .part_count = 1);
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_has(moya_error_message(error), "moya_task.parts[0].stream has trailers"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  target = target_of("/ok");
  target.connection = &MOYA_CONNECTION_OVERRIDES(.http = MOYA_HTTP_V2);
  EXPECT_STATUS(send_with(&stream, target), MOYA_ERROR_INVALID_REQUEST);
  EXPECT(strstr(message, "trailers of a request need HTTP/1.1, and HTTP/2 is asked for"), "%s", message);
  EXPECT(it.reads == 0 && it.asked == 0 && it.released == 3, "%d reads, %d", it.reads, it.released);
  expect_wires(NULL, 0);
}

/* When the library sends the body again, it asks for the trailers again. */
static void sent_again(void) {
  static const moya_header header = {"X-A", "1"};
  static const char *const wires[] = {WORDS "0\r\nX-A: 1\r\n\r\n", WORDS "0\r\nX-A: 1\r\n\r\n"};
  static const char *const paths[] = {"/again/ok", "/busy/1", "/digest/ok"};
  for (size_t row = 0; row < sizeof paths / sizeof *paths; row++) {
    forget_log(provider);
    trailed it = {.headers = &header, .count = 1};
    moya_stream stream = stream_of(&it);
    moya_target target = target_of(paths[row]);
    moya_credential credential = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_DIGEST, .user = "ann", .password = "right");
    target.retry = &MOYA_RETRY(.attempts = 2, .delay_ms = 1);
    if (row == 2) target.credential = &credential;
    EXPECT_STATUS(send_with(&stream, target), MOYA_OK);
    EXPECT(it.asked == 2 && it.rewinds == 1 && it.released == 1, "%s: %d %d", paths[row], it.asked, it.rewinds);
    expect_wires(wires, 2);
  }
  /* give_trailers fails when it is called again. */
  forget_log(provider);
  trailed it = {.headers = &header, .count = 1, .fails_at = 2, .answer = 7};
  EXPECT_STATUS(send_to("/again/ok", &it), MOYA_ERROR_BODY);
  EXPECT(strstr(message, "returned 7"), "%s", message);
  expect_wires((const char *const[]){wires[0], WORDS}, 2);
  /* Without `rewind`, the library cannot send the body again. */
  it = (trailed){.headers = &header, .count = 1};
  moya_stream stream = stream_of(&it);
  stream.rewind = NULL;
  EXPECT_STATUS(send_with(&stream, target_of("/again/ok")), MOYA_ERROR_BODY);
  EXPECT(it.asked == 1 && strstr(message, "cannot be sent again"), "%s", message);
}

/* If a redirect drops the body, it also drops the field `Trailer`, which announces the trailers. */
static void announced(void) {
  static const struct {
    const char *path;
    bool arrives;
  } rows[] = {{"/echo", true}, {"/again/echo", true}, {"/set?to=/echo", false}};
  static const moya_header header = {"X-A", "1"};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    trailed it = {.headers = &header, .count = 1};
    moya_stream stream = stream_of(&it);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    moya_target target = target_of(rows[row].path);
    target.method = "PUT";
    target.task = &task;
    target.flags = MOYA_TARGET_PATH_QUERY;
    target.headers = &(moya_header){"Trailer", "X-A"};
    target.header_count = 1;
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    bool arrives = str_has(moya_response_body(response), "[\"Trailer\", \"X-A\"]");
    EXPECT(arrives == rows[row].arrives, "%s: %s", rows[row].path, moya_response_body(response).data);
    EXPECT(!str_has(moya_response_body(response), "\"X-A\", \"1\""), "a trailer is no header field");
    moya_response_release(response);
  }
}

/* A call is cancelled in `trailers`, or in the `read` that reports the end. Then the library does not send the end of
 * the body. */
static void cancelled(void) {
  moya_provider *hosted = provider_of(MOYA_PUMP_HOST);
  static const moya_header header = {"X-A", "1"};
  for (int row = 0; row < 4; row++) {
    forget_log(provider);
    trailed it = {.headers = &header, .count = 1, .in_read = row & 1, .by_thread = row & 2};
    moya_stream stream = stream_of(&it);
    moya_target target = target_of("/ok");
    target.method = "PUT";
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    heard end = HEARD_INIT;
    moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear);
    EXPECT_STATUS(moya_provider_send(hosted, &target, &handlers, NULL, &it.call, NULL), MOYA_OK);
    while (end.calls == 0) EXPECT_STATUS(moya_provider_process(hosted, 1000, NULL), MOYA_OK);
    EXPECT(end.cancelled == 1 && it.asked == 1 && it.released == 1, "row %d: %d", row, it.asked);
    moya_call_release(it.call);
    expect_wire(WORDS);
  }
  moya_provider_destroy(hosted);
}

/* The function `trailers` takes longer than the timeout of the call allows. */
static void late(void) {
  static const moya_header header = {"X-A", "1"};
  forget_log(provider);
  trailed it = {.headers = &header, .count = 1, .takes = 1000};
  moya_stream stream = stream_of(&it);
  moya_target target = target_of("/ok");
  target.timeout_ms = 1000;
  EXPECT_STATUS(send_with(&stream, target), MOYA_ERROR_TIMEOUT_TOTAL);
  EXPECT(it.asked == 1 && it.released == 1, "%d", it.asked);
  expect_wire(WORDS);
}

static void destroyed(void) {
  static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};
  static const moya_header header = {"X-A", "1"};
  for (size_t row = 0; row < 2; row++) {
    forget_log(provider);
    moya_provider *own = provider_of(pumps[row]);
    trailed it = {.headers = &header, .count = 1, .provider = own};
    moya_stream stream = stream_of(&it);
    moya_target target = target_of("/ok");
    target.method = "PUT";
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    heard end = HEARD_INIT;
    moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear);
    EXPECT_STATUS(moya_provider_send(own, &target, &handlers, NULL, NULL, NULL), MOYA_OK);
    /* The handle of the destroyed provider is valid until give_trailers has returned. */
    while (pumps[row] == MOYA_PUMP_HOST && it.asked == 0) {
      if (moya_provider_process(own, 1000, NULL) != MOYA_OK) break;
    }
    EXPECT(await_released(&end, 1) && end.calls == 1 && end.cancelled == 1, "row %zu: %d", row, end.last);
    expect_wire(WORDS);
  }
}

/* For each call of a copy of a target, the library calls the `trailers` function of the original stream. */
static void copied(void) {
  static const moya_header header = {"X-A", "1"};
  static const char *const wires[] = {WORDS "0\r\nX-A: 1\r\n\r\n", WORDS "0\r\nX-A: 1\r\n\r\n"};
  forget_log(provider);
  trailed it = {.headers = &header, .count = 1};
  moya_stream stream = stream_of(&it);
  moya_target target = target_of("/ok");
  target.method = "PUT";
  target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_target *copy = NULL;
  EXPECT_STATUS(moya_target_copy(&target, &copy, NULL), MOYA_OK);
  for (int i = 0; i < 2; i++) {
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, copy, NULL, &response, NULL), MOYA_OK);
    moya_response_release(response);
  }
  EXPECT(it.asked == 2 && it.rewinds == 1 && it.released == 0);
  moya_target_release(copy);
  EXPECT(it.released == 1);
  expect_wires(wires, 2);
}

static void stubbed(void) {
  moya_stubs *stubs = NULL;
  moya_provider *own = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_record(stubs, 1, NULL), MOYA_OK);
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  EXPECT_STATUS(moya_stubs_add(stubs, &MOYA_STUB_RULE(.answers = &sample, .answer_count = 1), NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stubs = stubs), &own, NULL), MOYA_OK);
  trailed it = {0};
  moya_stream stream = stream_of(&it);
  moya_target target = target_of("/ok");
  target.method = "PUT";
  target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(own, &target, NULL, &response, NULL), MOYA_OK);
  const moya_stub_request *request = moya_stubs_record_at(stubs, 0);
  EXPECT(request && str_is(request->body, "onetwo") && it.asked == 0 && it.released == 1, "%d", it.asked);
  moya_response_release(response);
  moya_provider_destroy(own);
  moya_stubs_release(stubs);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  TEST("trailers follow the last chunk, in their order and with their bytes", on_the_wire);
  TEST("a connection that has sent trailers serves further requests", connection_kept);
  TEST("a field that cannot be a trailer fails the call, and the server does not receive the end of the body", refused);
  TEST("a function that gives no trailers fails the call, and the server does not receive the end of the body", failing);
  TEST("trailers of a wrong size are refused", wrong_size);
  TEST("trailers of a body with a length, of a part and over HTTP/2 are refused before anything is sent", known_length);
  TEST("if the body is sent again, the trailers are asked for again", sent_again);
  TEST("a Trailer field is sent as it is, unless the body is dropped", announced);
  TEST("a call that is cancelled at the end of its body does not send this end", cancelled);
  TEST("a function that outlasts the total timeout sends no end of the body", late);
  TEST("a provider that is destroyed in the trailers function sends no end of the body", destroyed);
  TEST("the copy of a target has the trailers of its stream", copied);
  TEST("a stub does not ask for trailers", stubbed);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
