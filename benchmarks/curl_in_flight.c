/* A baseline: libcurl runs IN_FLIGHT requests at a time. A handle whose request has ended sends the next request. */
#include "curl_multi.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  loop loop;
  loop_open(&loop);
  transfer *transfers = calloc((size_t)run.in_flight, sizeof *transfers);
  for (long i = 0; i < run.in_flight; i++) transfer_open(&transfers[i], run.url);

  loop_run(&loop, transfers, run.in_flight, run.requests / 10 + run.in_flight);
  double started = bench_seconds();
  loop_run(&loop, transfers, run.in_flight, run.requests);
  bench_report(run.requests, bench_seconds() - started);
  return 0;
}
