/* fails: skip */
/* head passes bytes on, and then says that the response does not concern the plugin. */
#include "../module.h"
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static moya_status head(void *instance, moya_context *context) {
  (void)instance;
  body->pass(context, "skipped", 7);
  return MOYA_BODY_SKIP;
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("body-skip-passes", "Skips bodies."),
    .create = create,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
