/* A benchmark of asynchronous calls with callbacks. One plugin takes part in each call. */
#include "moya_callbacks.h"
#include "moya_plugins.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  sender_benchmark(bench_provider_with_plugin(), bench_target(run.url), run);
  return 0;
}
