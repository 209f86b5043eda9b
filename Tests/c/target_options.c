/* Tests what a target sets differently from its provider: timeouts, redirects, limits, a credential, and samples with a
 * URL. */
#include "calls.h"

#include <arpa/inet.h>
#include <sys/socket.h>

static moya_provider *provider;

static moya_status call(const moya_target *target, int32_t *http_status, char message[512]) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  const moya_response *came = response ? response : moya_error_response(error);
  *http_status = came ? moya_response_http_status(came) : 0;
  moya_str text = moya_error_message(error);
  snprintf(message, 512, "%s", text.data ? text.data : "");
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

static void idle_timeout(void) {
  int32_t http_status;
  char message[512];
  moya_target target = target_of("/never");
  target.idle_timeout_ms = 50;
  EXPECT_STATUS(call(&target, &http_status, message), MOYA_ERROR_TIMEOUT_IDLE);
  EXPECT(strstr(message, "50 ms"), "%s", message);
  /* A target can set a timeout that is longer than that of its provider. It can also set the default of providers,
   * 60,000 ms. */
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.idle_timeout_ms = 50, .total_timeout_ms = 500);
  moya_provider *hasty = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &hasty, NULL), MOYA_OK);
  target.idle_timeout_ms = 60000;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(hasty, &target, NULL, &response, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
  target.idle_timeout_ms = 0;
  target.timeout_ms = 60000;
  EXPECT_STATUS(moya_provider_call(hasty, &target, NULL, &response, NULL), MOYA_ERROR_TIMEOUT_IDLE);
  moya_provider_destroy(hasty);
}

/* A request to a server with TLS waits for the connection of the first request. This wait ends with the request's own
 * connect timeout, although the first request goes on. */
static void connect_timeout_of_a_wait(void) {
  /* This server accepts connections, because the kernel does it, and sends nothing. */
  char base[64];
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  EXPECT(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 16) == 0);
  getsockname(listener, (struct sockaddr *)&address, &length);
  snprintf(base, sizeof base, "https://127.0.0.1:%d", ntohs(address.sin_port));
  moya_target slow = MOYA_TARGET(.name = "API.call", .base_url = base, .connect_timeout_ms = 20000);
  moya_target quick = MOYA_TARGET(.name = "API.call", .base_url = base, .connect_timeout_ms = 50);
  heard first = HEARD_INIT, second = HEARD_INIT;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &slow, &MOYA_HANDLERS(.end = hear, .user = &first, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_send(provider, &quick, &MOYA_HANDLERS(.end = hear, .user = &second, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&second, 1) && second.last == MOYA_ERROR_TIMEOUT_CONNECT, "%s", moya_status_name(second.last));
  pthread_mutex_lock(&first.lock);
  EXPECT(first.calls == 0, "the first request has ended: %s", moya_status_name(first.last));
  pthread_mutex_unlock(&first.lock);
  moya_call_cancel(call);
  EXPECT(await_released(&first, 1) && first.cancelled == 1, "%s", moya_status_name(first.last));
  moya_call_release(call);
  close(listener);
}

static void connect_timeout(void) {
  /* The backlog of this listener is full, so connecting to it never ends. */
  int32_t http_status;
  char message[512], base[64];
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), fillers[8];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  EXPECT(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 0) == 0);
  getsockname(listener, (struct sockaddr *)&address, &length);
  for (int i = 0; i < 8; i++) {
    fillers[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    connect(fillers[i], (struct sockaddr *)&address, length);
  }
  snprintf(base, sizeof base, "http://127.0.0.1:%d", ntohs(address.sin_port));
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = base, .connect_timeout_ms = 50);
  EXPECT_STATUS(call(&target, &http_status, message), MOYA_ERROR_TIMEOUT_CONNECT);
  EXPECT(strstr(message, "50 ms"), "%s", message);
  for (int i = 0; i < 8; i++) close(fillers[i]);
  close(listener);
}

