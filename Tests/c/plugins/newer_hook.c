/* A table of a newer header, whose new hook is used: a host that would never call it must say so. */
#include <moya/plugin.h>

typedef struct newer_table {
  moya_plugin_table known;
  void (*new_hook)(void);
} newer_table;

static void hook(void) {}
static const newer_table table = {
    .known = {.size = sizeof(newer_table), .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.newer"}, .new_hook = hook};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table.known;
}
