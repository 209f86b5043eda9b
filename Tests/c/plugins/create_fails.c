/* A plugin whose create always fails. If the option "reason" is true, it gives a reason. */
#include <moya/plugin.h>

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)instance;
  if (host->option_int(self, "reason")) host->fail(self, "out of luck");
  return -5;
}

static const moya_option options[] = {{.name = "reason", .kind = MOYA_OPTION_FLAG}, {.name = NULL}};

static const moya_plugin table = {MOYA_PLUGIN_HEAD,
                                  .id = "org.libmoya.create-fails",
                                  .version = "1.0.0",
                                  .options = options,
                                  .create = create};

MOYA_MODULE(&table)
