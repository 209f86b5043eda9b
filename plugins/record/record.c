/* Records calls in a cassette, which is a HAR file, and replays them without a connection. README.md describes it. */
#include "instance.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the value in the slot of a call. Makes it if the slot is empty. */
static capture *capture_of(record *it, moya_context *context) {
  capture *own = it->host->slot(context);
  if (own) return own;
  own = calloc(1, sizeof *own);
  if (own && it->host->set_slot(context, own) == MOYA_OK) return own;
  capture_free(own);
  return NULL;
}

/* Returns MOYA_OK if this process can record the call. In a forked child, the call fails with the error that this
 * function returns, so that the request is not sent. */
static moya_status check_recording(record *it, moya_context *context) {
  if (getpid() == it->process) return MOYA_OK;
  it->host->fail(context, "a forked child cannot record: only its parent writes the cassette");
  return MOYA_ERROR_FORKED;
}

static moya_status prepare(void *instance, moya_context *context) {
  record *it = instance;
  const moya_host *host = it->host;
  moya_body_kind form = host->response_body_kind(context);
  if (form == MOYA_BODY_FILE) {
    host->fail(context, "a download to a file is neither recorded nor replayed: take the response in memory or stream it");
    return MOYA_ERROR_ARGUMENT;
  }
  capture *own = capture_of(it, context);
  if (!own) return MOYA_ERROR_MEMORY;
  bool is_first = !own->has_begun;
  own->has_begun = true;
  own->is_as_sent = host->target_is_as_sent(context) == 1;
  own->takes_pieces = form == MOYA_BODY_STREAM;
  if (is_first) own->started_us = it->tasks->date_us();
  if (!capture_request(it, context, own)) return MOYA_ERROR_MEMORY;
  if (it->replays && (is_first || own->played || !it->records)) {
    moya_status status = replay_attempt(it, context, own);
    if (status != MOYA_OK) return status;
  }
  return it->records ? check_recording(it, context) : MOYA_OK;
}

/* Reads the fields as the library sends them. */
static void will_send(void *instance, moya_context *context) {
  record *it = instance;
  capture *own = it->host->slot(context);
  if (own && !capture_sent_fields(it, context, own)) {
    it->host->log(context, MOYA_LOG_ERROR, "the fields of the request are not recorded: there is no memory");
  }
}

/* Begins the body of a response that the caller streams. `did_receive` reads any other body as a whole. */
static moya_status head(void *instance, moya_context *context) {
  record *it = instance;
  capture *own = it->host->slot(context);
  if (!own) return MOYA_BODY_SKIP;
  capture_no_body(own);
  return MOYA_HOOK_OK;
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  record *it = instance;
  capture *own = it->host->slot(context);
  if (own && !capture_body(it, own, data, len)) return MOYA_ERROR_MEMORY;
  return it->body->pass(context, data, len);
}

/* Reads the result of an attempt. A call that was cancelled before its response came has no result. */
static void did_receive(void *instance, moya_context *context) {
  record *it = instance;
  capture *own = it->host->slot(context);
  if (!own) return;
  if (!capture_result(it, context, own)) {
    it->host->log(context, MOYA_LOG_ERROR, "the call is not recorded: there is no memory");
  } else if (own->is_too_large) {
    it->host->log(context, MOYA_LOG_WARNING, "the call is not recorded: its body is longer than most_bytes");
  } else {
    own->has_result = own->http_status != 0 || own->status != MOYA_ERROR_CANCELLED;
  }
}

static moya_status process(void *instance, moya_context *context) {
  record *it = instance;
  const capture *own = it->host->slot(context);
  return own ? replay_end(it, context, own) : MOYA_HOOK_OK;
}

/* Runs when the call has ended. If the call has a result, adds it to the recording. */
static void release_slot(void *instance, void *value) {
  record *it = instance;
  capture *own = value;
  if (!own->has_result) {
    capture_free(own);
    return;
  }
  capture *newest = atomic_load(&it->recorded);
  do {
    own->next = newest;
  } while (!atomic_compare_exchange_weak(&it->recorded, &newest, own));
}

static const void *get_extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_option options[] = {
    {.name = "file", .about = "The path of the cassette, a HAR file.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "mode",
     .about = "once: record if there is no file, otherwise replay. new: replay, and record new requests. "
              "none: only replay. all: only record.",
     .kind = MOYA_OPTION_TEXT, .preset = "\"once\"", .choices = "once|new|none|all"},
    {.name = "match",
     .about = "strict: method, URL, body and match_fields. ordered: the same, and in the order of the cassette. "
              "lenient: method and URL, and the last response repeats.",
     .kind = MOYA_OPTION_TEXT, .preset = "\"strict\"", .choices = "strict|ordered|lenient"},
    {.name = "match_fields", .about = "Header fields of requests that are compared, too.", .kind = MOYA_OPTION_TEXTS},
    {.name = "scrub_fields", .about = "More names of header fields whose values are secret.",
     .kind = MOYA_OPTION_TEXTS},
    {.name = "scrub_parameters",
     .about = "More names of secrets in queries, in forms and in JSON.", .kind = MOYA_OPTION_TEXTS},
    {.name = "scrub_variables",
     .about = "Environment variables whose values are secret wherever they stand.", .kind = MOYA_OPTION_TEXTS},
    {.name = "keep", .about = "Names of fields and parameters that are no secrets.", .kind = MOYA_OPTION_TEXTS},
    {.name = "most_bytes", .about = "The longest body that is recorded.", .kind = MOYA_OPTION_INT,
     .preset = "67108864", .least = 0, .most = 2147483647},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_ONLY_STREAMS,
    .id = "moya.record",
    .version = RECORD_VERSION,
    .about = "Records calls in a HAR file, and replays them without a connection.",
    .license = "MIT",
    .options = options,
    .create = record_create,
    .close = record_close,
    .destroy = record_destroy,
    .prepare = prepare,
    .will_send = will_send,
    .did_receive = did_receive,
    .process = process,
    .release_slot = release_slot,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
