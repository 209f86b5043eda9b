/* A shared object that is no plugin. */
int moya_plugin_no_entry(void);
__attribute__((visibility("default"))) int moya_plugin_no_entry(void) { return 1; }
