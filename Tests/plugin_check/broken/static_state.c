/* fails: two-instances */
/* All providers share one instance. The first `destroy` frees it. */
#include "../module.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct counter {
  atomic_int sent;
} counter;

static counter *only;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  if (!only) only = calloc(1, sizeof *only);
  return only ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static void destroy(void *instance) {
  (void)instance;
  free(only);
  only = NULL;
}

static moya_status prepare(void *instance, moya_context *context) {
  char count[16];
  (void)instance;
  snprintf(count, sizeof count, "%d", atomic_fetch_add(&only->sent, 1) + 1);
  return host->request_set_header(context, "X-Count", count);
}

static const moya_plugin plugin = {
    MODULE_HEAD("static-state", "Counts."), .create = create, .destroy = destroy, .prepare = prepare};

MOYA_MODULE(&plugin)
