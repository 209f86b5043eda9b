/* A benchmark of blocking calls to which an immediate stub responds, without a network. */
#include "moya_calls.h"

int main(int count, char **arguments) {
  stub_benchmark(bench_provider(), bench_arguments(count, arguments));
  return 0;
}
