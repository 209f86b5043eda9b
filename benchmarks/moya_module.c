/* Makes asynchronous calls with callbacks, through a plugin of a module. The last two arguments are the name of the module
 * and its options. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  const char *module = count > 4 ? arguments[4] : "metrics", *config = count > 5 ? arguments[5] : "{}";
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_error *error;
  bench_ok(moya_provider_load_plugin(provider, module, config, &error), error);
  sender_benchmark(provider, bench_target(run.url), run);
  return 0;
}
