/* Makes asynchronous calls with callbacks, each of which has a span of the module `otel`. The server of the calls receives
 * the spans, too. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  char config[300];
  moya_error *error;
  snprintf(config, sizeof config, "{\"endpoint\": \"%s\"}", run.url);
  bench_ok(moya_provider_load_plugin(provider, "otel", config, &error), error);
  sender_benchmark(provider, bench_target(run.url), run);
  return 0;
}
