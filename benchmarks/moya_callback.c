/* A benchmark of asynchronous calls with callbacks: IN_FLIGHT calls run at a time. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  sender_benchmark(bench_provider(), bench_target(run.url), run);
  return 0;
}
