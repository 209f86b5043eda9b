/* Functions for benchmarks that make one blocking call after another. */
#ifndef MOYA_CALLS_H
#define MOYA_CALLS_H

#include "moya_bench.h"

static void call_benchmark(moya_provider *provider, const moya_target *target, bench run) {
  long warm_up = run.requests / 10 + 1;
  double started = 0;
  for (long i = 0; i < warm_up + run.requests; i++) {
    if (i == warm_up) started = bench_seconds();
    moya_response *response;
    moya_error *error;
    bench_ok(moya_provider_call(provider, target, NULL, &response, &error), error);
    bench_check(response);
    moya_response_release(response);
  }
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
}

/* Measures what the library itself costs: an immediate stub responds to every call. */
static inline void stub_benchmark(moya_provider *provider, bench run) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = BODY;
  sample.body_len = sizeof BODY - 1;
  moya_target target = bench_target(run.url);
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  call_benchmark(provider, &target, run);
}

#endif
