/* warns: slot-set */
/* The slot has the number of retries instead of a pointer. The number 0 is NULL, which is no slot. */
#include "../module.h"
#include <stdint.h>
#include <stdio.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->set_slot(context, (void *)(uintptr_t)(host->attempt(context) - 1));
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  char retries[24];
  snprintf(retries, sizeof retries, "%lu", (unsigned long)(uintptr_t)host->slot(context));
  return host->response_set_header(context, "X-Retries", retries);
}

static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }

static const moya_plugin plugin = {
    MODULE_HEAD("slot-is-null", "Adds the number of retries to responses."),
    .flags = MOYA_PLUGIN_NEEDS_SLOT,
    .create = keep_host,
    .prepare = prepare,
    .process = process,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
