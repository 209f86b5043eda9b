/* Asynchronous calls with callbacks, through one plugin that edits a header. */
#include "moya_callbacks.h"

static const moya_host *host;

static moya_status create(const moya_host *from, moya_context *context, const char *config, void **instance) {
  (void)context, (void)config;
  host = from;
  *instance = NULL;
  return MOYA_OK;
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->set_header(context, "Authorization", "Bearer 0123456789abcdef");
}

int main(int count, char **arguments) {
  static const moya_plugin_table plugin = {
      .size = sizeof plugin, .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.bench", .create = create, .prepare = prepare};
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_error *error;
  bench_ok(moya_provider_add_plugin(provider, &plugin, NULL, &error), error);
  sender_benchmark(provider, run);
  return 0;
}
