/* Makes blocking calls, one after another, whose responses the module `cache` has in memory. A stub gives the first response,
 * whose header section has the size of a usual one. */
#include "moya_calls.h"

int main(int count, char **arguments) {
  static const moya_header headers[] = {{"Content-Type", "application/json"}, {"Date", "Sun, 29 Nov 2026 10:00:00 GMT"},
                                        {"Cache-Control", "max-age=999999999"}, {"ETag", "\"5832-31\""},
                                        {"Vary", "Accept"}, {"X-Request-Id", "7f3b"}};
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_error *error;
  bench_ok(moya_provider_load_plugin(provider, "cache", NULL, &error), error);
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = BODY;
  sample.body_len = sizeof BODY - 1;
  sample.headers = headers;
  sample.header_count = sizeof headers / sizeof *headers;
  moya_target target = bench_target(run.url);
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  call_benchmark(provider, &target, run);
  return 0;
}
