/* Functions that add plugins to a provider, turn them on or off, and list them.
 *
 * plugin.h describes how to write a plugin. builtin.h describes the plugins that are part of the
 * library. A plugin has hooks, which are functions that run during each call. The hooks of several
 * plugins run in the order in which the plugins were added.
 *
 *     moya_plugin_use use = MOYA_PLUGIN_USE(.path = "./stamp.so", .config = "{\"name\":\"X-Id\"}");
 *     status = moya_provider_use(provider, &use, &error);
 */
#ifndef MOYA_PLUGINS_H
#define MOYA_PLUGINS_H

#include "base.h"
#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of moya_plugin_use.flags. MOYA_USE_ANY_FILE is also for moya_module_open. */
enum {
  MOYA_USE_DISABLED = 1, /* the plugin has no effect until moya_provider_enable turns it on */
  MOYA_USE_ANY_FILE = 2  /* allows a file that belongs to another user, or that other users can
                          * write */
};

/* One plugin of a provider. Set `path` or `plugin`, but not both. */
typedef struct moya_plugin_use {
  uint32_t size MOYA_0;
  uint32_t flags MOYA_0;            /* MOYA_USE_… */
  const char *path MOYA_0;          /* the file of a module (a shared object with plugins): a path
                                     * with a slash, or a name without one (see
                                     * moya_provider_use) */
  const moya_plugin *plugin MOYA_0; /* the table of a plugin in the program itself; the table must
                                     * stay valid */
  const char *id MOYA_0;            /* the id of a plugin of the module; NULL: the only plugin of
                                     * the module */
  const char *name MOYA_0;     /* what this provider calls the plugin; NULL: its id. Unique in a
                                * provider, at most 127 bytes, without control characters */
  const char *config MOYA_0;   /* the options, a JSON object; NULL: "{}" */
  const char *only_tag MOYA_0; /* hooks run only for targets with this tag; NULL: for all */
  const char *not_tag MOYA_0;  /* hooks do not run for targets with this tag; NULL: no target is
                                * excluded */
  uint32_t wait_ms MOYA_0; /* the longest time that a hook may wait (`defer`). After a longer wait,
                            * the call fails with MOYA_ERROR_PLUGIN_TIMEOUT. 0: only the total
                            * timeout applies */
  uint32_t reserved MOYA_0; /* 0 */
} moya_plugin_use;
#define MOYA_PLUGIN_USE_INIT MOYA_SIZED(moya_plugin_use)
#define MOYA_PLUGIN_USE(...) MOYA_MAKE(moya_plugin_use, __VA_ARGS__)

/* Adds a plugin after those that the provider has. Add plugins before the first call.
 *
 * A process opens each module once and never unloads it. If the file was replaced, the new file is
 * opened as another module. If `path` is a bare name, without a slash, the library looks for the
 * name with and without ".so". It looks in each absolute folder of MOYA_PLUGIN_PATH (folders with
 * colons between them), then in the folder moya/plugins next to libmoya.so. It does not look in the
 * current folder. In a privileged program, the library ignores MOYA_PLUGIN_PATH.
 *
 * Before the library opens a file, it checks that the file is a whole shared object for this
 * machine, exports moya_plugin_entry and needs no executable stack. The file must belong to root or
 * to the user of the process, and so must all folders and symbolic links on its path. The file must
 * not be writable for all users, nor for a group other than the user's own. A folder on its path
 * may be writable for all users only if the folder has the sticky bit. MOYA_USE_ANY_FILE turns
 * these rules about users off.
 *
 * Errors: NULL; UTF8; STRUCT_*; STATE: the provider has made a call, or is closed; ARGUMENT: `use`
 * has neither a path nor a plugin, or both, the module has no plugin with this id, the name is
 * taken, or the options of the plugin do not allow the config; PLUGIN_OPEN, PLUGIN_FORMAT,
 * PLUGIN_ENTRY: the file cannot be used; PLUGIN_ABI, PLUGIN_TABLE, PLUGIN_CREATE: the plugin cannot
 * be used. [any thread] */
MOYA_API moya_status moya_provider_use(moya_provider *provider, const moya_plugin_use *use,
                                       moya_error **error)
    MOYA_NONNULL(1, 2);

/* Adds a plugin of the program itself. Does the same as moya_provider_use with `plugin` and
 * `config`.
 *
 * Errors: NULL; UTF8; STATE; ARGUMENT: the name is taken, or the options of the plugin do not
 * allow the config; PLUGIN_TABLE, PLUGIN_CREATE: the plugin cannot be used. [any thread] */
MOYA_API moya_status moya_provider_add_plugin(moya_provider *provider, const moya_plugin *plugin,
                                              const char *config, moya_error **error)
    MOYA_NONNULL(1, 2);

/* Adds the plugin of a module that contains only one plugin. Does the same as moya_provider_use
 * with `path` and `config`. If the module has several plugins, the error lists their ids.
 *
 * Errors: NULL; UTF8; STATE; ARGUMENT: the module has several plugins, the name is taken, or the
 * options of the plugin do not allow the config; PLUGIN_OPEN, PLUGIN_FORMAT, PLUGIN_ENTRY: the file
 * cannot be used; PLUGIN_ABI, PLUGIN_TABLE, PLUGIN_CREATE: the plugin cannot be used.
 * [any thread] */
MOYA_API moya_status moya_provider_load_plugin(moya_provider *provider, const char *path,
                                               const char *config, moya_error **error)
    MOYA_NONNULL(1, 2);

/* Turns a plugin on or off for calls that begin after this function. Calls under way use the
 * plugins with which they began. `name` is the name of the plugin in this provider.
 *
 * Errors: NULL; UTF8; ARGUMENT: the provider has no plugin with this name; STATE: the provider is
 * closed. [any thread] */
MOYA_API moya_status moya_provider_enable(moya_provider *provider, const char *name, bool on,
                                          moya_error **error)
    MOYA_NONNULL(1, 2);

/* Describes one plugin of a provider. Indexes follow the order in which the plugins were added.
 * `name` and `plugin` may be NULL. `name` is valid until the provider is destroyed. `plugin`
 * receives the plugin's table. For a plugin of builtin.h, the table describes the options, but
 * contains no hooks.
 *
 * Returns 1 if the plugin is on, 0 if it is off, −1 if there is no such index. [any thread] */
MOYA_API int32_t moya_provider_plugin_at(moya_provider *provider, size_t index, moya_str *name,
                                         const moya_plugin **plugin) MOYA_NONNULL(1);

/* Opens a module without making an instance of a plugin. The tables of the module describe its
 * plugins, and are valid until the process ends. `path` is as in moya_plugin_use. `flags` is 0 or
 * MOYA_USE_ANY_FILE.
 *
 * Errors: NULL; UTF8; ARGUMENT: another flag; PLUGIN_OPEN, PLUGIN_FORMAT, PLUGIN_ENTRY, PLUGIN_ABI,
 * PLUGIN_TABLE. [any thread] */
MOYA_API moya_status moya_module_open(const char *path, uint32_t flags, const moya_module **module,
                                      moya_error **error) MOYA_NONNULL(1, 3);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_plugin_use) == 72, "moya_plugin_use");
#endif

#ifdef __cplusplus
}
#endif

#endif
