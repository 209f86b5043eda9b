/* moya.limit: one limit for the calls of a process, a machine or many machines. README.md is the page for its users. */
#define _POSIX_C_SOURCE 200809L

#include "limit.h"

#include <moya/plugin/digest.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWNER_DIGITS = 16 };

/* Writes the number of this process into `owner`, after the random digits. A forked child calls this to get a name of
 * its own. */
static void name_process(limit *it) {
  char *end = it->owner + OWNER_DIGITS;
  unsigned long number = (unsigned long)getpid();
  for (*end++ = '-'; number > 0; number /= 16) *end++ = "0123456789abcdef"[number % 16];
  *end = 0;
}

static void begin_child(void *user) {
  limit *it = user;
  name_process(it);
  lease_forget(it);
}

static void destroy(void *instance) {
  limit *it = instance;
  if (it->store) store_close(it->store);
  for (bucket *next; it->buckets; it->buckets = next) {
    next = it->buckets->next;
    free(it->buckets);
  }
  guarded_destroy(&it->use);
  free(it->tags.at);
  free(it->origins.at);
  free(it->only);
  free(it);
}

static moya_status refuse(const moya_host *host, moya_context *self, const char *reason) {
  host->fail(self, reason);
  return MOYA_ERROR_ARGUMENT;
}

static bool read_texts(const limit *it, const char *option, texts *out) {
  out->count = it->host->option_count(it->self, option);
  out->at = calloc(out->count + 1, sizeof *out->at);
  for (size_t i = 0; out->at && i < out->count; i++) out->at[i] = it->host->option_at(it->self, option, i).data;
  return out->at;
}

static moya_status refuse_text(const limit *it, const char *option, const char *text, const char *flaw) {
  char line[500];
  snprintf(line, sizeof line, "the text \"%.200s\" of %s %s", text, option, flaw);
  return refuse(it->host, it->self, line);
}

/* Reads the option `origins`. A text that is no origin is an error, because it would match no call, and no call would
 * be limited. */
static moya_status read_origins(limit *it) {
  if (!read_texts(it, "origins", &it->origins)) return MOYA_ERROR_MEMORY;
  it->only = calloc(it->origins.count + 1, sizeof *it->only);
  for (size_t i = 0; it->only && i < it->origins.count; i++) {
    if (origin_read(slice_of(it->origins.at[i]), &it->only[i])) continue;
    return refuse_text(it, "origins", it->origins.at[i], "is not an origin. An origin is a scheme and a host, for example https://api.example.com");
  }
  return it->only ? MOYA_OK : MOYA_ERROR_MEMORY;
}

/* Reads the options `name` and `tags`. Refuses a longer text than a key has room for: if it were cut, two limits could
 * get the same key. */
static moya_status read_names(limit *it) {
  it->name = it->host->option_text(it->self, "name").data;
  if (strlen(it->name) > MOST_NAME_BYTES) return refuse(it->host, it->self, "name is longer than 50 bytes");
  if (!read_texts(it, "tags", &it->tags)) return MOYA_ERROR_MEMORY;
  for (size_t i = 0; i < it->tags.count; i++) {
    if (strlen(it->tags.at[i]) > MOST_TAG) return refuse_text(it, "tags", it->tags.at[i], "is longer than 119 bytes");
  }
  return MOYA_OK;
}

static moya_status read_options(limit *it) {
  const moya_host *host = it->host;
  it->rate = host->option_number(it->self, "rate");
  it->burst = host->option_int(it->self, "burst");
  it->concurrency = (uint32_t)host->option_int(it->self, "concurrency");
  it->lease_ms = host->option_int(it->self, "lease_ms");
  it->learns = host->option_int(it->self, "learn") == 1;
  it->goes_on = host->option_int(it->self, "local") == 1;
  it->rule = gcra_rule_of(it->rate, it->burst);
  moya_status status = read_names(it);
  return status == MOYA_OK ? read_origins(it) : status;
}

/* Opens the store that the option `store` names. If the option is not set, the store is in memory. */
static moya_status open_store(limit *it) {
  char reason[STORE_MOST_ADDRESS + 200];
  moya_str address = it->host->option_text(it->self, "store");
  const char *chosen = address.len > 0 ? address.data : "memory:";
  it->is_alone = strcmp(chosen, "memory:") == 0;
  it->store = store_open(chosen, it->tasks, it->self, reason, sizeof reason);
  return it->store ? MOYA_OK : refuse(it->host, it->self, reason);
}

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_digest *digest = host->get_extension(MOYA_DIGEST);
  uint64_t random;
  if (!tasks || !digest) {
    host->fail(self, "the library has no moya.tasks/1 or moya.digest/1");
    return MOYA_ERROR_PLUGIN_ABI;
  }
  double rate = host->option_number(self, "rate");
  if (!(rate >= 0 && rate <= 1e6)) return refuse(host, self, "rate is not between 0 and 1000000");
  if (digest->random(&random, sizeof random) != 1) return MOYA_ERROR_SYSTEM;
  limit *it = calloc(1, sizeof *it);
  if (!it || !guarded_init(&it->use)) {
    free(it);
    return MOYA_ERROR_MEMORY;
  }
  it->host = host;
  it->tasks = tasks;
  it->self = self;
  snprintf(it->owner, sizeof it->owner, "%0*" PRIx64, OWNER_DIGITS, random);
  name_process(it);
  it->use.user = it;
  it->use.in_child = begin_child;
  moya_status status = read_options(it);
  if (status == MOYA_OK) status = open_store(it);
  if (status != MOYA_OK) destroy(it);
  else *instance = it;
  return status;
}

#define INT(NAME, PRESET, LEAST, MOST, ABOUT) \
  {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_INT, .preset = PRESET, .least = LEAST, .most = MOST}

static const moya_option options[] = {
    {.name = "rate", .about = "Calls in a second. 0: any number.", .kind = MOYA_OPTION_NUMBER},
    INT("burst", "1", 1, GCRA_MOST_BURST, "Calls that may begin at once."),
    INT("concurrency", "0", 0, STORE_MOST_PLACES, "Calls that may run at the same time. 0: any number."),
    INT("lease_ms", "30000", 100, 86400000, "After this time, the calls of a killed process count no more."),
    {.name = "store",
     .about = "What processes share: file:PATH or redis://HOST. Empty: each process has a limit of its own.",
     .kind = MOYA_OPTION_SECRET},
    {.name = "name", .about = "Limits with different names are separate.", .kind = MOYA_OPTION_TEXT},
    {.name = "tags", .about = "Limits only calls with one of these tags, and each tag separately.", .kind = MOYA_OPTION_TEXTS},
    {.name = "origins", .about = "Limits only calls to these origins. Empty: each origin.", .kind = MOYA_OPTION_TEXTS},
    {.name = "learn", .about = "Obeys Retry-After and RateLimit.", .kind = MOYA_OPTION_FLAG, .preset = "true"},
    {.name = "local",
     .about = "If the store fails, continues at a part of the limit. Otherwise calls fail.",
     .kind = MOYA_OPTION_FLAG,
     .preset = "true"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT,
    .id = "moya.limit",
    .version = "1.0.0",
    .about = "Lets calls begin at a rate that processes and machines share.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .did_receive = did_receive,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
