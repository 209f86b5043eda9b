/* Records calls in a cassette, which is a HAR file, and replays them without a connection. README.md describes it. */
#define _GNU_SOURCE
#include "match.h"

#include <moya/plugin/body.h>
#include <moya/plugin/tasks.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct record {
  const moya_host *host;
  const moya_tasks *tasks;
  const moya_body *body;
  moya_context *self;
  pid_t process;
  bool replays, records, replaces; /* replaces: the recording replaces the entries of the same requests */
  size_t most_bytes;
  bytes path; /* absolute, so that it stays the same file if the program changes its folder */
  scrub_rules rules;
  har cassette;
  matcher matcher;
  _Atomic(entry *) recorded; /* a list of what is to be written, newest first */
  entry *written;            /* a list of what was written, oldest first. Only `close` and `destroy` use it */
} record;

/* What the slot of a call has: an entry that is being recorded, or the one that answers the call. */
typedef struct slot {
  entry *made;
  const entry *played;
} slot;

static bool add(bytes *to, moya_str text) { return bytes_add(to, text.data, text.len); }

/* ── The instance ── */

static void destroy(void *instance);

static moya_status refuse(record *it, moya_status status, const char *what, const char *reason) {
  bytes line = {0};
  if (bytes_add_text(&line, "the cassette ") && bytes_add_text(&line, bytes_text(&it->path)) &&
      bytes_add_text(&line, what) && bytes_add_text(&line, reason)) {
    it->host->fail(it->self, line.data);
  }
  bytes_free(&line);
  destroy(it);
  return status;
}

static bool set_path(record *it, const char *file) {
  char folder[PATH_MAX];
  if (*file != '/') {
    if (!getcwd(folder, sizeof folder)) return false;
    if (!bytes_add_text(&it->path, folder) || !bytes_add_text(&it->path, "/")) return false;
  }
  return bytes_add_text(&it->path, file);
}

/* Can a file be made in the folder of the cassette? Otherwise the recording would be lost at the end. */
static bool can_write(const record *it) {
  char *folder = strdup(bytes_text(&it->path));
  if (!folder) return false;
  *strrchr(folder, '/') = 0;
  bool can = access(*folder ? folder : "/", W_OK | X_OK) == 0;
  free(folder);
  return can;
}

static match_kind kind_of(const char *word) {
  return strcmp(word, "ordered") == 0 ? MATCH_ORDERED : strcmp(word, "lenient") == 0 ? MATCH_LENIENT : MATCH_STRICT;
}

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_body *body = host->get_extension(MOYA_BODY);
  record *it = tasks && body ? calloc(1, sizeof *it) : NULL;
  if (!it) return tasks && body ? MOYA_ERROR_MEMORY : MOYA_ERROR_PLUGIN_ABI;
  it->host = host;
  it->tasks = tasks;
  it->body = body;
  it->self = self;
  it->process = getpid();
  it->most_bytes = (size_t)host->option_int(self, "most_bytes");
  const char *mode = host->option_text(self, "mode").data;
  bytes reason = {0};
  if (!set_path(it, host->option_text(self, "file").data) || !scrub_rules_read(&it->rules, host, self)) {
    return refuse(it, MOYA_ERROR_MEMORY, "", " has no path");
  }
  moya_status status = har_read(&it->cassette, bytes_text(&it->path), &reason);
  if (status != MOYA_OK) {
    status = refuse(it, status, " cannot be read: ", bytes_text(&reason));
    bytes_free(&reason);
    return status;
  }
  bool exists = it->cassette.document != NULL;
  if (strcmp(mode, "none") == 0 && !exists) return refuse(it, MOYA_ERROR_FILE, " does not exist", "");
  it->replays = strcmp(mode, "all") != 0 && exists;
  it->records = strcmp(mode, "none") != 0 && (strcmp(mode, "once") != 0 || !exists);
  it->replaces = strcmp(mode, "all") == 0;
  if (it->records && !can_write(it)) return refuse(it, MOYA_ERROR_FILE, " cannot be written: ", strerror(errno));
  if (!matcher_make(&it->matcher, kind_of(host->option_text(self, "match").data), &it->cassette, &it->rules)) {
    return refuse(it, MOYA_ERROR_MEMORY, " does not fit into memory", "");
  }
  *instance = it;
  return MOYA_OK;
}

/* Which entries of the file stay when the list of new entries is added? */
static bool *choose(const record *it, const entry *recorded) {
  bool *stays = malloc(it->cassette.count + 1);
  if (!stays) return NULL;
  memset(stays, true, it->cassette.count + 1);
  for (const entry *each = recorded; it->replaces && each; each = each->next) {
    match_key key = {0};
    if (match_key_make(&key, &it->rules, each)) {
      for (size_t i = 0; i < it->cassette.count; i++) stays[i] &= !match_key_alike(&it->matcher.keys[i], &key);
    }
    match_key_free(&key);
  }
  return stays;
}

