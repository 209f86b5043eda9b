/* Asynchronous calls with callbacks, through one plugin. */
#include "moya_callbacks.h"
#include "moya_plugins.h"

int main(int count, char **arguments) {
  sender_benchmark(bench_provider_with_plugin(), bench_arguments(count, arguments));
  return 0;
}
