// The tables that describe the plugins of the library.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(hidden)

// The table of the plugin with this id. NULL if the library has no such plugin.
const void *_Nullable moya_builtin_table(const char *_Nonnull id);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
