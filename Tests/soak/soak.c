/* Makes many calls to faulty servers, in all ways to call. Each call must end exactly once. When all calls have ended,
 * they must have released the bodies that they sent, their descriptors and their memory.
 *
 *   soak [CALLS [STREAMS]]     makes CALLS calls over HTTP/1.1 (200,000), and STREAMS calls over parallel streams of
 *                              HTTP/2 (20,000) */
#include "../c/peers.h"

#include <dirent.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

/* ── A server of HTTP/1.1. The path says how it responds: /FAULT/… ──────────────────────────────────────────────── */

static const char *const answers[] = {
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n",
    "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 4\r\n\r\nbusy",
    "HTTP/1.1 307 Away\r\nLocation: /0/\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 303 Away\r\nLocation: /1/\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", /* damaged */
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\n",
    "HTTP/9 what\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello", /* after this and each one below, the connection ends */
    "HTTP/1.1 200 O",
    "",
};
enum { ANSWERS = sizeof answers / sizeof *answers, ENDING = 9, RESET = ANSWERS, SILENCE, FAULTS };

/* Reads a request with its body. Returns -1 if there is none. */
static int read_request(int connection, char *head, size_t room) {
  size_t length = 0;
  char *end = NULL;
  while (!(end = length ? strstr(head, "\r\n\r\n") : NULL)) {
    ssize_t count = recv(connection, head + length, room - 1 - length, 0);
    if (count <= 0) return -1;
    length += (size_t)count;
    head[length] = 0;
  }
  size_t have = length - (size_t)(end + 4 - head), body = 0;
  const char *field = strcasestr(head, "\r\ncontent-length:");
  if (field) body = strtoul(field + 17, NULL, 10);
  int fault = atoi(strchr(head, '/') + 1);
  static _Thread_local char rest[65536];
  while (have < body) {
    ssize_t count = recv(connection, rest, sizeof rest, 0);
    if (count <= 0) return -1;
    have += (size_t)count;
  }
  return fault;
}
static void *serve(void *user) {
  int connection = (int)(intptr_t)user;
  static _Thread_local char head[16384];
  for (int fault; (fault = read_request(connection, head, sizeof head)) >= 0;) {
    if (fault >= SILENCE) continue; /* sends nothing until the client disconnects */
    if (fault < ANSWERS) send(connection, answers[fault], strlen(answers[fault]), MSG_NOSIGNAL);
    if (fault < ENDING) continue;
    struct linger now = {1, 0};
    if (fault == RESET) setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    break;
  }
  close(connection);
  return NULL;
}
/* Starts the server in its own process, which ends when this one closes its end of `life`. Returns the port. */
static int start_server(int *life) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), ends[2];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1000) || pipe2(ends, O_CLOEXEC)) abort();
  getsockname(listener, (struct sockaddr *)&address, &size);
  fflush(stdout);
  if (fork() == 0) {
    close(ends[1]);
    struct pollfd both[] = {{listener, POLLIN, 0}, {ends[0], POLLIN, 0}};
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&detached, 256 << 10);
    while (poll(both, 2, -1) > 0 && !both[1].revents) {
      int connection = accept(listener, NULL, NULL);
      pthread_t thread;
      if (connection >= 0 && pthread_create(&thread, &detached, serve, (void *)(intptr_t)connection)) close(connection);
    }
    _exit(0);
  }
  close(listener);
  close(ends[0]);
  *life = ends[1];
  return ntohs(address.sin_port);
}

/* ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────── */

static _Atomic long begun, ended, taken, released, alive, statuses[64];
static char base[64];

typedef struct content {
  size_t size, sent;
  char bytes[];
} content;
static content *content_of(size_t size) {
  content *it = calloc(1, sizeof *it + size);
  it->size = size;
  alive += (long)size;
  taken++;
  return it;
}
static void release(void *user) {
  content *it = user;
  alive -= (long)it->size;
  released++;
  free(it);
}
static int64_t read_content(void *user, void *buffer, size_t room) {
  content *it = user;
  size_t left = it->size - it->sent, count = left < room ? left : room;
  memcpy(buffer, it->bytes + it->sent, count);
  it->sent += count;
  return (int64_t)count;
}
static int32_t rewind_content(void *user) {
  ((content *)user)->sent = 0;
  return 0;
}

