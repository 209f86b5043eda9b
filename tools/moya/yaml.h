/* Converts YAML documents to JSON. This needs libyaml, whose package must be present when the program is built. */
#ifndef MOYA_TOOL_YAML_H
#define MOYA_TOOL_YAML_H

#include "text.h"

/* Reads one document of YAML 1.1 or 1.2 with the core schema of YAML 1.2. Returns NULL, or a text that describes the
 * error. */
const char *yaml_to_json(const char *yaml, size_t length, text *json);

#endif
