/* Asynchronous calls with callbacks. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  sender_benchmark(bench_provider(), bench_arguments(count, arguments));
  return 0;
}
