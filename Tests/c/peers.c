/* Tests calls to real servers, over TLS, HTTP/2 and proxies. The options or the environment name the proxies. */
#include "peers.h"

#include <pthread.h>

static peers servers;
static char *message; /* the error's message of the last call that failed */

/* Gets SCHEME://localhost:PORT/PATH, and stores the body in `text`. Returns the status. If `it` is NULL, uses a new
 * provider. */
static moya_status get(moya_provider *it, const char *scheme, const char *port, const char *path, char text[1024]) {
  moya_provider *provider = it;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  if (!it) EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);

  char base[64];
  snprintf(base, sizeof base, "%s://localhost:%s", scheme, peers_port(&servers, port));
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = base;
  target.path = path;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  moya_str body = moya_response_body(response);
  snprintf(text, 1024, "%s", body.data ? body.data : "");
  free(message);
  message = strdup(error ? moya_error_message(error).data : "");
  moya_response_release(response);
  moya_error_release(error);
  if (!it) moya_provider_destroy(provider);
  return status;
}

static void trusted(void) {
  char text[1024];
  EXPECT_STATUS(get(NULL, "https", "tls", "/echo", text), MOYA_OK);
  EXPECT(strstr(text, "protocol=HTTP/1.1\ntls=TLSv1.3\n") != NULL, "%s", text);
  EXPECT_STATUS(get(NULL, "https", "h2", "/echo", text), MOYA_OK);
  EXPECT(strstr(text, "protocol=HTTP/2.0\ntls=TLSv1.3\n") != NULL, "%s", text);
}

static void distrusted(void) {
  const char *pairs[][2] = {{"expired", "it has expired"},          {"not-yet-valid", "it is not yet valid"},
                            {"wrong-host", "it is for another host"}, {"unknown-issuer", "its issuer is unknown"},
                            {"self-signed", "it is signed by itself"}};
  char text[1024];
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    EXPECT_STATUS(get(NULL, "https", pairs[i][0], "/", text), MOYA_ERROR_TLS);
    EXPECT(strstr(message, pairs[i][1]) != NULL, "%s", message);
  }
  moya_provider *plain;
  EXPECT_STATUS(moya_provider_create(NULL, &plain, NULL), MOYA_OK);
  EXPECT_STATUS(get(plain, "https", "tls", "/", text), MOYA_ERROR_TLS);
  EXPECT(strstr(message, "its issuer is unknown") != NULL, "%s", message);
  moya_provider_destroy(plain);
}

/* The server refuses the request over HTTP/2, so libcurl sends it over HTTP/1.1. The request has a credential, so the
 * library frees the libcurl handle when the request ends. */
