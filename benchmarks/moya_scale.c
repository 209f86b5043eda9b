/* `moya_scale URL REQUESTS IN_FLIGHT LOOPS CONNECTIONS`: makes calls with callbacks on LOOPS event loops. Of the
 * IN_FLIGHT calls, CONNECTIONS run at a time, and the others wait for a turn. Prints "microseconds requests/s
 * kibibytes". The microseconds are the CPU time of this process for a request. The kibibytes are the most resident
 * memory that the calls in flight added, divided by the number of these calls. */
#include "moya_callbacks.h"

#include <sys/resource.h>

static double cpu_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Returns the most resident memory that this process has had so far, in KiB. */
static long most_resident(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

int main(int count, char **arguments) {
  bench_expect(count == 6, "usage: moya_scale URL REQUESTS IN_FLIGHT LOOPS CONNECTIONS");
  bench run = bench_arguments(count, arguments);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);

  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.loops = (uint32_t)atol(arguments[4]);
  options.max_connections = options.max_connections_per_host = (uint32_t)atol(arguments[5]);
  moya_error *error = NULL;
  sender sender = {.target = bench_target(run.url)};
  bench_ok(moya_provider_create(&options, &sender.provider, &error), error);
  sem_init(&sender.finished, 0, 0);

  sender_run(&sender, options.loops, options.loops); /* allocates what each loop needs once */
  long before = most_resident();
  sender_run(&sender, run.in_flight, run.in_flight);
  long added = most_resident() - before;
  double cpu = cpu_seconds(), started = bench_seconds();
  sender_run(&sender, run.requests, run.in_flight);
  double took = bench_seconds() - started;
  printf("%.2f %.1f %.2f\n", (cpu_seconds() - cpu) * 1e6 / (double)run.requests, (double)run.requests / took,
         (double)added / (double)run.in_flight);
  moya_provider_destroy(sender.provider);
  return 0;
}