static void redirects(void) {
  static const struct {
    uint32_t most;
    moya_status status;
    int32_t http_status;
  } rows[] = {{0, MOYA_OK, 200}, {2, MOYA_OK, 200}, {1, MOYA_ERROR_REDIRECT, 302}, {MOYA_NO_REDIRECTS, MOYA_OK, 302}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    int32_t http_status;
    char message[512];
    moya_target target = target_of("/redirect/1");
    target.max_redirects = rows[row].most;
    EXPECT_STATUS(call(&target, &http_status, message), rows[row].status);
    EXPECT(http_status == rows[row].http_status, "row %zu: %d %s", row, http_status, message);
  }
}

static void body_limit(void) {
  int32_t http_status;
  char message[512];
  moya_target target = target_of("/bytes/1000");
  target.max_body_size = 999;
  EXPECT_STATUS(call(&target, &http_status, message), MOYA_ERROR_TOO_LARGE);
  target.max_body_size = 1000;
  EXPECT_STATUS(call(&target, &http_status, message), MOYA_OK);
}

/* Tests flags of a target: what the body of the response begins with, and which fields the request has. */
static void flags(void) {
  static const struct {
    const char *path;
    uint32_t flags;
    const char *starts, *has, *lacks;
  } rows[] = {
      {"/gzip", 0, "libmoya", NULL, NULL},
      {"/gzip", MOYA_TARGET_AS_SENT, "\x1f\x8b", NULL, "libmoya"},
      {"/gzip", MOYA_TARGET_AS_SENT | MOYA_TARGET_ANY_CODING, "\x1f\x8b", NULL, "libmoya"},
      {"/ok", MOYA_TARGET_AS_SENT, "{", NULL, NULL},
      {"/echo", 0, "{", "ccept-Encoding", NULL},
      {"/echo", 0, "{", "ser-Agent", NULL},
      {"/echo", MOYA_TARGET_ONLY_HEADERS, "{", "X-Own", "ser-Agent"},
      {"/echo", MOYA_TARGET_ONLY_HEADERS, "{", "Host", "ccept"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    const moya_header own = {"X-Own", "1"};
    moya_target target = target_of(rows[row].path);
    target.flags = rows[row].flags;
    target.headers = &own;
    target.header_count = 1;
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    moya_str body = moya_response_body(response);
    EXPECT(body.len > 0 && strncmp(body.data, rows[row].starts, strlen(rows[row].starts)) == 0, "row %zu", row);
    EXPECT(!rows[row].has || str_has(body, rows[row].has), "row %zu: %s", row, body.data);
    EXPECT(!rows[row].lacks || !str_has(body, rows[row].lacks), "row %zu: %s", row, body.data);
    moya_response_release(response);
  }
}

/* The targets follow each other, because the provider remembers the URLs of targets that it has sent. */
static void url_as_is(void) {
  static const struct {
    const char *tail, *sent;
    uint32_t flags;
    moya_status status;
  } rows[] = {
      {"/echo/a|b?c={d}^`", "/echo/a|b?c={d}^`", MOYA_TARGET_URL_AS_IS, MOYA_OK},
      {"/echo/a|b?c={d}^`", "/echo/a%7Cb?c=%7Bd%7D%5E%60", 0, MOYA_OK},
      {"/echo/a|b?c={d}^`", "/echo/a|b?c={d}^`", MOYA_TARGET_URL_AS_IS, MOYA_OK},
      {"/echo/a%7cb|#|", "/echo/a%7cb|", MOYA_TARGET_URL_AS_IS, MOYA_OK},
      {"/echo/\xc3\xa9", NULL, MOYA_TARGET_URL_AS_IS, MOYA_ERROR_INVALID_URL},
      {"/echo/a b", NULL, MOYA_TARGET_URL_AS_IS, MOYA_ERROR_INVALID_URL},
      {"/echo/a\\b", NULL, MOYA_TARGET_URL_AS_IS, MOYA_ERROR_INVALID_URL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    char url[200], wanted[100];
    snprintf(url, sizeof url, "%s%s", faults.url, rows[row].tail);
    snprintf(wanted, sizeof wanted, "\"target\": \"%s\"", rows[row].sent ? rows[row].sent : "");
    moya_target target = MOYA_TARGET(.base_url = url, .flags = rows[row].flags);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), rows[row].status);
    if (rows[row].sent) EXPECT(str_has(moya_response_body(response), wanted), "row %zu: %s", row, moya_response_body(response).data);
    moya_response_release(response);
  }
}

