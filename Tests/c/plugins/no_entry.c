/* A shared object without the entry function of a module. */
int moya_plugin_no_entry(void);
__attribute__((visibility("default"))) int moya_plugin_no_entry(void) { return 1; }
