/* An example plugin. It adds a header field to every request, and counts its hooks.
 *
 *   config     {"name": "X-Stamp", "value": "libmoya"}     Both members are optional.
 *   responses  get a header field X-Hooks with the counts so far:
 *              "prepare=1 will_send=1 did_receive=1 process=1"
 */
#include <moya/moya.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Hooks of different calls run on different threads at the same time, so the counters are atomic. */
typedef struct stamp {
  const moya_host *host;
  char name[64];
  char value[256];
  atomic_ulong prepared, sent, received, processed;
} stamp;

/* Reads a text without escapes that begins at *at into `into`. Moves *at to the byte after the text. */
static bool read_text(const char **at, char *into, size_t capacity) {
  size_t length = 0;
  if (**at != '"') return false;
  for ((*at)++; **at && **at != '"'; (*at)++) {
    if (**at == '\\' || length + 1 >= capacity) return false;
    into[length++] = **at;
  }
  into[length] = 0;
  return *(*at)++ == '"';
}

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Reads the config, a flat JSON object with the texts "name" and "value". Returns NULL, or a text that describes the
 * error. */
static const char *read_config(stamp *it, const char *at) {
  static const char *const malformed = "the config is not an object of texts without escapes";
  at = skip_space(at);
  if (*at++ != '{') return malformed;
  at = skip_space(at);
  while (*at != '}') {
    char key[16];
    if (!read_text(&at, key, sizeof key)) return malformed;
    at = skip_space(at);
    if (*at++ != ':') return malformed;
    at = skip_space(at);
    bool is_name = strcmp(key, "name") == 0, is_value = strcmp(key, "value") == 0;
    if (!is_name && !is_value) return "unknown key: only \"name\" and \"value\" are known";
    if (!read_text(&at, is_name ? it->name : it->value, is_name ? sizeof it->name : sizeof it->value)) return malformed;
    at = skip_space(at);
    if (*at == ',') at = skip_space(at + 1);
    else if (*at != '}') return malformed;
  }
  return *skip_space(at + 1) ? malformed : NULL;
}

static moya_status create(const moya_host *host, moya_context *context, const char *config, void **instance) {
  stamp *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  strcpy(it->name, "X-Stamp");
  strcpy(it->value, "libmoya");
  const char *problem = read_config(it, config);
  if (problem) {
    host->fail(context, problem);
    free(it);
    return MOYA_ERROR_ARGUMENT;
  }
  *instance = it;
  return 0;
}

static void destroy(void *instance) { free(instance); }

static moya_status prepare(void *instance, moya_context *context) {
  stamp *it = instance;
  atomic_fetch_add(&it->prepared, 1);
  return it->host->set_header(context, it->name, it->value);
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
  if (it->host->result_status(context) != 0) return MOYA_HOOK_OK; /* a failure has no header fields to change */
  char counts[160];
  snprintf(counts, sizeof counts, "prepare=%lu will_send=%lu did_receive=%lu process=%lu", atomic_load(&it->prepared),
           atomic_load(&it->sent), atomic_load(&it->received), processed);
  return it->host->set_response_header(context, "X-Hooks", counts);
}

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  static const moya_plugin_table table = {
      .size = sizeof table,
      .abi = MOYA_PLUGIN_ABI,
      .id = "org.libmoya.stamp",
      .version = "1.0.0",
      .create = create,
      .destroy = destroy,
      .prepare = prepare,
      .will_send = will_send,
      .did_receive = did_receive,
      .process = process,
  };
  return host_abi >= MOYA_PLUGIN_ABI ? &table : NULL;
}
