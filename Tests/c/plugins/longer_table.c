/* A table of a newer header with a new hook that is not used. This library can use the plugin. */
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
