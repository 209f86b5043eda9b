/* Tests requests that plugins send ("moya.tasks/1", `send`): what a request contains, and what the plugin receives. */
#include "plugin_tasks.h"

#include <arpa/inet.h>

/* ── What is sent, and what comes back ── */

typedef struct wide_header {
  moya_header known;
  void *later;
} wide_header;
static const moya_header fields[] = {{"X-One", "1"}, {"X-Two", "a b"}, {"X-None", NULL}};
static const wide_header wide_fields[] = {{{"X-One", "1"}, NULL}, {{"X-Two", "a b"}, NULL}};

static const struct sent_row {
  const char *what, *path;
  moya_sub_request request;
  const char *method, *parts[3], *absent;
} sent_rows[] = {
  {"only a URL", "/echo?q=1", {0}, "GET", {"\"method\": \"GET\"", "\"target\": \"/echo?q=1\"", "\"body\": \"\""}, NULL},
  {"a method", "/echo", {.method = "DELETE"}, "DELETE", {"\"method\": \"DELETE\""}, NULL},
  {"a body", "/echo", {.method = "POST", .body = "a=\0b", .body_len = 4}, "POST",
   {"\"body\": \"a=\\u0000b\"", "[\"Content-Length\", \"4\"]"}, NULL},
  {"an empty body", "/echo", {.method = "POST", .body = "", .body_len = 0}, "POST", {"\"body\": \"\""}, NULL},
  {"fields", "/echo", {.headers = fields, .header_count = 3}, "GET",
   {"[\"X-One\", \"1\"]", "[\"X-Two\", \"a b\"]"}, "X-None"},
  {"fields with a stride", "/echo",
   {.headers = &wide_fields[0].known, .header_count = 2, .header_stride = sizeof(wide_header)}, "GET",
   {"[\"X-One\", \"1\"]", "[\"X-Two\", \"a b\"]"}, NULL},
};
/* A prepare hook that sends a request and waits. The end of the request resumes the hook. */
static const moya_sub_request *asked;
static ending asked_end;
static void go_on(ending *end, moya_context *context) {
  (void)end, (void)context;
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
}
static moya_status ask(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  reset(&asked_end);
  asked_end.then = go_on;
  EXPECT_STATUS(send_request(context, asked, &asked_end), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static const acts asking = {.prepare = ask};
static void expect_sent(const struct sent_row *row, const ending *end, const char *url) {
  expect_once(end, MOYA_OK, row->what);
  EXPECT(end->http_status == 200 && end->who == 'a', "%s: %d", row->what, end->http_status);
  EXPECT(strcmp(end->sent_url, url) == 0 && strcmp(end->url, url) == 0, "%s: %s", row->what, end->sent_url);
  EXPECT(strcmp(end->sent_method, row->method) == 0, "%s: %s", row->what, end->sent_method);
  for (int part = 0; part < 3 && row->parts[part]; part++) {
    EXPECT(strstr(end->body, row->parts[part]), "%s: %s in %s", row->what, row->parts[part], end->body);
  }
  EXPECT(!row->absent || !strstr(end->body, row->absent), "%s: %s", row->what, end->body);
}
static void contents(moya_pump pump) {
  begin(pump);
  for (size_t index = 0; index < COUNT(sent_rows); index++) {
    const struct sent_row *row = &sent_rows[index];
    char url[256];
    snprintf(url, sizeof url, "%s", at(row->path));
    moya_sub_request request = row->request;
    request.size = sizeof request;
    request.url = url;
    ending end;
    reset(&end);
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    await_on(pump, &end.ended);
    expect_sent(row, &end, url);
    EXPECT(end.context != self, "the context of the result is that of the instance");

    calling it = calling_of(provider, pump == MOYA_PUMP_HOST ? PUMPED : SENT, IMMEDIATE, &asking);
    asked = &request;
    make_call(&it);
    EXPECT(it.status == MOYA_OK, "%s: %s", row->what, it.message);
    expect_sent(row, &asked_end, url);
  }
  moya_provider_destroy(provider);
}

/* `send` copies the request, so the plugin can change it afterwards. */
static void copied(void) {
  begin(MOYA_PUMP_HOST);
  char method[] = "PUT", url[256], body[] = "body", name[] = "X-One", value[] = "1";
  snprintf(url, sizeof url, "%s/echo", faults.url);
  moya_header field = {name, value};
  moya_sub_request request = MOYA_SUB_REQUEST(.method = method, .url = url, .body = body, .body_len = 4,
                                              .headers = &field, .header_count = 1);
  ending end;
  reset(&end);
  EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
  memset(method, 'x', 3), memset(url, 'x', 20), memset(body, 'x', 4), memset(name, 'y', 5), memset(value, '2', 1);
  memset(&field, 0, sizeof field);
  memset(&request, 0, sizeof request);
  await_on(MOYA_PUMP_HOST, &end.ended);
  expect_once(&end, MOYA_OK, "copied");
  static const char *const parts[] = {"\"PUT\"", "[\"X-One\", \"1\"]", "\"body\": \"body\""};
  for (size_t part = 0; part < COUNT(parts); part++) EXPECT(strstr(end.body, parts[part]), "%s", end.body);
  moya_provider_destroy(provider);
}

/* Makes a socket that is bound but does not listen. While it is open, its port refuses connections. */
static int refusing_socket(char *url, size_t room) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT(made >= 0 && bind(made, (struct sockaddr *)&address, length) == 0);
  EXPECT(getsockname(made, (struct sockaddr *)&address, &length) == 0);
  snprintf(url, room, "http://127.0.0.1:%d/", ntohs(address.sin_port));
  return made;
}
/* Reads the result with the functions of `host`. The `run` of the request calls this function. */
static void read_result(ending *end, moya_context *context) {
  moya_str name, value;
  EXPECT(host->result_status(context) == end->status, "%s", moya_status_name(host->result_status(context)));
  EXPECT((host->response_header_count(context) > 0) == (host->http_status(context) > 0));
  EXPECT(host->response_header_at(context, 0, &name, &value) == (host->http_status(context) > 0));
  EXPECT(str_is(host->option_text(context, "as"), "a"));
  EXPECT((end->message[0] != 0) == (end->status != MOYA_OK), "%s", end->message);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
}
static void results(moya_pump pump) {
  char refused[64];
  int refusing = refusing_socket(refused, sizeof refused);
  static const struct {
    const char *path, *end_path;
    moya_status status;
    int32_t http_status;
    uint32_t timeout_ms;
  } rows[] = {
    {"/ok", "/ok", MOYA_OK, 200, 0},
    {"/status/404", "/status/404", MOYA_OK, 404, 0},
    {"/status/500", "/status/500", MOYA_OK, 500, 0},
    {"/redirect/2", "/ok", MOYA_OK, 200, 0},
    {NULL, NULL, MOYA_ERROR_CONNECT, 0, 0},
    {"/never", NULL, MOYA_ERROR_TIMEOUT_TOTAL, 0, 50},
    {"/truncated-body", NULL, MOYA_ERROR_INCOMPLETE_BODY, 0, 0},
  };
  begin(pump);
  for (size_t row = 0; row < COUNT(rows); row++) {
    const char *url = rows[row].path ? at(rows[row].path) : refused;
    moya_sub_request request = MOYA_SUB_REQUEST(.url = url, .timeout_ms = rows[row].timeout_ms);
    ending end;
    reset(&end);
    end.then = read_result;
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    await_on(pump, &end.ended);
    expect_once(&end, rows[row].status, url);
    EXPECT(rows[row].status != MOYA_OK || end.http_status == rows[row].http_status, "%s: %d", url, end.http_status);
    EXPECT(!rows[row].end_path || strcmp(end.url, at(rows[row].end_path)) == 0, "%s: %s", url, end.url);
  }
  moya_provider_destroy(provider);
  close(refusing);
}

/* ── Arguments ── */

static void arguments(void) {
  static char long_text[140000];
  memset(long_text, 'x', sizeof long_text - 1);
  const moya_header bad_name = {"X One", "1"}, bad_value = {"X-One", "1\r\nX-Two: 2"}, no_name = {NULL, "1"},
                    not_text = {"X-One", "\xff\xfe"}, framing = {"Content-Length", "3"}, hop = {"Connection", "close"};
  const uint32_t size = sizeof(moya_sub_request);
  const struct {
    const char *what;
    moya_sub_request request;
    moya_status status;
  } rows[] = {
    {"no URL", {.size = size}, MOYA_ERROR_NULL},
    {"an empty URL", {.size = size, .url = ""}, MOYA_ERROR_INVALID_URL},
    {"a relative URL", {.size = size, .url = "/path"}, MOYA_ERROR_INVALID_URL},
    {"a URL without a scheme", {.size = size, .url = "h/path"}, MOYA_ERROR_INVALID_URL},
    {"a URL without a host", {.size = size, .url = "http:///path"}, MOYA_ERROR_INVALID_URL},
    {"a file", {.size = size, .url = "file:///etc/passwd"}, MOYA_ERROR_INVALID_URL},
    {"a URL that is not UTF-8", {.size = size, .url = "http://h/\xff"}, MOYA_ERROR_UTF8},
    {"a method with a space", {.size = size, .url = "http://h/", .method = "G T"}, MOYA_ERROR_INVALID_REQUEST},
    {"an empty method", {.size = size, .url = "http://h/", .method = ""}, MOYA_ERROR_INVALID_REQUEST},
    {"a method that is not UTF-8", {.size = size, .url = "http://h/", .method = "\xff"}, MOYA_ERROR_UTF8},
    {"a name that is not UTF-8", {.size = size, .url = "http://h/", .name = "\xff"}, MOYA_ERROR_UTF8},
    {"a field with a space", {.size = size, .url = "http://h/", .headers = &bad_name, .header_count = 1},
     MOYA_ERROR_INVALID_REQUEST},
    {"a field with two lines", {.size = size, .url = "http://h/", .headers = &bad_value, .header_count = 1},
     MOYA_ERROR_INVALID_REQUEST},
    {"a field without a name", {.size = size, .url = "http://h/", .headers = &no_name, .header_count = 1},
     MOYA_ERROR_NULL},
    {"a field that is not UTF-8", {.size = size, .url = "http://h/", .headers = &not_text, .header_count = 1},
     MOYA_ERROR_UTF8},
    {"a field that frames the message", {.size = size, .url = "http://h/", .headers = &framing, .header_count = 1},
     MOYA_ERROR_INVALID_REQUEST},
    {"a field of the connection", {.size = size, .url = "http://h/", .headers = &hop, .header_count = 1},
     MOYA_ERROR_INVALID_REQUEST},
    {"no fields, but a count", {.size = size, .url = "http://h/", .header_count = 1}, MOYA_ERROR_NULL},
    {"a stride that is too small",
     {.size = size, .url = "http://h/", .headers = fields, .header_count = 1, .header_stride = 8},
     MOYA_ERROR_STRUCT_SIZE},
    {"no body, but a length", {.size = size, .url = "http://h/", .body_len = 3}, MOYA_ERROR_NULL},
    {"an unknown flag", {.size = size, .url = "http://h/", .flags = 4}, MOYA_ERROR_ARGUMENT},
    {"no size", {.size = 0, .url = "http://h/"}, MOYA_ERROR_STRUCT_SIZE},
    {"a size that is too small", {.size = 8, .url = "http://h/"}, MOYA_ERROR_STRUCT_SIZE},
    {"a URL that is too long", {.size = size, .url = long_text}, MOYA_ERROR_ARGUMENT},
    {"a method that is too long", {.size = size, .url = "http://h/", .method = long_text}, MOYA_ERROR_ARGUMENT},
    {"a name that is too long", {.size = size, .url = "http://h/", .name = long_text}, MOYA_ERROR_ARGUMENT},
  };
  begin(MOYA_PUMP_DISPATCH);
  ending end;
  reset(&end);
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_status status = send_request(self, &rows[row].request, &end);
    EXPECT(status == rows[row].status, "%s: %s instead of %s", rows[row].what, moya_status_name(status),
           moya_status_name(rows[row].status));
  }
  /* A struct of a newer header. */
  struct {
    moya_sub_request known;
    uint64_t later;
  } newer = {{.size = sizeof newer, .url = "http://h/"}, 1};
  EXPECT_STATUS(send_request(self, &newer.known, &end), MOYA_ERROR_STRUCT_TAIL);

  moya_sub_request good = MOYA_SUB_REQUEST(.url = at("/ok"));
  uint64_t task = 0;
  EXPECT_STATUS(tasks->send(NULL, &good, finish, &end, &task), MOYA_ERROR_NULL);
  EXPECT_STATUS(tasks->send(self, NULL, finish, &end, &task), MOYA_ERROR_NULL);
  EXPECT_STATUS(tasks->send(self, &good, NULL, &end, &task), MOYA_ERROR_NULL);
  EXPECT_STATUS(tasks->send((moya_context *)(uintptr_t)0x12345678, &good, finish, &end, &task), MOYA_ERROR_STATE);
  EXPECT(task == 0, "an error stores a number");
  moya_provider_destroy(provider);
  EXPECT(end.calls == 0, "a request that was refused has an end");
  EXPECT_STATUS(tasks->send(self, &good, finish, &end, &task), MOYA_ERROR_STATE);
}

