/* An example plugin. It adds a header field to every request, and counts how often each of its hooks has run.
 *
 *   options    {"name": "X-Stamp", "value": "libmoya"}     Both are optional.
 *   responses  get a header field X-Hooks with the counts so far:
 *              "prepare=1 will_send=1 did_receive=1 process=1"
 */
#include <moya/plugin.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Hooks of different calls run on different threads at the same time, so the counters are atomic. */
typedef struct stamp {
  const moya_host *host;
  moya_str name, value; /* The texts of options stay valid until `destroy` returns. */
  atomic_ulong prepared, sent, received, processed;
} stamp;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  stamp *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->name = host->option_text(self, "name");
  it->value = host->option_text(self, "value");
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) { free(instance); }

static moya_status prepare(void *instance, moya_context *context) {
  stamp *it = instance;
  atomic_fetch_add(&it->prepared, 1);
  return it->host->request_set_header(context, it->name.data, it->value.data);
}

static void will_send(void *instance, moya_context *context) {
  (void)context;
  atomic_fetch_add(&((stamp *)instance)->sent, 1);
}

static void did_receive(void *instance, moya_context *context) {
  (void)context;
  atomic_fetch_add(&((stamp *)instance)->received, 1);
}

static moya_status process(void *instance, moya_context *context) {
  stamp *it = instance;
  unsigned long processed = atomic_fetch_add(&it->processed, 1) + 1;
  if (it->host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK; /* A failed call has no header fields. */
  char counts[160];
  snprintf(counts, sizeof counts, "prepare=%lu will_send=%lu did_receive=%lu process=%lu", atomic_load(&it->prepared),
           atomic_load(&it->sent), atomic_load(&it->received), processed);
  return it->host->response_set_header(context, "X-Hooks", counts);
}

static const moya_option options[] = {
    {.name = "name", .about = "The name of the header field.", .kind = MOYA_OPTION_TEXT, .preset = "\"X-Stamp\""},
    {.name = "value", .about = "The value of the header field.", .kind = MOYA_OPTION_TEXT, .preset = "\"libmoya\""},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.libmoya.stamp",
    .version = "1.0.0",
    .about = "Adds a header field to every request.",
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .will_send = will_send,
    .did_receive = did_receive,
    .process = process,
};

MOYA_MODULE(&plugin)
