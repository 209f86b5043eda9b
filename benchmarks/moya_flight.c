/* A benchmark of modules: makes asynchronous calls with callbacks. A plugin from a module takes part in each call. The
 * last arguments are the name of the module, its config, the bytes of the request's body, and the method. If the name
 * is empty, no module is loaded. If the method is missing, the calls are POSTs if there is a body, and GETs if there is
 * none. */
#include "moya_callbacks.h"

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  size_t len = count > 6 ? strtoul(arguments[6], NULL, 10) : 0;
  moya_provider *provider = bench_provider();
  moya_error *error;
  if (count > 5 && *arguments[4]) bench_ok(moya_provider_load_plugin(provider, arguments[4], arguments[5], &error), error);
  char *body = calloc(1, len + 1);
  bench_expect(body != NULL, "there is no memory");
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_DATA;
  task.data = body;
  task.data_len = len;
  moya_target target = bench_target(run.url);
  if (len > 0) target.method = "POST";
  if (count > 7) target.method = arguments[7];
  if (len > 0) target.task = &task;
  sender_benchmark(provider, target, run);
  free(body);
  return 0;
}
