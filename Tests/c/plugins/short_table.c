/* A table that ends before the first version's does. */
#include <moya/plugin.h>

static const struct {
  uint32_t size, flags;
  const char *id;
} table = {.size = sizeof table, .id = "org.libmoya.short"};

MOYA_MODULE((const moya_plugin *)&table)
