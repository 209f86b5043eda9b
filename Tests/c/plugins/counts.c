/* A plugin that works: adds a header, and says in another how often it was asked to. */
#include <moya/plugin.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct counter {
  const moya_host *host;
  int prepared;
} counter;

static moya_status create(const moya_host *host, moya_context *context, const char *config, void **instance) {
  (void)context;
  (void)config;
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
  return it->host->set_header(context, "X-Prepared", text);
}

static const moya_plugin_table table = {.size = sizeof table,
                                        .abi = MOYA_PLUGIN_ABI,
                                        .id = "org.libmoya.counts",
                                        .create = create,
                                        .destroy = free,
                                        .prepare = prepare};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table;
}
