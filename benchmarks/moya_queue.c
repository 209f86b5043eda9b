/* Asynchronous calls through a completion queue, whose consumer waits in the library. */
#include "moya_queues.h"

int main(int count, char **arguments) {
  queue_benchmark(queue_take_waiting, bench_arguments(count, arguments));
  return 0;
}
