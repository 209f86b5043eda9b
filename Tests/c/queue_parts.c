/* Tests rows of a queue that come before the last row of a call: heads, chunks and progress. These tests show what
 * limits the rows that wait, and how a call ends while its rows wait. */
#include "calls.h"
#include "peers.h"

#include <sched.h>

enum { HEAD = MOYA_ROW_HEAD, CHUNK = MOYA_ROW_CHUNK, PROGRESS = MOYA_ROW_PROGRESS, ROWS = 16 };

static moya_provider *provider;

static moya_queue *queue_new(void) {
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  return queue;
}

/* What the rows of one call had. */
typedef struct told {
  char *body;
  size_t len, room;
  bool counts; /* stores `len`, but not the body */
  int heads, chunks, progresses, ends;
  int32_t http_status;
  moya_status status;
  size_t end_body; /* bytes of the body in the last row */
  moya_progress moved;
} told;

static void told_free(told *it) { free(it->body); }

static void tell(told *it, const moya_completion *row) {
  EXPECT(it->ends == 0, "a row of kind %d behind the end", row->kind);
  if (row->kind == MOYA_ROW_END) {
    moya_str body = moya_response_body(row->response);
    EXPECT(row->data == body.data && row->len == body.len, "an end's bytes are its response's body");
  } else {
    EXPECT((row->kind == CHUNK) == (row->data != NULL) && (row->data != NULL) == (row->len > 0));
  }
  EXPECT(row->reserved == 0);
  EXPECT((row->kind == PROGRESS) == (row->progress != NULL));
  switch (row->kind) {
  case MOYA_ROW_HEAD:
    EXPECT(it->chunks == 0 && moya_response_body(row->response).len == 0, "the head comes first");
    EXPECT(moya_response_http_status(row->response) == row->http_status && row->error == NULL);
    it->heads++;
    it->http_status = row->http_status;
    break;
  case MOYA_ROW_CHUNK:
    it->chunks++;
    if (!it->counts) {
      while (it->len + row->len > it->room) it->body = realloc(it->body, it->room = it->room ? 2 * it->room : 1024);
      memcpy(it->body + it->len, row->data, row->len);
    }
    it->len += row->len;
    break;
  case MOYA_ROW_PROGRESS:
    EXPECT(row->progress->received >= it->moved.received && row->progress->sent >= it->moved.sent, "it only grows");
    it->progresses++;
    it->moved = *row->progress;
    break;
  case MOYA_ROW_END: {
    EXPECT((row->status == MOYA_OK) == (row->response != NULL) && (row->response == NULL) == (row->error != NULL));
    const moya_response *came = row->response ? row->response : moya_error_response(row->error);
    it->end_body = moya_response_body(came).len;
    it->http_status = row->http_status;
    it->status = row->status;
    it->ends++;
    break;
  }
  default: EXPECT(false, "kind %d", row->kind);
  }
}

/* Waits for rows and gives each row to its call. The tags of the calls start at 0. Returns false after a minute. */
static bool take(moya_queue *queue, told *calls) {
  moya_completion rows[ROWS];
  int64_t count = moya_queue_wait(queue, rows, sizeof *rows, ROWS, 60000);
  EXPECT(count > 0, "%d", (int)count);
  for (int64_t i = 0; i < count; i++) tell(&calls[rows[i].tag], &rows[i]);
  if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
  return count > 0;
}

static told whole(moya_queue *queue) {
  told it = {0};
  while (it.ends == 0 && take(queue, &it)) continue;
  EXPECT(it.ends == 1);
  return it;
}

static moya_status enqueue(moya_queue *queue, const moya_target *target, uint64_t tag, uint32_t parts) {
  return moya_provider_enqueue(provider, target, queue, tag, parts, NULL, NULL, NULL);
}

