/* Describes a plugin as JSON. */
#include <inttypes.h>
#include <string.h>
#include "json.h"
#include "module.h"

/* Adds a member with a text. Adds nothing for NULL. */
static void member(text *it, const char *name, const char *value) {
  if (!value) return;
  text_print(it, ",\"%s\":", name);
  text_json(it, value, strlen(value));
}

static void add_option(text *it, const moya_option *option) {
  text_put(it, "{\"name\":");
  text_json(it, option->name, strlen(option->name));
  member(it, "kind", module_kind(option->kind));
  if (!module_kind(option->kind)) text_print(it, ",\"kind\":%" PRIu32, option->kind);
  text_print(it, ",\"required\":%s", option->required ? "true" : "false");
  if (option->preset && json_sound(option->preset, strlen(option->preset))) {
    text_put(it, ",\"preset\":");
    text_json_raw(it, option->preset, strlen(option->preset));
  }
  if (option->kind == MOYA_OPTION_TEXT && option->choices) {
    text_put(it, ",\"choices\":");
    module_choices(it, option->choices);
  }
  if (module_has_range(option)) text_print(it, ",\"least\":%" PRId64 ",\"most\":%" PRId64, option->least, option->most);
  member(it, "about", option->about);
  text_put(it, "}");
}

void module_json(text *it, const char *path, const moya_plugin *plugin) {
  text_put(it, "{\"path\":");
  text_json(it, path, strlen(path));
  member(it, "id", plugin->id);
  member(it, "version", plugin->version);
  member(it, "about", plugin->about);
  member(it, "license", plugin->license);
  const char *hook, *comma = "";
  text_put(it, ",\"hooks\":[");
  for (size_t i = 0; (hook = module_hook(plugin, i)); i++) {
    if (*hook) text_print(it, "%s\"%s\"", comma, hook), comma = ",";
  }
  text_print(it, "],\"waits\":%s,\"needs_slot\":%s,\"reads_bodies\":%s,\"only_streams\":%s,\"secret_headers\":[",
             plugin->flags & MOYA_PLUGIN_WAITS ? "true" : "false",
             plugin->flags & MOYA_PLUGIN_NEEDS_SLOT ? "true" : "false", module_reads_bodies(plugin) ? "true" : "false",
             plugin->flags & MOYA_PLUGIN_ONLY_STREAMS ? "true" : "false");
  for (size_t i = 0; plugin->secret_headers && plugin->secret_headers[i]; i++) {
    text_put(it, i > 0 ? "," : "");
    text_json(it, plugin->secret_headers[i], strlen(plugin->secret_headers[i]));
  }
  text_put(it, "],\"options\":[");
  moya_option option;
  for (size_t i = 0; (option = module_option(plugin, i)).name; i++) {
    text_put(it, i > 0 ? "," : "");
    add_option(it, &option);
  }
  text_put(it, "]}");
}
