/* A provider with one plugin, for benchmarks. The plugin sets a header field, as a plugin for tokens does. */
#ifndef MOYA_BENCH_PLUGINS_H
#define MOYA_BENCH_PLUGINS_H

#include "moya_bench.h"

static const moya_host *plugin_host;

static moya_status plugin_create(const moya_host *host, moya_context *self, void **instance) {
  (void)self;
  plugin_host = host;
  *instance = NULL;
  return MOYA_OK;
}

static moya_status plugin_prepare(void *instance, moya_context *context) {
  (void)instance;
  return plugin_host->request_set_header(context, "Authorization", "Bearer 0123456789abcdef");
}

static moya_provider *bench_provider_with_plugin(void) {
  static const moya_plugin plugin = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.bench",
                                     .version = "1.0.0",
                                     .create = plugin_create,
                                     .prepare = plugin_prepare};
  moya_provider *provider = bench_provider();
  moya_error *error;
  bench_ok(moya_provider_add_plugin(provider, &plugin, NULL, &error), error);
  return provider;
}

#endif
