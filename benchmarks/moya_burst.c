/* A benchmark of bursts: enqueues IN_FLIGHT calls at once and waits for all of them, again and again, until REQUESTS
 * calls are done. As in curl_burst.c, there is no warm-up. */
#include "moya_queues.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_queue *queue = bench_queue();
  moya_target target = bench_target(run.url);

  double started = bench_seconds();
  for (long done = 0; done < run.requests; done += run.in_flight) {
    queue_run(provider, &target, queue, queue_take_waiting, run.in_flight, run.in_flight);
  }
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  return 0;
}
