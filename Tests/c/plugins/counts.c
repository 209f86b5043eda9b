/* A plugin that works. It adds the header X-Prepared, which says how often its prepare hook has run. */
#include <moya/plugin.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct counter {
  const moya_host *host;
  int prepared;
} counter;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)self;
  counter *it = calloc(1, sizeof *it);
  if (!it) return -8;
  it->host = host;
  *instance = it;
  return 0;
}

static moya_status prepare(void *instance, moya_context *context) {
  counter *it = instance;
  char text[16];
  snprintf(text, sizeof text, "%d", ++it->prepared);
  return it->host->request_set_header(context, "X-Prepared", text);
}

static const moya_plugin table = {MOYA_PLUGIN_HEAD,
                                  .id = "org.libmoya.counts",
                                  .version = "1.0.0",
                                  .create = create,
                                  .destroy = free,
                                  .prepare = prepare};

MOYA_MODULE(&table)
