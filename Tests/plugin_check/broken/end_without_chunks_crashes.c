/* fails: end-without-chunks */
/* The end of a body that had no pieces uses a buffer that was not made. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

typedef struct collected {
  size_t len;
} collected;

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  collected *it = host->slot(context);
  if (!it) {
    it = calloc(1, sizeof *it);
    if (!it) return MOYA_ERROR_MEMORY;
    moya_status status = host->set_slot(context, it);
    if (status != MOYA_OK) return free(it), status;
  }
  it->len += len;
  return body->pass(context, data, len);
}

static moya_status end(void *instance, moya_context *context) {
  (void)instance;
  collected *volatile it = host->slot(context);
  if (it->len > 1000000) host->log(context, MOYA_LOG_DEBUG, "the body is long");
  return MOYA_HOOK_OK;
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("end-without-chunks-crashes", "Collects bodies."),
    .create = create,
    .release_slot = release_slot,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
