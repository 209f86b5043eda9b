/* fails: secrets */
/* The message of an error has the secret. */
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
  if (host->attempt(context) == 1) return host->request_set_header(context, "Authorization", token.data);
  snprintf(line, sizeof line, "%s did not work", token.data);
  host->fail(context, line);
  return MOYA_ERROR_OTHER;
}

static int64_t should_retry(void *self, moya_context *context) {
  (void)self;
  return host->attempt(context) == 1 && host->http_status(context) == 401 ? 0 : MOYA_RETRY_NONE;
}

static const moya_plugin plugin = {
    MODULE_HEAD("secret-in-fail", "Adds a token."),
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .prepare = prepare,
    .should_retry = should_retry,
};

MOYA_MODULE(&plugin)
