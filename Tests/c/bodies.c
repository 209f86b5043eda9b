/* The library releases what a call sends when the call ends, although the response still exists. The release comes
 * before a blocking call returns, before a callback starts, and before a row is in the queue. */
#include "calls.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 1 << 20, KEPT = 100 };

typedef enum kind { BYTES, SMALL, STREAM, PART_BYTES, PART_STREAM, KINDS } kind;
static const char *const kinds[] = {"bytes", "few bytes", "a stream", "bytes of a part", "a stream of a part"};
typedef enum way { CALL, RUN, EXCHANGE, SEND, START, ENQUEUE, GROUP, WAYS } way;
static const char *const ways[] = {"call", "run", "exchange", "send", "start", "enqueue", "group"};

/* The number of bytes that the library has not released yet, and the number of releases. */
static _Atomic long alive;
static _Atomic int releases;

typedef struct content {
  size_t size, sent;
  char bytes[];
} content;
static content *content_of(size_t size) {
  content *it = calloc(1, sizeof *it + size);
  it->size = size;
  alive += (long)size;
  return it;
}
static void release(void *user) {
  content *it = user;
  alive -= (long)it->size;
  releases++;
  free(it);
}
static int64_t read_content(void *user, void *buffer, size_t room) {
  content *it = user;
  size_t left = it->size - it->sent, count = left < room ? left : room;
  memcpy(buffer, it->bytes + it->sent, count);
  it->sent += count;
  return (int64_t)count;
}

/* The end of a call: its response or its error, and what the library had released by then. */
typedef struct ending {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int count, released;
  long alive;
  moya_response *response;
  moya_error *error;
} ending;
static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  ending *it = user;
  (void)status;
  pthread_mutex_lock(&it->lock);
  it->count++;
  it->response = moya_response_retain(response);
  it->error = moya_error_retain(error);
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->lock);
}
static void await(ending *it, moya_provider *provider, moya_pump pump) {
  while (pump == MOYA_PUMP_HOST && !it->count) EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  pthread_mutex_lock(&it->lock);
  while (!it->count && pthread_cond_timedwait(&it->changed, &it->lock, &deadline) == 0) continue;
  pthread_mutex_unlock(&it->lock);
  EXPECT(it->count == 1, "%d ends", it->count);
}

/* A plugin that still reads the request in its last hook, `process`. */
static const moya_host *host;
static moya_status create(const moya_host *services, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = services;
  return MOYA_HOOK_OK;
}
static moya_status prepare(void *it, moya_context *context) {
  (void)it;
  return host->request_set_header(context, "X-Seen", "1");
}
static _Atomic int looked;
static moya_status look(void *it, moya_context *context) {
  (void)it;
  EXPECT(str_is(host->request_method(context), "POST") && str_is(host->request_header(context, "x-seen"), "1"));
  looked += host->request_body(context).len == SIZE;
  /* The library makes a new response when a plugin changes one. */
  return host->http_status(context) == 200 ? host->response_set_header(context, "X-Seen", "2") : MOYA_HOOK_OK;
}
static const moya_plugin looking = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.looks",
                                    .version = "1.0.0",
                                    .create = create,
                                    .prepare = prepare,
                                    .process = look};

static char copied[SIZE];

