#include "form.h"

#include <string.h>

static bool stays(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
         (byte && strchr("-._*", byte));
}

bool form_add_encoded(bytes *it, const char *text, size_t len) {
  static const char digits[] = "0123456789ABCDEF";
  bool is_good = true;
  for (size_t i = 0; i < len && is_good; i++) {
    unsigned char byte = (unsigned char)text[i];
    char encoded[] = {'%', digits[byte >> 4], digits[byte & 15]};
    if (stays(text[i])) is_good = bytes_add(it, &text[i], 1);
    else is_good = text[i] == ' ' ? bytes_add(it, "+", 1) : bytes_add(it, encoded, sizeof encoded);
  }
  return is_good;
}

bool form_add(bytes *it, const char *name, const char *value, size_t len) {
  return (it->len == 0 || bytes_add(it, "&", 1)) && form_add_encoded(it, name, strlen(name)) && bytes_add(it, "=", 1) &&
         form_add_encoded(it, value, len);
}
