/* fails: cuts */
/* Only the first piece of a body is passed on. */
#include "../module.h"
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static moya_status head(void *instance, moya_context *context) {
  (void)instance;
  return host->set_slot(context, NULL);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  static char seen;
  (void)instance;
  if (host->slot(context)) return MOYA_HOOK_OK;
  moya_status status = host->set_slot(context, &seen);
  return status == MOYA_OK ? body->pass(context, data, len) : status;
}

/* The slot has no memory of its own. */
static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("body-swallows", "Reads bodies."),
    .create = create,
    .release_slot = release_slot,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
