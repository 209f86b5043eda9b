/* fails: texts */
/* The slot has a pointer to a list of header fields of will_send, which is not valid after will_send. */
#include "../module.h"

static void will_send(void *instance, moya_context *context) {
  size_t count;
  const moya_field *fields = host->request_headers(context, &count);
  (void)instance;
  host->set_slot(context, (void *)(uintptr_t)fields);
}

static void did_receive(void *instance, moya_context *context) {
  const moya_field *volatile fields = host->slot(context);
  (void)instance;
  if (fields && fields->name.len == 0) host->log(context, MOYA_LOG_DEBUG, "sent without a name");
  host->set_slot(context, NULL);
}

static const moya_plugin plugin = {
    MODULE_HEAD("keeps-list", "Looks at the first field of each request."),
    .create = keep_host,
    .will_send = will_send,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
