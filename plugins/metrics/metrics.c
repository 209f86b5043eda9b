#define _POSIX_C_SOURCE 200809L
/* Counts the calls of a provider, and shows the counters as Prometheus reads them. README.md describes it. */
#include "exposition.h"
#include "output.h"

#include "../common/replace_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The plugin answers calls to this origin with the counters. No server can have this origin (RFC 6761 §6.4). */
#define OWN_ORIGIN "http://metrics.invalid"

/* The slot of a call. Calls that share a request share the slot, so it never changes. */
typedef struct call {
  label_set *set;
  uint64_t start_us;
} call;

/* ── The instance ── */

static void free_instance(metrics *it) {
  counts_free(&it->counts);
  bytes_free(&it->path);
  pthread_mutex_destroy(&it->is_written);
  free(it);
}

static void destroy(void *instance) {
  output_end(instance);
  free_instance(instance);
}

static moya_status read_buckets(metrics *it) {
  size_t count = it->host->option_count(it->self, "buckets_ms");
  for (size_t i = 0; i < count; i++) {
    const char *text = it->host->option_at(it->self, "buckets_ms", i).data;
    const char *fault = buckets_add(&it->counts.buckets, text);
    if (!fault) continue;
    bytes line = {0};
    if (bytes_add_texts(&line, "the bucket \"", text, "\" of buckets_ms is not usable: ", fault, NULL)) {
      it->host->fail(it->self, line.data);
    }
    bytes_free(&line);
    return MOYA_ERROR_ARGUMENT;
  }
  return MOYA_OK;
}

static moya_status read_options(metrics *it) {
  const char *file = it->host->option_text(it->self, "file").data;
  it->every_ms = it->host->option_int(it->self, "every_ms");
  moya_status status = read_buckets(it);
  if (status != MOYA_OK) return status;
  if (!counts_make(&it->counts, (size_t)it->host->option_int(it->self, "most_sets"))) return MOYA_ERROR_MEMORY;
  return !*file || add_absolute_path(&it->path, file) ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  metrics *it = tasks ? calloc(1, sizeof *it) : NULL;
  if (!it) return tasks ? MOYA_ERROR_MEMORY : MOYA_ERROR_PLUGIN_ABI;
  it->host = host;
  it->tasks = tasks;
  it->self = self;
  it->process = getpid();
  pthread_mutex_init(&it->is_written, NULL);
  moya_status status = read_options(it);
  if (status == MOYA_OK) status = output_begin(it);
  if (status != MOYA_OK) free_instance(it);
  else *instance = it;
  return status;
}

static moya_status close_instance(void *instance, moya_context *self) {
  (void)self;
  return output_close(instance);
}

/* ── The hooks ── */

static moya_status answer(metrics *it, moya_context *context) {
  bytes text = {0};
  const moya_host *host = it->host;
  moya_status status = exposition_write(&it->counts, &text) ? MOYA_OK : MOYA_ERROR_MEMORY;
  if (status == MOYA_OK) status = host->response_set_status(context, 200);
  if (status == MOYA_OK) status = host->response_set_header(context, "Content-Type", EXPOSITION_TYPE);
  if (status == MOYA_OK) status = host->response_set_body(context, text.data, text.len);
  bytes_free(&text);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

/* Returns the counters for the labels of a call; NULL if the call is not counted. `is_own` becomes true if the call
 * asks for the counters. */
static label_set *set_of(metrics *it, moya_context *context, bool *is_own) {
  labels which;
  *is_own = false;
  if (!labels_read(&which, it->host, context)) return NULL;
  label_set *found = counts_find(&it->counts, &which);
  if (found) return found;
  *is_own = strcmp(labels_origin(&which), OWN_ORIGIN) == 0;
  return *is_own ? NULL : counts_set(&it->counts, &which);
}

static moya_status prepare(void *instance, moya_context *context) {
  metrics *it = instance;
  bool is_own;
  if (it->host->slot(context)) return MOYA_HOOK_OK; /* a retry */
  label_set *set = set_of(it, context, &is_own);
  if (is_own) return answer(it, context);
  call *made = set ? malloc(sizeof *made) : NULL;
  if (!made) return MOYA_HOOK_OK; /* counting must not make a call fail */
  *made = (call){set, it->tasks->now_us()};
  if (it->host->set_slot(context, made) != MOYA_OK) free(made);
  return MOYA_HOOK_OK;
}

static void did_receive(void *instance, moya_context *context) {
  metrics *it = instance;
  const call *own = it->host->slot(context);
  if (!own) return;
  count_attempt(own->set, class_of(it->host->http_status(context)),
                it->host->result_info(context, MOYA_INFO_BYTES_UP),
                it->host->result_info(context, MOYA_INFO_BYTES_DOWN));
}

/* Counts the call. If a plugin that was added earlier has answered it, `prepare` did not run. Then the module
 * does not know when the call began, so it counts the call without a duration. */
static moya_status process(void *instance, moya_context *context) {
  metrics *it = instance;
  const call *own = it->host->slot(context);
  bool is_own;
  label_set *set = own ? own->set : set_of(it, context, &is_own);
  if (!set) return MOYA_HOOK_OK;
  size_t class = class_of(it->host->http_status(context));
  count_call(set, class, it->host->result_status(context));
  uint64_t now_us = it->tasks->now_us();
  if (own) count_duration(&it->counts, set, class, now_us > own->start_us ? now_us - own->start_us : 0);
  output_write_if_due(it, now_us);
  return MOYA_HOOK_OK;
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

/* ── The table ── */

static const moya_option options[] = {
    {.name = "file", .about = "The path of the file for Prometheus. Empty: no file.", .kind = MOYA_OPTION_TEXT},
    {.name = "every_ms", .about = "The least milliseconds between two writings of the file.", .kind = MOYA_OPTION_INT,
     .preset = "10000", .least = 100, .most = 86400000},
    {.name = "buckets_ms", .about = "The bounds of the histogram of durations, in milliseconds: rising numbers.",
     .kind = MOYA_OPTION_TEXTS,
     .preset = "[\"5\", \"10\", \"25\", \"50\", \"100\", \"250\", \"500\", \"1000\", \"2500\", \"5000\", \"10000\"]"},
    {.name = "most_sets",
     .about = "How many sets of origin, target and method are counted separately. Further sets count as \"other\".",
     .kind = MOYA_OPTION_INT, .preset = "1000", .least = 1, .most = 100000},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "moya.metrics",
    .version = "1.0.0",
    .about = "Counts calls, failures, attempts, bytes and durations for Prometheus.",
    .license = "MIT",
    .options = options,
    .create = create,
    .close = close_instance,
    .destroy = destroy,
    .prepare = prepare,
    .did_receive = did_receive,
    .process = process,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
