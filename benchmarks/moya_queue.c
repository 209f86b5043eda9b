/* A benchmark of asynchronous calls with a completion queue. The program waits for results in moya_queue_wait. */
#include "moya_queues.h"

int main(int count, char **arguments) {
  queue_benchmark(queue_take_waiting, bench_arguments(count, arguments));
  return 0;
}
