/* fails: overlap */
/* The instance has one buffer for bodies, so the pieces of bodies that arrive at the same time mix. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

typedef struct buffer {
  char bytes[1 << 20];
  size_t len;
} buffer;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_body(functions, self);
  if (status == MOYA_OK && !(*instance = calloc(1, sizeof(buffer)))) status = MOYA_ERROR_MEMORY;
  return status;
}

static void destroy(void *instance) { free(instance); }

static moya_status head(void *instance, moya_context *context) {
  buffer *it = instance;
  (void)context;
  it->len = 0;
  return MOYA_HOOK_OK;
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  buffer *it = instance;
  (void)context;
  if (len > sizeof it->bytes - it->len) return MOYA_ERROR_MEMORY;
  memcpy(it->bytes + it->len, data, len);
  it->len += len;
  return MOYA_HOOK_OK;
}

static moya_status end(void *instance, moya_context *context) {
  buffer *it = instance;
  return it->len ? body->pass(context, it->bytes, it->len) : MOYA_HOOK_OK;
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("body-in-instance", "Passes each body on in one piece."),
    .create = create,
    .destroy = destroy,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
