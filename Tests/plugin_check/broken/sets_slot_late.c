/* warns: slot-set */
/* The slot is set in will_send, which runs only if the slot is set. */
#include "../module.h"

static char sent;

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "X-Counted", "1");
}

static void will_send(void *instance, moya_context *context) {
  (void)instance;
  (void)!host->set_slot(context, &sent);
}

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->slot(context)) host->log(context, MOYA_LOG_INFO, "a request was sent");
}

static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }

static const moya_plugin plugin = {
    MODULE_HEAD("sets-slot-late", "Logs requests that were sent."),
    .flags = MOYA_PLUGIN_NEEDS_SLOT,
    .create = keep_host,
    .prepare = prepare,
    .will_send = will_send,
    .did_receive = did_receive,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