static void note(moya_status status) {
  ended++;
  statuses[status < 0 && status > -64 ? -status : 0]++;
}
static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  note(status);
}

/* A target of a random kind, and what its pointers need. */
typedef struct order {
  char path[64];
  moya_task task;
  moya_stream stream;
  moya_target target;
} order;
static void fill(order *it, unsigned *seed, const char *where, const char *path) {
  unsigned kind = (unsigned)rand_r(seed) % 4;
  *it = (order){.target = MOYA_TARGET_INIT};
  snprintf(it->path, sizeof it->path, "%s", path);
  it->target.name = "soak";
  it->target.base_url = where;
  it->target.path = it->path;
  it->target.timeout_ms = 20000;
  if (strstr(path, "/silence")) it->target.timeout_ms = 20;
  if (kind < 2) return;
  size_t size = rand_r(seed) % 8 == 0 ? 300000 : 1 + (size_t)rand_r(seed) % 3000;
  content *sent = content_of(size);
  it->stream = MOYA_STREAM(.read = read_content, .rewind = rewind_content, .user = sent, .release_user = release, .len = size);
  it->task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &it->stream);
  if (kind == 2) {
    it->task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = sent->bytes, .data_len = size, .release_user = release,
                         .user = sent);
  }
  it->target.method = "PUT";
  it->target.task = &it->task;
}

typedef struct worker {
  pthread_t thread;
  moya_provider *provider;
  moya_queue *queue;
  const char *where;
  void (*choose)(unsigned *seed, char path[64]);
  long calls;
  unsigned seed;
  bool blocks;
} worker;

static void *work(void *user) {
  worker *it = user;
  enum { WINDOW = 32 };
  moya_call *calls[WINDOW] = {NULL};
  order made;
  char path[64];
  for (long n = 0; n < it->calls; n++) {
    it->choose(&it->seed, path);
    fill(&made, &it->seed, it->where, path);
    begun++;
    if (it->blocks) {
      moya_response *response = NULL;
      note(moya_provider_call(it->provider, &made.target, NULL, &response, NULL));
      moya_response_release(response);
      continue;
    }
    /* The call that was made WINDOW calls ago. It is cancelled if it has not ended. */
    moya_call **call = &calls[n % WINDOW];
    if (*call && rand_r(&it->seed) % 4 == 0) moya_call_cancel(*call);
    moya_call_release(*call);
    *call = NULL;
    moya_status status;
    if (rand_r(&it->seed) % 2) {
      status = moya_provider_send(it->provider, &made.target, &MOYA_HANDLERS(.end = end), NULL, call, NULL);
    } else {
      status = moya_provider_enqueue(it->provider, &made.target, it->queue, 1, 0, NULL, call, NULL);
    }
    EXPECT_STATUS(status, MOYA_OK);
    if (status != MOYA_OK) note(status);
    /* Limits the calls in flight to the number that a program would have. */
    while (begun - ended > 400) {
      moya_completion rows[64];
      int count = moya_queue_wait(it->queue, rows, sizeof *rows, 64, 5);
      for (int row = 0; row < count; row++) note(rows[row].status);
      if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
    }
  }
  for (int n = 0; n < WINDOW; n++) moya_call_release(calls[n]);
  return NULL;
}

static int descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  for (struct dirent *it; (it = readdir(folder));) count += it->d_name[0] != '.';
  closedir(folder);
  return count;
}

