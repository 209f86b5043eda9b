/* One blocking call after another. */
#include "moya_bench.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_target target = bench_target(run.url);

  long warm_up = run.requests / 10 + 1;
  double started = 0;
  for (long i = 0; i < warm_up + run.requests; i++) {
    if (i == warm_up) started = bench_seconds();
    moya_response *response;
    moya_error *error;
    bench_ok(moya_provider_call(provider, &target, &response, &error), error);
    bench_check(response);
    moya_response_release(response);
  }
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
  return 0;
}
