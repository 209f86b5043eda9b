/* Asynchronous calls through a completion queue. */
#include "moya_queues.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_queue *queue = bench_queue();
  moya_target target = bench_target(run.url);

  queue_run(provider, &target, queue, run.requests / 10 + run.in_flight, run.in_flight);
  double started = bench_seconds();
  queue_run(provider, &target, queue, run.requests, run.in_flight);
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  return 0;
}
