/* Writes the config of a plugin as a JSON Schema (2020-12). */
#include <inttypes.h>
#include <string.h>
#include "json.h"
#include "module.h"

/* What the schema says for each kind of option. An option of a kind that this program does not know may have any
 * value. */
static const char *const kinds[] = {
    [MOYA_OPTION_FLAG] = "\"type\":\"boolean\"",
    [MOYA_OPTION_INT] = "\"type\":\"integer\"",
    [MOYA_OPTION_NUMBER] = "\"type\":\"number\"",
    [MOYA_OPTION_TEXT] = "\"type\":\"string\"",
    [MOYA_OPTION_SECRET] = "\"writeOnly\":true,\"oneOf\":[{\"type\":\"string\"},"
                           "{\"type\":\"object\",\"properties\":{\"env\":{\"type\":\"string\"}},"
                           "\"required\":[\"env\"],\"additionalProperties\":false},"
                           "{\"type\":\"object\",\"properties\":{\"file\":{\"type\":\"string\"}},"
                           "\"required\":[\"file\"],\"additionalProperties\":false}]",
    [MOYA_OPTION_TEXTS] = "\"type\":\"array\",\"items\":{\"type\":\"string\"}",
};

static void add_property(text *it, const moya_option *option) {
  const char *comma = "";
  text_put(it, "{");
  if (option->kind < sizeof kinds / sizeof *kinds && kinds[option->kind]) text_put(it, kinds[option->kind]), comma = ",";
  if (option->kind == MOYA_OPTION_TEXT && option->choices) {
    text_put(it, ",\"enum\":");
    module_choices(it, option->choices);
  }
  if (module_has_range(option)) {
    text_print(it, ",\"minimum\":%" PRId64 ",\"maximum\":%" PRId64, option->least, option->most);
  }
  if (option->preset && json_sound(option->preset, strlen(option->preset))) {
    text_print(it, "%s\"default\":", comma), comma = ",";
    text_json_raw(it, option->preset, strlen(option->preset));
  }
  if (option->about) {
    text_print(it, "%s\"description\":", comma);
    text_json(it, option->about, strlen(option->about));
  }
  text_put(it, "}");
}

void module_schema(text *it, const moya_plugin *plugin) {
  moya_option option;
  text required = {0};
  text_put(it, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":");
  text_json(it, plugin->id, strlen(plugin->id));
  if (plugin->about) {
    text_put(it, ",\"description\":");
    text_json(it, plugin->about, strlen(plugin->about));
  }
  text_put(it, ",\"type\":\"object\",\"properties\":{");
  for (size_t i = 0; (option = module_option(plugin, i)).name; i++) {
    text_put(it, i > 0 ? "," : "");
    text_json(it, option.name, strlen(option.name));
    text_put(it, ":");
    add_property(it, &option);
    if (!option.required) continue;
    text_put(&required, required.length > 0 ? "," : "");
    text_json(&required, option.name, strlen(option.name));
  }
  text_print(it, "},\"required\":[%s],\"additionalProperties\":false}", required.data ? required.data : "");
}
