/* A good module: it counts the requests of each call with a slot, and logs the count. */
#include "../module.h"
#include <stdio.h>
#include <stdlib.h>

static void will_send(void *instance, moya_context *context) {
  (void)instance;
  int *count = host->slot(context);
  if (!count) {
    count = calloc(1, sizeof *count);
    if (!count) return;
    if (host->set_slot(context, count) != MOYA_OK) {
      free(count);
      return;
    }
  }
  ++*count;
}

/* Calls that share a request share the slot, so this hook only reads it. */
static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  const int *count = host->slot(context);
  char line[64];
  snprintf(line, sizeof line, "%d requests were sent", count ? *count : 0);
  host->log(context, MOYA_LOG_DEBUG, line);
  return MOYA_HOOK_OK;
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

static const moya_plugin plugin = {
    MODULE_HEAD("counter", "Counts requests."),
    .create = keep_host,
    .will_send = will_send,
    .process = process,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
