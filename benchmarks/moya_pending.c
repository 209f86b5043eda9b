/* A benchmark of calls while other calls wait: makes asynchronous calls with callbacks, while a plugin lets other calls
 * wait. The last argument says how many calls wait. */
#include "moya_callbacks.h"

#include <stdlib.h>

static const moya_host *host;
static moya_context **held;
static atomic_long held_count;
static sem_t is_held;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}
static moya_status hold(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) {
    held[atomic_fetch_add(&held_count, 1)] = context;
    sem_post(&is_held);
  }
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}
static const moya_plugin holding = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.bench",
                                    .version = "1", .create = create, .prepare = hold};

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
}

int main(int count, char **arguments) {
  static const char *const tags[] = {"held"};
  long wanted = count > 4 ? strtol(arguments[4], NULL, 10) : 0;
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  moya_error *error;
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &holding, .only_tag = "held");
  bench_ok(moya_provider_use(provider, &use, &error), error);
  sem_init(&is_held, 0, 0);
  held = calloc((size_t)wanted + 1, sizeof *held);
  moya_target target = bench_target(run.url);
  target.tags = tags;
  target.tag_count = 1;
  for (long i = 0; i < wanted; i++) {
    bench_ok(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = ended), NULL, NULL, &error), error);
  }
  for (long i = 0; i < wanted; i++) {
    while (sem_wait(&is_held)) continue;
  }
  sender_benchmark(provider, bench_target(run.url), run); /* destroys the provider, which ends the calls that wait */
  free(held);
  return 0;
}
