/* Makes configs for the plugin. A config is a JSON object with values for the plugin's options. */
#ifndef CONFIG_H
#define CONFIG_H

#include <moya/plugin.h>
#include <stdbool.h>
#include <stdint.h>

/* Returns an option from the plugin's moya_plugin, or NULL after the last one. */
const moya_option *option_at(const moya_plugin *plugin, size_t index);

/* Reads the user's config, a JSON object. Returns false if the text is not a JSON object. If the config has secrets,
 * the checker later searches the texts of the plugin for them. */
bool config_base(const moya_plugin *plugin, const char *json);

/* Says whether an instance of the plugin can be made with a config. */
typedef bool (*config_works)(const char *json);

/* Call this once, before the functions below. They call `works` to find out which values of secret options the plugin
 * accepts. */
void config_begin(config_works works);

/* Makes a config that works: the user's values, a value for each other option that is required, and a value for each
 * other secret option. If the plugin refuses the value of a secret option that is not required, leaves the option out.
 * The caller frees the text. */
char *config_good(const moya_plugin *plugin);

/* Makes the same config as config_good, but the option `name` has the value `json`. If `json` is NULL, leaves the
 * option out. */
char *config_with(const moya_plugin *plugin, const char *name, const char *json);

/* Makes a text for the report that describes the config of config_with. It does not have the secrets of the user. The
 * caller frees the text. */
char *config_shown(const moya_plugin *plugin, const char *name, const char *json);

/* Returns true if the config of config_good has a secret. */
bool config_has_secret(const moya_plugin *plugin);

/* Returns true if the user's config sets the option. */
bool config_sets(const char *name);

/* Returns true if the user gave no value for a required option, so that the checker made one up. */
bool config_is_guessed(const moya_plugin *plugin);

/* config_good_values calls `each` for values that the option allows. The other two functions call `each` for values
 * that it does not allow. */
typedef void (*config_each)(const moya_option *option, const char *json, void *user);
void config_good_values(const moya_option *option, config_each each, void *user);
void config_wrong_kinds(const moya_option *option, config_each each, void *user);
void config_out_of_range(const moya_option *option, config_each each, void *user);

/* Makes a random value that the option allows. The caller frees the text. */
char *config_random(const moya_option *option, uint64_t (*random)(void));

#endif
