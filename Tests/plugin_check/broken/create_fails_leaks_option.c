/* fails: create-fails */
/* If the option is empty, `create` fails and does not close its file. */
#include "../module.h"
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  keep_host(functions, self, instance);
  int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (file < 0) return MOYA_ERROR_FILE;
  if (host->option_text(self, "name").len == 0) {
    host->fail(self, "the name is empty");
    return MOYA_ERROR_ARGUMENT;
  }
  *instance = (void *)(intptr_t)file;
  return MOYA_OK;
}

static void destroy(void *instance) { close((int)(intptr_t)instance); }

static const moya_option options[] = {
    {.name = "name", .about = "A name.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("create-fails-leaks-option", "Needs a name."),
    .options = options,
    .create = create,
    .destroy = destroy,
};

MOYA_MODULE(&plugin)