/* Adds a list to another one, which is sorted by the start of the calls. */
static entry *merged(entry *list, entry *newest) {
  while (newest) {
    entry *each = newest, **place = &list;
    newest = each->next;
    /* The newest come first, so the place is nearly always at the beginning. */
    while (*place && (*place)->started_us < each->started_us) place = &(*place)->next;
    each->next = *place;
    *place = each;
  }
  return list;
}

/* Writes the cassette if there is something new. */
static void write_cassette(record *it) {
  entry *recorded = atomic_exchange(&it->recorded, NULL);
  if (!recorded) return;
  bytes reason = {0}, line = {0};
  it->written = merged(it->written, recorded);
  bool *stays = choose(it, it->written);
  moya_status status = MOYA_ERROR_MEMORY;
  if (stays) status = har_write(&it->cassette, stays, it->written, &it->rules, bytes_text(&it->path), &reason);
  if (status != MOYA_OK && bytes_add_text(&line, "the cassette ") && bytes_add_text(&line, bytes_text(&it->path)) &&
      bytes_add_text(&line, " cannot be written: ") &&
      bytes_add_text(&line, reason.len ? reason.data : "there is no memory")) {
    it->host->log(it->self, MOYA_LOG_ERROR, line.data);
  }
  free(stays);
  bytes_free(&reason);
  bytes_free(&line);
}

static void write_at_close(void *instance, moya_context *self, void *user, moya_status status) {
  record *it = instance;
  (void)user;
  if (status != MOYA_OK) return; /* `destroy` writes the cassette */
  write_cassette(it);
  it->host->resume(self, MOYA_HOOK_OK);
}

/* A program may close its provider long before it destroys it, and look at the cassette in between. */
static moya_status close_instance(void *instance, moya_context *self) {
  record *it = instance;
  if (!atomic_load(&it->recorded) || it->host->defer(self) != MOYA_OK) return MOYA_HOOK_OK;
  return it->tasks->work(self, write_at_close, NULL, NULL) == MOYA_OK ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
}

static void destroy(void *instance) {
  record *it = instance;
  write_cassette(it);
  for (entry *each = it->written, *next; each; each = next) {
    next = each->next;
    entry_free(each);
  }
  matcher_free(&it->matcher);
  har_free(&it->cassette);
  secrets_free(&it->rules.known);
  bytes_free(&it->path);
  free(it);
}

/* ── The request ── */

/* Stores the URL without its user and its fragment, and the password. */
static bool read_url(entry *it, const char *url) {
  const char *authority = strstr(url, "://"), *user = NULL;
  size_t end = strcspn(url, "#");
  if (authority) {
    for (const char *at = authority += 3; *at && !strchr("/?#", *at); at++) user = *at == '@' ? at : user;
  }
  if (!user) return bytes_add(&it->url, url, end);
  const char *colon = memchr(authority, ':', (size_t)(user - authority));
  if (colon && !bytes_add(&it->password, colon + 1, (size_t)(user - colon - 1))) return false;
  return bytes_add(&it->url, url, (size_t)(authority - url)) &&
         bytes_add(&it->url, user + 1, end - (size_t)(user + 1 - url));
}

static bool read_fields(const record *it, moya_context *context, bool of_response, fields *to) {
  moya_str name, value;
  const moya_host *host = it->host;
  for (size_t i = 0;; i++) {
    int32_t is_there = of_response ? host->response_header_at(context, i, &name, &value)
                                  : host->request_header_at(context, i, &name, &value);
    if (!is_there) return true;
    if (!fields_add(to, name, value)) return false;
  }
}

/* Reads the request as `prepare` sees it. */
static bool read_request(const record *it, moya_context *context, entry *to) {
  const moya_host *host = it->host;
  to->request_body_kind = host->request_body_kind(context);
  to->request_body_size = host->request_body_size(context);
  bool is_good = add(&to->method, host->request_method(context)) &&
                 read_url(to, host->request_url(context).data) &&
                 read_fields(it, context, false, &to->request_fields);
  if (!is_good || to->request_body_kind != MOYA_BODY_BYTES) return is_good;
  moya_str body = host->request_body(context);
  to->is_too_large |= body.len > it->most_bytes;
  return add(&to->request_body, body);
}

/* ── Replay ── */

