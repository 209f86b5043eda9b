/* Compresses the bodies of requests. README.md describes it. */
#include "coding.h"
#include "origins.h"

#include <moya/plugin/tasks.h>
#include <stdlib.h>
#include <string.h>

enum {
  HOOK_BYTES = 16384 /* a longer body is compressed on another thread, so that no other call waits for it */
};

typedef struct compress {
  const moya_host *host;
  const moya_tasks *tasks;
  const coding *how;
  int level;
  int64_t least_bytes, hook_bytes;
  origins refusing;
} compress;

/* The slot of a call. Only hooks may use it, because the call and its slot may end while another thread compresses the
 * body. */
typedef struct call {
  bool is_tried;                 /* the module has tried to compress the body of the last attempt */
  bool was_refused, is_repeated; /* was_refused: an attempt got a 415. is_repeated: the call was sent again after it */
} call;

static call *slot_of(const compress *it, moya_context *context) {
  call *own = it->host->slot(context);
  if (own) return own;
  own = calloc(1, sizeof *own);
  if (own && it->host->set_slot(context, own) == MOYA_OK) return own;
  free(own);
  return NULL;
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

/* ── The body ── */

/* Sets the compressed body, if it is shorter. Otherwise, or if there is no memory, the body does not change. */
static moya_status compress_body(compress *it, moya_context *context) {
  moya_str body = it->host->request_body(context);
  size_t room = body.len > 0 ? body.len - 1 : 0, size = 0;
  void *out = room > 0 ? malloc(room) : NULL;
  if (out) size = it->how->compress(body.data, body.len, it->level, out, room);
  moya_status status = size > 0 ? it->host->request_set_header(context, "Content-Encoding", it->how->name) : MOYA_OK;
  if (status == MOYA_OK && size > 0) status = it->host->request_set_body(context, out, size);
  free(out);
  return status;
}

static void compress_elsewhere(void *instance, moya_context *context, void *user, moya_status status) {
  compress *it = instance;
  (void)user;
  it->host->resume(context, status == MOYA_OK ? compress_body(it, context) : status);
}

/* Returns whether a field of the request describes the body as it is, so that the body must not be compressed. */
static bool is_bound(const compress *it, moya_context *context) {
  static const char *const names[] = {"Content-Encoding", "Content-MD5", "Content-Digest", "Repr-Digest", "Digest",
                                      "Content-Range"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (it->host->request_header(context, names[i]).data) return true;
  }
  return false;
}

static moya_status prepare(void *instance, moya_context *context) {
  compress *it = instance;
  const moya_host *host = it->host;
  moya_body_kind kind = host->request_body_kind(context);
  if (kind == MOYA_BODY_NONE) return MOYA_HOOK_OK;
  if (kind != MOYA_BODY_BYTES) {
    host->log(context, MOYA_LOG_DEBUG, "the body is sent as it is, because it is a file or a stream");
    return MOYA_HOOK_OK;
  }
  int64_t size = host->request_body_size(context);
  if (size < it->least_bytes) return MOYA_HOOK_OK;
  call *own = host->slot(context);
  if (own) own->is_tried = false;
  if ((own && own->was_refused) || origins_refuse(&it->refusing, host->request_url(context).data) || is_bound(it, context)) {
    return MOYA_HOOK_OK;
  }
  own = slot_of(it, context);
  if (!own) return MOYA_HOOK_OK; /* there is no memory, so the body stays as it is */
  own->is_tried = true;
  if (size <= it->hook_bytes) return compress_body(it, context);
  moya_status status = host->defer(context);
  if (status != MOYA_OK) return status;
  if (it->tasks->work(context, compress_elsewhere, NULL, NULL) == MOYA_OK) return MOYA_HOOK_PENDING;
  return compress_body(it, context); /* a forked child has no other threads */
}

/* ── A refusal ── */

/* Returns whether this module has compressed the body of the last attempt. The module does not try a body that has a
 * coding already. So if it has tried a body and the body has a coding, the coding is the module's. */
static bool is_compressed(const compress *it, moya_context *context, const call *own) {
  moya_str set = it->host->request_header(context, "Content-Encoding");
  return own->is_tried && set.data && strcmp(set.data, it->how->name) == 0;
}

static void did_receive(void *instance, moya_context *context) {
  compress *it = instance;
  const moya_host *host = it->host;
  call *own = host->slot(context);
  if (!own || host->http_status(context) != 415) return;
  const char *url = host->request_url(context).data;
  if (is_compressed(it, context, own)) {
    own->was_refused = true;
    const char *last = host->response_url(context).data; /* after a redirect, another server may have responded */
    if (last && !origins_same(url, last)) return;
    origins_set(&it->refusing, url, true);
    host->log(context, MOYA_LOG_INFO, "the server refuses compressed bodies: it gets no more of them");
  } else if (own->was_refused) {
    origins_set(&it->refusing, url, false); /* the type of the body was the reason, and not its coding */
  }
}

static int64_t should_retry(void *instance, moya_context *context) {
  compress *it = instance;
  call *own = it->host->slot(context);
  if (!own || !own->was_refused || own->is_repeated) return MOYA_RETRY_NONE;
  own->is_repeated = true;
  return 0;
}

/* ── The instance ── */

static void destroy(void *instance) {
  compress *it = instance;
  origins_free(&it->refusing);
  free(it);
}

static effort effort_of(const char *word) {
  return strcmp(word, "fast") == 0 ? EFFORT_FAST : strcmp(word, "best") == 0 ? EFFORT_BEST : EFFORT_USUAL;
}

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const coding *how = coding_of(host->option_text(self, "coding").data);
  effort wanted = effort_of(host->option_text(self, "effort").data);
  if (!tasks || !how) return MOYA_ERROR_PLUGIN_ABI;
  compress *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->tasks = tasks;
  it->how = how;
  it->level = how->levels[wanted];
  it->least_bytes = host->option_int(self, "least_bytes");
  it->hook_bytes = wanted == EFFORT_BEST ? 0 : HOOK_BYTES;
  *instance = it;
  return MOYA_OK;
}

static const moya_option options[] = {
    {.name = "coding", .about = "The content coding of the bodies.", .kind = MOYA_OPTION_TEXT, .preset = "\"gzip\"",
     .choices = "gzip|br|zstd"},
    {.name = "effort", .about = "How much time a body may take.", .kind = MOYA_OPTION_TEXT, .preset = "\"usual\"",
     .choices = "fast|usual|best"},
    {.name = "least_bytes", .about = "A shorter body is sent as it is.", .kind = MOYA_OPTION_INT, .preset = "1024",
     .least = 1, .most = INT64_MAX},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT,
    .id = "moya.compress",
    .version = "1.0.0",
    .about = "Compresses the bodies of requests.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .did_receive = did_receive,
    .should_retry = should_retry,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
