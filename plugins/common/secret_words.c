#include "secret_words.h"

#include <string.h>

static const char *const everywhere[] = {
    "token",     "secret",        "password", "passwd", "passphrase", "passcode", "apikey", "accesskey", "privatekey",
    "assertion", "authorization", "codeverifier", "subscriptionkey", "jwt", "otp", "pwd", NULL};
/* In JSON these words also name values that are not secret, for example {"code": "not-found"}. */
static const char *const outside_json[] = {
    "signature", "credential", "session", "sessid", "sign", "sig", "auth", "key", "code", "sid", "pin", "nonce", NULL};
static const char *const of_fields[] = {"cookie", "xauth", "xsid", "xpin", NULL};

enum { SHORTEST_PART = 5 };

static int hex(char digit) {
  const char *found = digit ? strchr("0123456789abcdef0123456789ABCDEF", digit) : NULL;
  return found ? (int)(found - "0123456789abcdef0123456789ABCDEF") % 16 : -1;
}

void simplify_name(const char *name, size_t len, char out[MOST_NAME + 1]) {
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

/* Returns true if the word is one of the parts of the name. */
static bool has_part(const char *name, const char *word) {
  size_t len = strlen(word);
  for (const char *at = strstr(name, word); at; at = strstr(at + 1, word)) {
    if ((at == name || at[-1] == ' ') && (at[len] == 0 || at[len] == ' ')) return true;
  }
  return false;
}

bool word_covers(const char *word, const char *name) {
  if (*word == 0) return false;
  return strlen(word) >= SHORTEST_PART ? strstr(name, word) != NULL : has_part(name, word);
}

static bool is_listed(const char *const *words, const char *name) {
  for (; *words; words++) {
    if (word_covers(*words, name)) return true;
  }
  return false;
}

bool is_secret_word(name_place place, const char *name) {
  if (is_listed(everywhere, name)) return true;
  if (place == PLACE_FIELD && is_listed(of_fields, name)) return true;
  return place != PLACE_MEMBER && is_listed(outside_json, name);
}
