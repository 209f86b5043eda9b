/* A benchmark of a bound function: an endpoint of a definition as a C function, which makes a blocking call. A stub
 * responds at once with the endpoint's sample. */
#include "moya_bench.h"

#include <moya/api.h>

typedef moya_status user_fn(moya_response **, moya_error **);
#define USER_SIGNATURE "()"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  char definition[1024];
  int length = snprintf(definition, sizeof definition,
                        "{\"moya\": 1, \"name\": \"users\", \"base_url\": \"%s\", \"endpoints\": {\"user\": {\"path\": \"/\","
                        " \"stub\": \"immediate\", \"sample\": {\"body\": " BODY "}}}}",
                        run.url);
  moya_provider *provider = bench_provider();
  moya_api *api = NULL;
  moya_error *error = NULL;
  bench_ok(moya_api_parse(provider, definition, (size_t)length, &api, &error), error);
  user_fn *user = (user_fn *)moya_api_bind(api, "user", MOYA_BIND_CALL, USER_SIGNATURE, &error);
  bench_expect(user != NULL, "no bound function");
  long warm_up = run.requests / 10 + 1;
  double started = 0;
  for (long i = 0; i < warm_up + run.requests; i++) {
    if (i == warm_up) started = bench_seconds();
    moya_response *response;
    bench_ok(user(&response, &error), error);
    bench_check(response);
    moya_response_release(response);
  }
  bench_report(run.requests, bench_seconds() - started);
  moya_api_release(api);
  moya_provider_destroy(provider);
  return 0;
}
