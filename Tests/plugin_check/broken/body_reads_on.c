/* fails: pieces */
/* The plugin reads a piece of a body as a text that ends with a NUL. But no NUL follows the bytes of the piece. */
#include "../module.h"
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance, (void)len;
  return body->pass(context, data, strlen(data));
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("body-reads-on", "Passes texts on."),
    .create = create,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
