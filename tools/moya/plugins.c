/* moya plugins FILE.so…: describes the plugins of modules. No plugin is added to a provider. */
#include <stdio.h>
#include <string.h>
#include "json.h"
#include "module.h"
#include "options.h"
#include "tool.h"

/* Adds the plugins of one module that have the wanted id. Returns EXIT_DONE. After an error, reports it and returns
 * the exit status. */
static int add_module(text *it, const options *options, const char *path, size_t *count) {
  const moya_module *module = NULL;
  moya_error *error = NULL;
  moya_status status = moya_module_open(path, options->any_file ? MOYA_USE_ANY_FILE : 0, &module, &error);
  if (status != MOYA_OK) {
    complain_error(status, error);
    return status <= MOYA_ERROR_PLUGIN_OPEN ? EXIT_FAILED : exit_of_status(status);
  }
  size_t before = *count;
  for (size_t i = 0; module->plugins[i]; i++) {
    const moya_plugin plugin = module_plugin(module->plugins[i]);
    if (options->id && strcmp(plugin.id, options->id) != 0) continue;
    if (options->schema || options->json) {
      text_put(it, *count > 0 ? "," : "");
      if (options->schema) module_schema(it, &plugin);
      else module_json(it, path, &plugin);
    } else {
      if (*count == before) {
        text_put(it, *count > 0 ? "\n" : "");
        text_plain(it, path, strlen(path));
        text_put(it, "\n");
      }
      text_put(it, "\n");
      module_describe(it, &plugin);
    }
    ++*count;
  }
  return EXIT_DONE;
}

int command_plugins(int count, char **words) {
  options options;
  text described = {0}, whole = {0};
  size_t found = 0;
  int status = options_read(&options, OPTIONS_PLUGINS, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count == 0) return complain(EXIT_USAGE, "which module? moya --help shows how");
  if (options.json && options.schema) return complain(EXIT_USAGE, "--json and --schema exclude each other");
  for (int i = 0; i < options.word_count; i++) {
    int one = add_module(&described, &options, options.words[i], &found);
    if (one != EXIT_DONE) status = one;
  }
  if (status == EXIT_DONE && found == 0) {
    return complain(EXIT_USAGE, "--id %s: no plugin has this id", options.id ? options.id : "");
  }
  if (found == 0) return status;
  if (!options.json && !options.schema) {
    fputs(described.data ? described.data : "", stdout);
    return status;
  }
  /* With an id, the output is the schema of that plugin and not a list, so that other programs can read it as it is. */
  bool is_list = options.json || !options.id || found > 1;
  text_print(&whole, "%s%s%s", is_list ? "[" : "", described.data ? described.data : "", is_list ? "]" : "");
  text painted = {0};
  if (!json_paint(&painted, (moya_str){whole.data, whole.length}, options.colour)) {
    return complain(EXIT_FAILED, "the plugins cannot be described as JSON");
  }
  fputs(painted.data, stdout);
  return status;
}
