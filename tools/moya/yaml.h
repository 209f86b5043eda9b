/* YAML as JSON, for documents that are written in it: with libyaml, where its package was there when the program was built. */
#ifndef MOYA_TOOL_YAML_H
#define MOYA_TOOL_YAML_H

#include "text.h"

/* One document of YAML 1.1 or 1.2, read with the core schema of 1.2. NULL, or what is wrong. */
const char *yaml_to_json(const char *yaml, size_t length, text *json);

#endif