/* Makes a call. Checks that the library has released what was sent, although the response or the error still exists. */
static void send_by(moya_provider *provider, moya_pump pump, kind what, way how, const char *path) {
  char title[128];
  snprintf(title, sizeof title, "%s by %s, pump %d, %s", kinds[what], ways[how], (int)pump, path);
  int failures = check_failures;
  releases = 0;
  content *it = content_of(what == SMALL ? 10 : SIZE);
  moya_stream stream = MOYA_STREAM(.read = read_content, .user = it, .release_user = release, .len = SIZE);
  moya_part part = {.name = "part"};
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = it->bytes, .data_len = it->size, .release_user = release,
                             .user = it);
  if (what == STREAM) task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  if (what == PART_BYTES || what == PART_STREAM) {
    task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = &part, .part_count = 1, .part_stride = sizeof part);
  }
  if (what == PART_STREAM) {
    part.stream = &stream;
  } else if (what == PART_BYTES) {
    part.data = it->bytes;
    part.data_len = it->size;
    part.release_user = release;
    part.user = it;
  }
  moya_target target = target_of(path);
  target.method = "POST";
  target.task = &task;
  /* If validation refuses the response, the error has it. */
  target.validation = MOYA_VALIDATION_SUCCESS;

  ending heard = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, NULL, NULL};
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_blocking_call *exchange = NULL;
  moya_queue *queue = NULL;
  moya_group *group = NULL;
  moya_completion row = {0};
  switch (how) {
    case CALL: (void)!moya_provider_call(provider, &target, NULL, &response, &error); break;
    case RUN: (void)!moya_provider_call(provider, &target, &handlers, &response, &error); break;
    case EXCHANGE:
      do (void)!moya_provider_call_for(provider, &target, 1000, &exchange, &response, &error);
      while (exchange);
      break;
    case SEND: EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = end, .user = &heard), NULL, NULL, NULL), MOYA_OK); break;
    case START:
      handlers.end = end;
      handlers.user = &heard;
      EXPECT_STATUS(moya_provider_send(provider, &target, &handlers, NULL, NULL, NULL), MOYA_OK);
      break;
    case GROUP:
      EXPECT_STATUS(moya_group_create(provider, 1, &group, NULL), MOYA_OK);
      EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = end, .user = &heard), group, NULL, NULL), MOYA_OK);
      break;
    case ENQUEUE:
      EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
      EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
      while (pump == MOYA_PUMP_HOST && moya_queue_drain(queue, &row, sizeof row, 1) == 0) {
        EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
      }
      if (pump == MOYA_PUMP_DISPATCH) EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
      break;
    case WAYS: break;
  }
  if (how == SEND || how == START || how == GROUP) {
    await(&heard, provider, pump);
    response = heard.response;
    error = heard.error;
  } else {
    if (row.response) response = moya_response_retain(row.response);
    if (row.error) error = moya_error_retain(row.error);
  }
  /* If a call ends before the function that began it returns, the release may come when this function returns (task.h).
     */
  heard.released = releases;
  heard.alive = alive;
  const moya_response *came = error ? moya_error_response(error) : response;
  if (how == ENQUEUE) moya_completions_release(&row, sizeof row, 1);
  if (queue) moya_queue_destroy(queue);
  moya_group_release(group);
  EXPECT(heard.released == 1 && heard.alive == 0, "%d releases, %ld bytes alive", heard.released, heard.alive);
  EXPECT(came && moya_response_http_status(came) == (strcmp(path, "/ok") ? 404 : 200), "another response");
  EXPECT(str_has(moya_response_url(came), path), "%s", moya_response_url(came).data);
  moya_response_release(response);
  moya_error_release(error);
  if (check_failures != failures) printf("    that was: %s\n", title);
}

static void released(void) {
  static const char *const paths[] = {"/ok", "/status/404"};
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    for (int seen = 0; seen < 2; seen++) {
      moya_provider *provider = provider_of(pump);
      if (seen) EXPECT_STATUS(moya_provider_add_plugin(provider, &looking, NULL, NULL), MOYA_OK);
      looked = 0;
      for (int what = 0; what < KINDS; what++) {
        for (int how = 0; how < WAYS; how++) {
          for (int path = 0; path < 2; path++) send_by(provider, pump, what, how, paths[path]);
        }
      }
      EXPECT(looked == (seen ? 2 * WAYS : 0), "process has seen %d bodies", looked);
      moya_provider_destroy(provider);
    }
  }
}

/* A blocking call releases its body before it returns, whether its stub is immediate or delayed. */
static void stub_once(bool isSeen) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  if (isSeen) EXPECT_STATUS(moya_provider_add_plugin(provider, &looking, NULL, NULL), MOYA_OK);
  moya_sample sample = MOYA_SAMPLE(.body = "body", .body_len = 4);
  moya_response *response = NULL;
  for (int delay = 0; delay < 2; delay++) {
    releases = 0;
    content *it = content_of(SIZE);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = it->bytes, .data_len = it->size, .release_user = release,
                               .user = it);
    moya_target target = target_of("/stub");
    target.method = "POST";
    target.task = &task;
    target.sample = &sample;
    target.stub = delay ? MOYA_STUB_DELAYED : MOYA_STUB_IMMEDIATE;
    target.stub_delay_ms = (uint32_t)delay;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    EXPECT(releases == 1 && alive == 0, "%d releases, %ld bytes alive", releases, alive);
    EXPECT(str_has(moya_response_url(response), "/stub"), "%s", moya_response_url(response).data);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

static void stubbed(void) {
  stub_once(false);
  stub_once(true);
}

/* A program stores a hundred responses. The bodies of their requests take no memory any more. */
static void kept(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_response *responses[KEPT] = {NULL};
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = copied, .data_len = SIZE);
  moya_target target = target_of("/ok");
  target.method = "POST";
  target.task = &task;
  memset(copied, 'x', SIZE);
  for (int round = 0; round < 5; round++) {
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &responses[0], NULL), MOYA_OK);
    moya_response_release(responses[0]);
  }
  long before = kib_of_process("VmRSS");
  for (int index = 0; index < KEPT; index++) {
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &responses[index], NULL), MOYA_OK);
  }
  long grown = kib_of_process("VmRSS") - before;
  /* With valgrind and the sanitizers, freed memory is not available at once. */
  if (runs_under("plain")) EXPECT(grown < KEPT * (SIZE / 1024) / 4, "%ld KiB", grown);
  for (int index = 0; index < KEPT; index++) moya_response_release(responses[index]);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("what is sent is released before a call returns, or its callback or row comes", released);
  TEST("what is sent to a stub is released before the call returns", stubbed);
  TEST("responses that are kept hold nothing of their requests", kept);
  server_stop(&faults);
  return verdict();
}