/* Makes `calls` calls, on two threads that block and on two that do not. */
static void make(moya_provider *provider, const char *where, void (*choose)(unsigned *, char *), long calls) {
  worker workers[4] = {0};
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  for (unsigned n = 0; n < 4; n++) {
    workers[n] = (worker){.provider = provider, .queue = queue, .where = where, .choose = choose, .calls = calls / 4,
                          .seed = n + 1, .blocks = n % 2};
    if (pthread_create(&workers[n].thread, NULL, work, &workers[n])) abort();
  }
  for (int n = 0; n < 4; n++) pthread_join(workers[n].thread, NULL);
  for (long deadline = clock_seconds() + 120; ended < begun && clock_seconds() < deadline;) {
    moya_completion rows[64];
    int count = moya_queue_wait(queue, rows, sizeof *rows, 64, 50);
    for (int row = 0; row < count; row++) note(rows[row].status);
    if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
  }
  moya_completion row;
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 0, "a row too many");
  moya_queue_destroy(queue);
  EXPECT(ended == begun, "%ld of %ld calls have ended", ended, begun);
  EXPECT(released == taken && alive == 0, "%ld of %ld bodies were released, %ld bytes are alive", released, taken, alive);
}

static void over_http1(unsigned *seed, char path[64]) {
  unsigned fault = (unsigned)rand_r(seed) % (3 * FAULTS);
  if (fault >= FAULTS) fault %= 2; /* two of three calls succeed */
  if (fault == SILENCE && rand_r(seed) % 4) fault = 0;
  snprintf(path, 64, "/%u/%s", fault, fault == SILENCE ? "silence" : "");
}

static long calls = 200000, streams = 20000;
static int port;

static void faults_of_http1(void) {
  moya_retry retry = MOYA_RETRY(.attempts = 2, .delay_ms = 1, .max_retry_after_ms = 1);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.retry = &retry);
  moya_provider *provider = NULL;
  snprintf(base, sizeof base, "http://127.0.0.1:%d", port);
  /* The library makes some things once and never frees them: threads, tables and caches. The first quarter of the calls
   * makes them, so the test measures after this quarter. */
  int open = 0;
  long memory = 0;
  for (int part = 0; part < 4; part++) {
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    make(provider, base, over_http1, calls / 4);
    moya_provider_destroy(provider);
    if (part == 0) {
      open = descriptors();
      memory = kib_of_process("VmRSS");
    }
  }
  EXPECT(descriptors() <= open, "%d descriptors, and there were %d", descriptors(), open);
  long grown = kib_of_process("VmRSS") - memory;
  if (runs_under("plain")) EXPECT(grown < 16 * 1024, "the memory has grown by %ld KiB", grown);
  printf("    %ld calls:", begun);
  for (int status = 0; status < 64; status++) {
    if (statuses[status]) printf(" %s %ld", status ? moya_status_name(-status) : "OK", statuses[status]);
  }
  printf("\n");
  EXPECT(statuses[0] > begun / 2 && statuses[0] < begun, "%ld of %ld went well", statuses[0], begun);
}

/* Most calls get a good response. The others get a fault of their stream or of the connection, which other calls use
 * too. */
static void over_http2(unsigned *seed, char path[64]) {
  static const char *const paths[] = {"/ok",     "/ok",    "/ok",  "/ok", "/ok",    "/ok",   "/ok",
                                      "/reset", "/goaway", "/hangup", "/dying", "/refuse"};
  snprintf(path, 64, "%s", paths[(size_t)rand_r(seed) % (sizeof paths / sizeof *paths)]);
}
/* For each stream that a client has cancelled, the server logs that it does not know the stream. */
static peers quiet_peers(void) {
  int errors = dup(2), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, 2);
  peers servers = peers_start();
  dup2(errors, 2);
  close(errors);
  close(nowhere);
  return servers;
}
static void faults_of_http2(void) {
  peers servers = quiet_peers();
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.ca_file = servers.authority);
  moya_provider *provider = NULL;
  begun = ended = 0;
  snprintf(base, sizeof base, "https://localhost:%s", peers_port(&servers, "h2-faults"));
  for (int part = 0; part < 4; part++) {
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    make(provider, base, over_http2, streams / 4);
    moya_provider_destroy(provider);
  }
  peers_stop(&servers);
}

int main(int count, char **arguments) {
  if (count > 1) calls = atol(arguments[1]);
  if (count > 2) streams = atol(arguments[2]);
  int life;
  port = start_server(&life);
  TEST("calls under faults each end once and leave nothing", faults_of_http1);
  TEST("calls over parallel streams of HTTP/2 under faults each end once and leave nothing", faults_of_http2);
  close(life);
  return verdict();
}
