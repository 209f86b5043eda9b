/* Tests the hook `sign`. The hooks `sign` and `will_send` read the request in the form in which it is sent. */
#include "plugin_calls.h"

#include <arpa/inet.h>
#include <moya/plugin/digest.h>
#include <pthread.h>

/* ── A server that stores the head of the last request ── */

static int listening;
static char base[64], head[8192];
static void *serve(void *nothing) {
  for (;;) {
    int peer = accept(listening, NULL, NULL);
    if (peer < 0) return nothing;
    char bytes[65536];
    size_t len = 0;
    const char *end = NULL;
    while (!end && len < sizeof bytes - 1) {
      ssize_t got = read(peer, bytes + len, sizeof bytes - 1 - len);
      if (got <= 0) break;
      bytes[len += (size_t)got] = 0;
      end = strstr(bytes, "\r\n\r\n");
    }
    if (end) snprintf(head, sizeof head, "%.*s", (int)(end + 2 - bytes), bytes);
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    if (write(peer, answer, sizeof answer - 1) < 0) perror("write");
    shutdown(peer, SHUT_WR);
    while (read(peer, bytes, sizeof bytes) > 0) continue; /* the body */
    close(peer);
  }
}
static void start_server(pthread_t *thread) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t len = sizeof address;
  listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT(bind(listening, (struct sockaddr *)&address, len) == 0 && listen(listening, 16) == 0);
  EXPECT(getsockname(listening, (struct sockaddr *)&address, &len) == 0);
  snprintf(base, sizeof base, "http://127.0.0.1:%d", ntohs(address.sin_port));
  EXPECT(pthread_create(thread, NULL, serve, NULL) == 0);
}

/* ── Plugins ── */

static const moya_host *host;
static char signed_form[8192], sent_form[8192], order[256];
static moya_status (*act)(moya_context *);

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}
/* Writes the request as the head of an HTTP/1.1 request. */
static void write_form(moya_context *context, char *form, size_t room) {
  moya_str url = host->request_url(context), name, value;
  const char *path = strchr(strstr(url.data, "://") + 3, '/');
  size_t len = (size_t)snprintf(form, room, "%s %s HTTP/1.1\r\n", host->request_method(context).data, path ? path : "/");
  for (size_t i = 0; host->request_header_at(context, i, &name, &value) && len < room; i++) {
    len += (size_t)snprintf(form + len, room - len, "%s: %s\r\n", name.data, value.data);
  }
}
static moya_status prepare(void *it, moya_context *context) {
  (void)it;
  strcat(order, "p");
  return host->request_set_header(context, "X-Prepared", "1");
}
static moya_status sign(void *it, moya_context *context) {
  (void)it;
  strcat(order, "s");
  write_form(context, signed_form, sizeof signed_form);
  return act ? act(context) : MOYA_HOOK_OK;
}
static void will_send(void *it, moya_context *context) {
  (void)it;
  strcat(order, "w");
  write_form(context, sent_form, sizeof sent_form);
}
static void did_receive(void *it, moya_context *context) {
  (void)it, (void)context;
  strcat(order, "d");
}
static int64_t retry_once(void *it, moya_context *context) {
  (void)it;
  return host->http_status(context) == 503 && host->attempt(context) == 1 ? 0 : MOYA_RETRY_NONE;
}
static moya_status process(void *it, moya_context *context) {
  (void)it, (void)context;
  strcat(order, "f");
  return MOYA_HOOK_OK;
}
static const moya_plugin signer = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.signs", .version = "1", .create = create,
                                   .sign = sign, .should_retry = retry_once};
static const moya_plugin other = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.other", .version = "1", .create = create,
                                  .prepare = prepare, .will_send = will_send, .did_receive = did_receive,
                                  .process = process};

