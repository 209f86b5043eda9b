/* fails: responses */
/* The plugin makes room for as many bytes as a server says, although the server sent four. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  moya_str range = host->response_header(context, "Content-Range");
  const char *slash = range.data ? strchr(range.data, '/') : NULL;
  if (!slash || slash[1] == '*') return;
  void *volatile room = malloc(strtoull(slash + 1, NULL, 10));
  free(room);
}

static const moya_plugin plugin = {
    MODULE_HEAD("allocates-for-range", "Puts parts of a file together."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
