/* Functions that the benchmark programs with libmoya share. */
#ifndef MOYA_BENCH_H
#define MOYA_BENCH_H

#include "bench.h"

#include <moya/moya.h>

static inline void bench_fail(moya_status status, const moya_error *error) {
  fprintf(stderr, "benchmark: %s: %s\n", moya_status_name(status), moya_error_message(error).data);
  exit(1);
}

/* Ends the program if `call` does not return MOYA_OK. This is a macro, because C may evaluate a function's arguments in
 * any order. So a function could get the value that `error` had before `call` set it. */
#define bench_ok(call, error)                                     \
  do {                                                            \
    moya_status bench_status = (call);                            \
    if (bench_status != MOYA_OK) bench_fail(bench_status, error); \
  } while (0)

static inline moya_provider *bench_provider(void) {
  moya_provider *provider;
  moya_error *error = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = bench_ca_file();
  bench_ok(moya_provider_create(&options, &provider, &error), error);
  return provider;
}

static inline moya_target bench_target(const char *url) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "user";
  target.base_url = url;
  return target;
}

static inline void bench_check(const moya_response *response) {
  bench_expect_answer(moya_response_http_status(response), moya_response_body(response).len);
}

#endif
