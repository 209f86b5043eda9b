/* fails: no-output */
/* A hook prints, although the output belongs to the program. */
#include "../module.h"
#include <stdio.h>

static void will_send(void *instance, moya_context *context) {
  (void)instance, (void)context;
  puts("a request is sent");
  fflush(stdout);
}

static const moya_plugin plugin = {
    MODULE_HEAD("writes-stdout", "Prints."), .create = keep_host, .will_send = will_send};

MOYA_MODULE(&plugin)