static void kinds(void) {
  static const uint32_t rows[] = {0, HEAD, CHUNK, PROGRESS, HEAD | CHUNK, HEAD | CHUNK | PROGRESS};
  moya_queue *queue = queue_new();
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int stubbed = 0; stubbed < 3; stubbed++) {
      moya_sample sample = MOYA_SAMPLE(.body = "xxxxx", .body_len = 5);
      moya_target target = target_of("/bytes/5");
      if (stubbed) target.sample = &sample, target.stub = stubbed == 1 ? MOYA_STUB_IMMEDIATE : MOYA_STUB_DELAYED;
      EXPECT_STATUS(enqueue(queue, &target, 0, rows[row]), MOYA_OK);
      told it = whole(queue);
      EXPECT_STATUS(it.status, MOYA_OK);
      EXPECT(it.heads == ((rows[row] & HEAD) != 0), "row %zu stub %d: %d heads", row, stubbed, it.heads);
      bool chunked = rows[row] & CHUNK;
      EXPECT(it.len == (chunked ? 5 : 0) && it.end_body == (chunked ? 0 : 5), "row %zu stub %d: %zu", row, stubbed, it.len);
      if (chunked) EXPECT(memcmp(it.body, "xxxxx", 5) == 0);
      /* A stub has no progress. */
      bool moves = (rows[row] & PROGRESS) && !stubbed;
      EXPECT(moves ? it.progresses > 0 && it.moved.received == 5 : it.progresses == 0, "row %zu stub %d", row, stubbed);
      told_free(&it);
    }
  }
  moya_queue_destroy(queue);
}

/* nginx sends a file of 8 MB, over HTTP/1.1 and HTTP/2. */
static void real_servers(void) {
  peers servers = peers_start();
  char path[300], base[64];
  snprintf(path, sizeof path, "%s/www/large", servers.folder);
  FILE *file = fopen(path, "r");
  char *wanted = malloc(8 << 20);
  EXPECT(file && fread(wanted, 1, 8 << 20, file) == 8 << 20);
  if (file) fclose(file);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  moya_provider *trusting = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &trusting, NULL), MOYA_OK);
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, 100000);
  told calls[4] = {0};
  for (int i = 0; i < 4; i++) {
    snprintf(base, sizeof base, "http%s://localhost:%s", i & 1 ? "s" : "", peers_port(&servers, i & 1 ? "h2" : "plain"));
    moya_target target = MOYA_TARGET(.base_url = base, .path = "/large");
    EXPECT_STATUS(moya_provider_enqueue(trusting, &target, queue, (uint64_t)i, HEAD | CHUNK, NULL, NULL, NULL), MOYA_OK);
  }
  for (int ends = 0; ends < 4 && take(queue, calls);) {
    ends = calls[0].ends + calls[1].ends + calls[2].ends + calls[3].ends;
  }
  for (int i = 0; i < 4; i++) {
    EXPECT(calls[i].status == MOYA_OK && calls[i].heads == 1 && calls[i].http_status == 200, "call %d", i);
    EXPECT(calls[i].len == 8 << 20 && memcmp(calls[i].body, wanted, 8 << 20) == 0, "call %d: %zu", i, calls[i].len);
    told_free(&calls[i]);
  }
  free(wanted);
  moya_queue_destroy(queue);
  moya_provider_destroy(trusting);
  peers_stop(&servers);
}

/* Gets a body of 200 MB, or of 20 MB under valgrind and sanitizers. The program leaves its rows in the queue for a
 * while. */
