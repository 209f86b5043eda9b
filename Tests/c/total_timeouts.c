/* Tests what the total timeout limits. If the program receives the body piece by piece, the default timeout ends with
 * the head of the final response. A total timeout that the program sets applies to the whole call.
 *
 * No test waits for the time to pass. This program has its own clock_gettime, whose monotonic clock jumps. */
#include "check.h"

#include <arpa/inet.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* TOTAL_MS is the default, and the timeout that a case sets. The jump of the clock is longer. */
enum { TOTAL_MS = 300000, JUMP_SECONDS = 400, NO_IDLE_MS = 2000000000, ENOUGH = 20 };

/* A piece of the body. It is one chunk of nine bytes, one event, and two lines. */
#define PIECE "9\r\ndata: x\n\n\r\n"
enum { PIECE_BYTES = 9 };

static _Atomic long ahead;

/* Replaces the function of libc. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
  if (clock == CLOCK_MONOTONIC) time->tv_sec += ahead;
  return 0;
}
static long real_seconds(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* How a program receives a response. */
typedef enum take { RESPONSE, DOWNLOAD, BODY, LINES, EVENTS, HEAD, PROGRESS, HEAD_ROW, CHUNK_ROWS, ALL_ROWS, TAKES } take;
static const struct {
  const char *name;
  bool in_pieces;
  uint32_t parts;
} takes[TAKES] = {
    [RESPONSE] = {"the whole response", false, 0},
    [DOWNLOAD] = {"a download", true, MOYA_ROW_PROGRESS},
    [BODY] = {"a handler of the body", true, 0},
    [LINES] = {"a handler of lines", true, 0},
    [EVENTS] = {"a handler of events", true, 0},
    [HEAD] = {"a handler of only the head", false, 0},
    [PROGRESS] = {"a handler of only the progress", false, 0},
    [HEAD_ROW] = {"a row of the head", false, MOYA_ROW_HEAD},
    [CHUNK_ROWS] = {"rows of chunks", true, MOYA_ROW_CHUNK},
    [ALL_ROWS] = {"rows of all kinds", true, MOYA_ROW_HEAD | MOYA_ROW_CHUNK | MOYA_ROW_PROGRESS | MOYA_ROW_STEP},
};

typedef enum way { CALL, SEND, SEND_HOST, ENQUEUE, WAYS } way;
static const char *const ways[WAYS] = {"call", "send", "send on the host's loop", "enqueue"};

typedef enum total { DEFAULT, OF_PROVIDER, OF_TARGET, TOTALS } total;
static const char *const totals[TOTALS] = {"the default", "a total of the provider", "a total of the target"};

/* The moment at which the clock jumps. */
typedef enum jump { BEFORE_HEAD, AFTER_INTERIM, AFTER_REDIRECT, AFTER_REFUSAL, IN_BODY, IN_UPLOAD, JUMPS } jump;
static const char *const jumps[JUMPS] = {"before the head", "after an interim response", "after a redirect",
                                         "after a refused response", "in the body",
                                         "in the body, while the upload has nothing to send"};

/* The case that runs. */
static struct {
  take as;
  jump when;
  bool goes_on;
  _Atomic int seen; /* pieces of the body that the program has received */
  _Atomic bool ended;
  moya_status status;
} now;

static moya_flow see(void) {
  now.seen++;
  return MOYA_FLOW_CONTINUE;
}
static moya_flow body(void *user, const void *data, size_t len) { return (void)user, (void)data, (void)len, see(); }
static moya_flow line(void *user, moya_str text) { return (void)user, (void)text, see(); }
static moya_flow event(void *user, const moya_event *it) { return (void)user, (void)it, see(); }
static moya_flow head(void *user, const moya_response *it) { return (void)user, (void)it, MOYA_FLOW_CONTINUE; }
/* The pieces of a download go to its file, so the test counts them by the progress. */
static moya_flow progress(void *user, const moya_progress *it) {
  (void)user;
  if (now.as == DOWNLOAD) now.seen = (int)(it->received / PIECE_BYTES);
  return MOYA_FLOW_CONTINUE;
}
static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  now.status = status;
  now.ended = true;
}

