#include "config.h"

#include "checks.h"
#include "findings.h"
#include "secrets.h"
#include "text.h"
#include <inttypes.h>
#include <moya/moya.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static moya_json_document *base;

/* Each secret option that is not required gets a value in all configs, so that the checker can search for this value. A
 * plugin may refuse the value, for example because it needs an address. `is_refused` notes this. */
enum { MOST_OPTIONS = 256 };
static config_works works;
static bool is_tried;                 /* `is_refused` is known */
static bool is_refused[MOST_OPTIONS]; /* by the index of the option */

const moya_option *option_at(const moya_plugin *plugin, size_t index) {
  if (!plugin->options) return NULL;
  const char *at = (const char *)plugin->options;
  for (size_t it = 0; it <= index; it++) {
    const moya_option *option = (const moya_option *)(const void *)(at + it * plugin->option_size);
    if (!option->name) return NULL;
    if (it == index) return option;
  }
  return NULL;
}

/* Notes the value of a secret option in the user's config: a text, {"env": "NAME"} or {"file": "PATH"}. */
static void note_secret(moya_json value) {
  moya_str text;
  const char *secret = NULL;
  if (moya_json_string(value, &text) == MOYA_OK) secret = text.data;
  if (moya_json_string(moya_json_member(value, "env"), &text) == MOYA_OK) secret = getenv(text.data);
  if (moya_json_string(moya_json_member(value, "file"), &text) == MOYA_OK) {
    char line[256] = "";
    FILE *file = fopen(text.data, "re");
    if (file && !fgets(line, sizeof line, file)) line[0] = 0;
    if (file) fclose(file);
    line[strcspn(line, "\r\n")] = 0;
    secret = strdup(line);
  }
  if (secret) secrets_add(secret);
}

bool config_base(const moya_plugin *plugin, const char *json) {
  moya_json_document_release(base);
  base = NULL;
  if (moya_json_parse(json, strlen(json), &base, NULL) != MOYA_OK) return false;
  if (moya_json_kind(moya_json_root(base)) != MOYA_JSON_OBJECT) return false;
  const moya_option *option;
  for (size_t index = 0; (option = option_at(plugin, index)); index++) {
    moya_json value = moya_json_member(moya_json_root(base), option->name);
    if (option->kind == MOYA_OPTION_SECRET) note_secret(value);
  }
  return true;
}

static moya_json user_value(const char *name) {
  moya_json none = {NULL, 0};
  return base ? moya_json_member(moya_json_root(base), name) : none;
}

static bool is_url(const char *name) {
  return strcasestr(name, "url") || strcasestr(name, "endpoint") || strcasestr(name, "collector") ||
         strcasestr(name, "uri") || strcasestr(name, "server");
}

/* Writes a value for an option that is required. */
static void write_value(text *it, const moya_option *option) {
  char word[1024];
  switch (option->kind) {
  case MOYA_OPTION_FLAG: text_print(it, "true"); break;
  case MOYA_OPTION_INT:
    text_print(it, "%" PRId64, option->least <= 1 && option->most >= 1 ? (int64_t)1 : option->least);
    break;
  case MOYA_OPTION_NUMBER: text_print(it, "1"); break;
  case MOYA_OPTION_SECRET: text_print(it, "\"" CANARY "\""); break;
  case MOYA_OPTION_TEXTS:
    if (strcasestr(option->name, "origin")) text_print(it, "[\"https://check.example\"]");
    else text_print(it, "[\"%s\", \"%s2\"]", asked.word, asked.word);
    break;
  case MOYA_OPTION_JSON: text_print(it, "{}"); break;
  default:
    snprintf(word, sizeof word, "%s",
             option->choices        ? option->choices
             : is_url(option->name) ? "https://check.example/"
                                    : asked.word);
    if (option->choices) word[strcspn(word, "|")] = 0;
    text_json(it, word);
  }
}

/* ── Secret options that are not required ── */

void config_begin(config_works function) { works = function; }

static bool is_tried_secret(const moya_option *option) {
  return option->kind == MOYA_OPTION_SECRET && !option->required && !moya_json_exists(user_value(option->name));
}

static bool works_now(const moya_plugin *plugin) {
  char *json = config_good(plugin);
  bool good = works(json);
  free(json);
  return good;
}

