/* fails: secrets */
/* The log gets the secret. */
#include "../module.h"
#include <stdio.h>

static const moya_option options[] = {
    {.name = "token", .about = "The token.", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = NULL},
};

static const char *const secret_headers[] = {"Authorization", NULL};

/* The instance is the context that `create` gets. Through this context, the hooks read the options. */
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  *instance = self;
  return MOYA_OK;
}

static moya_status prepare(void *self, moya_context *context) {
  moya_str token = host->option_text(self, "token");
  char line[1024];
  snprintf(line, sizeof line, "the token is %s", token.data);
  host->log(context, MOYA_LOG_INFO, line);
  return host->request_set_header(context, "Authorization", token.data);
}

static const moya_plugin plugin = {
    MODULE_HEAD("secret-in-log", "Adds a token."),
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
