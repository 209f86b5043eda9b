/* Tests body hooks in every kind of call, in calls that share a response, and in calls that end while a hook runs. */
#include "plugin_waiting.h"

#include <moya/plugin/body.h>

static const moya_body *body;
static moya_context *_Atomic old;
static _Atomic int chunks, heads, ends, running, overlaps;
static _Atomic bool meets; /* the chunk hook waits for the test */
static sem_t in_chunk, may_go_on;

static moya_status create_reader(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = create(it, owner, instance);
  body = host->get_extension(MOYA_BODY);
  EXPECT_STATUS(body->pass(owner, "x", 1), MOYA_ERROR_STATE);
  return status;
}
static void enter(void) {
  if (running++ > 0) overlaps++;
}
static void leave(void) { running--; }
static moya_status head(void *it, moya_context *context) {
  (void)it;
  enter();
  heads++;
  EXPECT_STATUS(host->set_slot(context, &slot_value), MOYA_OK);
  leave();
  return MOYA_HOOK_OK;
}
static void *pass_elsewhere(void *context) {
  EXPECT_STATUS(body->pass(context, "x", 1), MOYA_ERROR_STATE);
  return NULL;
}
static moya_status chunk(void *it, moya_context *context, const void *data, size_t len) {
  (void)it;
  enter();
  old = context;
  chunks++;
  if (meets) {
    sem_post(&in_chunk);
    await(&may_go_on);
    EXPECT(host->slot(context) == &slot_value || host->slot(context) == NULL);
  }
  moya_status status = body->pass(context, data, len);
  if (status == MOYA_OK) status = body->pass(context, data, len);
  leave();
  return status;
}
static moya_status end(void *it, moya_context *context) {
  (void)it;
  enter();
  ends++;
  EXPECT(host->slot(context) == &slot_value);
  leave();
  return MOYA_HOOK_OK;
}
static moya_status process_alone(void *it, moya_context *context) {
  enter();
  moya_status status = process(it, context);
  leave();
  return status;
}
static void release_alone(void *it, void *slot) {
  enter();
  release_slot(it, slot);
  leave();
}
static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}
static const moya_plugin reading = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.reads", .version = "1.0.0", .options = letter,
                                    .create = create_reader, .destroy = forget, .prepare = prepare,
                                    .process = process_alone, .release_slot = release_alone,
                                    .get_extension = extension};

static moya_provider *begin(way way) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_provider *provider = NULL;
  options.pump = way == PUMPED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH;
  journal[0] = 0;
  chunks = heads = ends = overlaps = running = released = 0;
  meets = false;
  sem_init(&in_chunk, 0, 0);
  sem_init(&may_go_on, 0, 0);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &reading, "{\"as\": \"a\"}", NULL), MOYA_OK);
  return provider;
}

static void all_ways(void) {
  for (int way = 0; way < WAYS; way++) {
    for (int source = 0; source < SOURCES; source++) {
      moya_provider *provider = begin(way);
      calling it = calling_of(provider, way, source, NULL);
      make_call(&it);
      const char *wanted = source == NETWORK ? "xxxxxxxxxx" : "bodybody";
      EXPECT(it.status == MOYA_OK && strcmp(it.body, wanted) == 0, "way %d, source %d: %s %s", way, source, it.body,
             it.message);
      EXPECT(heads == 1 && chunks == 1 && ends == 1 && overlaps == 0, "way %d, source %d", way, source);
      moya_provider_destroy(provider);
      EXPECT(strcmp(journal, "a.prepare a.processed a.released a.destroy") == 0, "way %d: %s", way, journal);
    }
  }
}

