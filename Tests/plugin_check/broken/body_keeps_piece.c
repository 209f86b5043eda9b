/* fails: pieces */
/* The pointer of the last piece is used in `end`. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

typedef struct last {
  const char *data;
  size_t len;
} last;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  last *it = host->slot(context);
  if (it) {
    moya_status status = body->pass(context, it->data, it->len);
    *it = (last){data, len};
    return status;
  }
  it = malloc(sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  *it = (last){data, len};
  moya_status status = host->set_slot(context, it);
  if (status != MOYA_OK) free(it);
  return status;
}

static moya_status end(void *instance, moya_context *context) {
  (void)instance;
  last *it = host->slot(context);
  return it ? body->pass(context, it->data, it->len) : MOYA_HOOK_OK;
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
    MODULE_HEAD("body-keeps-piece", "Passes each piece on when the next one is there."),
    .create = create,
    .release_slot = release_slot,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
