/* fails: balance */
/* The slot is freed in did_receive. release_slot writes to it, and does not free it again. */
#include "../module.h"
#include <stdlib.h>

typedef struct state {
  int released;
  char more[100];
} state;

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  if (host->slot(context)) return MOYA_HOOK_OK;
  state *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  moya_status status = host->set_slot(context, it);
  if (status != MOYA_OK) free(it);
  return status;
}

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  free(host->slot(context));
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  state *volatile it = slot;
  it->released = 1;
}

static const moya_plugin plugin = {
    MODULE_HEAD("writes-freed-block", "Stores what a call did."),
    .create = keep_host,
    .prepare = prepare,
    .did_receive = did_receive,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
