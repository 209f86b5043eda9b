/* Asynchronous calls through a completion queue, whose consumer polls its descriptor. */
#include "moya_queues.h"

int main(int count, char **arguments) {
  queue_benchmark(queue_take_polling, bench_arguments(count, arguments));
  return 0;
}
