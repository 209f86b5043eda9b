/* fails: pieces */
/* A piece of a body is changed, although it belongs to the library. */
#include "../module.h"
#include <stdint.h>
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  char *text = (char *)(uintptr_t)data;
  for (size_t index = 0; index < len; index++) {
    if (text[index] == '\n') text[index] = ' ';
  }
  return body->pass(context, text, len);
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("body-writes-piece", "Replaces the ends of lines with spaces."),
    .create = create,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
