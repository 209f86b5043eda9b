/* A benchmark of asynchronous calls whose target has a path value, a validation and a retry policy. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  /* The base URL and the path together give the URL that the other benchmarks request. */
  char base[256];
  const char *last = strrchr(run.url, '/') + 1;
  bench_expect(snprintf(base, sizeof base, "%.*s", (int)(last - run.url), run.url) < (int)sizeof base, "a long URL");
  moya_target target = bench_target(base);
  moya_parameter value = {"name", last};
  moya_retry retry = MOYA_RETRY_INIT;
  target.path = "/{name}";
  target.path_values = &value;
  target.path_value_count = 1;
  target.validation = MOYA_VALIDATION_SUCCESS;
  target.retry = &retry;
  sender_benchmark(bench_provider(), target, run);
  return 0;
}
