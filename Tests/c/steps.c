/* Tests the steps of a call (moya_step): which steps handlers and rows receive, in which order, and when. Some servers
 * never respond, so the call stays in one step. The program stops or cancels such a call when it receives the step. So
 * the test ends only if the program receives the step while the step lasts. The library calls the getaddrinfo of this
 * program instead of the one of libc. */
#include "calls.h"
#include "peers.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>

static moya_provider *provider;
static peers servers;

static pthread_mutex_t lookups = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int releases;

/* Replaces the function of libc. A lookup of held.test waits until the test releases it. missing.test does not exist.
 * The lookup of any other name returns 127.0.0.1. */
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) *(void **)(&real) = dlsym(RTLD_NEXT, "getaddrinfo");
  if (host && strcmp(host, "missing.test") == 0) return EAI_NONAME;
  if (host && strcmp(host, "held.test") == 0) {
    pthread_mutex_lock(&lookups);
    for (int begun = releases; releases == begun;) pthread_cond_wait(&released, &lookups);
    pthread_mutex_unlock(&lookups);
    return EAI_AGAIN;
  }
  return real("127.0.0.1", service, hints, found);
}

/* Stores the steps of a call as letters, one for each kind. A second address of the same host adds no letter. */
typedef struct watcher {
  char seen[64];
  int count, heads, port, version, attempt;
  char address[64];
  char stops, cancels;  /* the letter of the step at which the handler stops or cancels the call */
  bool stops_at_upload; /* the progress handler stops the call when a part of the body has been sent */
  moya_call *call;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int ends;
  moya_status status;
} watcher;
#define WATCHER(...) \
  (watcher) { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, __VA_ARGS__ }

static void note(watcher *it, const moya_step *step) {
  EXPECT(step->kind >= MOYA_STEP_RESOLVE && step->kind <= MOYA_STEP_RECEIVE, "kind %d", step->kind);
  char letter = "?rcthbw"[step->kind];
  bool has_address = letter == 'c' || letter == 'h';
  EXPECT(step->address.data && strlen(step->address.data) == step->address.len);
  EXPECT(has_address == (step->address.len > 0) && has_address == (step->port > 0), "'%c' %s", letter, step->address.data);
  EXPECT((letter == 'h') == (step->http_version != 0), "'%c' %d", letter, step->http_version);
  EXPECT(it->heads == 0 && it->ends == 0, "'%c' after the head", letter);
  EXPECT(step->attempt >= it->attempt, "attempt %d", step->attempt);
  it->attempt = step->attempt;
  if (letter == 'h') it->version = step->http_version;
  if (has_address) {
    it->port = step->port;
    snprintf(it->address, sizeof it->address, "%s", step->address.data);
  }
  if (letter == 'c' && it->count > 0 && it->seen[it->count - 1] == 'c') return;
  if (it->count < 60) it->seen[it->count++] = letter;
}

static void begin(void *user, moya_call *call) { ((watcher *)user)->call = moya_call_retain(call); }
static moya_flow on_step(void *user, const moya_step *step) {
  watcher *it = user;
  note(it, step);
  char letter = it->count ? it->seen[it->count - 1] : 0;
  if (letter == it->cancels) moya_call_cancel(it->call);
  return letter == it->stops ? MOYA_FLOW_STOP : MOYA_FLOW_CONTINUE;
}
static moya_flow on_head(void *user, const moya_response *head) {
  (void)head;
  ((watcher *)user)->heads++;
  return MOYA_FLOW_CONTINUE;
}
static moya_flow on_progress(void *user, const moya_progress *progress) {
  return ((watcher *)user)->stops_at_upload && progress->sent > 0 ? MOYA_FLOW_STOP : MOYA_FLOW_CONTINUE;
}
static void on_end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  watcher *it = user;
  (void)response, (void)error;
  pthread_mutex_lock(&it->lock);
  it->ends++;
  it->status = status;
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

enum way { BLOCKING, CALLBACK, ROWS, WAYS };

