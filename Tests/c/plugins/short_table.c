/* A module whose plugin table is shorter than the table of the first header. The library refuses the module. */
#include <moya/plugin.h>

static const struct {
  uint32_t size, flags;
  const char *id;
} table = {.size = sizeof table, .id = "org.libmoya.short"};

MOYA_MODULE((const moya_plugin *)&table)
