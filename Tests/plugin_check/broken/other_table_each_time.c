/* fails: twice-same-table */
/* The entry returns two tables by turns. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("other-table", "Has two tables."), .create = keep_host};
static const moya_plugin *const plugins[] = {&plugin, NULL};
static const moya_module modules[2] = {
    {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins},
    {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins},
};

const moya_module *moya_plugin_entry(uint32_t host_abi) {
  static unsigned turn;
  return host_abi >= MOYA_PLUGIN_ABI ? &modules[__atomic_fetch_add(&turn, 1, __ATOMIC_RELAXED) % 2] : NULL;
}