static void credentials(void) {
  static const struct {
    const char *path, *user, *password;
    int32_t http_status;
  } rows[] = {
      {"/basic/secret", "ann", "right", 200}, {"/basic/secret", "ann", "wrong", 401},
      {"/basic/secret", "ann", NULL, 401},    {"/digest/secret", "ann", "right", 200},
      {"/digest/secret", "ann", "wrong", 401}, {"/ok", "ann", "right", 200},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    int32_t http_status;
    char message[512];
    moya_target target = target_of(rows[row].path);
    target.credential = &MOYA_CREDENTIAL(.user = rows[row].user, .password = rows[row].password);
    EXPECT_STATUS(call(&target, &http_status, message), MOYA_OK);
    EXPECT(http_status == rows[row].http_status, "row %zu: %d", row, http_status);
  }
  /* The library has sent a credential only to paths for which the server asked for one. */
  moya_target log = target_of("/authorized");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &log, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_body(response), "[\"/basic/secret\", \"/digest/secret\"]"), "%s",
         moya_response_body(response).data);
  moya_response_release(response);
}

static void odd_credentials(void) {
  static const struct {
    moya_credential credential;
    moya_status status;
    const char *says;
  } rows[] = {
      {{sizeof(moya_credential), 0, NULL, "t0ps3cret"}, MOYA_ERROR_NULL, "moya_target.credential.user is NULL"},
      {{sizeof(moya_credential), 0, "\xff", "t0ps3cret"}, MOYA_ERROR_UTF8, "moya_target.credential.user is not UTF-8"},
      {{sizeof(moya_credential), 0, "ann", "t0ps3cret\xff"}, MOYA_ERROR_UTF8, "moya_target.credential.password is not UTF-8"},
      {{sizeof(moya_credential), 9, "ann", "t0ps3cret"}, MOYA_ERROR_ARGUMENT, "moya_target.credential.kind"},
      {{8, 0, "ann", "t0ps3cret"}, MOYA_ERROR_STRUCT_SIZE, "moya_credential.size is 8"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    int32_t http_status;
    char message[512];
    moya_target target = target_of("/ok");
    target.credential = &rows[row].credential;
    EXPECT_STATUS(call(&target, &http_status, message), rows[row].status);
    EXPECT(strstr(message, rows[row].says) && !strstr(message, "t0ps3cret"), "row %zu: %s", row, message);
  }
}

static void sample_url(void) {
  static const moya_header header = {"X-Kind", "made-up"};
  moya_sample sample = MOYA_SAMPLE(.http_status = 404, .headers = &header, .header_count = 1, .body = "gone",
                                   .body_len = 4, .url = "https://elsewhere.example/landed");
  moya_target target = MOYA_TARGET(.base_url = "http://h", .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), "https://elsewhere.example/landed"));
  EXPECT(str_is(moya_response_header(response, "x-kind"), "made-up") && moya_response_http_status(response) == 404);
  moya_response_release(response);
  static const char *const odd[] = {"", "/landed", "ftp://h/", "http://h/a b"};
  for (size_t row = 0; row < sizeof odd / sizeof *odd; row++) {
    sample.url = odd[row];
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_ARGUMENT);
    EXPECT(str_has(moya_error_message(error), "moya_sample.url: "), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  TEST("a target's idle timeout holds for its call, above and below the provider's", idle_timeout);
  TEST("so does its connect timeout", connect_timeout);
  TEST("so does its connect timeout while it waits for another's connection", connect_timeout_of_a_wait);
  TEST("a target says how many redirects are followed", redirects);
  TEST("a target says how large a body may be", body_limit);
  TEST("a target says whether its body is decoded, and whether the library adds header fields", flags);
  TEST("a target says whether the characters of its URL are sent as they are", url_as_is);
  TEST("a credential is sent when the server asks for it, Basic or Digest, and not before", credentials);
  TEST("a credential that cannot be is refused, and not shown", odd_credentials);
  TEST("a sample may say which URL has answered", sample_url);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