/* Tries all secrets at once. If that fails, tries them one after another, and leaves out those that do not work. */
static void try_secrets(const moya_plugin *plugin) {
  const moya_option *option;
  bool any = false;
  is_tried = true;
  for (size_t index = 0; (option = option_at(plugin, index)); index++) any = any || is_tried_secret(option);
  if (!any || !works || works_now(plugin)) return;
  for (size_t index = 0; index < MOST_OPTIONS; index++) is_refused[index] = true;
  for (size_t index = 0; index < MOST_OPTIONS && (option = option_at(plugin, index)); index++) {
    if (!is_tried_secret(option)) continue;
    is_refused[index] = false;
    is_refused[index] = !works_now(plugin);
  }
}

/* Returns true if the option gets a value although the user gave none. */
static bool is_made(const moya_option *option, size_t index) {
  return option->required || (option->kind == MOYA_OPTION_SECRET && (index >= MOST_OPTIONS || !is_refused[index]));
}

static bool is_option(const moya_plugin *plugin, const char *name) {
  const moya_option *option;
  for (size_t index = 0; (option = option_at(plugin, index)); index++) {
    if (strcmp(option->name, name) == 0) return true;
  }
  return false;
}

/* Writes a secret of the user's config for the report. The name of a variable or the path of a file is not secret. */
static void write_hidden(text *it, const char *name) {
  moya_str raw;
  moya_json value = user_value(name);
  bool is_place = moya_json_kind(value) == MOYA_JSON_OBJECT && moya_json_raw(value, &raw) == MOYA_OK;
  if (is_place) text_print(it, "%.*s", (int)raw.len, raw.data);
  else text_print(it, "…");
}

/* Adds the keys of the user's config that are not options, so that the library names them in its error. */
static void write_unknown(text *it, const moya_plugin *plugin, const char *comma, bool is_hidden) {
  moya_str raw;
  if (!base) return;
  for (moya_json at = moya_json_first(moya_json_root(base)); moya_json_exists(at); at = moya_json_next(at)) {
    moya_str key = moya_json_key(at);
    if (!key.data || is_option(plugin, key.data) || moya_json_raw(at, &raw) != MOYA_OK) continue;
    text_print(it, "%s", comma);
    text_json(it, key.data);
    if (is_hidden) text_print(it, ": …");
    else text_print(it, ": %.*s", (int)raw.len, raw.data);
    comma = ", ";
  }
}

/* Makes a config. If `is_hidden` is true, the config is for the report, and has no secret of the user. */
static char *make(const moya_plugin *plugin, const char *name, const char *json, bool is_hidden) {
  text it = {0};
  const moya_option *option;
  const char *comma = "";
  moya_str raw;
  if (!is_tried) try_secrets(plugin);
  text_print(&it, "{");
  for (size_t index = 0; (option = option_at(plugin, index)); index++) {
    bool is_it = name && strcmp(name, option->name) == 0;
    bool is_given = moya_json_raw(user_value(option->name), &raw) == MOYA_OK;
    if (is_it ? !json : !is_given && !is_made(option, index)) continue;
    text_print(&it, "%s\"%s\": ", comma, option->name);
    comma = ", ";
    if (is_it) text_print(&it, "%s", json);
    else if (is_given && is_hidden && option->kind == MOYA_OPTION_SECRET) write_hidden(&it, option->name);
    else if (is_given) text_print(&it, "%.*s", (int)raw.len, raw.data);
    else write_value(&it, option);
  }
  write_unknown(&it, plugin, comma, is_hidden);
  text_print(&it, "}");
  return it.data;
}

char *config_with(const moya_plugin *plugin, const char *name, const char *json) {
  return make(plugin, name, json, false);
}

char *config_shown(const moya_plugin *plugin, const char *name, const char *json) {
  return make(plugin, name, json, true);
}

char *config_good(const moya_plugin *plugin) { return config_with(plugin, NULL, NULL); }

bool config_has_secret(const moya_plugin *plugin) {
  const moya_option *option;
  if (!is_tried) try_secrets(plugin);
  for (size_t index = 0; (option = option_at(plugin, index)); index++) {
    bool has_value = moya_json_exists(user_value(option->name)) || is_made(option, index);
    if (option->kind == MOYA_OPTION_SECRET && has_value) return true;
  }
  return false;
}

bool config_sets(const char *name) { return moya_json_exists(user_value(name)); }

bool config_is_guessed(const moya_plugin *plugin) {
  const moya_option *option;
  for (size_t index = 0; (option = option_at(plugin, index)); index++) {
    if (option->required && !moya_json_exists(user_value(option->name))) return true;
  }
  return false;
}

/* ── Values ── */

