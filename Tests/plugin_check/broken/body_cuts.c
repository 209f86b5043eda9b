/* fails: cuts */
/* The first letter of each piece becomes upper case: the result depends on where a body is cut. */
#include "../module.h"
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  if (len == 0) return MOYA_HOOK_OK;
  char first = *(const char *)data;
  if (first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
  moya_status status = body->pass(context, &first, 1);
  return status == MOYA_OK && len > 1 ? body->pass(context, (const char *)data + 1, len - 1) : status;
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("body-cuts", "Changes bodies."),
    .create = create,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
