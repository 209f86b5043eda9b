/* A module whose plugin table is from a newer header. The plugin uses a new hook, which this library would never call.
 * So the library must refuse the plugin. */
#include <moya/plugin.h>

typedef struct newer_table {
  moya_plugin known;
  void (*new_hook)(void);
} newer_table;

static void hook(void) {}
static const newer_table table = {.known = {.size = sizeof(newer_table),
                                            .option_size = sizeof(moya_option),
                                            .id = "org.libmoya.newer",
                                            .version = "1.0.0"},
                                  .new_hook = hook};

MOYA_MODULE(&table.known)