static void slow_consumer(void) {
  size_t size = runs_under("plain") ? 200 << 20 : 20 << 20;
  char path[64];
  snprintf(path, sizeof path, "/large/%zu", size);
  forget_log(provider);
  expect_good(provider);
  long before = kib_of_process("VmHWM");
  moya_queue *queue = queue_new();
  moya_target target = target_of(path), other = target_of("/ok");
  moya_call *call = NULL;
  uint32_t parts = HEAD | CHUNK | PROGRESS;
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, parts, NULL, &call, NULL), MOYA_OK);
  /* Waits until 1 MiB has arrived, which is the limit of a queue. On a busy machine, this may take long. */
  for (int64_t down = 0; down < 1 << 20 && moya_call_state(call) != MOYA_CALL_ENDED; sched_yield()) {
    moya_call_bytes(call, NULL, &down);
  }
  moya_call_release(call);
  await_stalled(provider);
  moya_queue *beside = queue_new();
  EXPECT_STATUS(enqueue(beside, &other, 0, 0), MOYA_OK);
  told end = whole(beside);
  EXPECT_STATUS(end.status, MOYA_OK);
  moya_queue_destroy(beside);
  static moya_completion rows[1000];
  told it = {.counts = true};
  int64_t count = moya_queue_drain(queue, rows, sizeof *rows, 1000);
  for (int64_t i = 0; i < count; i++) tell(&it, &rows[i]);
  moya_completions_release(rows, sizeof *rows, (size_t)count);
  EXPECT(it.len >= 1 << 20 && it.len < (1 << 20) + (16 << 10), "%zu bytes waited", it.len);
  while (it.ends == 0 && take(queue, &it)) continue;
  EXPECT(it.status == MOYA_OK && it.len == size && it.moved.received == (int64_t)size, "%zu", it.len);
  /* valgrind and AddressSanitizer have their own allocators, so memory is not measured there. */
  if (runs_under("plain")) EXPECT(kib_of_process("VmHWM") - before < 12 << 10, "%ld KiB more", kib_of_process("VmHWM") - before);
  moya_queue_destroy(queue);
}

/* Many calls put rows into a queue with a small limit. All of them end, and each exceeds the limit by at most one
 * piece. */
static void many(void) {
  enum { CALLS = 50, SIZE = 300000, BUFFER = 50000, PIECE = 64 << 10 };
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, BUFFER);
  static told calls[CALLS];
  char path[64];
  snprintf(path, sizeof path, "/bytes/%d", SIZE);
  moya_target target = target_of(path);
  for (uint64_t i = 0; i < CALLS; i++) {
    calls[i] = (told){.counts = true};
    EXPECT_STATUS(enqueue(queue, &target, i, CHUNK), MOYA_OK);
  }
  moya_queue_close(queue);
  moya_completion rows[512];
  int64_t count;
  while ((count = moya_queue_wait(queue, rows, sizeof *rows, 512, 60000)) > 0) {
    size_t bytes = 0;
    for (int64_t i = 0; i < count; i++) {
      tell(&calls[rows[i].tag], &rows[i]);
      if (rows[i].kind == CHUNK) bytes += rows[i].len;
    }
    EXPECT(bytes <= BUFFER + CALLS * PIECE, "%zu bytes waited", bytes);
    moya_completions_release(rows, sizeof *rows, (size_t)count);
  }
  EXPECT(count == MOYA_ERROR_STATE, "%d", (int)count);
  for (int i = 0; i < CALLS; i++) EXPECT(calls[i].ends == 1 && calls[i].len == SIZE, "call %d: %zu", i, calls[i].len);
  moya_queue_destroy(queue);
}

/* The body of a call is paused because its rows wait. The program cancels the call, the call times out, the provider is
 * destroyed, or the queue is closed or destroyed. The body has 50 MB, or 5 MB under valgrind and sanitizers. */