static void each_number(const moya_option *option, int64_t number, config_each each, void *user) {
  char json[32];
  snprintf(json, sizeof json, "%" PRId64, number);
  each(option, json, user);
}
static void each_choice(const moya_option *option, config_each each, void *user) {
  char *copy = strdup(option->choices), *place = NULL;
  MUST(copy);
  for (char *word = strtok_r(copy, "|", &place); word; word = strtok_r(NULL, "|", &place)) {
    text json = {0};
    text_json(&json, word);
    each(option, json.data, user);
    text_free(&json);
  }
  free(copy);
}

void config_good_values(const moya_option *option, config_each each, void *user) {
  bool any = option->least == 0 && option->most == 0;
  switch (option->kind) {
  case MOYA_OPTION_FLAG:
    each(option, "true", user);
    each(option, "false", user);
    break;
  case MOYA_OPTION_INT:
    if (any) break; /* the option has no range, so all integers are good and none is special */
    each_number(option, option->least, each, user);
    each_number(option, option->most, each, user);
    break;
  case MOYA_OPTION_TEXT:
    if (option->choices) each_choice(option, each, user);
    break;
  case MOYA_OPTION_TEXTS: each(option, "[]", user); break;
  default: break;
  }
}

void config_wrong_kinds(const moya_option *option, config_each each, void *user) {
  static const struct {
    const char *json;
    unsigned of; /* a bit for each kind of option that allows the value */
  } rows[] = {
      {"true", 1u << MOYA_OPTION_FLAG | 1u << MOYA_OPTION_JSON},
      {"7", 1u << MOYA_OPTION_INT | 1u << MOYA_OPTION_NUMBER | 1u << MOYA_OPTION_JSON},
      {"2.5", 1u << MOYA_OPTION_NUMBER | 1u << MOYA_OPTION_JSON},
      {"\"text\"", 1u << MOYA_OPTION_TEXT | 1u << MOYA_OPTION_SECRET | 1u << MOYA_OPTION_JSON},
      {"[\"a\"]", 1u << MOYA_OPTION_TEXTS | 1u << MOYA_OPTION_JSON},
      {"[1]", 1u << MOYA_OPTION_JSON},
      {"{\"a\": 1}", 1u << MOYA_OPTION_JSON},
      {"null", 1u << MOYA_OPTION_JSON},
  };
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    if (!(rows[index].of >> option->kind & 1)) each(option, rows[index].json, user);
  }
}

void config_out_of_range(const moya_option *option, config_each each, void *user) {
  if (option->kind == MOYA_OPTION_INT && (option->least != 0 || option->most != 0)) {
    if (option->least > INT64_MIN) each_number(option, option->least - 1, each, user);
    if (option->most < INT64_MAX) each_number(option, option->most + 1, each, user);
  }
  if (option->kind == MOYA_OPTION_TEXT && option->choices) each(option, "\"no such choice\"", user);
}

char *config_random(const moya_option *option, uint64_t (*random)(void)) {
  static const char *const texts[] = {"\"\"", "\"a\"", "\"\\u00e9\\u4e2d\\ud83d\\ude00\"", "\"%s%n\"", "\"../..\"",
                                      "\"a\\nb\"", "\"x|y\"", "\"https://h.example/?a=b&c\""};
  text it = {0};
  uint64_t number = random();
  switch (option->kind) {
  case MOYA_OPTION_FLAG: text_print(&it, number & 1 ? "true" : "false"); break;
  case MOYA_OPTION_INT:
    if (option->least == 0 && option->most == 0) text_print(&it, "%d", (int)(number % 2001) - 1000);
    else {
      uint64_t wide = (uint64_t)option->most - (uint64_t)option->least + 1;
      text_print(&it, "%" PRId64, (int64_t)((uint64_t)option->least + (wide ? number % wide : number)));
    }
    break;
  case MOYA_OPTION_NUMBER: text_print(&it, "%d.%d", (int)(number % 2001) - 1000, (int)(number >> 32 & 63)); break;
  case MOYA_OPTION_SECRET: text_print(&it, "\"" CANARY "\""); break;
  case MOYA_OPTION_TEXTS:
    text_print(&it, "[");
    for (uint64_t index = 0; index < number % 4; index++) {
      text_print(&it, "%s%s", index ? ", " : "", texts[(number >> (8 * index + 8)) % (sizeof texts / sizeof *texts)]);
    }
    text_print(&it, "]");
    break;
  case MOYA_OPTION_JSON: text_print(&it, "[%d, {\"a\": null}]", (int)(number % 100)); break;
  default:
    if (option->choices) write_value(&it, option);
    else text_print(&it, "%s", texts[number % (sizeof texts / sizeof *texts)]);
  }
  return it.data;
}
