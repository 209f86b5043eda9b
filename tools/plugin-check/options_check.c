/* Tests which configs are accepted. */
#include "checks.h"
#include "config.h"
#include "findings.h"
#include "schema.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

/* Adds the plugin, with this config, to a new provider. */
static moya_status add(const char *config) {
  world *it = world_create(&(world_options){.config = config});
  if (it) world_destroy(it);
  return world_status();
}

/* Checks that the library refuses the config before `create` runs. */
static void expect_refused(const moya_option *option, const char *json, void *row) {
  char *config = config_with(world_plugin, option->name, json), *shown = config_shown(world_plugin, option->name, json);
  long before = watch_count().hooks;
  moya_status status = add(config);
  if (status == MOYA_OK) finding(row, "%s was accepted", shown);
  else if (watch_count().hooks != before) finding(row, "create ran for %s", shown);
  free(config);
  free(shown);
}

void check_options(void) {
  const moya_option *option;
  bool any_required = false, any = false;
  use_plugin();
  for (size_t index = 0; (option = option_at(world_plugin, index)); index++) {
    any = true;
    any_required = any_required || option->required;
    about_to("required-missing", "a config without the option %s", option->name);
    if (option->required) expect_refused(option, NULL, (void *)"required-missing");
    about_to("wrong-kinds", "values of other kinds for the option %s", option->name);
    config_wrong_kinds(option, expect_refused, (void *)"wrong-kinds");
    about_to("out-of-range", "values out of range for the option %s", option->name);
    config_out_of_range(option, expect_refused, (void *)"out-of-range");
  }
  if (!any_required) not_judged("required-missing", "no option is required");
  if (!any) not_judged("wrong-kinds", "the plugin has no options");
  if (!any) not_judged("out-of-range", "the plugin has no options");
  about_to("unknown-key", "a config with an unknown key");
  if (add("{\"no_such_option\": 1}") == MOYA_OK) finding("unknown-key", "the key no_such_option was accepted");
}

/* ── Good values ── */

/* Makes an instance and a call. `shown` is the config for the report. If `may_refuse` is true, the plugin may return an
 * error from `create`. */
static void run_with(const char *config, const char *shown, bool may_refuse) {
  long before = watch_count().hooks;
  world *it = world_create(&(world_options){.config = config});
  if (!it && may_refuse && watch_count().hooks != before) return;
  if (!it) {
    finding("good-values", "%s: %s", shown, world_message());
    return;
  }
  call made = {.scene = &scenes[0], .cancel_at = -1};
  about_to("good-values", "a call with %s", shown);
  world_run(it, &made, 1);
  world_settle(it);
  call_free(&made);
  world_destroy(it);
}
static void try_value(const moya_option *option, const char *json, void *user) {
  char *config = config_with(world_plugin, option->name, json), *shown = config_shown(world_plugin, option->name, json);
  (void)user;
  about_to("good-values", "making an instance with %s", shown);
  /* A plugin that requires a list may refuse an empty one. */
  run_with(config, shown, option->required && strcmp(json, "[]") == 0);
  free(config);
  free(shown);
}

void check_good_values(void) {
  const moya_option *option;
  use_plugin();
  char *config = config_good(world_plugin), *shown = config_shown(world_plugin, NULL, NULL);
  about_to("good-values", "making an instance with %s", shown);
  run_with(config, shown, false);
  free(config);
  free(shown);
  for (size_t index = 0; (option = option_at(world_plugin, index)); index++) {
    config_good_values(option, try_value, NULL);
    if (option->preset) try_value(option, option->preset, NULL);
  }
}

/* ── The schema ── */

void check_schema(void) {
  moya_json_document *document = NULL;
  moya_error *error = NULL;
  use_plugin();
  about_to("schema", "making the schema of the options");
  char *schema = schema_make(world_plugin);
  if (moya_json_parse(schema, strlen(schema), &document, &error) != MOYA_OK) {
    finding("schema", "the schema is not JSON: %s", moya_error_message(error).data);
  } else if (!moya_json_is_unambiguous(schema, strlen(schema))) {
    finding("schema", "the schema has a key twice");
  }
  moya_json_document_release(document);
  moya_error_release(error);
  free(schema);
}
