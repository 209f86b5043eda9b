/* A plugin whose prepare fails with a number that is no status. */
#include <moya/plugin.h>

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  (void)context;
  return -12345;
}

static const moya_plugin table = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.hook-fails", .version = "1.0.0", .prepare = prepare};

MOYA_MODULE(&table)