/* Makes the call and returns its status. A handler can stop its call, but a program that takes rows cannot. So with
 * ROWS, this function cancels the call when the row of the step comes. */
static moya_status watch(moya_provider *by, watcher *it, const moya_target *target, enum way way) {
  moya_handlers handlers = MOYA_HANDLERS(.begin = begin, .head = on_head, .step = on_step, .user = it);
  if (it->stops_at_upload) handlers.progress = on_progress;
  moya_status status = MOYA_OK;
  if (way == BLOCKING) {
    status = moya_provider_call(by, target, &handlers, NULL, NULL);
  } else if (way == CALLBACK) {
    handlers.end = on_end;
    EXPECT_STATUS(moya_provider_send(by, target, &handlers, NULL, NULL, NULL), MOYA_OK);
    pthread_mutex_lock(&it->lock);
    while (!it->ends) pthread_cond_wait(&it->changed, &it->lock);
    pthread_mutex_unlock(&it->lock);
    status = it->status;
  } else {
    moya_queue *queue = NULL;
    EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
    uint32_t parts = MOYA_ROW_STEP | MOYA_ROW_HEAD | (it->stops_at_upload ? MOYA_ROW_PROGRESS : 0);
    EXPECT_STATUS(moya_provider_enqueue(by, target, queue, 1, parts, NULL, &it->call, NULL), MOYA_OK);
    for (bool has_ended = false; !has_ended;) {
      moya_completion row;
      if (moya_queue_wait(queue, &row, sizeof row, 1, 60000) != 1) break;
      if (row.kind == MOYA_ROW_STEP) {
        EXPECT(row.len == 0 && row.response == NULL && row.error == NULL && row.progress == NULL && row.data);
        if (row.data) note(it, row.data);
        char letter = it->count ? it->seen[it->count - 1] : 0;
        if (letter == it->stops || letter == it->cancels) moya_call_cancel(it->call);
      }
      if (row.kind == MOYA_ROW_HEAD) it->heads++;
      if (row.kind == MOYA_ROW_PROGRESS && row.progress->sent > 0) moya_call_cancel(it->call);
      has_ended = row.kind == MOYA_ROW_END;
      if (has_ended) status = row.status;
      moya_completions_release(&row, sizeof row, 1);
    }
    moya_queue_destroy(queue);
  }
  moya_call_release(it->call);
  return status;
}

static moya_provider *provider_with(const char *proxy, const moya_retry *retry) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.ca_file = servers.authority, .proxy = proxy, .retry = retry);
  moya_provider *made = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &made, NULL), MOYA_OK);
  return made;
}