static void ended(void) {
  enum { CANCEL, TIMEOUT, DESTROY, CLOSE, QUEUE_DESTROY };
  size_t size = runs_under("plain") ? 50000000 : 5000000;
  char path[64];
  snprintf(path, sizeof path, "/large/%zu", size);
  for (int how = CANCEL; how <= QUEUE_DESTROY; how++) {
    for (int stubbed = 0; stubbed < 2; stubbed++) {
      moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
      moya_queue *queue = queue_new();
      moya_queue_set_buffer(queue, 1);
      moya_sample sample = MOYA_SAMPLE(.body = "xxxxx", .body_len = 5);
      moya_target target = target_of(path);
      if (stubbed) target.sample = &sample, target.stub = MOYA_STUB_DELAYED, target.stub_delay_ms = 1;
      if (how == TIMEOUT) target.timeout_ms = 300;
      moya_call *call = NULL;
      EXPECT_STATUS(moya_provider_enqueue(own, &target, queue, 0, HEAD | CHUNK, NULL, &call, NULL), MOYA_OK);
      struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
      EXPECT(poll(&ready, 1, 60000) == 1);
      told it = {.counts = true};
      if (how == CANCEL) moya_call_cancel(call);
      if (how == TIMEOUT) {
        while (moya_call_state(call) != MOYA_CALL_ENDED) sched_yield();
      }
      if (how == DESTROY) moya_provider_destroy(own);
      if (how == CLOSE) moya_queue_close(queue);
      if (how == QUEUE_DESTROY) {
        moya_queue_destroy(queue);
        while (moya_call_state(call) != MOYA_CALL_ENDED) sched_yield();
      } else {
        while (it.ends == 0 && take(queue, &it)) continue;
        moya_status wanted = how == CLOSE ? MOYA_OK : how == TIMEOUT ? MOYA_ERROR_TIMEOUT_TOTAL : MOYA_ERROR_CANCELLED;
        EXPECT(it.status == wanted, "way %d stub %d: %s", how, stubbed, moya_status_name(it.status));
        if (how == CLOSE) EXPECT(it.len == (stubbed ? 5 : size), "%zu", it.len);
        moya_completion row;
        int64_t rest = moya_queue_drain(queue, &row, sizeof row, 1);
        EXPECT(rest == (how == CLOSE ? MOYA_ERROR_STATE : 0), "way %d: %d", how, (int)rest);
        moya_queue_destroy(queue);
      }
      moya_call_release(call);
      if (how != DESTROY) moya_provider_destroy(own);
    }
  }
}

/* Destroys a queue while many calls write into it. */
static void destroyed_in_the_middle(void) {
  for (int round = 0; round < 5; round++) {
    moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
    moya_queue *queue = queue_new();
    moya_queue_set_buffer(queue, round & 1 ? 1000 : 0);
    moya_target target = target_of("/bytes/200000");
    for (uint64_t i = 0; i < 20; i++) {
      EXPECT_STATUS(moya_provider_enqueue(own, &target, queue, i, HEAD | CHUNK | PROGRESS, NULL, NULL, NULL), MOYA_OK);
    }
    static told calls[20];
    memset(calls, 0, sizeof calls);
    for (int i = 0; i < 20; i++) calls[i].counts = true;
    take(queue, calls);
    moya_queue_destroy(queue);
    moya_provider_destroy(own);
  }
}

/* If validation refuses a response, its call has only the last row. The error in this row has the body. */
static void refused_answers(void) {
  moya_queue *queue = queue_new();
  moya_target target = target_of("/status/404");
  target.validation = MOYA_VALIDATION_SUCCESS;
  EXPECT_STATUS(enqueue(queue, &target, 0, HEAD | CHUNK), MOYA_OK);
  told it = whole(queue);
  EXPECT_STATUS(it.status, MOYA_ERROR_STATUS_CODE);
  EXPECT(it.heads == 0 && it.chunks == 0 && it.end_body > 0 && it.http_status == 404);
  moya_queue_destroy(queue);
}

