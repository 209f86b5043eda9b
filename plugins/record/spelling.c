#include "spelling.h"

#include <string.h>

static bool is_unreserved(unsigned char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         (byte && strchr("-._~", byte));
}

static int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

/* Reads the byte that begins at `*at`, which may be percent-encoded, and moves `*at` to its end. A % that begins no
 * escape stands for itself. */
static unsigned char next_byte(const char *text, size_t len, size_t *at) {
  size_t i = (*at)++;
  int high = text[i] == '%' && len - i > 2 ? digit_of(text[i + 1]) : -1, low = high >= 0 ? digit_of(text[i + 2]) : -1;
  if (low < 0) return (unsigned char)text[i];
  *at += 2;
  return (unsigned char)(high << 4 | low);
}

static bool add_byte(bytes *to, unsigned char byte) {
  static const char digits[] = "0123456789ABCDEF";
  char three[] = {'%', digits[byte >> 4], digits[byte & 15]};
  return is_unreserved(byte) ? bytes_add(to, &byte, 1) : bytes_add(to, three, 3);
}

bool add_encoded(bytes *to, const char *text, size_t len) {
  bool is_good = true;
  for (size_t at = 0; is_good && at < len; at++) is_good = add_byte(to, (unsigned char)text[at]);
  return is_good;
}

static bool add_path(bytes *to, const char *text, size_t len) {
  bool is_good = true;
  for (size_t at = 0; is_good && at < len;) {
    if (text[at] == '/') is_good = bytes_add(to, &text[at++], 1);
    else is_good = add_byte(to, next_byte(text, len, &at));
  }
  return is_good;
}

bool add_spelled_form(bytes *to, const char *text, size_t len) {
  bool is_good = true, is_value = false;
  for (size_t at = 0; is_good && at < len;) {
    char letter = text[at];
    bool separates = letter == '&' || (letter == '=' && !is_value);
    if (separates) is_value = letter == '=';
    if (separates) is_good = bytes_add(to, &text[at++], 1);
    else if (letter == '+') is_good = add_byte(to, ' '), at++;
    else is_good = add_byte(to, next_byte(text, len, &at));
  }
  return is_good;
}

bool add_spelled_url(bytes *to, const bytes *url) {
  const char *text = bytes_text(url), *authority = strstr(text, "://");
  size_t origin = authority ? (size_t)(authority - text) + 3 : 0;
  origin += strcspn(text + origin, "/?");
  size_t path = strcspn(text + origin, "?"), query = origin + path;
  bool is_good = bytes_add(to, text, origin) && add_path(to, text + origin, path);
  if (!is_good || text[query] != '?') return is_good;
  return bytes_add(to, "?", 1) && add_spelled_form(to, text + query + 1, strlen(text + query + 1));
}