static moya_status no_response(record *it, moya_context *context, const match_key *key) {
  bytes line = {0};
  if (bytes_add_text(&line, "the cassette ") && bytes_add_text(&line, bytes_text(&it->path)) &&
      bytes_add_text(&line, " has no response for ") && bytes_add(&line, key->method.data, key->method.len) &&
      bytes_add_text(&line, " ") && bytes_add(&line, key->url.data, key->url.len) &&
      bytes_add_text(&line, matcher_reason(&it->matcher, key))) {
    it->host->fail(context, line.data);
  }
  bytes_free(&line);
  return MOYA_ERROR_NO_STUB;
}

static moya_status refuse_field(record *it, moya_context *context, const field *which) {
  bytes line = {0};
  if (bytes_add_text(&line, "the cassette has a response with the invalid field ") &&
      bytes_add_text(&line, bytes_text(&which->name))) {
    it->host->fail(context, line.data);
  }
  bytes_free(&line);
  return MOYA_ERROR_FILE;
}

/* A failure that had a response gives the response first, so that a caller who streams it receives what had arrived. The
 * process hook then fails. */
static moya_status play(record *it, moya_context *context, slot *own) {
  const entry *played = own->played;
  const moya_host *host = it->host;
  if (played->http_status == 0 || played->status == MOYA_ERROR_STATUS_CODE) {
    host->fail(context, played->message.len ? played->message.data : "the recorded call failed");
    return played->status;
  }
  moya_status status = host->response_set_status(context, played->http_status);
  for (size_t i = 0; status == MOYA_OK && i < played->response_fields.count; i++) {
    const field *each = &played->response_fields.list[i];
    status = host->response_add_header(context, each->name.data, bytes_text(&each->value));
    if (status != MOYA_OK && status != MOYA_ERROR_MEMORY) return refuse_field(it, context, each);
  }
  if (status == MOYA_OK) {
    status = host->response_set_body(context, bytes_text(&played->response_body), played->response_body.len);
  }
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

/* ── The hooks ── */

static void release_slot(void *instance, void *value);

/* Returns the slot of a call, and makes it if the call has none. */
static slot *slot_of(record *it, moya_context *context) {
  slot *own = it->host->slot(context);
  if (own) return own;
  own = calloc(1, sizeof *own);
  if (own) own->made = calloc(1, sizeof *own->made);
  if (own && own->made && it->host->set_slot(context, own) == MOYA_OK) return own;
  release_slot(it, own);
  return NULL;
}

/* Says why a request is not sent, or returns MOYA_OK. */
static moya_status check_recording(record *it, moya_context *context) {
  if (getpid() == it->process) return MOYA_OK;
  it->host->fail(context, "a forked child cannot record: only its parent writes the cassette");
  return MOYA_ERROR_FORKED;
}

static moya_status search(record *it, moya_context *context, slot *own) {
  match_key key = {0};
  moya_status status = MOYA_ERROR_MEMORY;
  if (match_key_make(&key, &it->rules, own->made)) {
    own->played = matcher_play(&it->matcher, &key);
    status = own->played ? play(it, context, own) : it->records ? MOYA_OK : no_response(it, context, &key);
  }
  match_key_free(&key);
  return status;
}

static moya_status prepare(void *instance, moya_context *context) {
  record *it = instance;
  const moya_host *host = it->host;
  moya_body_kind form = host->response_body_kind(context);
  if (form == MOYA_BODY_FILE) {
    host->fail(context, "a download to a file is neither recorded nor replayed: take the response in memory or stream it");
    return MOYA_ERROR_ARGUMENT;
  }
  slot *own = slot_of(it, context);
  if (!own) return MOYA_ERROR_MEMORY;
  bool is_first = !own->made->has_begun;
  own->made->has_begun = true;
  entry_forget_request(own->made);
  own->made->takes_pieces = form == MOYA_BODY_STREAM;
  if (is_first) own->made->started_us = it->tasks->date_us();
  if (!read_request(it, context, own->made)) return MOYA_ERROR_MEMORY;
  if (is_first && it->replays) {
    moya_status status = search(it, context, own);
    if (status != MOYA_OK) return status;
  }
  if (!it->records) return MOYA_OK;
  if (is_first && !add(&own->made->target, host->target_name(context))) return MOYA_ERROR_MEMORY;
  return check_recording(it, context);
}

/* Reads the fields as the library sends them. */
static void will_send(void *instance, moya_context *context) {
  record *it = instance;
  slot *own = it->host->slot(context);
  if (!own) return;
  fields sent = {0};
  if (read_fields(it, context, false, &sent)) {
    fields_free(&own->made->request_fields);
    own->made->request_fields = sent;
  } else {
    fields_free(&sent);
  }
  entry_forget_result(own->made);
  own->made->is_too_large = own->made->request_body.len > it->most_bytes;
}

/* If the caller does not stream the body, did_receive reads it as a whole. */
static moya_status head(void *instance, moya_context *context) {
  record *it = instance;
  slot *own = it->host->slot(context);
  if (!own || !own->made->takes_pieces) return MOYA_BODY_SKIP;
  bytes_free(&own->made->response_body);
  return MOYA_HOOK_OK;
}

/* Stores bytes of a body, unless the body is too large. */
static bool keep_bytes(const record *it, entry *to, const void *data, size_t len) {
  to->is_too_large |= len > it->most_bytes || to->response_body.len > it->most_bytes - len;
  if (to->is_too_large) bytes_free(&to->response_body);
  return to->is_too_large || bytes_add(&to->response_body, data, len);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  record *it = instance;
  slot *own = it->host->slot(context);
  if (own && !keep_bytes(it, own->made, data, len)) return MOYA_ERROR_MEMORY;
  return it->body->pass(context, data, len);
}

/* The message of an error begins with the name of the target. The replay's message does, too. */
static moya_str without_target(moya_str message, moya_str target) {
  if (message.len > target.len + 2 && memcmp(message.data, target.data, target.len) == 0 &&
      memcmp(message.data + target.len, ": ", 2) == 0) {
    return (moya_str){message.data + target.len + 2, message.len - target.len - 2};
  }
  return message;
}

static bool read_result(const record *it, moya_context *context, entry *to) {
  const moya_host *host = it->host;
  to->status = host->result_status(context);
  to->http_status = host->http_status(context);
  to->http_version = host->result_info(context, MOYA_INFO_HTTP_VERSION);
  to->bytes_down = host->result_info(context, MOYA_INFO_BYTES_DOWN);
  to->connect_us = host->result_info(context, MOYA_INFO_CONNECT_US);
  /* The next two are 0 if an open connection was used. */
  to->name_us = to->connect_us > 0 ? host->result_info(context, MOYA_INFO_NAME_LOOKUP_US) : 0;
  to->tls_us = to->connect_us > 0 ? host->result_info(context, MOYA_INFO_TLS_US) : 0;
  to->first_byte_us = host->result_info(context, MOYA_INFO_FIRST_BYTE_US);
  to->total_us = host->result_info(context, MOYA_INFO_TOTAL_US);
  if (!add(&to->message, without_target(host->error_message(context), host->target_name(context)))) return false;
  if (to->http_status == 0) return true;
  bool is_good = add(&to->response_url, host->response_url(context)) &&
                 add(&to->address, host->remote_address(context)) &&
                 read_fields(it, context, true, &to->response_fields);
  if (!is_good || to->takes_pieces || host->response_body_kind(context) != MOYA_BODY_BYTES) return is_good;
  moya_str body = host->response_body(context);
  return keep_bytes(it, to, body.data, body.len);
}

/* A call that was cancelled before its response came has no result. */
static void did_receive(void *instance, moya_context *context) {
  record *it = instance;
  slot *own = it->host->slot(context);
  if (!own) return;
  entry *made = own->made;
  if (!read_result(it, context, made)) {
    it->host->log(context, MOYA_LOG_ERROR, "the call is not recorded: there is no memory");
  } else if (made->is_too_large) {
    it->host->log(context, MOYA_LOG_WARNING, "the call is not recorded: its body is longer than most_bytes");
  } else {
    made->has_result = made->http_status != 0 || made->status != MOYA_ERROR_CANCELLED;
  }
}

static moya_status process(void *instance, moya_context *context) {
  record *it = instance;
  const slot *own = it->host->slot(context);
  if (!own || !own->played || own->played->status == MOYA_OK) return MOYA_HOOK_OK;
  if (it->host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK;
  it->host->fail(context, own->played->message.len ? own->played->message.data : "the recorded call failed");
  return own->played->status;
}

/* Adds the entry to the recording. */
static void release_slot(void *instance, void *value) {
  record *it = instance;
  slot *own = value;
  if (!own) return;
  if (own->made && own->made->has_result) {
    entry *newest = atomic_load(&it->recorded);
    do {
      own->made->next = newest;
    } while (!atomic_compare_exchange_weak(&it->recorded, &newest, own->made));
  } else {
    entry_free(own->made);
  }
  free(own);
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
    .flags = MOYA_PLUGIN_WAITS, /* for close */
    .id = "moya.record",
    .version = RECORD_VERSION,
    .about = "Records calls in a HAR file, and replays them without a connection.",
    .license = "MIT",
    .options = options,
    .create = create,
    .close = close_instance,
    .destroy = destroy,
    .prepare = prepare,
    .will_send = will_send,
    .did_receive = did_receive,
    .process = process,
    .release_slot = release_slot,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
