#include "secrets.h"

#include "findings.h"
#include "watch.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 16, LONGEST = 200 };
static const char *values[MOST] = {CANARY};
static int value_count = 1;

void secrets_add(const char *value) {
  size_t length = strlen(value);
  if (value_count < MOST && length >= 6 && length < LONGEST) values[value_count++] = value;
}

/* Writes the base64 form that the value has inside a longer text. Base64 encodes groups of three bytes. `before` is how
 * many bytes of a group come before the value. Leaves out the first and last characters if they also depend on the
 * bytes around the value. */
static void base64(const char *value, int before, char *out) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t length = strlen(value), written = 0;
  size_t first = before == 0 ? 0 : before == 1 ? 2 : 1;
  for (size_t at = first; at + 3 <= length; at += 3) {
    unsigned bits = (unsigned)(unsigned char)value[at] << 16 | (unsigned)(unsigned char)value[at + 1] << 8 |
                    (unsigned char)value[at + 2];
    for (int shift = 18; shift >= 0; shift -= 6) out[written++] = letters[bits >> shift & 63];
  }
  out[written] = 0;
}

static bool has(const char *text, size_t len, const char *part) {
  return part[0] && memmem(text, len, part, strlen(part)) != NULL;
}

static bool has_value(const char *text, size_t len, const char *value) {
  char form[2 * LONGEST + 8];
  size_t length = strlen(value);
  if (has(text, len, value)) return true;
  for (int upper = 0; upper < 2; upper++) {
    for (size_t at = 0; at < length; at++) {
      snprintf(form + 2 * at, 3, upper ? "%02X" : "%02x", (unsigned)(unsigned char)value[at]);
    }
    if (has(text, len, form)) return true;
  }
  for (int before = 0; before < 3; before++) {
    base64(value, before, form);
    if (has(text, len, form)) return true;
  }
  for (size_t at = 0; at < length; at++) form[at] = value[length - 1 - at];
  form[length] = 0;
  return has(text, len, form);
}

bool secrets_has(const char *text, size_t len) {
  for (int index = 0; index < value_count; index++) {
    if (has_value(text, len, values[index])) return true;
  }
  return false;
}

void secrets_search(const char *text, const char *where) {
  if (!text || !secrets_has(text, strlen(text))) return;
  const char *hook = watch_hook_here();
  if (hook) finding("secrets", "%s in %s has the value of a secret option", where, hook);
  else finding("secrets", "%s has the value of a secret option", where);
}
