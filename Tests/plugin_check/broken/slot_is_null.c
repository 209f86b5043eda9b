/* warns: slot-set */
/* The slot has the index of an entry instead of a pointer. The index 0 is NULL, which is no slot. */
#include "../module.h"
#include <stdint.h>

static const char *const greetings[] = {"hello", "good morning"};

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  uintptr_t index = host->target_has_tag(context, "morning-calls") ? 1 : 0;
  return host->set_slot(context, (void *)index);
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  uintptr_t index = (uintptr_t)host->slot(context);
  return host->response_set_header(context, "X-Greeting", greetings[index < 2 ? index : 0]);
}

static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }

static const moya_plugin plugin = {
    MODULE_HEAD("slot-is-null", "Adds a greeting to responses."),
    .flags = MOYA_PLUGIN_NEEDS_SLOT,
    .create = keep_host,
    .prepare = prepare,
    .process = process,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