static moya_flow drop(void *user, const void *data, size_t len) {
  (void)user, (void)data, (void)len;
  return MOYA_FLOW_CONTINUE;
}
static void facts(void) {
  for (int streamed = 0; streamed < 2; streamed++) {
    moya_provider *provider = begin(CALLED);
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d/ok", faults.port);
    moya_target target = MOYA_TARGET(.base_url = url);
    moya_handlers handlers = MOYA_HANDLERS(.body = streamed ? drop : NULL);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, &handlers, &response, NULL), MOYA_OK);
    EXPECT(moya_response_info(response, MOYA_INFO_HTTP_VERSION) == 11, "streamed: %d", streamed);
    EXPECT(moya_response_info(response, MOYA_INFO_REMOTE_PORT) == faults.port, "streamed: %d", streamed);
    EXPECT(moya_response_info(response, MOYA_INFO_TOTAL_US) > 0, "streamed: %d", streamed);
    EXPECT(str_is(moya_response_remote_address(response), "127.0.0.1"));
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
}

/* A queue receives rows for the head, for the pieces that the hooks pass on, and for the end. */
static void rows(void) {
  enum { LENGTH = 100000 };
  moya_provider *provider = begin(QUEUED);
  moya_queue *queue = NULL;
  moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/bytes/100000");
  size_t len = 0, row_heads = 0;
  bool has_ended = false;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, MOYA_ROW_HEAD | MOYA_ROW_CHUNK, NULL, NULL, NULL),
                MOYA_OK);
  while (!has_ended) {
    moya_completion row = {0};
    size_t count = moya_queue_wait(queue, &row, sizeof row, 1, 30000);
    EXPECT(count == 1, "no row came");
    if (count != 1) break;
    if (row.kind == MOYA_ROW_HEAD) row_heads++;
    if (row.kind == MOYA_ROW_CHUNK) len += row.len;
    if (row.kind == MOYA_ROW_END) {
      has_ended = true;
      EXPECT_STATUS(row.status, MOYA_OK);
    }
    moya_completions_release(&row, sizeof row, 1);
  }
  EXPECT(row_heads == 1 && len == 2 * LENGTH, "%zu heads, %zu bytes", row_heads, len);
  EXPECT(heads == 1 && ends == 1 && chunks >= 1, "%d heads, %d ends", heads, ends);
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

/* If calls share a response, the hooks run once for it. */
enum { GUESTS = 4 };
static void shared(void) {
  moya_provider *provider = begin(SENT);
  calling calls[GUESTS];
  meets = true;
  for (int i = 0; i < GUESTS; i++) {
    calls[i] = calling_of(provider, SENT, NETWORK, NULL);
    calls[i].target.flags = MOYA_TARGET_SHARE;
    if (i > 0) sem_wait(&in_chunk), sem_post(&in_chunk);
    send_call(&calls[i]);
  }
  sem_post(&may_go_on);
  for (int i = 0; i < GUESTS; i++) {
    await(&calls[i].ended);
    EXPECT(calls[i].status == MOYA_OK && strcmp(calls[i].body, "xxxxxxxxxx") == 0, "%d: %s", i, calls[i].message);
  }
  EXPECT(heads == 1 && chunks == 1 && ends == 1, "%d heads", heads);
  moya_provider_destroy(provider);
  EXPECT(released == 1);
}

