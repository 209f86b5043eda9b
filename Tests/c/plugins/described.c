/* A module with two plugins. One has every kind of option and every hook, and the other one has none. */
#include <moya/plugin/body.h>
#include <string.h>

static const moya_option options[] = {
    {.name = "on", .about = "Whether.", .kind = MOYA_OPTION_FLAG, .preset = "true"},
    {.name = "count", .about = "How many.", .kind = MOYA_OPTION_INT, .preset = "3", .least = -2, .most = 15},
    {.name = "any_count", .kind = MOYA_OPTION_INT},
    {.name = "ratio", .about = "How much.", .kind = MOYA_OPTION_NUMBER, .preset = "0.5"},
    {.name = "title", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "form", .about = "How.", .kind = MOYA_OPTION_TEXT, .preset = "\"text\"", .choices = "text|json|curl"},
    {.name = "token", .about = "Who.", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = "hosts", .about = "Where.", .kind = MOYA_OPTION_TEXTS, .preset = "[\"a\",\n\"b\"]"},
    {.name = "rules", .about = "Why \"not\"?", .kind = MOYA_OPTION_JSON},
    {.name = NULL}};
static const char *const secret_headers[] = {"X-Key", "X-Other", NULL};

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)host, (void)self, (void)instance;
  return -1; /* reading a description must not make an instance */
}
static moya_status hook(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_HOOK_OK;
}
static void fact(void *instance, moya_context *context) { (void)instance, (void)context; }
static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_RETRY_NONE;
}
static const moya_body_hooks body_hooks = {.size = sizeof body_hooks, .head = hook};
static const void *extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &body_hooks : NULL; }

static const moya_plugin whole = {MOYA_PLUGIN_HEAD,
                                  .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_ONLY_STREAMS,
                                  .id = "org.libmoya.whole",
                                  .version = "1.2.0",
                                  .about = "Has every part.",
                                  .license = "MIT",
                                  .options = options,
                                  .secret_headers = secret_headers,
                                  .create = create,
                                  .close = hook,
                                  .prepare = hook,
                                  .sign = hook,
                                  .will_send = fact,
                                  .did_receive = fact,
                                  .should_retry = should_retry,
                                  .process = hook,
                                  .get_extension = extension};
static const moya_plugin bare = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.bare", .version = "2.0.0"};

MOYA_MODULE(&whole, &bare)
