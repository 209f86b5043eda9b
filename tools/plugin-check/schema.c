#include "schema.h"

#include "config.h"
#include "findings.h"
#include "text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void write_choices(text *it, const char *choices) {
  char *copy = strdup(choices), *place = copy;
  const char *comma = "";
  MUST(copy);
  text_print(it, ", \"enum\": [");
  for (char *word = strsep(&place, "|"); word; word = strsep(&place, "|"), comma = ", ") {
    text_print(it, "%s", comma);
    text_json(it, word);
  }
  text_print(it, "]");
  free(copy);
}

static void write_kind(text *it, const moya_option *option) {
  switch (option->kind) {
  case MOYA_OPTION_FLAG: text_print(it, "\"type\": \"boolean\""); break;
  case MOYA_OPTION_NUMBER: text_print(it, "\"type\": \"number\""); break;
  case MOYA_OPTION_TEXTS: text_print(it, "\"type\": \"array\", \"items\": {\"type\": \"string\"}"); break;
  case MOYA_OPTION_INT:
    text_print(it, "\"type\": \"integer\"");
    if (option->least != 0 || option->most != 0) {
      text_print(it, ", \"minimum\": %" PRId64 ", \"maximum\": %" PRId64, option->least, option->most);
    }
    break;
  case MOYA_OPTION_SECRET:
    text_print(it, "\"writeOnly\": true, \"oneOf\": [{\"type\": \"string\"}");
    for (int which = 0; which < 2; which++) {
      const char *name = which ? "file" : "env";
      text_print(it, ", {\"type\": \"object\", \"properties\": {\"%s\": {\"type\": \"string\"}}, ", name);
      text_print(it, "\"required\": [\"%s\"], \"additionalProperties\": false}", name);
    }
    text_print(it, "]");
    break;
  case MOYA_OPTION_TEXT:
    text_print(it, "\"type\": \"string\"");
    if (option->choices) write_choices(it, option->choices);
    break;
  default: text_print(it, "\"type\": [\"null\", \"boolean\", \"number\", \"string\", \"array\", \"object\"]");
  }
}

char *schema_make(const moya_plugin *plugin) {
  text it = {0}, required = {0};
  const moya_option *option;
  text_print(&it, "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"title\": ");
  text_json(&it, plugin->id);
  if (plugin->about) text_print(&it, ", \"description\": "), text_json(&it, plugin->about);
  text_print(&it, ", \"type\": \"object\", \"additionalProperties\": false, \"properties\": {");
  for (size_t index = 0; (option = option_at(plugin, index)); index++) {
    text_print(&it, "%s\"%s\": {", index ? ", " : "", option->name);
    write_kind(&it, option);
    if (option->about) text_print(&it, ", \"description\": "), text_json(&it, option->about);
    if (option->preset) text_print(&it, ", \"default\": %s", option->preset);
    text_print(&it, "}");
    if (option->required) text_print(&required, "%s\"%s\"", required.length ? ", " : "", option->name);
  }
  text_print(&it, "}");
  if (required.length) text_print(&it, ", \"required\": [%s]", required.data);
  text_print(&it, "}");
  text_free(&required);
  return it.data;
}