/* A context can own a request only between `defer` and `resume`. */
static void send_late(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/ok"));
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  EXPECT_STATUS(tasks->send(context, &request, finish, &asked_end, NULL), MOYA_ERROR_STATE);
}
static moya_status send_early(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/ok"));
  EXPECT_STATUS(tasks->send(context, &request, finish, &asked_end, NULL), MOYA_ERROR_STATE);
  return go_elsewhere(context);
}
static void undeferred(void) {
  static const acts does = {.prepare = send_early, .elsewhere = send_late};
  begin(MOYA_PUMP_DISPATCH);
  reset(&asked_end);
  expect_free_call(provider, IMMEDIATE, &does);
  join_all();
  moya_provider_destroy(provider);
  EXPECT(asked_end.calls == 0, "%d", asked_end.calls);
}

/* ── What belongs to the provider ── */

static void shared_things(void) {
  moya_header secret = {"X-Shared", "1"};
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &cookies, .headers = &secret, .header_count = 1,
                                                        .base_url = "http://elsewhere.invalid/v1",
                                                        .user_agent = "tester/2");
  begin_with(&options, &tasking, 1);
  const char *paths[] = {"/set?c=one%3D1", "/echo"};
  ending end;
  for (int index = 0; index < 2; index++) {
    moya_sub_request request = MOYA_SUB_REQUEST(.url = at(paths[index]));
    reset(&end);
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    await(&end.ended);
    expect_once(&end, MOYA_OK, paths[index]);
  }
  EXPECT(strstr(end.body, "[\"Cookie\", \"one=1\"]") && strstr(end.body, "tester/2"), "%s", end.body);
  EXPECT(!strstr(end.body, "X-Shared"), "%s", end.body);
  moya_provider_destroy(provider);
}

