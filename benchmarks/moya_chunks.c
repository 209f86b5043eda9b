/* `moya_chunks URL PIECES 0 HOOK`: streams the body of one response, which has PIECES pieces of 16 KiB (pieces.py). If
 * HOOK is "a hook", a plugin receives each piece and passes it on. The 0 is not used. */
#include "moya_bench.h"

#include <moya/plugin/body.h>

static const moya_body *body;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)self, (void)instance;
  body = host->get_extension(MOYA_BODY);
  return MOYA_OK;
}
static moya_status pass(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  return body->pass(context, data, len);
}
static const moya_body_hooks hooks = {.size = sizeof hooks, .chunk = pass};
static const void *get_extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL; }
static const moya_plugin passing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.bench", .version = "1", .create = create,
                                    .get_extension = get_extension};

static moya_flow count(void *user, const void *data, size_t len) {
  (void)data;
  *(size_t *)user += len;
  return MOYA_FLOW_CONTINUE;
}

int main(int count_of_arguments, char **arguments) {
  bench run = bench_arguments(count_of_arguments, arguments);
  moya_provider *provider = bench_provider();
  moya_error *error = NULL;
  moya_response *response = NULL;
  char path[32];
  size_t bytes = 0;
  if (count_of_arguments > 4 && strcmp(arguments[4], "a hook") == 0) {
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &passing);
    bench_ok(moya_provider_use(provider, &use, &error), error);
  }
  snprintf(path, sizeof path, "/%ld", run.requests);
  moya_target target = bench_target(run.url);
  target.path = path;
  moya_handlers handlers = MOYA_HANDLERS(.body = count, .user = &bytes);
  bench_ok(moya_provider_call(provider, &target, &handlers, &response, &error), error);
  bench_expect(bytes == (size_t)run.requests << 14, "a body of another length");
  moya_response_release(response);
  moya_provider_destroy(provider);
  return 0;
}
