#include "secret_words.h"

#include <stdint.h>
#include <string.h>

/* Tests/secret_names.py compares these words with those of the library and of Python. */
static const char *const everywhere[] = {
    "token", "secret", "password", "passwd", "passphrase", "passcode", "passkey", "apikey", "accesskey", "privatekey",
    "accountkey", "signingkey", "encryptionkey", "masterkey", "authkey", "authcode", "devicecode", "assertion",
    "authorization", "codeverifier", "subscriptionkey", "jwt", "otp", "totp", "pwd", "psk", "cvv", "cvc", NULL};
/* In JSON these words also name values that are not secret, for example {"code": "not-found"}. */
static const char *const outside_json[] = {
    "signature", "credential", "session", "sessid", "samlresponse", "usercode", "bearer", "sign", "sig", "auth",
    "key", "code", "sid", "pin", "pass", "nonce", "csrf", "xsrf", "hmac", NULL};
static const char *const of_fields[] = {"cookie", "xauth", "xsid", "xpin", NULL};

enum { SHORTEST_PART = 5 };

static int hex(char digit) {
  const char *found = digit ? strchr("0123456789abcdef0123456789ABCDEF", digit) : NULL;
  return found ? (int)(found - "0123456789abcdef0123456789ABCDEF") % 16 : -1;
}

/* Returns the value of two hexadecimal digits, or -1. */
static int hex_byte(const char *digits, size_t len) {
  return len >= 2 && hex(digits[0]) >= 0 && hex(digits[1]) >= 0 ? hex(digits[0]) * 16 + hex(digits[1]) : -1;
}

char decoded_byte(const char *at, size_t len, size_t *used) {
  int byte = *at == '%' ? hex_byte(at + 1, len - 1) : -1;
  *used = byte >= 0 ? 3 : 1;
  if (byte >= 0 || *at != '\\') return byte >= 0 ? (char)byte : *at;
  size_t slashes = 1;
  while (slashes < len && slashes < 8 && at[slashes] == '\\') slashes++;
  const char *digits = at + slashes + 1;
  if (slashes + 5 <= len && digits[-1] == 'u' && hex_byte(digits, 2) == 0 && (byte = hex_byte(digits + 2, 2)) >= 0) {
    *used = slashes + 5;
    return byte < 128 ? (char)byte : '?';
  }
  if (len > 1 && at[1] && strchr("\"\\/", at[1])) *used = 2;
  return at[*used - 1];
}

void simplify_name(const char *name, size_t len, char out[MOST_NAME + 1]) {
  size_t count = 0;
  for (size_t i = 0, used; i < len && count < MOST_NAME; i += used) {
    char byte = decoded_byte(name + i, len - i, &used);
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

/* The pairs of neighbouring letters in a name. A word whose first pair is not among them does not cover the name. This
 * test is much faster than a search. */
typedef struct letter_pairs {
  uint64_t bits[4];
} letter_pairs;

static unsigned pair_number(const char *at) { return ((unsigned char)at[0] * 37u + (unsigned char)at[1]) & 255; }

static letter_pairs pairs_of(const char *name) {
  letter_pairs it = {{0}};
  for (; name[0] && name[1]; name++) it.bits[pair_number(name) >> 6] |= 1ull << (pair_number(name) & 63);
  return it;
}

static bool is_listed(const char *const *words, const char *name, const letter_pairs *pairs) {
  for (; *words; words++) {
    unsigned number = pair_number(*words);
    if (pairs->bits[number >> 6] >> (number & 63) & 1 && word_covers(*words, name)) return true;
  }
  return false;
}

/* Returns true if a part of the name ends with a word. So "password" and "newPassword" name secrets that are numbers, and
 * "passwordLength" does not. Names that end with "token" name prices and limits, so this word must be whole. */
static bool is_listed_number(const char *const *words, const char *name) {
  for (; *words; words++) {
    size_t len = strlen(*words);
    bool is_whole = len < SHORTEST_PART || strcmp(*words, "token") == 0;
    for (const char *at = strstr(name, *words); at; at = strstr(at + 1, *words)) {
      if ((!is_whole || at == name || at[-1] == ' ') && (at[len] == 0 || at[len] == ' ')) return true;
    }
  }
  return false;
}

bool is_secret_word(name_place place, const char *name) {
  if (place == PLACE_NUMBER) return is_listed_number(everywhere, name);
  letter_pairs pairs = pairs_of(name);
  if (is_listed(everywhere, name, &pairs)) return true;
  if (place == PLACE_FIELD && is_listed(of_fields, name, &pairs)) return true;
  return place != PLACE_MEMBER && is_listed(outside_json, name, &pairs);
}
