/* fails: texts */
/* A text is read after its NUL. */
#include "../module.h"

static void will_send(void *instance, moya_context *context) {
  moya_str method = host->request_method(context);
  char sum = 0;
  (void)instance;
  for (volatile size_t index = 0; index < method.len + 8; index++) sum = (char)(sum + method.data[index]);
  if (sum == 0) host->log(context, MOYA_LOG_DEBUG, "sent");
}

static const moya_plugin plugin = {
    MODULE_HEAD("reads-after-text", "Sums up methods."),
    .create = keep_host,
    .will_send = will_send,
};

MOYA_MODULE(&plugin)