static void orders(void) {
  static const struct {
    const char *scheme, *host, *port, *proxy;
    bool posts;
    const char *first, *again;
    int version;
  } rows[] = {
      {"http", "127.0.0.1", "plain", NULL, false, "chw", "hw", 11},
      {"http", "127.0.0.1", "plain", NULL, true, "chbw", "hbw", 11},
      {"http", "named.test", "plain", NULL, false, "rchw", "hw", 11},
      {"https", "localhost", "tls", NULL, false, "rcthw", "hw", 11},
      {"https", "localhost", "h2", NULL, false, "rcthw", "hw", 20},
      {"https", "localhost", "h2", NULL, true, "rcthbw", "hbw", 20},
      {"http", "localhost", "plain", "http://127.0.0.1:%s", false, "chw", "hw", 11},
      {"https", "localhost", "h2", "http://127.0.0.1:%s", false, "cthw", "hw", 20},
      {"https", "localhost", "h2", "https://user:pass-9f3c@localhost:%s", false, "rctthw", "hw", 20},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (enum way way = 0; way < WAYS; way++) {
      char proxy[64] = "", base[64], body[5000];
      const char *kind = rows[row].proxy && strncmp(rows[row].proxy, "https", 5) == 0 ? "tls-proxy" : "proxy";
      if (rows[row].proxy) snprintf(proxy, sizeof proxy, rows[row].proxy, peers_port(&servers, kind));
      moya_provider *by = provider_with(proxy, NULL);
      snprintf(base, sizeof base, "%s://%s:%s", rows[row].scheme, rows[row].host, peers_port(&servers, rows[row].port));
      memset(body, 'x', sizeof body);
      moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = body, .data_len = sizeof body);
      moya_target target = MOYA_TARGET(.base_url = base, .path = "/");
      if (rows[row].posts) target.method = "POST", target.task = &task;
      for (int again = 0; again < 2; again++) {
        watcher it = WATCHER(0);
        EXPECT_STATUS(watch(by, &it, &target, way), MOYA_OK);
        const char *wanted = again ? rows[row].again : rows[row].first;
        EXPECT(strcmp(it.seen, wanted) == 0 && it.heads == 1, "row %zu way %d: %s instead of %s", row, way, it.seen, wanted);
        EXPECT(it.version == rows[row].version && it.attempt == 1, "row %zu: %d", row, it.version);
        EXPECT(it.port == atoi(peers_port(&servers, rows[row].proxy ? kind : rows[row].port)), "row %zu: %d", row, it.port);
        EXPECT(strcmp(it.address, "127.0.0.1") == 0, "row %zu: %s", row, it.address);
      }
      moya_provider_destroy(by);
    }
  }
}

/* Makes a listener on 127.0.0.1 and stores its port. Nothing accepts its connections. */
static int listener(int backlog, int *port) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof place;
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), small = 4096;
  setsockopt(made, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  EXPECT(made >= 0 && bind(made, (struct sockaddr *)&place, size) == 0 && listen(made, backlog) == 0);
  EXPECT(getsockname(made, (struct sockaddr *)&place, &size) == 0);
  *port = ntohs(place.sin_port);
  return made;
}

/* In each row, the call hangs in another step. The program receives this step, and then stops or cancels the call. */
static void held(void) {
  static const struct {
    const char *scheme, *proxy, *seen;
    bool full, posts;
  } rows[] = {
      {"http://held.test", "", "r", false, false},       /* the lookup of the name does not end */
      {"http://127.0.0.1", "", "c", true, false},        /* the connection is not made */
      {"https://h.test", "http://127.0.0.1", "c", false, false}, /* the proxy does not respond to CONNECT */
      {"https://127.0.0.1", "", "ct", false, false},     /* no reply to the TLS handshake */
      {"https://h.test", "https://127.0.0.1", "ct", false, false},
      {"http://127.0.0.1", "", "chw", false, false},     /* no response */
      {"http://127.0.0.1", "", "chb", false, true},      /* the server does not read the body */
  };
  static char body[16 << 20];
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (enum way way = 0; way < WAYS; way++) {
      for (int cancels = 0; cancels < 2; cancels++) {
        int port, fillers[4], backlog = rows[row].full ? 0 : 8;
        int from = listener(backlog, &port);
        for (int i = 0; i < 4 && rows[row].full; i++) {
          struct sockaddr_in place = {AF_INET, htons((uint16_t)port), {htonl(INADDR_LOOPBACK)}, {0}};
          fillers[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
          (void)!connect(fillers[i], (struct sockaddr *)&place, sizeof place);
        }
        char base[64], proxy[64] = "";
        snprintf(base, sizeof base, "%s:%d", rows[row].scheme, port);
        if (rows[row].proxy[0]) snprintf(proxy, sizeof proxy, "%s:%d", rows[row].proxy, port);
        moya_provider *by = provider_with(proxy, NULL);
        moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = body, .data_len = sizeof body);
        moya_target target = MOYA_TARGET(.base_url = base, .path = "/");
        if (rows[row].posts) target.method = "POST", target.task = &task;
        char last = rows[row].seen[strlen(rows[row].seen) - 1];
        watcher it = WATCHER(.stops_at_upload = rows[row].posts);
        if (!rows[row].posts && cancels) it.cancels = last;
        if (!rows[row].posts && !cancels) it.stops = last;
        EXPECT_STATUS(watch(by, &it, &target, way), MOYA_ERROR_CANCELLED);
        EXPECT(strcmp(it.seen, rows[row].seen) == 0, "row %zu way %d: %s", row, way, it.seen);
        pthread_mutex_lock(&lookups);
        releases++;
        pthread_cond_broadcast(&released);
        pthread_mutex_unlock(&lookups);
        moya_provider_destroy(by);
        for (int i = 0; i < 4 && rows[row].full; i++) close(fillers[i]);
        close(from);
      }
    }
  }
}

