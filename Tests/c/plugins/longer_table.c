/* A table of a newer header, whose new hook is not used: this host can serve it. */
#include <moya/plugin.h>

typedef struct newer_table {
  moya_plugin_table known;
  void (*new_hook)(void);
} newer_table;

static const newer_table table = {
    .known = {.size = sizeof(newer_table), .abi = MOYA_PLUGIN_ABI, .id = "org.libmoya.longer"}};

const moya_plugin_table *moya_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &table.known;
}
