/* A benchmark of modules: makes blocking calls. A plugin from a module takes part in each call, and an immediate stub
 * responds. The last arguments are the name of the module, its config, and how many bytes the request's body has.
 * Without a name, no module is loaded. */
#include "moya_calls.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  size_t len = count > 6 ? strtoul(arguments[6], NULL, 10) : 0;
  moya_provider *provider = bench_provider();
  moya_error *error;
  if (count > 5) bench_ok(moya_provider_load_plugin(provider, arguments[4], arguments[5], &error), error);
  char *body = malloc(len + 1);
  bench_expect(body != NULL, "there is no memory");
  for (size_t i = 0; i < len; i++) body[i] = "{\"id\": 583231, \"login\": \"octocat\"}, "[i % 36];
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_DATA;
  task.data = body;
  task.data_len = len;
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = BODY;
  sample.body_len = sizeof BODY - 1;
  moya_target target = bench_target(run.url);
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  if (len > 0) target.method = "POST";
  if (len > 0) target.task = &task;
  call_benchmark(provider, &target, run);
  free(body);
  return 0;
}
