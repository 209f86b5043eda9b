/* A good module: it collects the body of each text and passes it on backwards at the end. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

typedef struct collected {
  char *bytes;
  size_t len;
} collected;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  return keep_body(functions, self);
}

static void release_slot(void *instance, void *slot) {
  collected *it = slot;
  (void)instance;
  free(it->bytes);
  free(it);
}

static moya_status head(void *instance, moya_context *context) {
  collected *it = host->slot(context);
  moya_str type = host->response_header(context, "Content-Type");
  if (it) { /* of an earlier attempt */
    host->set_slot(context, NULL);
    release_slot(instance, it);
  }
  if (!type.data || strncmp(type.data, "text/", 5) != 0) return MOYA_BODY_SKIP;
  it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  moya_status status = host->set_slot(context, it);
  if (status != MOYA_OK) free(it);
  return status;
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  collected *it = host->slot(context);
  char *longer = realloc(it->bytes, it->len + len + 1);
  if (!longer) return MOYA_ERROR_MEMORY;
  memcpy(longer + it->len, data, len);
  it->bytes = longer;
  it->len += len;
  return MOYA_HOOK_OK;
}

static moya_status end(void *instance, moya_context *context) {
  (void)instance;
  collected *it = host->slot(context);
  for (size_t i = 0, last = it->len; i + 1 < last; i++) {
    char byte = it->bytes[--last];
    it->bytes[last] = it->bytes[i];
    it->bytes[i] = byte;
  }
  return it->len ? body->pass(context, it->bytes, it->len) : MOYA_HOOK_OK;
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("reverser", "Turns texts round."),
    .create = create,
    .release_slot = release_slot,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