/* Cancels a call, or closes its provider, while the chunk hook of the call runs. */
typedef enum ending { CANCEL, CLOSE, ENDINGS } ending;
static void *close_elsewhere(void *provider) {
  moya_provider_close(provider);
  return NULL;
}
static void ended(void) {
  for (int number = 0; number < WAYS * ENDINGS * SOURCES; number++) {
    way way = number % WAYS;
    ending ending = number / WAYS % ENDINGS;
    source source = number / WAYS / ENDINGS;
    moya_provider *provider = begin(way);
    calling it = calling_of(provider, way, source, NULL);
    pthread_t closing;
    meets = true;
    EXPECT(pthread_create(&it.thread, NULL, make_call, &it) == 0);
    await(&in_chunk);
    if (ending == CANCEL) moya_provider_cancel_all(provider);
    if (ending == CLOSE) EXPECT(pthread_create(&closing, NULL, close_elsewhere, provider) == 0);
    /* moya_provider_close may wait for the hook, so it runs on another thread. */
    sem_post(&may_go_on);
    pthread_join(it.thread, NULL);
    if (ending == CLOSE) pthread_join(closing, NULL);
    /* If the body is not streamed, it has arrived before the chunk hook runs. Then a cancel or a close may come too
     * late. */
    bool is_cancelled = it.status == MOYA_ERROR_CANCELLED;
    bool is_streamed = way == CALLED_STREAM || way == SENT_STREAM;
    EXPECT(is_cancelled || it.status == MOYA_OK, "way %d, source %d: %s", way, source, it.message);
    if (is_streamed && ending == CANCEL) EXPECT(is_cancelled && ends == 0, "way %d, source %d: %d", way, source, ends);
    if (!is_cancelled) EXPECT(strlen(it.body) > 5 && ends == 1, "way %d, source %d: %s", way, source, it.body);
    moya_provider_destroy(provider);
    EXPECT(overlaps == 0 && released == 1, "way %d, ending %d, source %d: %d overlap, %d released", way, ending,
           source, overlaps, released);
  }
}

/* `pass` fails on another thread, and after its hook has returned. */
static void contexts(void) {
  moya_provider *provider = begin(CALLED);
  calling it = calling_of(provider, CALLED, NETWORK, NULL);
  pthread_t other;
  meets = true;
  EXPECT(pthread_create(&it.thread, NULL, make_call, &it) == 0);
  await(&in_chunk);
  EXPECT(pthread_create(&other, NULL, pass_elsewhere, old) == 0);
  pthread_join(other, NULL);
  sem_post(&may_go_on);
  pthread_join(it.thread, NULL);
  EXPECT(it.status == MOYA_OK && strcmp(it.body, "xxxxxxxxxx") == 0, "%s %s", it.body, it.message);
  EXPECT_STATUS(body->pass(old, "x", 1), MOYA_ERROR_STATE);
  EXPECT_STATUS(body->pass(NULL, "x", 1), MOYA_ERROR_NULL);
  moya_provider_destroy(provider);
  EXPECT_STATUS(body->pass(old, "x", 1), MOYA_ERROR_STATE);
}

/* Several threads make many calls. Each call gets its own body. */
static void *make_many(void *provider) {
  for (int i = 0; i < often(100); i++) {
    calling it = calling_of(provider, i % 2 ? CALLED : CALLED_STREAM, i % 5 ? NETWORK : IMMEDIATE, NULL);
    make_call(&it);
    const char *wanted = i % 5 ? "xxxxxxxxxx" : "bodybody";
    EXPECT(it.status == MOYA_OK && strcmp(it.body, wanted) == 0, "%s %s", it.body, it.message);
  }
  return NULL;
}
static const moya_plugin crowded = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.crowded", .version = "1.0.0",
                                    .options = letter, .create = create_reader, .destroy = forget,
                                    .get_extension = extension};
static void crowd(void) {
  moya_provider *provider = provider_with(&crowded, NULL);
  pthread_t callers[4];
  meets = false;
  heads = ends = chunks = 0;
  for (int i = 0; i < 4; i++) EXPECT(pthread_create(&callers[i], NULL, make_many, provider) == 0);
  for (int i = 0; i < 4; i++) pthread_join(callers[i], NULL);
  EXPECT(heads == 4 * often(100) && ends == heads && chunks >= heads, "%d heads, %d ends", heads, ends);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("bodies pass the hooks in every kind of call", all_ways);
  TEST("a response that plugins read has the facts of its transfer, whole and streamed", facts);
  TEST("rows of a queue have the pieces that the hooks pass on", rows);
  TEST("a response that calls share passes the hooks once", shared);
  TEST("a call that ends while chunk runs is processed and released after the hook", ended);
  TEST("pass works only in its hook and on its thread", contexts);
  TEST("calls at the same time have their own bodies", crowd);
  server_stop(&faults);
  return verdict();
}
