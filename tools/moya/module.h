/* Reads the tables (moya_plugin) of the plugins of a module. The module may have been compiled with any version of
 * plugin.h. */
#ifndef MOYA_TOOL_MODULE_H
#define MOYA_TOOL_MODULE_H

#include <moya/plugins.h>
#include "text.h"

/* Returns a copy of a plugin's moya_plugin. Members that an older plugin.h did not have are zero. */
moya_plugin module_plugin(const moya_plugin *table);
/* Returns a copy of the option with this index. Members that the option does not have are zero. After the last option
 * the name is NULL. */
moya_option module_option(const moya_plugin *plugin, size_t index);
/* Returns true if the plugin has hooks for the bodies of responses (plugin/body.h). */
bool module_reads_bodies(const moya_plugin *plugin);
/* Returns the name of the hook with this index, in the order in which hooks run. Returns "" if the plugin does not
 * have this hook, and NULL after the last hook. */
const char *module_hook(const moya_plugin *plugin, size_t index);
/* Returns the name of a kind of options. Returns NULL for a kind that this program does not know. */
const char *module_kind(uint32_t kind);
/* Returns true if the option is an INT with a range. */
bool module_has_range(const moya_option *option);
/* Adds the choices of an option as a JSON array. */
void module_choices(text *it, const char *choices);

/* module_describe adds a description of a plugin for people. module_json adds a description as a JSON object.
 * module_schema adds a JSON Schema of the plugin's config. */
void module_describe(text *it, const moya_plugin *plugin);
void module_json(text *it, const char *path, const moya_plugin *plugin);
void module_schema(text *it, const moya_plugin *plugin);

#endif
