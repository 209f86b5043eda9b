/* moya.cache: a private cache (RFC 9111), in memory and in an SQLite file. README.md is the page for its users. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

static bool hmac(void *user, const void *key, size_t key_len, const void *data, size_t len, uint8_t out[32]) {
  const cache *it = user;
  uint8_t sum[MOYA_MOST_HASH];
  if (it->digest->hmac(MOYA_HASH_SHA256, key, key_len, data, len, sum) != 32) return false;
  memcpy(out, sum, 32);
  return true;
}

static bool fill_random(void *user, void *out, size_t len) {
  const cache *it = user;
  return it->digest->random(out, len) == 1;
}

static int64_t date_us(void *user) {
  const cache *it = user;
  return it->tasks->date_us();
}

static void warn(void *user, const char *message) {
  const cache *it = user;
  it->host->log(it->self, MOYA_LOG_WARNING, message);
}

void cache_put(cache *it, stored *response, uint64_t then) {
  if (was_removed(&it->removals, response->url, then)) return;
  it->memory->put(it->memory, response);
  /* Asks again, because another thread may have removed the URL after the first `was_removed` and before `put`. */
  if (was_removed(&it->removals, response->url, then)) {
    it->memory->remove(it->memory, response->url, it->tasks->date_us());
    return;
  }
  if (!it->writer) return;
  /* A cookie can be a secret, so the file has no cookies. */
  if (has_field(response->head, SLICE("Set-Cookie"))) writer_remove(it->writer, response->url, it->tasks->date_us());
  else writer_put(it->writer, response);
}

void cache_remove(cache *it, slice url) {
  note_removal(&it->removals, url);
  int64_t now_us = it->tasks->date_us();
  it->memory->remove(it->memory, url, now_us);
  if (it->writer) writer_remove(it->writer, url, now_us);
}

static void destroy(void *instance) {
  cache *it = instance;
  if (it->writer) writer_destroy(it->writer);
  if (it->memory) it->memory->destroy(it->memory);
  removals_destroy(&it->removals);
  free(it);
}

static moya_status open_file(cache *it, const char *path) {
  char reason[400];
  disk_tools tools = {hmac, fill_random, date_us, warn, it};
  store *file =
      disk_store(path, it->host->option_text(it->self, "scope").data, it->host->option_int(it->self, "file_bytes"),
                 it->rules.heuristic_percent, &tools, reason, sizeof reason);
  if (!file) {
    it->host->fail(it->self, reason);
    return MOYA_ERROR_FILE;
  }
  it->writer = writer_new(file, it->tasks, it->self);
  if (it->writer) return MOYA_OK;
  file->destroy(file);
  return MOYA_ERROR_MEMORY;
}

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_body *body = host->get_extension(MOYA_BODY);
  const moya_digest *digest = host->get_extension(MOYA_DIGEST);
  uint64_t seed;
  if (!tasks || !body || !digest) {
    host->fail(self, "the library has no moya.tasks/1, moya.body/1 or moya.digest/1");
    return MOYA_ERROR_PLUGIN_ABI;
  }
  cache *it = calloc(1, sizeof *it);
  if (!it || !removals_init(&it->removals)) {
    free(it);
    return MOYA_ERROR_MEMORY;
  }
  it->host = host;
  it->tasks = tasks;
  it->body = body;
  it->digest = digest;
  it->self = self;
  it->rules = (rules){(int)host->option_int(self, "heuristic_percent"), host->option_int(self, "stale_if_error_s"),
                      host->option_int(self, "refresh") == 1};
  it->most_body = (size_t)host->option_int(self, "body_bytes");
  moya_status status = digest->random(&seed, sizeof seed) == 1 ? MOYA_OK : MOYA_ERROR_SYSTEM;
  if (status == MOYA_OK) it->memory = memory_store((size_t)host->option_int(self, "memory_bytes"), seed);
  if (status == MOYA_OK && !it->memory) status = MOYA_ERROR_MEMORY;
  moya_str path = host->option_text(self, "file");
  if (status == MOYA_OK && path.len > 0) status = open_file(it, path.data);
  if (status != MOYA_OK) destroy(it);
  else *instance = it;
  return status;
}

static const void *get_extension(const char *name) {
  static const moya_body_hooks hooks = {
      .size = sizeof hooks, .head = receive_head, .chunk = receive_chunk, .end = receive_end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

#define INT(NAME, PRESET, LEAST, MOST, ABOUT) \
  {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_INT, .preset = PRESET, .least = LEAST, .most = MOST}

static const moya_option options[] = {
    {.name = "file", .about = "The SQLite file. Empty: responses are in memory only.", .kind = MOYA_OPTION_TEXT},
    {.name = "scope", .about = "Separates users who share a file.", .kind = MOYA_OPTION_TEXT},
    INT("memory_bytes", "33554432", 0, 1LL << 40, "The most memory for responses."),
    INT("file_bytes", "268435456", 1 << 20, 1LL << 46, "The largest size of the file."),
    INT("body_bytes", "8388608", 0, 1 << 30, "The longest body that is stored."),
    INT("heuristic_percent", "10", 0, 100, "The lifetime of a response that names none, of its age at the server."),
    INT("stale_if_error_s", "0", 0, MOST_SECONDS, "How long a stale response is used if the server fails."),
    {.name = "refresh", .about = "Requests in the background.", .kind = MOYA_OPTION_FLAG, .preset = "true"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT,
    .id = "moya.cache",
    .version = "1.0.0",
    .about = "Stores responses in memory and in a file, and answers later requests with them.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .did_receive = did_receive,
    .should_retry = should_retry,
    .release_slot = release_slot,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