static void downgraded(void) {
  char base[64], text[64];
  snprintf(base, sizeof base, "https://user:secret@localhost:%s", peers_port(&servers, "h2-faults"));
  moya_provider *provider;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = base;
  target.path = "/older";
  for (int i = 0; i < 3; i++) {
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    moya_str body = moya_response_body(response);
    snprintf(text, sizeof text, "%s", body.data ? body.data : "");
    EXPECT(strcmp(text, "older") == 0, "%s", text);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

static int64_t read_one(void *user, void *buffer, size_t room) {
  bool *is_read = user;
  if (*is_read || room == 0) return MOYA_READ_END;
  *(char *)buffer = 'a';
  *is_read = true;
  return 1;
}

static int32_t give_one(void *user, moya_trailers *trailers) {
  static const moya_header sum = {"X-Sum", "1"};
  (void)user;
  trailers->headers = &sum;
  trailers->header_count = 1;
  return 0;
}

/* A request with trailers is sent over HTTP/1.1. The requests before and after it are sent over HTTP/2. */
static void trailed(void) {
  char text[1024], base[64];
  snprintf(base, sizeof base, "https://localhost:%s", peers_port(&servers, "h2"));
  moya_provider *provider;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  for (int i = 0; i < 6; i++) {
    if (i % 3 == 2) {
      EXPECT_STATUS(get(provider, "https", "h2", "/echo", text), MOYA_OK);
      EXPECT(strstr(text, "protocol=HTTP/2.0\n") != NULL, "%d: %s", i, text);
      continue;
    }
    bool is_read = false;
    moya_stream stream = MOYA_STREAM(.read = read_one, .trailers = give_one, .user = &is_read);
    moya_target target = MOYA_TARGET(.base_url = base, .path = "/echo", .method = "PUT");
    target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    EXPECT(str_has(moya_response_body(response), "protocol=HTTP/1.1\n"), "%d: %s", i, moya_response_body(response).data);
    EXPECT(moya_response_info(response, MOYA_INFO_HTTP_VERSION) == 11, "%d", i);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

static void environment(void) {
  char text[1024], proxy[64], guarded[64];
  snprintf(proxy, sizeof proxy, "http://localhost:%s", peers_port(&servers, "proxy"));
  snprintf(guarded, sizeof guarded, "http://user:secret@localhost:%s", peers_port(&servers, "guarded-proxy"));
  moya_provider *before;
  EXPECT_STATUS(moya_provider_create(NULL, &before, NULL), MOYA_OK);
  EXPECT_STATUS(get(before, "http", "plain", "/echo", text), MOYA_OK);

  setenv("http_proxy", proxy, 1);
  EXPECT_STATUS(get(NULL, "http", "plain", "/echo", text), MOYA_OK);
  EXPECT(strstr(text, "via=1.1 localhost") != NULL, "%s", text);
  EXPECT_STATUS(get(before, "http", "plain", "/echo", text), MOYA_OK);
  EXPECT(strstr(text, "via=\n") != NULL, "a provider keeps what it has found: %s", text);
  setenv("no_proxy", "example.com,localhost", 1);
  EXPECT_STATUS(get(NULL, "http", "plain", "/echo", text), MOYA_OK);
  EXPECT(strstr(text, "via=\n") != NULL, "%s", text);
  unsetenv("no_proxy");

  setenv("HTTPS_PROXY", guarded, 1);
  EXPECT_STATUS(get(NULL, "https", "tls", "/echo", text), MOYA_ERROR_PROXY);
  EXPECT(strstr(message, "answered 407") && !strstr(message, "secret"), "%s", message);
  setenv("https_proxy", proxy, 1);
  EXPECT_STATUS(get(NULL, "https", "tls", "/echo", text), MOYA_OK);

  setenv("http_proxy", "http://user:secret@127.0.0.1:1", 1);
  EXPECT_STATUS(get(NULL, "http", "plain", "/echo", text), MOYA_ERROR_PROXY);
  EXPECT(strstr(message, "no connection to the proxy 127.0.0.1:1: connection refused"), "%s", message);
  const char *names[] = {"http_proxy", "https_proxy", "HTTPS_PROXY"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
  moya_provider_destroy(before);
}

static void option(void) {
  char text[1024], proxy[64];
  snprintf(proxy, sizeof proxy, "http://localhost:%s", peers_port(&servers, "proxy"));
  setenv("http_proxy", "http://127.0.0.1:1", 1);
  setenv("no_proxy", "*", 1);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  const char *proxies[][2] = {{proxy, "via=1.1 localhost"}, {"", "via=\n"}};
  for (int i = 0; i < 2; i++) {
    moya_provider *provider;
    options.proxy = proxies[i][0];
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    EXPECT_STATUS(get(provider, "http", "plain", "/echo", text), MOYA_OK);
    EXPECT(strstr(text, proxies[i][1]) != NULL, "%s", text);
    moya_provider_destroy(provider);
  }
  unsetenv("http_proxy");
  unsetenv("no_proxy");
}

/* Here SIGPIPE has its default action, so this signal would end the program. */
static void server_restarts(void) {
  const char *ports[] = {"tls", "h2"};
  char text[1024];
  moya_provider *provider;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  for (int i = 0; i < 2; i++) {
    EXPECT_STATUS(get(provider, "https", ports[i], "/small", text), MOYA_OK);
    peers_command(&servers, "stop nginx");
    peers_command(&servers, "start nginx");
    EXPECT_STATUS(get(provider, "https", ports[i], "/small", text), MOYA_OK);
    EXPECT(strcmp(text, "welcome") == 0, "%s: %s", text, message);
  }
  moya_provider_destroy(provider);
}

static void destroyed_while_downloading(void) {
  char base[64];
  snprintf(base, sizeof base, "https://localhost:%s", peers_port(&servers, "h2"));
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = base;
  target.path = "/slow/large";
  moya_provider *provider;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  moya_queue *queue;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  for (int i = 0; i < 8; i++) {
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  }
  char text[1024];
  EXPECT_STATUS(get(provider, "https", "h2", "/small", text), MOYA_OK); /* the downloads have begun */
  moya_provider_destroy(provider);
  int cancelled = 0;
  while (cancelled < 8) {
    moya_completion rows[8];
    int64_t count = moya_queue_wait(queue, rows, sizeof *rows, 8, 30000);
    if (count <= 0) break;
    for (int64_t i = 0; i < count; i++) EXPECT_STATUS(rows[i].status, MOYA_ERROR_CANCELLED);
    moya_completions_release(rows, sizeof *rows, (size_t)count);
    cancelled += (int)count;
  }
  EXPECT(cancelled == 8, "%d", cancelled);
  moya_queue_destroy(queue);
}

/* The reader of a streamed body. If `once` is true, it pauses only after the first piece. Otherwise it pauses after
 * each piece. */
typedef struct reader {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  moya_call *call;
  size_t bytes, pieces;
  int once, ended;
  moya_status status;
} reader;

static moya_flow read_piece(void *user, const void *data, size_t len) {
  (void)data;
  reader *it = user;
  pthread_mutex_lock(&it->lock);
  it->bytes += len;
  it->pieces++;
  moya_flow answer = it->once && it->pieces > 1 ? MOYA_FLOW_CONTINUE : MOYA_FLOW_PAUSE;
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->lock);
  return answer;
}

static void read_end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)response, (void)error;
  reader *it = user;
  pthread_mutex_lock(&it->lock);
  it->ended++;
  it->status = status;
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

static void start_reader(moya_provider *provider, const char *base, reader *it, int once) {
  memset(it, 0, sizeof *it);
  pthread_mutex_init(&it->lock, NULL);
  pthread_cond_init(&it->changed, NULL);
  it->once = once;
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = base;
  target.path = "/large";
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  handlers.body = read_piece;
  handlers.end = read_end;
  handlers.user = it;
  EXPECT_STATUS(moya_provider_send(provider, &target, &handlers, NULL, &it->call, NULL), MOYA_OK);
}

/* Waits until the reader has received more than `seen` pieces, or the call has ended. */
static void await_piece(reader *it, size_t seen) {
  pthread_mutex_lock(&it->lock);
  while (it->pieces <= seen && !it->ended) pthread_cond_wait(&it->changed, &it->lock);
  pthread_mutex_unlock(&it->lock);
}

static void paused_beside_others(void) {
  moya_provider *provider;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  char base[64], text[1024];
  snprintf(base, sizeof base, "https://localhost:%s", peers_port(&servers, "h2"));
  reader paused, slow;
  start_reader(provider, base, &paused, 1);
  await_piece(&paused, 0);
  start_reader(provider, base, &slow, 0);
  for (size_t seen = 0; !slow.ended; seen++) {
    await_piece(&slow, seen);
    moya_call_resume(slow.call);
    if (seen % 64 == 0) EXPECT_STATUS(get(provider, "https", "h2", "/small", text), MOYA_OK);
  }
  EXPECT(paused.pieces == 1 && !paused.ended, "%zu", paused.pieces);
  moya_call_resume(paused.call);
  while (!paused.ended) await_piece(&paused, SIZE_MAX - 1);
  EXPECT(paused.status == MOYA_OK && slow.status == MOYA_OK && paused.bytes == slow.bytes && slow.bytes > 100000,
         "%zu %zu", paused.bytes, slow.bytes);
  moya_call_release(paused.call);
  moya_call_release(slow.call);
  moya_provider_destroy(provider);
}

int main(void) {
  signal(SIGPIPE, SIG_DFL);
  servers = peers_start();
  TEST("a certificate of a trusted authority is accepted, over HTTP/1.1 and HTTP/2", trusted);
  TEST("a certificate that cannot be trusted is MOYA_ERROR_TLS with its reason", distrusted);
  TEST("a request that is refused over HTTP/2 goes out over HTTP/1.1, and leaves nothing behind", downgraded);
  TEST("a request with trailers goes out over HTTP/1.1, and the others over HTTP/2", trailed);
  TEST("the environment's proxies serve providers made after it was set", environment);
  TEST("the option names a proxy or none, whatever the environment says", option);
  TEST("a server that was restarted is reached again, without a signal", server_restarts);
  TEST("a provider destroyed during downloads over HTTP/2 cancels them", destroyed_while_downloading);
  TEST("a stream of HTTP/2 that pauses holds up no other of its connection", paused_beside_others);
  peers_stop(&servers);
  free(message);
  return verdict();
}
