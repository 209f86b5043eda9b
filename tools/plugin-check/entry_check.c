/* Tests the entry function of the module, and each moya_plugin that it returns. */
#include "checks.h"
#include "config.h"
#include "findings.h"
#include "text.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void check_same_table(void) {
  moya_plugin_entry_fn entry = open_entry();
  about_to("twice-same-table", "calling moya_plugin_entry twice");
  const moya_module *first = entry(MOYA_PLUGIN_ABI), *second = entry(MOYA_PLUGIN_ABI);
  if (first != second)
    finding("twice-same-table", "moya_plugin_entry returned %p, then %p", (const void *)first, (const void *)second);
  else if (first->plugins != second->plugins) finding("twice-same-table", "the list of plugins changed");
}

void check_declines(void) {
  moya_plugin_entry_fn entry = open_entry();
  about_to("declines-0", "calling moya_plugin_entry(0)");
  if (entry(0))
    finding("declines-0", "moya_plugin_entry(0) returned a table; return NULL if host_abi < MOYA_PLUGIN_ABI");
}

void check_newer_host(void) {
  moya_plugin_entry_fn entry = open_entry();
  const moya_module *const now = entry(MOYA_PLUGIN_ABI);
  about_to("newer-host", "calling moya_plugin_entry of a newer host");
  const moya_module *module = entry(MOYA_PLUGIN_ABI + 1);
  if (!module || module == now) return;
  if (module->abi > MOYA_PLUGIN_ABI + 1 || module->size < sizeof *module || !module->plugins) {
    finding("newer-host", "moya_plugin_entry of a newer host returned a table that is not valid");
  }
}

/* Returns true if the text is UTF-8 without control characters. */
static bool is_text(const char *text) {
  unsigned code;
  for (size_t length; *text; text += length) {
    length = utf8_length(text, &code);
    if (length == 0 || code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  }
  return true;
}

static void judge_text(const char *what, const char *text, size_t most) {
  if (!text) return;
  if (!is_text(text)) finding("tables", "%s is not UTF-8, or has control characters", what);
  else if (strlen(text) > most)
    finding("tables", "%s has %zu bytes; at most %zu are allowed", what, strlen(text), most);
}

/* Judges the choices of an option that is a text, for example "text|json|curl". */
static void judge_choices(const moya_option *option) {
  char *copy = strdup(option->choices), *place = copy, *words[256];
  size_t count = 0;
  MUST(copy);
  for (char *word = strsep(&place, "|"); word && count < 256; word = strsep(&place, "|")) {
    if (!word[0]) finding("tables", "the option %s has an empty choice", option->name);
    for (size_t index = 0; index < count; index++) {
      if (strcmp(words[index], word) == 0)
        finding("tables", "the option %s has the choice %s twice", option->name, word);
    }
    words[count++] = word;
  }
  free(copy);
}

void check_tables(void) {
  enum { MOST = 1000 };
  const moya_option *option;
  use_plugin();
  const moya_plugin *it = world_plugin;
  about_to("tables", "reading the tables");
  judge_text("the id", it->id, 127);
  judge_text("the version", it->version, 63);
  judge_text("about", it->about, MOST);
  judge_text("license", it->license, MOST);
  if (it->size % 8 != 0 || it->option_size % 8 != 0) finding("tables", "a size is not a multiple of 8");
  for (size_t index = 0; (option = option_at(it, index)); index++) {
    char what[128];
    snprintf(what, sizeof what, "`about` of the option %.64s", option->name);
    judge_text(what, option->about, MOST);
    if (option->choices) judge_choices(option);
  }
  for (const char *const *name = it->secret_headers; name && *name; name++)
    judge_text("a name in secret_headers", *name, MOST);
}

void check_extension(void) {
  static const char *const names[] = {"org.example.unknown/1", "", "moya.body/999", "moya.body", "x"};
  use_plugin();
  about_to("unknown-extension", "calling get_extension");
  if (!world_plugin->get_extension) {
    not_judged("unknown-extension", "the plugin has no get_extension");
    return;
  }
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (world_plugin->get_extension(names[index])) {
      finding("unknown-extension", "get_extension(\"%s\") did not return NULL", names[index]);
    }
  }
}
