#include "secret_names.h"

#include <string.h>

/* Returns true if an option lists the name. With `whole`, it must list exactly this name. Otherwise a word that covers
 * the name is enough (word_covers). */
static bool is_option(const scrub_rules *rules, const char *option, const char *name, bool whole) {
  size_t count = rules->host->option_count(rules->self, option);
  for (size_t i = 0; i < count; i++) {
    moya_str text = rules->host->option_at(rules->self, option, i);
    char word[MOST_NAME + 1];
    simplify_name(text.data, text.len, word);
    if (whole ? strcmp(word, name) == 0 : word_covers(word, name)) return true;
  }
  return false;
}

bool is_pin(const scrub_rules *rules, const char *name, size_t len, const char *value, size_t value_len) {
  char simple[MOST_NAME + 1];
  if (value_len < 4) return false;
  for (size_t i = 0; i < value_len; i++) {
    if (value[i] < '0' || value[i] > '9') return false;
  }
  simplify_name(name, len, simple);
  return word_covers("pin", simple) && !is_option(rules, "keep", simple, true);
}

bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len) {
  char simple[MOST_NAME + 1];
  simplify_name(name, len, simple);
  if (is_option(rules, "keep", simple, true)) return false;
  if (is_option(rules, place == PLACE_FIELD ? "scrub_fields" : "scrub_parameters", simple, false)) return true;
  return is_secret_word(place, simple);
}
