/* Baseline: IN_FLIGHT handles added at once, waited for, and again, until REQUESTS are done. No warm-up: a burst's
 * connections are part of its price, shared by the bursts that follow. */
#include "curl_multi.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  loop loop;
  loop_open(&loop);
  transfer *transfers = calloc((size_t)run.in_flight, sizeof *transfers);
  for (long i = 0; i < run.in_flight; i++) transfer_open(&transfers[i], run.url);

  double started = bench_seconds();
  for (long done = 0; done < run.requests; done += run.in_flight) {
    loop_run(&loop, transfers, run.in_flight, run.in_flight);
  }
  bench_report(run.requests, bench_seconds() - started);
  return 0;
}
