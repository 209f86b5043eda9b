/* A benchmark of asynchronous calls with a completion queue. The program polls the descriptor of the queue. */
#include "moya_queues.h"

int main(int count, char **arguments) {
  queue_benchmark(queue_take_polling, bench_arguments(count, arguments));
  return 0;
}
