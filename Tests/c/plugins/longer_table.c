/* A module whose plugin table is from a newer header. The table has a new hook, but the plugin does not use the hook.
 * This library can use the plugin. */
#include <moya/plugin.h>

typedef struct newer_table {
  moya_plugin known;
  void (*new_hook)(void);
} newer_table;

static const moya_option options[] = {{.name = "a", .kind = MOYA_OPTION_JSON}, {.name = NULL}};

static const newer_table table = {.known = {.size = sizeof(newer_table),
                                            .option_size = sizeof(moya_option),
                                            .id = "org.libmoya.longer",
                                            .version = "1.0.0",
                                            .options = options}};

MOYA_MODULE(&table.known)
