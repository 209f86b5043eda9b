/* Traces requests. Each request gets a header field traceparent (W3C Trace Context), and each attempt becomes a span.
 * The plugin sends spans to a collector in batches, as a JSON array. It sends the last spans when the provider is
 * destroyed. Spans that the collector does not accept are lost.
 *
 * Options: collector, a URL; every_ms, how often spans are sent.
 *
 *     gcc -shared -fPIC -pthread -o trace.so trace.c
 *     moya get https://api.example.com/zen --plugin './trace.so={"collector": "http://127.0.0.1:4000/spans"}'
 */
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trace {
  const moya_host *host;
  const moya_tasks *tasks;
  const moya_digest *digest;
  moya_context *self;
  pthread_mutex_t lock; /* protects the batch */
  char *batch;          /* spans with commas between them */
  size_t len;
  bool sends, closes; /* need no lock: only `tick`, `sent` and `close_instance` use them, and the library runs these
                       * functions one after another */
} trace;

/* The span of the present attempt. The slot of a call points to it. */
typedef struct span {
  char trace_id[33], id[17];
  int64_t start_us;
} span;

static void tick(void *instance, moya_context *self, void *user, moya_status status);
static void sent(void *instance, moya_context *result, void *user, moya_status status);

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_digest *digest = host->get_extension(MOYA_DIGEST);
  trace *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  *it = (trace){.host = host, .tasks = tasks, .digest = digest, .self = self};
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  moya_status status = MOYA_ERROR_PLUGIN_ABI;
  if (tasks && digest) status = tasks->after(self, host->option_int(self, "every_ms"), tick, NULL, NULL);
  if (status != MOYA_OK) {
    pthread_mutex_destroy(&it->lock);
    free(it);
  }
  return status;
}

static void destroy(void *instance) {
  trace *it = instance;
  pthread_mutex_destroy(&it->lock);
  free(it->batch);
  free(it);
}

static bool write_random(const trace *it, char *hex, size_t count) {
  uint8_t bytes[16];
  if (it->digest->random(bytes, count) != 1) return false;
  for (size_t i = 0; i < count; i++) sprintf(hex + 2 * i, "%02x", bytes[i]);
  return true;
}

/* Begins the span of an attempt, and sets the field traceparent. If a call cannot be traced, it is sent without this
 * field. */
static moya_status prepare(void *instance, moya_context *context) {
  trace *it = instance;
  span *own = it->host->slot(context);
  char value[64];
  if (!own) { /* the first attempt */
    own = calloc(1, sizeof *own);
    if (!own) return MOYA_HOOK_OK;
    if (!write_random(it, own->trace_id, 16) || it->host->set_slot(context, own) != MOYA_OK) {
      free(own);
      return MOYA_HOOK_OK;
    }
  }
  own->start_us = 0;
  if (!write_random(it, own->id, 8)) return MOYA_HOOK_OK;
  snprintf(value, sizeof value, "00-%s-%s-01", own->trace_id, own->id);
  return it->host->request_set_header(context, "traceparent", value);
}

static void will_send(void *instance, moya_context *context) {
  trace *it = instance;
  span *own = it->host->slot(context);
  if (own) own->start_us = it->tasks->date_us();
}

/* Copies a text into `out`, as the content of a JSON string. Quotes, backslashes and control characters become spaces.
 * A text that is too long is cut off. */
static void write_text(char *out, size_t room, moya_str text) {
  size_t count = text.len < room - 1 ? text.len : room - 1;
  while (count < text.len && count > 0 && (text.data[count] & 0xc0) == 0x80) count--; /* cuts no character in two */
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)text.data[i];
    out[i] = byte < ' ' || byte == '"' || byte == '\\' ? ' ' : text.data[i];
  }
  out[count] = 0;
}

static void did_receive(void *instance, moya_context *context) {
  trace *it = instance;
  const moya_host *host = it->host;
  const span *own = host->slot(context);
  char name[256], line[768];
  if (!own) return;
  write_text(name, sizeof name, host->target_name(context));
  int count = snprintf(line, sizeof line,
                       ",{\"name\":\"%s\",\"traceId\":\"%s\",\"spanId\":\"%s\",\"startUs\":%lld,\"endUs\":%lld,"
                       "\"status\":%d,\"error\":%d,\"attempt\":%u,\"firstByteUs\":%lld}",
                       name, own->trace_id, own->id, (long long)own->start_us, (long long)it->tasks->date_us(),
                       (int)host->http_status(context), (int)host->result_status(context),
                       (unsigned)host->attempt(context),
                       (long long)host->result_info(context, MOYA_INFO_FIRST_BYTE_US));
  pthread_mutex_lock(&it->lock);
  char *longer = it->len < 1000000 ? realloc(it->batch, it->len + (size_t)count + 2) : NULL;
  if (longer) { /* otherwise the span is lost */
    memcpy(longer + it->len, line, (size_t)count + 1);
    it->batch = longer;
    it->len += (size_t)count;
  }
  pthread_mutex_unlock(&it->lock);
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

/* Sends the batch. Returns false if the batch is empty, or if it cannot be sent. */
static bool send_batch(trace *it) {
  pthread_mutex_lock(&it->lock);
  char *bytes = it->batch;
  size_t len = it->len;
  it->batch = NULL;
  it->len = 0;
  pthread_mutex_unlock(&it->lock);
  if (!bytes) return false;
  bytes[0] = '[';
  bytes[len++] = ']';
  moya_header type = {"Content-Type", "application/json"};
  moya_str url = it->host->option_text(it->self, "collector");
  moya_sub_request request =
      MOYA_SUB_REQUEST(.flags = MOYA_SUB_BARE, .name = "spans", .method = "POST", .url = url.data, .headers = &type,
                       .header_count = 1, .body = bytes, .body_len = len);
  it->sends = it->tasks->send(it->self, &request, sent, NULL, NULL) == MOYA_OK;
  free(bytes); /* the host has copied it */
  return it->sends;
}

static void sent(void *instance, moya_context *result, void *user, moya_status status) {
  trace *it = instance;
  (void)user;
  it->sends = false;
  if (status != MOYA_OK || it->host->http_status(result) >= 300) {
    it->host->log(it->self, MOYA_LOG_WARNING, "the collector did not accept spans");
  }
  if (it->closes && !send_batch(it)) it->host->resume(it->self, MOYA_HOOK_OK);
}

static void tick(void *instance, moya_context *self, void *user, moya_status status) {
  trace *it = instance;
  if (status != MOYA_OK) return; /* the instance ends */
  if (!it->sends) send_batch(it);
  it->tasks->after(self, it->host->option_int(self, "every_ms"), tick, user, NULL);
}

static moya_status close_instance(void *instance, moya_context *self) {
  trace *it = instance;
  if (!it->sends && !send_batch(it)) return MOYA_HOOK_OK;
  it->closes = it->host->defer(self) == MOYA_OK;
  return it->closes ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
}

static const moya_option options[] = {
    {.name = "collector", .about = "Where spans are sent.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "every_ms", .about = "The milliseconds between batches.", .kind = MOYA_OPTION_INT, .preset = "5000",
     .least = 100, .most = 600000},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS,
    .id = "org.example.trace",
    .version = "1.0.0",
    .about = "Traces requests.",
    .license = "MIT",
    .options = options,
    .create = create,
    .close = close_instance,
    .destroy = destroy,
    .prepare = prepare,
    .will_send = will_send,
    .did_receive = did_receive,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
