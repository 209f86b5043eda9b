#include "secret_names.h"

#include <string.h>

bool read_names(const scrub_rules *rules, const char *option, bytes *out) {
  size_t count = rules->host->option_count(rules->self, option);
  for (size_t i = 0; i < count; i++) {
    moya_str text = rules->host->option_at(rules->self, option, i);
    char word[MOST_NAME + 1];
    simplify_name(text.data, text.len, word);
    if (!bytes_add(out, word, strlen(word) + 1)) return false;
  }
  return true;
}

/* Returns true if the list has exactly this name. */
static bool has_name(const bytes *list, const char *name) {
  const char *at = bytes_text(list), *end = at + list->len;
  for (; at < end; at += strlen(at) + 1) {
    if (strcmp(at, name) == 0) return true;
  }
  return false;
}

/* Returns true if one of the words covers the name (word_covers). */
static bool has_word(const bytes *list, const char *name) {
  const char *at = bytes_text(list), *end = at + list->len;
  for (; at < end; at += strlen(at) + 1) {
    if (word_covers(at, name)) return true;
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
  return word_covers("pin", simple) && !has_name(&rules->keep, simple);
}

bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len) {
  char simple[MOST_NAME + 1];
  simplify_name(name, len, simple);
  if (has_name(&rules->keep, simple)) return false;
  return has_word(place == PLACE_FIELD ? &rules->fields : &rules->parameters, simple) || is_secret_word(place, simple);
}
