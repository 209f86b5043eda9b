/* Makes asynchronous calls with callbacks through a module. The last two arguments are the name of the module and its
 * config. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_error *error;
  if (count > 5) bench_ok(moya_provider_load_plugin(provider, arguments[4], arguments[5], &error), error);
  sender_benchmark(provider, bench_target(run.url), run);
  return 0;
}
