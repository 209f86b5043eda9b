/* Describes a plugin for people. Texts of the module are shown without control characters. */
#include <inttypes.h>
#include <string.h>
#include "json.h"
#include "module.h"

enum { COLUMNS = 5 };
typedef struct cells {
  text of[COLUMNS];
} cells;

static void put(text *it, const char *words) { text_plain(it, words, strlen(words)); }

static cells cells_of(const moya_option *option) {
  cells row = {{{0}}};
  put(&row.of[0], option->name);
  if (module_kind(option->kind)) text_put(&row.of[1], module_kind(option->kind));
  else text_print(&row.of[1], "kind %" PRIu32, option->kind);
  text_put(&row.of[2], option->required ? "required" : "");
  if (option->preset) {
    size_t length = strlen(option->preset);
    if (json_sound(option->preset, length)) text_json_raw(&row.of[2], option->preset, length);
    else put(&row.of[2], option->preset);
  }
  if (option->kind == MOYA_OPTION_TEXT && option->choices) put(&row.of[3], option->choices);
  if (module_has_range(option)) text_print(&row.of[3], "%" PRId64 " … %" PRId64, option->least, option->most);
  put(&row.of[4], option->about ? option->about : "");
  return row;
}

/* Returns how many columns of a terminal the text needs, if each character needs one. */
static size_t width(const text *it) {
  size_t count = 0;
  for (size_t i = 0; i < it->length; i++) count += ((unsigned char)it->data[i] & 0xC0) != 0x80;
  return count;
}

/* Adds the options as a table. A column is as wide as its widest cell. */
static void add_options(text *it, const moya_plugin *plugin) {
  size_t widths[COLUMNS] = {0};
  moya_option option;
  for (size_t i = 0; (option = module_option(plugin, i)).name; i++) {
    cells row = cells_of(&option);
    for (int column = 0; column < COLUMNS; column++) {
      if (width(&row.of[column]) > widths[column]) widths[column] = width(&row.of[column]);
    }
  }
  for (size_t i = 0; (option = module_option(plugin, i)).name; i++) {
    cells row = cells_of(&option);
    text line = {0};
    size_t missing = 2;
    for (int column = 0; column < COLUMNS; column++) {
      if (row.of[column].length > 0) {
        text_print(&line, "%*s%s", (int)missing, "", row.of[column].data);
        missing = 0;
      }
      if (widths[column] > 0) missing += widths[column] + 2 - width(&row.of[column]);
    }
    text_print(it, "%s  %s\n", i == 0 ? "  options\n" : "", line.data);
  }
}

void module_describe(text *it, const moya_plugin *plugin) {
  put(it, plugin->id);
  text_put(it, " ");
  put(it, plugin->version ? plugin->version : "");
  text_put(it, "\n");
  if (plugin->about) text_put(it, "  "), put(it, plugin->about), text_put(it, "\n");
  if (plugin->license) text_put(it, "  licence: "), put(it, plugin->license), text_put(it, "\n");
  text words = {0};
  const char *hook;
  for (size_t i = 0; (hook = module_hook(plugin, i)); i++) text_print(&words, "%s%s", *hook ? " " : "", hook);
  if (words.length > 0) text_print(it, "  hooks:%s\n", words.data);
  if (plugin->flags & MOYA_PLUGIN_WAITS) text_put(it, "  waits\n");
  if (plugin->flags & MOYA_PLUGIN_NEEDS_SLOT) text_put(it, "  needs a slot\n");
  bool reads_streams = plugin->flags & MOYA_PLUGIN_ONLY_STREAMS;
  if (module_reads_bodies(plugin)) text_put(it, reads_streams ? "  reads streamed bodies\n" : "  reads bodies\n");
  if (plugin->secret_headers && plugin->secret_headers[0]) {
    text_put(it, "  secret fields:");
    for (size_t i = 0; plugin->secret_headers[i]; i++) text_put(it, " "), put(it, plugin->secret_headers[i]);
    text_put(it, "\n");
  }
  add_options(it, plugin);
}