static void refused_arguments(void) {
  moya_queue *queue = queue_new();
  moya_queue_set_limit(queue, 1);
  moya_target target = target_of("/ok"), loading = target_of("/ok");
  moya_download download = MOYA_DOWNLOAD(.path = "/tmp/never-written");
  loading.download = &download;
  moya_provider *shut = provider_of(MOYA_PUMP_DISPATCH);
  moya_provider_close(shut);
  const struct {
    moya_provider *provider;
    const moya_target *target;
    moya_queue *queue;
    uint32_t parts;
    moya_status status;
    const char *says;
  } rows[] = {
      {provider, &target, queue, 16, MOYA_ERROR_ARGUMENT, "parts is 16"},
      {provider, &target, queue, UINT32_MAX, MOYA_ERROR_ARGUMENT, "parts is 4294967295"},
      {provider, &loading, queue, CHUNK, MOYA_ERROR_ARGUMENT, "MOYA_ROW_CHUNK, and the target a download"},
      {provider, &target, NULL, CHUNK, MOYA_ERROR_NULL, "queue is NULL"},
      {provider, NULL, queue, CHUNK, MOYA_ERROR_NULL, "target"},
      {NULL, &target, queue, CHUNK, MOYA_ERROR_NULL, "provider is NULL"},
      {shut, &target, queue, CHUNK, MOYA_ERROR_STATE, "closed"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_error *error = NULL;
    moya_call *call = NULL;
    EXPECT_STATUS(moya_provider_enqueue(rows[row].provider, rows[row].target, rows[row].queue, 0, rows[row].parts, NULL,
                                              &call, &error), rows[row].status);
    EXPECT(call == NULL && str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row,
           moya_error_message(error).data);
    moya_error_release(error);
  }
  /* None of the refused calls takes a place in the queue. */
  EXPECT_STATUS(enqueue(queue, &target, 0, CHUNK), MOYA_OK);
  EXPECT_STATUS(enqueue(queue, &target, 0, CHUNK), MOYA_ERROR_FULL);
  told it = whole(queue);
  EXPECT_STATUS(it.status, MOYA_OK);
  told_free(&it);
  moya_queue_close(queue);
  EXPECT_STATUS(enqueue(queue, &target, 0, CHUNK), MOYA_ERROR_STATE);
  moya_queue_set_buffer(NULL, 1);
  moya_provider_destroy(shut);
  moya_queue_destroy(queue);
}

/* In a child, the queue is empty. In the parent, the call goes on when the parent drains the queue. */
static void forked(void) {
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, 1000);
  moya_target target = target_of("/large/2000000");
  EXPECT_STATUS(enqueue(queue, &target, 0, HEAD | CHUNK | PROGRESS), MOYA_OK);
  struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
  EXPECT(poll(&ready, 1, 60000) == 1);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    moya_completion row;
    bool good = moya_queue_drain(queue, &row, sizeof row, 1) == 0 && enqueue(queue, &target, 0, CHUNK) == MOYA_ERROR_FORKED;
    moya_sample sample = MOYA_SAMPLE(.body = "xxxxx", .body_len = 5);
    target.sample = &sample;
    target.stub = MOYA_STUB_IMMEDIATE;
    moya_provider *own = NULL;
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST);
    good = good && moya_provider_create(&options, &own, NULL) == MOYA_OK;
    good = good && moya_provider_enqueue(own, &target, queue, 0, CHUNK, NULL, NULL, NULL) == MOYA_OK;
    good = good && moya_queue_drain(queue, &row, sizeof row, 1) == 1 && row.kind == CHUNK && row.len == 5;
    moya_queue_destroy(queue);
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(good ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT(status == 0, "%d", status);
  told it = {.counts = true};
  while (it.ends == 0 && take(queue, &it)) continue;
  EXPECT(it.status == MOYA_OK && it.len == 2000000, "%zu", it.len);
  moya_queue_destroy(queue);
}

/* With MOYA_PUMP_HOST, the thread that drains the queue is also the one that runs the call. */
static void hosted(void) {
  moya_provider *own = provider_of(MOYA_PUMP_HOST);
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, 1000);
  moya_target target = target_of("/large/2000000");
  EXPECT_STATUS(moya_provider_enqueue(own, &target, queue, 0, HEAD | CHUNK, NULL, NULL, NULL), MOYA_OK);
  told it = {.counts = true};
  while (it.ends == 0) {
    EXPECT_STATUS(moya_provider_process(own, 1000, NULL), MOYA_OK);
    moya_completion rows[ROWS];
    int64_t count = moya_queue_drain(queue, rows, sizeof *rows, ROWS);
    for (int64_t i = 0; i < count; i++) tell(&it, &rows[i]);
    if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
  }
  EXPECT(it.status == MOYA_OK && it.heads == 1 && it.len == 2000000, "%zu", it.len);
  moya_queue_destroy(queue);
  moya_provider_destroy(own);
}

