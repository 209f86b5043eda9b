#include "secret_names.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A word of five letters or more is secret wherever it is part of a name, so "token" covers "accessToken" and
 * "X-CSRF-Token". A shorter word covers only the whole name. */
static const char *const everywhere[] = {
    "token",     "secret",        "password", "passwd", "passphrase", "passcode", "apikey", "accesskey", "privatekey",
    "assertion", "authorization", "codeverifier", "subscriptionkey", "jwt", "otp", "pwd", NULL};
/* In JSON these words also name what is no secret, for example {"code": "not-found"}. */
static const char *const outside_json[] = {
    "signature", "credential", "session", "sessid", "sign", "sig", "auth", "key", "code", "sid", "pin", "nonce", NULL};
static const char *const of_fields[] = {"cookie", "xauth", "xsid", "xpin", NULL};

enum { MOST_NAME = 127, SHORTEST_PART = 5 };

static int hex(char digit) {
  const char *found = digit ? strchr("0123456789abcdef0123456789ABCDEF", digit) : NULL;
  return found ? (int)(found - "0123456789abcdef0123456789ABCDEF") % 16 : -1;
}

/* Writes the name in lower case, without "-" and "_", and decoded. Brackets and dots become spaces, which separate its
 * parts: user[token]. */
static void simplify(const char *name, size_t len, char out[MOST_NAME + 1]) {
  size_t count = 0;
  for (size_t i = 0; i < len && count < MOST_NAME; i++) {
    char byte = name[i];
    if (byte == '%' && i + 2 < len && hex(name[i + 1]) >= 0 && hex(name[i + 2]) >= 0) {
      byte = (char)(hex(name[i + 1]) * 16 + hex(name[i + 2]));
      i += 2;
    }
    if (byte == '-' || byte == '_' || byte == 0) continue;
    if (byte >= 'A' && byte <= 'Z') byte = (char)(byte - 'A' + 'a');
    out[count++] = strchr("[].", byte) ? ' ' : byte;
  }
  out[count] = 0;
}

/* Is the word one of the parts of the name? */
static bool has_part(const char *name, const char *word) {
  size_t len = strlen(word);
  for (const char *at = strstr(name, word); at; at = strstr(at + 1, word)) {
    if ((at == name || at[-1] == ' ') && (at[len] == 0 || at[len] == ' ')) return true;
  }
  return false;
}

static bool covers(const char *word, const char *name) {
  if (*word == 0) return false;
  return strlen(word) >= SHORTEST_PART ? strstr(name, word) != NULL : has_part(name, word);
}

static bool is_listed(const char *const *words, const char *name) {
  for (; *words; words++) {
    if (covers(*words, name)) return true;
  }
  return false;
}

/* Does an option list the name? */
static bool is_option(const scrub_rules *rules, const char *option, const char *name, bool whole) {
  size_t count = rules->host->option_count(rules->self, option);
  for (size_t i = 0; i < count; i++) {
    moya_str text = rules->host->option_at(rules->self, option, i);
    char word[MOST_NAME + 1];
    simplify(text.data, text.len, word);
    if (whole ? strcmp(word, name) == 0 : covers(word, name)) return true;
  }
  return false;
}

bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len) {
  char simple[MOST_NAME + 1];
  simplify(name, len, simple);
  if (is_option(rules, "keep", simple, true)) return false;
  if (is_option(rules, place == PLACE_FIELD ? "scrub_fields" : "scrub_parameters", simple, false)) return true;
  if (is_listed(everywhere, simple)) return true;
  if (place == PLACE_FIELD && is_listed(of_fields, simple)) return true;
  return place != PLACE_MEMBER && is_listed(outside_json, simple);
}
