/* A good module: it adds a header field to each request. */
#include "../module.h"

/* The instance is the context that `create` gets. Through this context, the hooks read the options. */
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = self;
  return MOYA_OK;
}

static moya_status prepare(void *self, moya_context *context) {
  return host->request_set_header(context, "X-Client", host->option_text(self, "value").data);
}

static const moya_option options[] = {
    {.name = "value", .about = "The value.", .kind = MOYA_OPTION_TEXT, .preset = "\"short\"", .choices = "short|long"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("header", "Adds a header field."), .options = options, .create = create, .prepare = prepare};

MOYA_MODULE(&plugin)
