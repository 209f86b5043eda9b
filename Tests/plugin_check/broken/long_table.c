/* fails: opens */
/* The table is longer than the host's, and uses a hook that the host does not know. */
#include "../module.h"

typedef struct newer_table {
  moya_plugin known;
  moya_status (*new_hook)(void *instance, moya_context *context);
} newer_table;

static moya_status new_hook(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_HOOK_OK;
}

static const newer_table table = {.known = {.size = sizeof(newer_table),
                                            .option_size = sizeof(moya_option),
                                            .id = "org.example.long-table",
                                            .version = "1.0.0",
                                            .about = "Uses a hook of a newer interface.",
                                            .license = "MIT",
                                            .create = keep_host},
                                  .new_hook = new_hook};

MOYA_MODULE(&table.known)
