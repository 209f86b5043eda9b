/* fails: opens */
/* moya_plugin_entry is data. A host that calls it crashes. */
extern __attribute__((visibility("default"))) const int moya_plugin_entry;
const int moya_plugin_entry = 1;
