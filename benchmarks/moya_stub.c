/* Blocking calls answered by an immediate stub. */
#include "moya_calls.h"

int main(int count, char **arguments) {
  stub_benchmark(bench_provider(), bench_arguments(count, arguments));
  return 0;
}
