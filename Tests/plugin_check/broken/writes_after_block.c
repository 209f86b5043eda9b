/* fails: balance */
/* A text is copied into a block that has no room for its NUL. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_str url = host->request_url(context);
  char *copy = malloc(url.len);
  if (!copy) return MOYA_ERROR_MEMORY;
  for (volatile size_t index = 0; index <= url.len; index++) copy[index] = url.data[index];
  moya_status status = host->request_set_header(context, "X-Url", copy);
  free(copy);
  return status;
}

static const moya_plugin plugin = {
    MODULE_HEAD("writes-after-block", "Repeats the URL."), .create = keep_host, .prepare = prepare};

MOYA_MODULE(&plugin)