/* The server sends `text` again and again until the program has received `pieces` more pieces, or the client closes the
 * connection. Returns whether the connection is still open. Only a failing test lasts a minute. */
static bool drip(int peer, const char *text, int pieces) {
  int first = now.seen;
  for (long last = real_seconds() + 60; now.seen - first < pieces && real_seconds() < last;) {
    struct pollfd closed = {peer, POLLIN, 0};
    if (send(peer, text, strlen(text), MSG_NOSIGNAL) < 0 || poll(&closed, 1, 1) == 1) return false;
  }
  return true;
}
static bool say(int peer, const char *text) { return send(peer, text, strlen(text), MSG_NOSIGNAL) > 0; }
static bool read_request(int peer) {
  char text[4096];
  size_t len = 0;
  for (ssize_t count; (count = recv(peer, text + len, sizeof text - 1 - len, 0)) > 0;) {
    text[len += (size_t)count] = 0;
    if (strstr(text, "\r\n\r\n")) return true;
  }
  return false;
}
static void answer(int peer) {
  static const char *const first[JUMPS] = {
      [AFTER_INTERIM] = "HTTP/1.1 103 Early Hints\r\n\r\n",
      [AFTER_REDIRECT] = "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n",
      [AFTER_REFUSAL] = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"};
  if (!read_request(peer)) return;
  if (first[now.when] && !say(peer, first[now.when])) return;
  if ((now.when == AFTER_REDIRECT || now.when == AFTER_REFUSAL) && !read_request(peer)) return;
  if (now.when < IN_BODY) {
    ahead += JUMP_SECONDS;
    drip(peer, "HTTP/1.1 103 Early Hints\r\n\r\n", INT_MAX);
    return;
  }
  if (!say(peer, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")) return;
  /* Waits until the program has received a piece of the body, which comes after the head. */
  if (takes[now.as].in_pieces && !drip(peer, PIECE, 1)) return;
  ahead += JUMP_SECONDS;
  if (drip(peer, PIECE, now.goes_on ? ENOUGH : INT_MAX)) say(peer, "0\r\n\r\n");
}
static int listener;
static void *serve(void *unused) {
  for (int peer; (peer = accept(listener, NULL, NULL)) >= 0; close(peer)) answer(peer);
  return unused;
}

/* This stream has nothing to send, and the program never resumes it. */
static int64_t read_later(void *user, void *buffer, size_t room) { return (void)user, (void)buffer, (void)room, MOYA_READ_LATER; }

static char url[64], path[] = "/tmp/moya-total-timeouts-XXXXXX";

static moya_status take_rows(moya_queue *queue) {
  moya_status status = MOYA_ERROR_OTHER;
  for (bool ended = false; !ended;) {
    moya_completion row;
    if (moya_queue_wait(queue, &row, sizeof row, 1, MOYA_NO_TIMEOUT) != 1) continue;
    if (row.kind == MOYA_ROW_CHUNK) now.seen++;
    if (row.kind == MOYA_ROW_PROGRESS) progress(NULL, row.progress);
    if (row.kind == MOYA_ROW_END) ended = true, status = row.status;
    moya_completions_release(&row, sizeof row, 1);
  }
  return status;
}

static void run_case(take as, way how, total total, jump when) {
  bool goes_on = takes[as].in_pieces && total == DEFAULT && when == IN_BODY;
  now.as = as;
  now.when = when;
  now.goes_on = goes_on;
  now.seen = 0;
  now.ended = false;
  moya_retry retry = MOYA_RETRY(.attempts = 2, .delay_ms = 1);
  moya_provider_options options =
      MOYA_PROVIDER_OPTIONS(.idle_timeout_ms = NO_IDLE_MS, .retry = &retry, .proxy = "",
                            .pump = how == SEND_HOST ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH,
                            .total_timeout_ms = total == OF_PROVIDER ? TOTAL_MS : 0);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_download download = MOYA_DOWNLOAD(.path = path, .flags = MOYA_DOWNLOAD_REPLACE);
  moya_target target = MOYA_TARGET(.base_url = url, .timeout_ms = total == OF_TARGET ? TOTAL_MS : 0,
                                   .download = as == DOWNLOAD ? &download : NULL, .validation = MOYA_VALIDATION_SUCCESS);
  moya_stream stream = MOYA_STREAM(.read = read_later, .len = 1000);
  moya_task upload = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  if (when == IN_UPLOAD) target.method = "POST", target.task = &upload;
  moya_handlers handlers = MOYA_HANDLERS(.end = how == CALL ? NULL : end, .progress = progress);
  if (as == BODY) handlers.body = body;
  if (as == LINES) handlers.line = line;
  if (as == EVENTS) handlers.event = event;
  if (as == HEAD) handlers.head = head;
  moya_queue *queue = NULL;
  moya_response *response = NULL;
  moya_status status = MOYA_OK;
  switch (how) {
  case CALL: status = moya_provider_call(provider, &target, &handlers, &response, NULL); break;
  case ENQUEUE:
    EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
    status = moya_provider_enqueue(provider, &target, queue, 1, takes[as].parts, NULL, NULL, NULL);
    if (status == MOYA_OK) status = take_rows(queue);
    moya_queue_destroy(queue);
    break;
  default:
    status = moya_provider_send(provider, &target, &handlers, NULL, NULL, NULL);
    while (status == MOYA_OK && !now.ended) {
      if (how == SEND_HOST) EXPECT_STATUS(moya_provider_process(provider, 1, NULL), MOYA_OK);
      else poll(NULL, 0, 1);
    }
    if (now.ended) status = now.status;
  }
  moya_response_release(response);
  moya_provider_destroy(provider);
  moya_status wanted = goes_on ? MOYA_OK : MOYA_ERROR_TIMEOUT_TOTAL;
  EXPECT(status == wanted, "%s instead of %s: %s, %s, %s, %s", moya_status_name(status), moya_status_name(wanted), takes[as].name,
         ways[how], totals[total], jumps[when]);
}

/* Returns whether the case is possible. A call has either rows or handlers. If Dispatch runs the call, a timer of
 * Dispatch measures the delay before another attempt, and the clock of this timer does not jump. */
static bool passes(take as, way how, jump when) {
  if (when == AFTER_REFUSAL && how != CALL && how != SEND_HOST) return false;
  if (as == RESPONSE || as == DOWNLOAD) return true;
  return (takes[as].parts != 0) == (how == ENQUEUE);
}
static void play(total total, bool in_pieces, jump first, jump last) {
  for (int as = 0; as < TAKES; as++) {
    for (int how = 0; how < WAYS; how++) {
      if (takes[as].in_pieces != in_pieces) continue;
      for (int when = first; when <= (int)last; when++) {
        if (passes(as, how, when)) run_case(as, how, total, when);
      }
    }
  }
}
static void no_longer(void) { play(DEFAULT, true, IN_BODY, IN_BODY); }
static void until_head(void) { play(DEFAULT, true, BEFORE_HEAD, AFTER_REFUSAL); }
static void in_upload(void) { play(DEFAULT, true, IN_UPLOAD, IN_UPLOAD); }
static void whole(void) { play(DEFAULT, false, BEFORE_HEAD, IN_UPLOAD); }
static void given(void) {
  for (int total = OF_PROVIDER; total < TOTALS; total++) {
    play(total, true, BEFORE_HEAD, IN_UPLOAD);
    play(total, false, IN_BODY, IN_UPLOAD);
  }
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  pthread_t thread;
  int file = mkstemp(path);
  listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0 || close(file) || bind(listener, (struct sockaddr *)&address, length) || listen(listener, 16)) return 2;
  getsockname(listener, (struct sockaddr *)&address, &length);
  snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(address.sin_port));
  if (pthread_create(&thread, NULL, serve, NULL)) return 2;
  TEST("the default total timeout does not end a body that the program receives in pieces", no_longer);
  TEST("the default total timeout ends such a call before the head of its final response", until_head);
  TEST("the default total timeout ends such a call if its upload has nothing to send and nobody resumes it", in_upload);
  TEST("the default total timeout applies to the whole call if the response has the body", whole);
  TEST("a total timeout that was set applies to the whole call, however its body is received", given);
  shutdown(listener, SHUT_RDWR);
  pthread_join(thread, NULL);
  close(listener);
  unlink(path);
  return verdict();
}
