/* fails: end-without-chunks */
/* The first piece of a body makes a buffer of the instance. If the first body has no pieces, its end uses the buffer
 * that was not made. */
#include "../module.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
  pthread_mutex_t lock;
  char *last; /* the last byte of the last body */
} reader;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_body(functions, self);
  if (status != MOYA_OK) return status;
  reader *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  reader *it = instance;
  pthread_mutex_destroy(&it->lock);
  free(it->last);
  free(it);
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  reader *it = instance;
  pthread_mutex_lock(&it->lock);
  if (!it->last) it->last = malloc(1);
  if (it->last && len > 0) *it->last = ((const char *)data)[len - 1];
  pthread_mutex_unlock(&it->lock);
  return body->pass(context, data, len);
}

static moya_status end(void *instance, moya_context *context) {
  reader *it = instance;
  pthread_mutex_lock(&it->lock);
  char last = *(volatile char *)it->last;
  pthread_mutex_unlock(&it->lock);
  if (last == '\n') host->log(context, MOYA_LOG_DEBUG, "the body ends with a line end");
  return MOYA_HOOK_OK;
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("end-without-chunks-crashes", "Reads the ends of bodies."),
    .create = create,
    .destroy = destroy,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
