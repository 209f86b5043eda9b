/* A benchmark of the module `cache`: makes one blocking call after another. A stub rule responds to the first call,
 * with a header section of the usual size. The module stores this response in memory and answers all other calls with
 * it. */
#include "moya_calls.h"

int main(int count, char **arguments) {
  static const moya_header headers[] = {{"Content-Type", "application/json"}, {"Date", "Sun, 29 Nov 2026 10:00:00 GMT"},
                                        {"Cache-Control", "max-age=999999999"}, {"ETag", "\"5832-31\""},
                                        {"Vary", "Accept"}, {"X-Request-Id", "7f3b"}};
  bench run = bench_arguments(count, arguments);
  moya_stubs *stubs;
  moya_provider *provider;
  moya_error *error;
  moya_sample sample = MOYA_SAMPLE(.body = BODY, .body_len = sizeof BODY - 1, .headers = headers,
                                   .header_count = sizeof headers / sizeof *headers);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  bench_ok(moya_stubs_create(&stubs, &error), error);
  bench_ok(moya_stubs_add(stubs, &rule, NULL, &error), error);
  bench_ok(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stubs = stubs), &provider, &error), error);
  bench_ok(moya_provider_load_plugin(provider, "cache", NULL, &error), error);
  moya_target target = bench_target(run.url);
  call_benchmark(provider, &target, run);
  bench_expect(moya_stubs_count(stubs, 0) == 1, "a call that the cache did not answer");
  moya_stubs_release(stubs);
  return 0;
}
