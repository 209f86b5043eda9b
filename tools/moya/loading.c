#include "loading.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "memory.h"

/* The parts of the word after --plugin. A missing part is NULL. */
typedef struct choice {
  const char *path, *id, *config;
} choice;

/* Splits the word that follows --plugin, which is PATH or PATH:ID, perhaps followed by ={…}. A path may contain a
 * colon. So if the text before "={" has a slash and is the path of a file, all of it is the PATH. */
static choice choice_of(const char *word) {
  const char *config = strstr(word, "={");
  choice it = {config ? memory_copy(word, (size_t)(config - word)) : word, NULL, config ? config + 1 : NULL};
  const char *slash = strrchr(it.path, '/'), *colon = strrchr(it.path, ':');
  if (!colon || (slash && (colon < slash || access(it.path, F_OK) == 0))) return it;
  it.id = colon + 1;
  it.path = memory_copy(it.path, (size_t)(colon - it.path));
  return it;
}

/* Returns true if an earlier --plugin may name the same plugin. */
static bool is_repeated(const options *options, size_t index) {
  choice it = choice_of(options->plugins[index]);
  for (size_t i = 0; i < index; i++) {
    choice other = choice_of(options->plugins[i]);
    if (strcmp(it.path, other.path) == 0 && (!it.id || !other.id || strcmp(it.id, other.id) == 0)) return true;
  }
  return false;
}

/* Returns a text that says how to choose a plugin of a module. Returns "" if an id is given or not needed. */
static const char *advice(const choice *it) {
  const moya_module *module = NULL;
  if (it->id || moya_module_open(it->path, 0, &module, NULL) != MOYA_OK || !module->plugins[1]) return "";
  return memory_join(", for example --plugin ", it->path, ":", module->plugins[0]->id, NULL);
}

int loading_add(const options *options, moya_provider *provider) {
  moya_error *error = NULL;
  for (size_t i = 0; i < options->plugin_count; i++) {
    choice it = choice_of(options->plugins[i]);
    if (it.id && !*it.id) return complain(EXIT_USAGE, "--plugin %s:: no id follows the colon", it.path);
    /* Each plugin of a provider has its own name. */
    char name[32];
    snprintf(name, sizeof name, "--plugin %zu", i + 1);
    moya_plugin_use use = MOYA_PLUGIN_USE(.path = it.path, .id = it.id, .name = is_repeated(options, i) ? name : NULL,
                                          .config = it.config);
    moya_status status = moya_provider_use(provider, &use, &error);
    if (status == MOYA_OK) continue;
    const char *message = moya_error_message(error).data;
    bool is_named = strstr(message, it.path) != NULL;
    int result = complain(exit_of_status(status), "%s%s%s%s%s", is_named ? "" : "--plugin ", is_named ? "" : it.path,
                          is_named ? "" : ": ", message, status == MOYA_ERROR_ARGUMENT ? advice(&it) : "");
    moya_error_release(error);
    return result;
  }
  return EXIT_DONE;
}
