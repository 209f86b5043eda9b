/* A baseline: libcurl sends IN_FLIGHT requests at once and waits for all of them, again and again, until REQUESTS
 * requests are done. There is no warm-up, because the time to make the connections is measured too. After the first
 * IN_FLIGHT requests, the connections are reused. */
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