/* Makes a provider with the signing plugin, followed by the other plugin. */
static moya_provider *begin(moya_stubs *stubs) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.stubs = stubs;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &signer, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &other, NULL, NULL), MOYA_OK);
  *order = 0;
  return provider;
}
static moya_status call(moya_provider *provider, const moya_target *target, char *message) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  if (message) snprintf(message, 512, "%s", error ? moya_error_message(error).data : "");
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

/* ── The request as it is sent ── */

static void wire_form(void) {
  static const moya_header fields[] = {{"X-Own", "a"}, {"Accept", "text/plain"}}, agent[] = {{"User-Agent", "me"}, {"Host", "other"}};
  moya_task data = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "12345", .data_len = 5);
  moya_task json = MOYA_TASK(.kind = MOYA_TASK_JSON, .data = "{}", .data_len = 2);
  char file[] = "/tmp/moya-sign-XXXXXX";
  int descriptor = mkstemp(file);
  EXPECT(descriptor >= 0 && write(descriptor, "abc", 3) == 3);
  close(descriptor);
  moya_task whole_file = MOYA_TASK(.kind = MOYA_TASK_FILE, .path = file);
  moya_part parts[] = {{.name = "a", .data = "1", .data_len = 1}};
  moya_task form = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = parts, .part_count = 1, .part_stride = sizeof *parts, .boundary = "b");
  moya_target rows[] = {
      MOYA_TARGET(.path = "/plain"),
      MOYA_TARGET(.path = "/fields", .headers = fields, .header_count = 2),
      MOYA_TARGET(.path = "/agent", .headers = agent, .header_count = 2),
      MOYA_TARGET(.path = "/empty", .method = "POST"),
      MOYA_TARGET(.path = "/data", .method = "POST", .task = &data),
      MOYA_TARGET(.path = "/json", .method = "PUT", .task = &json),
      MOYA_TARGET(.path = "/file", .method = "PUT", .task = &whole_file),
      MOYA_TARGET(.path = "/form", .method = "POST", .task = &form),
      MOYA_TARGET(.path = "/delete", .method = "DELETE"),
      MOYA_TARGET(.path = "/a b/%C3%A9?q=1", .flags = MOYA_TARGET_PATH_QUERY),
  };
  moya_provider *provider = begin(NULL);
  for (size_t row = 0; row < COUNT(rows); row++) {
    char message[512];
    rows[row].base_url = base;
    EXPECT(call(provider, &rows[row], message) == MOYA_OK, "%s: %s", rows[row].path, message);
    EXPECT(strcmp(signed_form, head) == 0, "%s: sign read\n%s\nand this was sent\n%s", rows[row].path, signed_form, head);
    EXPECT(strcmp(sent_form, head) == 0, "%s: will_send read\n%s\nand this was sent\n%s", rows[row].path, sent_form, head);
  }
  moya_provider_destroy(provider);
  unlink(file);
}

/* ── What sign may change ── */

