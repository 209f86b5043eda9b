/* Makes a JSON Schema (2020-12) of the options of a plugin. */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <moya/plugin.h>

/* Makes the schema. The caller frees the text. */
char *schema_make(const moya_plugin *plugin);

#endif
