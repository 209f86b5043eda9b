/* The smallest module, and a second plugin in it. README.md says what the module is for. */
#include <moya/plugin.h>

static const moya_host *host;
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}
static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "X-Smallest", "1");
}
static const moya_plugin idle = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.idle", .version = "1"};
static const moya_plugin smallest = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.smallest", .version = "1", .create = create, .prepare = prepare};
MOYA_MODULE(&idle, &smallest)
