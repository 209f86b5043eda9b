/* A benchmark of moya_provider_call: makes one blocking call after another. */
#include "moya_calls.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_target target = bench_target(run.url);
  call_benchmark(bench_provider(), &target, run);
  return 0;
}
