// Calls functions of plugins. A C++ exception that leaves such a function ends here, and does not run through frames of
// Swift, which cannot be unwound.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(hidden)

struct moya_context;

// Each function calls a hook and returns its result. If an exception leaves the hook, the function
// returns 0 and stores the exception's text in `thrown`. The caller frees this text with
// moya_hook_free. Otherwise `thrown` is not changed.
int32_t moya_hook_status(int32_t (*_Nonnull hook)(void *_Nullable, struct moya_context *_Nullable),
                         void *_Nullable instance, struct moya_context *_Nullable context,
                         char *_Nullable *_Nonnull thrown);
// Calls `chunk` of moya_body_hooks.
int32_t moya_hook_chunk(int32_t (*_Nonnull hook)(void *_Nullable, struct moya_context *_Nullable,
                                                 const void *_Nullable, size_t),
                        void *_Nullable instance, struct moya_context *_Nullable context, const void *_Nullable data,
                        size_t len, char *_Nullable *_Nonnull thrown);
int64_t moya_hook_delay(int64_t (*_Nonnull hook)(void *_Nullable, struct moya_context *_Nullable),
                        void *_Nullable instance, struct moya_context *_Nullable context,
                        char *_Nullable *_Nonnull thrown);
void moya_hook_notice(void (*_Nonnull hook)(void *_Nullable, struct moya_context *_Nullable), void *_Nullable instance,
                      struct moya_context *_Nullable context, char *_Nullable *_Nonnull thrown);
// Calls `release_slot` of a plugin.
void moya_hook_release(void (*_Nonnull hook)(void *_Nullable, void *_Nullable), void *_Nullable instance,
                       void *_Nullable slot, char *_Nullable *_Nonnull thrown);
void moya_hook_destroy(void (*_Nonnull hook)(void *_Nullable), void *_Nullable instance,
                       char *_Nullable *_Nonnull thrown);
// Calls the function of a task that has ended.
void moya_hook_task(void (*_Nonnull hook)(void *_Nullable, struct moya_context *_Nullable, void *_Nullable, int32_t),
                    void *_Nullable instance, struct moya_context *_Nullable context, void *_Nullable user,
                    int32_t status, char *_Nullable *_Nonnull thrown);
// Calls `create` of a plugin. `hook` is the function `create` of a moya_plugin (plugin.h).
int32_t moya_hook_create(const void *_Nonnull hook, const void *_Nonnull host, struct moya_context *_Nullable self,
                         void *_Nullable *_Nonnull instance, char *_Nullable *_Nonnull thrown);
// Calls `moya_plugin_entry` of a module.
const void *_Nullable moya_hook_entry(const void *_Nonnull hook, uint32_t abi, char *_Nullable *_Nonnull thrown);
// Calls `get_extension` of a plugin.
const void *_Nullable moya_hook_extension(const void *_Nullable (*_Nonnull hook)(const char *_Nullable),
                                          const char *_Nonnull name, char *_Nullable *_Nonnull thrown);

void moya_hook_free(char *_Nullable thrown);

// Returns the path of the shared object that contains this function. Returns NULL if it is unknown.
const char *_Nullable moya_object_of_library(void);
// Returns true if `address` is in the memory of a shared object or of the program's executable.
bool moya_is_in_object(const void *_Nullable address);

// Returns the table (moya_plugin) that describes a plugin of the library. Returns NULL if the library has no plugin
// with this id.
const void *_Nullable moya_builtin_table(const char *_Nonnull id);

// Retains an object of Swift and returns it. The compiler may move its own retains past an atomic store. It never
// moves a call of this function.
void *_Nonnull moya_object_retained(void *_Nonnull object);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
