#define _GNU_SOURCE
#include "../common/replace_file.h"
#include "instance.h"
#include "order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ── The beginning ── */

static moya_status refuse(record *it, moya_status status, const char *what, const char *reason) {
  bytes line = {0};
  if (bytes_add_texts(&line, "the cassette ", bytes_text(&it->path), what, reason, NULL)) {
    it->host->fail(it->self, line.data);
  }
  bytes_free(&line);
  record_destroy(it);
  return status;
}

/* Returns true if a file can be made in the folder of the cassette. Otherwise the recording would be lost at the end. */
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

moya_status record_create(const moya_host *host, moya_context *self, void **instance) {
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
  if (!add_absolute_path(&it->path, host->option_text(self, "file").data) || !scrub_rules_read(&it->rules, host, self)) {
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

/* ── The end ── */

/* Returns an array that says for each entry of the file whether it stays when the new entries are written. */
static bool *choose(const record *it, const entry *recorded) {
  bool *stays = malloc(it->cassette.count + 1);
  if (!stays) return NULL;
  memset(stays, true, it->cassette.count + 1);
  for (const entry *each = recorded; it->replaces && each; each = each->next) {
    match_key key = {0};
    if (match_key_make(&key, &it->rules, each, true)) matcher_replace(&it->matcher, &key, stays);
    match_key_free(&key);
  }
  return stays;
}

static void warn_of_codings(const record *it, const entry *of) {
  static const char request[] = "the body of the request cannot be decoded, so its secrets are not hidden";
  static const char response[] = "the body of the response cannot be decoded, so its secrets are not hidden";
  if (of->keeps_request_coding) it->host->log(it->self, MOYA_LOG_WARNING, request);
  if (of->keeps_response_coding) it->host->log(it->self, MOYA_LOG_WARNING, response);
}

/* Makes entries of recorded calls, and frees the calls. Both lists have the newest call first. */
static entry *entries_of(const record *it, capture *recorded) {
  entry *first = NULL, **end = &first;
  for (capture *each = recorded, *next; each; each = next) {
    next = each->next;
    entry *made = calloc(1, sizeof *made);
    if (made && entry_of(each, it->most_bytes, made)) {
      warn_of_codings(it, made);
      *end = made;
      end = &made->next;
    } else {
      it->host->log(it->self, MOYA_LOG_ERROR, "the call is not recorded: there is no memory");
      entry_free(made);
    }
    capture_free(each);
  }
  return first;
}

/* Writes the cassette if there is something new. */
static void write_cassette(record *it) {
  capture *recorded = atomic_exchange(&it->recorded, NULL);
  if (!recorded) return;
  bytes reason = {0}, line = {0};
  it->written = entries_in_order(it->written, entries_of(it, recorded));
  bool *stays = choose(it, it->written);
  moya_status status = MOYA_ERROR_MEMORY;
  if (stays) status = har_write(&it->cassette, stays, it->written, &it->rules, bytes_text(&it->path), &reason);
  if (status != MOYA_OK && bytes_add_texts(&line, "the cassette ", bytes_text(&it->path), " cannot be written: ",
                                           reason.len ? reason.data : "there is no memory", NULL)) {
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

/* Writes the cassette when the program closes its provider. `destroy` would be too late, because the program may read
 * the cassette before it destroys the provider. */
moya_status record_close(void *instance, moya_context *self) {
  record *it = instance;
  if (!atomic_load(&it->recorded) || it->host->defer(self) != MOYA_OK) return MOYA_HOOK_OK;
  return it->tasks->work(self, write_at_close, NULL, NULL) == MOYA_OK ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
}

void record_destroy(void *instance) {
  record *it = instance;
  write_cassette(it);
  for (entry *each = it->written, *next; each; each = next) {
    next = each->next;
    entry_free(each);
  }
  matcher_free(&it->matcher);
  har_free(&it->cassette);
  scrub_rules_free(&it->rules);
  bytes_free(&it->path);
  free(it);
}
