#include "module.h"
#include <moya/plugin/body.h>
#include <string.h>

moya_plugin module_plugin(const moya_plugin *table) {
  moya_plugin copy = {0};
  memcpy(&copy, table, table->size < sizeof copy ? table->size : sizeof copy);
  return copy;
}

moya_option module_option(const moya_plugin *plugin, size_t index) {
  moya_option copy = {0};
  size_t size = plugin->option_size < sizeof copy ? plugin->option_size : sizeof copy;
  if (plugin->options) memcpy(&copy, (const char *)plugin->options + index * plugin->option_size, size);
  return copy;
}

bool module_reads_bodies(const moya_plugin *plugin) { return plugin->get_extension && plugin->get_extension(MOYA_BODY); }

const char *module_hook(const moya_plugin *plugin, size_t index) {
  const struct {
    const char *name;
    bool exists;
  } hooks[] = {{"prepare", plugin->prepare != NULL},           {"sign", plugin->sign != NULL},
               {"will_send", plugin->will_send != NULL},       {"did_receive", plugin->did_receive != NULL},
               {"should_retry", plugin->should_retry != NULL}, {"process", plugin->process != NULL},
               {"close", plugin->close != NULL}};
  if (index >= sizeof hooks / sizeof *hooks) return NULL;
  return hooks[index].exists ? hooks[index].name : "";
}

const char *module_kind(uint32_t kind) {
  static const char *const names[] = {NULL, "flag", "int", "number", "text", "secret", "texts", "json"};
  return kind < sizeof names / sizeof *names ? names[kind] : NULL;
}

bool module_has_range(const moya_option *option) {
  return option->kind == MOYA_OPTION_INT && (option->least != 0 || option->most != 0);
}

void module_choices(text *it, const char *choices) {
  text_put(it, "[");
  for (size_t length;; choices += length + 1) {
    length = strcspn(choices, "|");
    text_json(it, choices, length);
    if (!choices[length]) break;
    text_put(it, ",");
  }
  text_put(it, "]");
}
