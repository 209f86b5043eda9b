/* fails: responses */
/* The array of cookies has eight places, and a server may set more cookies. */
#include "../module.h"
#include <stdlib.h>
#include <strings.h>

static void did_receive(void *instance, moya_context *context) {
  enum { MOST = 8 };
  moya_str name, value, *cookies = calloc(MOST, sizeof *cookies);
  size_t count = 0;
  (void)instance;
  for (size_t index = 0; cookies && host->response_header_at(context, index, &name, &value); index++) {
    if (strcasecmp(name.data, "Set-Cookie") == 0) cookies[count++] = value;
    if (count > MOST) abort(); /* otherwise the program would crash later */
  }
  free(cookies);
}

static const moya_plugin plugin = {
    MODULE_HEAD("counts-cookies", "Looks at cookies."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