/* If a call fails, its last step is the one that has failed. */
static void failures(void) {
  static const struct {
    const char *base, *port, *seen;
    moya_status status;
  } rows[] = {
      {"http://127.0.0.1:1", NULL, "c", MOYA_ERROR_CONNECT},
      {"http://missing.test", NULL, "r", MOYA_ERROR_RESOLVE},
      {"https://localhost:", "unknown-issuer", "rct", MOYA_ERROR_TLS},
      {"https://localhost:", "plain", "rct", MOYA_ERROR_TLS},
      {"ftp://127.0.0.1", NULL, "", MOYA_ERROR_INVALID_URL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (enum way way = 0; way < WAYS; way++) {
      char base[64];
      moya_provider *by = provider_with("", NULL); /* a provider looks up each name once */
      snprintf(base, sizeof base, "%s%s", rows[row].base, rows[row].port ? peers_port(&servers, rows[row].port) : "");
      moya_target target = MOYA_TARGET(.base_url = base, .path = "/");
      watcher it = WATCHER(0);
      moya_status status = watch(by, &it, &target, way);
      EXPECT(status == rows[row].status, "row %zu way %d: %s", row, way, moya_status_name(status));
      EXPECT(strcmp(it.seen, rows[row].seen) == 0 && it.heads == 0, "row %zu way %d: %s", row, way, it.seen);
      moya_provider_destroy(by);
    }
  }
}

static void repeated(void) {
  moya_retry twice = MOYA_RETRY(.attempts = 3, .delay_ms = 1);
  static const struct {
    const char *path, *seen;
    int attempt;
  } rows[] = {{"/redirect/1", "chwhwhw", 1}, {"/busy/2", "chwhwhw", 3}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (enum way way = 0; way < WAYS; way++) {
      forget_log(provider);
      moya_provider *by = provider_with("", &twice);
      moya_target target = target_of(rows[row].path);
      target.validation = MOYA_VALIDATION_SUCCESS;
      watcher it = WATCHER(0);
      EXPECT_STATUS(watch(by, &it, &target, way), MOYA_OK);
      EXPECT(strcmp(it.seen, rows[row].seen) == 0, "row %zu way %d: %s", row, way, it.seen);
      EXPECT(it.attempt == rows[row].attempt && it.heads == 1, "row %zu way %d: %d", row, way, it.attempt);
      moya_provider_destroy(by);
    }
  }
}

/* Reads a body, which ends when the head of the response has arrived. */
static int64_t read_until_head(void *user, void *buffer, size_t room) {
  if (((watcher *)user)->heads > 0) return MOYA_READ_END;
  memset(buffer, 'x', room < 100 ? room : 100);
  return room < 100 ? (int64_t)room : 100;
}

static void early(void) {
  watcher it = WATCHER(0);
  moya_stream stream = MOYA_STREAM(.read = read_until_head, .user = &it);
  moya_target target = target_of("/early/200/length");
  target.method = "PUT";
  target.task = &MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  for (enum way way = BLOCKING; way <= CALLBACK; way++) {
    moya_provider *by = provider_with("", NULL); /* the server does not serve the connection any more */
    it = WATCHER(0);
    EXPECT_STATUS(watch(by, &it, &target, way), MOYA_OK);
    EXPECT(it.heads == 1 && it.seen[it.count - 1] == 'b', "way %d: %s", way, it.seen);
    moya_provider_destroy(by);
  }
}

/* If the step handler asks for a pause, the head still arrives. The body waits until the program resumes the call. */
typedef struct pauser {
  watcher base;
  int shown;
  size_t bytes;
} pauser;

static moya_flow pause_step(void *user, const moya_step *step) {
  note(&((pauser *)user)->base, step);
  return step->kind == MOYA_STEP_RECEIVE ? MOYA_FLOW_PAUSE : MOYA_FLOW_CONTINUE;
}
static moya_flow pause_head(void *user, const moya_response *head) {
  pauser *it = user;
  (void)head;
  pthread_mutex_lock(&it->base.lock);
  it->shown++;
  pthread_cond_signal(&it->base.changed);
  pthread_mutex_unlock(&it->base.lock);
  return MOYA_FLOW_CONTINUE;
}
static moya_flow pause_body(void *user, const void *data, size_t len) {
  pauser *it = user;
  (void)data;
  pthread_mutex_lock(&it->base.lock);
  it->bytes += len;
  pthread_mutex_unlock(&it->base.lock);
  return MOYA_FLOW_CONTINUE;
}

static void paused(void) {
  pauser it = {.base = WATCHER(0)};
  moya_handlers handlers = MOYA_HANDLERS(
      .begin = begin, .head = pause_head, .body = pause_body, .step = pause_step, .end = on_end, .user = &it);
  moya_target target = target_of("/bytes/5");
  EXPECT_STATUS(moya_provider_send(provider, &target, &handlers, NULL, NULL, NULL), MOYA_OK);
  pthread_mutex_lock(&it.base.lock);
  while (!it.shown) pthread_cond_wait(&it.base.changed, &it.base.lock);
  EXPECT(it.bytes == 0 && it.base.ends == 0);
  pthread_mutex_unlock(&it.base.lock);
  moya_call_resume(it.base.call);
  pthread_mutex_lock(&it.base.lock);
  while (!it.base.ends) pthread_cond_wait(&it.base.changed, &it.base.lock);
  pthread_mutex_unlock(&it.base.lock);
  EXPECT(it.base.status == MOYA_OK && it.bytes == 5, "%zu bytes", it.bytes);
  moya_call_release(it.base.call);
}

static void silent(void) {
  moya_sample sample = MOYA_SAMPLE(.body = "x", .body_len = 1);
  moya_target stubbed = target_of("/stub");
  stubbed.sample = &sample;
  stubbed.stub = MOYA_STUB_DELAYED;
  for (enum way way = 0; way < WAYS; way++) {
    watcher it = WATCHER(0);
    EXPECT_STATUS(watch(provider, &it, &stubbed, way), MOYA_OK);
    EXPECT(it.count == 0 && it.heads == 1);
  }

  /* Makes the call of a program whose header had no steps yet. */
  moya_target target = target_of("/ok");
  watcher it = WATCHER(0);
  moya_handlers older = MOYA_HANDLERS(.begin = begin, .head = on_head, .step = on_step, .user = &it);
  older.size = offsetof(moya_handlers, step);
  EXPECT_STATUS(moya_provider_call(provider, &target, &older, NULL, NULL), MOYA_OK);
  EXPECT(it.count == 0 && it.heads == 1);
  moya_call_release(it.call);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  servers = peers_start();
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a call has the steps of its connection and its request, in order", orders);
  TEST("a step is seen while the call hangs in it, and may stop or cancel the call", held);
  TEST("a call that fails has its last step at what failed", failures);
  TEST("a redirect and a retry have their steps again", repeated);
  TEST("a server that responds before the end of the body is the end of the steps", early);
  TEST("a pause in a step ends when the program resumes the call", paused);
  TEST("a stub, and a program with an older header, receive no step", silent);
  moya_provider_destroy(provider);
  peers_stop(&servers);
  server_stop(&faults);
  return verdict();
}
