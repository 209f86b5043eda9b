/* `moya_growth URL REQUESTS IN_FLIGHT rules|shared`: does the same thing REQUESTS times. With `rules`, adds stub rules.
 * With `shared`, makes calls that may share a request, but differ in the value of a header field.
 * Tests/steps/instructions checks that the cost of doing it once does not depend on REQUESTS. URL and IN_FLIGHT are not
 * used. */
#include "moya_bench.h"

static void rules(long count) {
  moya_stubs *stubs;
  moya_error *error = NULL;
  bench_ok(moya_stubs_create(&stubs, &error), error);
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1, .target = "user");
  for (long i = 0; i < count; i++) bench_ok(moya_stubs_add(stubs, &rule, NULL, &error), error);
  moya_stubs_release(stubs);
}

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  bench_expect(status == MOYA_ERROR_CANCELLED, "a call that did not wait");
}

/* Each call waits for a delayed stub, until the provider is destroyed. */
static void shared(long count) {
  moya_provider *provider;
  moya_error *error = NULL;
  bench_ok(moya_provider_create(NULL, &provider, &error), error);
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  for (long i = 0; i < count; i++) {
    char value[32];
    snprintf(value, sizeof value, "Bearer %09ld", i);
    moya_header header = {"Authorization", value};
    moya_target target = bench_target("http://host.invalid/user");
    target.flags = MOYA_TARGET_SHARE;
    target.headers = &header;
    target.header_count = 1;
    target.sample = &sample;
    target.stub = MOYA_STUB_DELAYED;
    target.stub_delay_ms = 3600000;
    bench_ok(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = ended), NULL, NULL, &error), error);
  }
  moya_provider_destroy(provider);
}

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  bool is_rules = count > 4 && strcmp(arguments[4], "rules") == 0;
  double started = bench_seconds();
  if (is_rules) rules(run.requests);
  else shared(run.requests);
  bench_report(run.requests, bench_seconds() - started);
  return 0;
}