static moya_status add_fields(moya_context *context) {
  char url[256];
  EXPECT_STATUS(host->request_set_header(context, "X-Signed", "1"), MOYA_OK);
  EXPECT_STATUS(host->request_add_header(context, "X-Signed", "2"), MOYA_OK);
  EXPECT(str_is(host->request_header(context, "X-Signed"), "1,2"));
  snprintf(url, sizeof url, "%s&signature=3", host->request_url(context).data);
  EXPECT_STATUS(host->request_set_url(context, url), MOYA_OK);
  EXPECT(str_has(host->request_url(context), "&signature=3"));
  return MOYA_HOOK_OK;
}
static moya_status try_more(moya_context *context) {
  static const char *const urls[] = {"http://other.example/a?q=1", "https://127.0.0.1/a?q=1", "/a?q=2", ""};
  char before[256];
  snprintf(before, sizeof before, "%s", host->request_url(context).data);
  for (size_t i = 0; i < COUNT(urls); i++) EXPECT_STATUS(host->request_set_url(context, urls[i]), MOYA_ERROR_INVALID_URL);
  EXPECT(str_is(host->request_url(context), before));
  EXPECT_STATUS(host->request_set_method(context, "PUT"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_body(context, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_header(context, "Content-Length", "9"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->request_add_header(context, "Transfer-Encoding", "chunked"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_set_status(context, 200), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_header(context, "X-Prepared", NULL), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void changes(void) {
  moya_provider *provider = begin(NULL);
  moya_target target = MOYA_TARGET(.base_url = base, .path = "/a?q=1", .flags = MOYA_TARGET_PATH_QUERY);
  act = add_fields;
  EXPECT_STATUS(call(provider, &target, NULL), MOYA_OK);
  EXPECT(strncmp(head, "GET /a?q=1&signature=3 HTTP/1.1\r\n", 33) == 0, "%s", head);
  EXPECT(strstr(head, "X-Signed: 1\r\nX-Signed: 2\r\n") && strstr(head, "X-Prepared: 1\r\n"), "%s", head);
  EXPECT(strcmp(order, "pswdf") == 0, "%s", order);
  act = try_more;
  EXPECT_STATUS(call(provider, &target, NULL), MOYA_OK);
  EXPECT(strncmp(head, "GET /a?q=1 HTTP/1.1\r\n", 21) == 0 && !strstr(head, "X-Prepared"), "%s", head);
  act = NULL;
  moya_provider_destroy(provider);
}

static moya_status refuse(moya_context *context) {
  host->fail(context, "there is no key");
  return MOYA_ERROR_INVALID_REQUEST;
}
static moya_status answer(moya_context *context) {
  (void)context;
  return MOYA_HOOK_ANSWERED;
}
static void failures(void) {
  static const struct {
    moya_status (*act)(moya_context *);
    moya_status status;
    const char *message;
  } rows[] = {
      {refuse, MOYA_ERROR_INVALID_REQUEST, "plugin org.libmoya.signs failed in sign: there is no key"},
      {answer, MOYA_ERROR_PLUGIN_HOOK, "plugin org.libmoya.signs failed in sign: it answered 1, which means nothing here"}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (int stub = 0; stub < 2; stub++) {
      moya_provider *provider = begin(NULL);
      moya_target target = stub ? stub_target(MOYA_STUB_IMMEDIATE) : (moya_target)MOYA_TARGET_INIT;
      char message[512];
      if (!stub) target.base_url = base;
      act = rows[row].act;
      EXPECT_STATUS(call(provider, &target, message), rows[row].status);
      EXPECT(strstr(message, rows[row].message), "%s", message);
      EXPECT(strcmp(order, "psf") == 0, "%s", order);
      act = NULL;
      moya_provider_destroy(provider);
    }
  }
}

/* A new attempt does not have the fields that `sign` added in the attempt before. */
static void attempts(void) {
  moya_stubs *stubs = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_sample answers[] = {MOYA_SAMPLE(.http_status = 503), MOYA_SAMPLE(.http_status = 200)};
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = answers, .answer_count = 2);
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_provider *provider = begin(stubs);
  moya_target target = MOYA_TARGET(.base_url = "http://h.example", .path = "/a?q=1", .flags = MOYA_TARGET_PATH_QUERY);
  act = add_fields;
  EXPECT_STATUS(call(provider, &target, NULL), MOYA_OK);
  EXPECT(strcmp(order, "pswdpswdf") == 0, "%s", order);
  EXPECT(strstr(sent_form, "/a?q=1&signature=3 HTTP") && strstr(sent_form, "X-Signed: 1\r\nX-Signed: 2\r\n"), "%s", sent_form);
  act = NULL;
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

int main(void) {
  pthread_t thread;
  start_server(&thread);
  TEST("sign and will_send read the head that a server receives", wire_form);
  TEST("sign adds fields and changes the query, after every prepare, and changes nothing else", changes);
  TEST("a sign hook that fails ends the call, and nothing is sent", failures);
  TEST("each attempt is signed anew", attempts);
  shutdown(listening, SHUT_RDWR);
  pthread_join(thread, NULL);
  close(listening);
  return verdict();
}
