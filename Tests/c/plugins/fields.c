/* A module with two plugins. They add the header fields X-A and X-B to every request. The option "value" is the value
 * of the field. */
#include <moya/plugin.h>
#include <stdlib.h>

typedef struct field {
  const moya_host *host;
  const char *value;
} field;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  field *it = malloc(sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->value = host->option_text(self, "value").data;
  *instance = it;
  return MOYA_OK;
}
static moya_status set(field *it, moya_context *context, const char *name) {
  return it->host->request_set_header(context, name, it->value);
}
static moya_status prepare_a(void *instance, moya_context *context) { return set(instance, context, "X-A"); }
static moya_status prepare_b(void *instance, moya_context *context) { return set(instance, context, "X-B"); }

static const moya_option options_a[] = {{.name = "value", .kind = MOYA_OPTION_TEXT, .preset = "\"a\""}, {.name = NULL}};
static const moya_option options_b[] = {{.name = "value", .kind = MOYA_OPTION_TEXT, .preset = "\"b\""}, {.name = NULL}};

static const moya_plugin a = {MOYA_PLUGIN_HEAD, .id = "org.example.a", .version = "1.0.0", .options = options_a,
                              .create = create, .destroy = free, .prepare = prepare_a};
static const moya_plugin b = {MOYA_PLUGIN_HEAD, .id = "org.example.b", .version = "1.0.0", .options = options_b,
                              .create = create, .destroy = free, .prepare = prepare_b};

MOYA_MODULE(&a, &b)
