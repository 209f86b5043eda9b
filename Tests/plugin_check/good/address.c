/* One secret option must be an address, so the plugin refuses made-up texts for it. A second secret may be any text. */
#include "../module.h"
#include <string.h>

static const moya_option options[] = {
    {.name = "store", .about = "The address of the store: file:PATH.", .kind = MOYA_OPTION_SECRET},
    {.name = "key", .about = "The key of the store.", .kind = MOYA_OPTION_SECRET},
    {.name = NULL},
};

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_str store = functions->option_text(self, "store");
  if (store.len > 0 && strncmp(store.data, "file:", 5) != 0) {
    functions->fail(self, "the address of the store is not file:PATH");
    return MOYA_ERROR_ARGUMENT;
  }
  return keep_host(functions, self, instance);
}

static const moya_plugin plugin = {
    MODULE_HEAD("address", "Has a secret option that is not any text."),
    .options = options,
    .create = create,
};

MOYA_MODULE(&plugin)
