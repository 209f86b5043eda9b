/* fails: secrets */
/* The field with the secret is not in secret_headers, so a redirect carries the field to another host. */
#include "../module.h"

static const moya_option options[] = {
    {.name = "key", .about = "The key.", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = NULL},
};

static const char *const secret_headers[] = {"X-Api-Keys", NULL};

/* The instance is the context that `create` gets. Through this context, the hooks read the options. */
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = self;
  return MOYA_OK;
}

static moya_status prepare(void *self, moya_context *context) {
  return host->request_set_header(context, "X-Api-Key", host->option_text(self, "key").data);
}

static const moya_plugin plugin = {
    MODULE_HEAD("secret-in-field", "Adds a key."),
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