/* Stub rules respond to requests of plugins, at once or later. */
static void stubbed(moya_pump pump) {
  moya_stubs *stubs = NULL;
  moya_sample answer = MOYA_SAMPLE(.http_status = 201, .body = "stubbed", .body_len = 7),
              failure = MOYA_SAMPLE(.failure = MOYA_ERROR_TLS);
  const struct {
    moya_stub_rule rule;
    const char *path;
    moya_status status;
  } rows[] = {
    {MOYA_STUB_RULE(.path = "/at-once", .answers = &answer, .answer_count = 1), "/at-once", MOYA_OK},
    {MOYA_STUB_RULE(.path = "/later", .delay_ms = 1, .answers = &answer, .answer_count = 1), "/later", MOYA_OK},
    {MOYA_STUB_RULE(.target = "org.libmoya.tasks: token", .method = "POST", .body = "b", .body_len = 1,
                    .answers = &answer, .answer_count = 1), "/named", MOYA_OK},
    {MOYA_STUB_RULE(.path = "/fails", .answers = &failure, .answer_count = 1), "/fails", MOYA_ERROR_TLS},
    {MOYA_STUB_RULE(.path = "/other", .answers = &answer, .answer_count = 1), "/none", MOYA_ERROR_NO_STUB},
  };
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_provider_options options = plain_options(pump);
  options.stubs = stubs;
  begin_with(&options, &tasking, 1);
  for (size_t row = 0; row < COUNT(rows); row++) {
    uint64_t id = 0;
    char url[64];
    bool is_named = rows[row].rule.target != NULL;
    snprintf(url, sizeof url, "http://h.invalid%s", rows[row].path);
    EXPECT_STATUS(moya_stubs_add(stubs, &rows[row].rule, &id, NULL), MOYA_OK);
    moya_sub_request request = MOYA_SUB_REQUEST(.url = url, .name = is_named ? "token" : NULL,
                                                .method = is_named ? "POST" : NULL, .body = is_named ? "b" : NULL,
                                                .body_len = is_named);
    ending end;
    reset(&end);
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    await_on(pump, &end.ended);
    expect_once(&end, rows[row].status, url);
    EXPECT(rows[row].status || (end.http_status == 201 && !strcmp(end.body, "stubbed")), "%s: %s", url, end.body);
    EXPECT(moya_stubs_count(stubs, id) == (rows[row].status != MOYA_ERROR_NO_STUB), "%s", url);
    moya_stubs_remove(stubs, id);
  }
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

/* ── Many ── */

static void many_with(moya_pump pump, uint32_t loops) {
  enum { requests = 100 };
  static ending ends[requests];
  moya_provider_options options = plain_options(pump);
  options.loops = loops;
  begin_with(&options, &tasking, 1);
  for (int index = 0; index < requests; index++) {
    char path[32];
    snprintf(path, sizeof path, "/bytes/%d", index);
    moya_sub_request request = MOYA_SUB_REQUEST(.url = at(path));
    reset(&ends[index]);
    EXPECT_STATUS(send_request(self, &request, &ends[index]), MOYA_OK);
    for (int other = 0; other < index; other++) EXPECT(ends[other].task != ends[index].task);
  }
  for (int index = 0; index < requests; index++) {
    await_on(pump, &ends[index].ended);
    expect_once(&ends[index], MOYA_OK, "many");
    EXPECT((int)strlen(ends[index].body) == index, "%d: %s", index, ends[index].body);
  }
  moya_provider_destroy(provider);
}

static void all_contents(void) { with_both_pumps(contents); }
static void all_results(void) { with_both_pumps(results); }
static void all_stubbed(void) { with_both_pumps(stubbed); }
static void all_many(void) {
  many_with(MOYA_PUMP_DISPATCH, 1);
  many_with(MOYA_PUMP_DISPATCH, 4);
  many_with(MOYA_PUMP_HOST, 1);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a plugin sends a request and receives the response", all_contents);
  TEST("the request of a plugin is copied before `send` returns", copied);
  TEST("every HTTP status is a response, and a failure has its status", all_results);
  TEST("a request that cannot be sent is refused and has no end", arguments);
  TEST("a hook that does not wait cannot own a request", undeferred);
  TEST("a plugin's request uses the cookies of the provider, but not its base URL and headers", shared_things);
  TEST("stub rules respond to requests of plugins, and never inside `send`", all_stubbed);
  TEST("a hundred requests of a plugin at once", all_many);
  server_stop(&faults);
  return verdict();
}