/* A server sends chunks of 1 to 97 bytes. Their rows count more than their bytes, because they need more memory. */
static void small_pieces(void) {
  moya_provider *own = provider_of(MOYA_PUMP_HOST);
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, 128000);
  moya_target target = target_of("/lines/50000");
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(own, &target, queue, 0, CHUNK, NULL, &call, NULL), MOYA_OK);
  int64_t before, down = 0;
  do {
    before = down;
    EXPECT_STATUS(moya_provider_process(own, 1000, NULL), MOYA_OK);
    moya_call_bytes(call, NULL, &down);
  } while (down == 0 || down > before);
  moya_call_release(call);
  EXPECT(down < 80000, "%lld bytes wait in small rows", (long long)down);
  told it = {.counts = true};
  while (it.ends == 0) {
    moya_completion rows[ROWS];
    int64_t count = moya_queue_drain(queue, rows, sizeof *rows, ROWS);
    for (int64_t i = 0; i < count; i++) tell(&it, &rows[i]);
    if (count > 0) moya_completions_release(rows, sizeof *rows, (size_t)count);
    else EXPECT_STATUS(moya_provider_process(own, 1000, NULL), MOYA_OK);
  }
  EXPECT(it.status == MOYA_OK && it.len == 538890, "%zu", it.len);
  moya_queue_destroy(queue);
  moya_provider_destroy(own);
}

/* The chunks of one call fill a queue. Another call that writes no chunks ends nevertheless. */
static void beside_a_full_queue(void) {
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, 1);
  moya_target target = target_of("/bytes/5");
  EXPECT_STATUS(enqueue(queue, &target, 0, CHUNK), MOYA_OK);
  struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
  EXPECT(poll(&ready, 1, 60000) == 1);
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, HEAD, NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_call_wait(call, 60000, NULL), MOYA_OK);
  moya_call_release(call);
  told calls[2] = {{.counts = true}, {.counts = true}};
  while ((calls[0].ends == 0 || calls[1].ends == 0) && take(queue, calls)) continue;
  EXPECT(calls[0].len == 5 && calls[1].heads == 1 && calls[1].end_body == 5, "%d", calls[1].heads);
  moya_queue_destroy(queue);
}

/* The largest size sets no limit: the call ends although no row is drained. */
static void without_limits(void) {
  moya_queue *queue = queue_new();
  moya_queue_set_buffer(queue, SIZE_MAX);
  moya_target target = target_of("/bytes/4000000");
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, CHUNK, NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_call_wait(call, 60000, NULL), MOYA_OK);
  moya_call_release(call);
  told it = {.counts = true};
  while (it.ends == 0 && take(queue, &it)) continue;
  EXPECT(it.status == MOYA_OK && it.len == 4000000, "%zu", it.len);
  moya_queue_destroy(queue);
}

/* A call that only writes steps continues after the end of its queue. */
static void steps_without_a_queue(void) {
  moya_provider *own = provider_of(MOYA_PUMP_HOST);
  moya_queue *queue = queue_new();
  moya_target target = target_of("/status/200");
  moya_call *call = NULL;
  int64_t before = requests_at_server(provider, "GET /status/200");
  EXPECT_STATUS(moya_provider_enqueue(own, &target, queue, 0, MOYA_ROW_STEP, NULL, &call, NULL), MOYA_OK);
  moya_queue_destroy(queue);
  EXPECT_STATUS(moya_call_wait(call, 60000, NULL), MOYA_OK);
  EXPECT(requests_at_server(provider, "GET /status/200") == before + 1);
  moya_call_release(call);
  moya_provider_destroy(own);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a call has the rows that it was enqueued with, in order, and its end last", kinds);
  TEST("nginx's chunks make the file, over HTTP/1.1 and HTTP/2", real_servers);
  TEST("rows that are not drained hold up their server, keep little, and hold up no other call", slow_consumer);
  TEST("calls that share a bound all get their turn", many);
  TEST("very small pieces that wait keep little memory, too", small_pieces);
  TEST("whatever ends a call that is paused, its end is its last row", ended);
  TEST("a queue may be destroyed while calls write into it", destroyed_in_the_middle);
  TEST("a response that is refused is not shown in rows", refused_answers);
  TEST("what cannot be enqueued keeps no place", refused_arguments);
  TEST("a forked child has rows of its own, and its parent keeps its own", forked);
  TEST("a call without chunks ends although another call has filled the queue", beside_a_full_queue);
  TEST("a queue with the largest buffer pauses no call", without_limits);
  TEST("the end of a queue cancels no call that writes only steps", steps_without_a_queue);
  TEST("with the host's loop a drain lets the next turn go on", hosted);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
