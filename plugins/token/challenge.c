#include "challenge.h"

#include "../common/slice.h"

#include <string.h>

/* Returns the byte after a quoted string, which begins at `at`. */
static const char *skip_quoted(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++) {
    if (*at == '\\' && at + 1 < end) at++;
  }
  return at < end ? at + 1 : end;
}

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  return at;
}

/* Returns the byte after a word: a token of RFC 9110 §5.6.2. */
static const char *skip_word(const char *at, const char *end) {
  while (at < end && *at && !strchr(" \t,=\"", *at)) at++;
  return at;
}

bool challenge_wants_new_token(const char *value, size_t len) {
  const char *at = value, *end = value + len;
  bool names_error = false;
  while (value && at < end) {
    const char *word = at, *after = skip_word(at, end);
    const char *equals = skip_space(after, end);
    bool is_error = is_same_word((slice){word, (size_t)(after - word)}, SLICE("error")) && equals < end && *equals == '=';
    if (is_error) {
      const char *text = skip_space(equals + 1, end);
      bool is_quoted = text < end && *text == '"';
      at = is_quoted ? skip_quoted(text, end) : skip_word(text, end);
      size_t shown = (size_t)(at - text);
      if (is_quoted) shown = shown >= 2 && at[-1] == '"' ? shown - 2 : shown - 1;
      if (is_same_word((slice){text + is_quoted, shown}, SLICE("invalid_token"))) return true;
      names_error = true;
    } else if (after == word) {
      at = *at == '"' ? skip_quoted(at, end) : at + 1;
    } else {
      at = after;
    }
  }
  return !names_error;
}
