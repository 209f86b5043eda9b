/* A benchmark of blocking calls. One plugin takes part in each call, and an immediate stub responds. */
#include "moya_calls.h"
#include "moya_plugins.h"

int main(int count, char **arguments) {
  stub_benchmark(bench_provider_with_plugin(), bench_arguments(count, arguments));
  return 0;
}
