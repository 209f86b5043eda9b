/* fails: unknown-extension */
/* The plugin returns its table for every name. */
#include "../module.h"

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks};
  (void)name;
  return &hooks;
}

static const moya_plugin plugin = {
    MODULE_HEAD("unknown-extension", "Has every extension."), .create = keep_host, .get_extension = extension};

MOYA_MODULE(&plugin)
