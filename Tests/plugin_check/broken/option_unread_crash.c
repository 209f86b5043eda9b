/* fails: good-values */
/* The list of names is one shorter than the range of the option. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

static const char *const names[4] = {"none", "low", "middle"};

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_host(functions, self, instance);
  const char *name = names[host->option_int(self, "level")];
  char *copy = malloc(strlen(name) + 1);
  if (!copy) return MOYA_ERROR_MEMORY;
  strcpy(copy, name);
  *instance = copy;
  return status;
}

static moya_status prepare(void *instance, moya_context *context) {
  return host->request_set_header(context, "X-Level", instance);
}

static const moya_option options[] = {
    {.name = "level", .about = "The level.", .kind = MOYA_OPTION_INT, .preset = "1", .least = 0, .most = 3},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("option-unread-crash", "Adds the name of a level."),
    .options = options,
    .create = create,
    .destroy = free,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
