/* fails: no-output */
/* A hook prints errors, although standard error belongs to the program. */
#include "../module.h"
#include <stdio.h>

static void will_send(void *instance, moya_context *context) {
  (void)instance, (void)context;
  fputs("a request is sent\n", stderr);
}

static const moya_plugin plugin = {
    MODULE_HEAD("writes-stderr", "Prints."), .create = keep_host, .will_send = will_send};

MOYA_MODULE(&plugin)
