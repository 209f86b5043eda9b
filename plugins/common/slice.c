#include "slice.h"

#include <string.h>

slice slice_of(const char *text) { return (slice){text, text ? strlen(text) : 0}; }

bool is_same_word(slice one, slice other) {
  if (one.len != other.len) return false;
  for (size_t i = 0; i < one.len; i++) {
    if (lower(one.at[i]) != lower(other.at[i])) return false;
  }
  return true;
}

bool begins_with_word(const char *text, const char *word) {
  while (*word && lower(*text) == lower(*word)) text++, word++;
  return !*word;
}

bool contains_word(const char *text, const char *word) {
  for (; *text; text++) {
    if (begins_with_word(text, word)) return true;
  }
  return !*word;
}

bool is_same_name(const char *one, const char *other) {
  while (*one && lower(*one) == lower(*other)) one++, other++;
  return lower(*one) == lower(*other);
}

/* Returns how many bytes follow the first byte of a character in UTF-8, or −1 if no character begins with this byte.
 * Stores the bits of the first byte in `code`, and the smallest character that needs this many bytes in `least`. */
static int followers(unsigned char first, uint32_t *code, uint32_t *least) {
  if (first >= 0xc2 && first < 0xe0) return *code = first & 0x1f, *least = 0x80, 1;
  if (first >= 0xe0 && first < 0xf0) return *code = first & 0x0f, *least = 0x800, 2;
  if (first >= 0xf0 && first < 0xf5) return *code = first & 0x07, *least = 0x10000, 3;
  return -1;
}

bool is_whole_utf8(slice text) {
  for (size_t i = 0; i < text.len; i++) {
    unsigned char first = (unsigned char)text.at[i];
    uint32_t code, least;
    if (first < 0x80) continue;
    int count = followers(first, &code, &least);
    if (count < 0 || (size_t)count >= text.len - i) return false;
    for (; count > 0; count--) {
      unsigned char next = (unsigned char)text.at[++i];
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3f);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  }
  return true;
}

static bool is_white(char letter) { return letter == ' ' || letter == '\t'; }

slice trimmed(slice text) {
  while (text.len > 0 && is_white(text.at[0])) text.at++, text.len--;
  while (text.len > 0 && is_white(text.at[text.len - 1])) text.len--;
  return text;
}

slice unquoted(slice text) {
  if (text.len < 2 || text.at[0] != '"' || text.at[text.len - 1] != '"') return text;
  return (slice){text.at + 1, text.len - 2};
}

/* Returns how many bytes precede the next comma that is not in a quoted string. */
static size_t element_length(slice list) {
  bool is_quoted = false;
  for (size_t i = 0; i < list.len; i++) {
    char letter = list.at[i];
    if (is_quoted && letter == '\\' && i + 1 < list.len) i++;
    else if (letter == '"') is_quoted = !is_quoted;
    else if (letter == ',' && !is_quoted) return i;
  }
  return list.len;
}

bool next_element(slice *list, slice *element) {
  while (list->len > 0) {
    size_t len = element_length(*list), step = len < list->len ? len + 1 : len;
    *element = trimmed((slice){list->at, len});
    list->at += step;
    list->len -= step;
    if (element->len > 0) return true;
  }
  return false;
}

slice split_directive(slice directive, slice *value) {
  const char *sign = memchr(directive.at, '=', directive.len);
  *value = (slice){NULL, 0};
  if (!sign) return directive;
  size_t len = (size_t)(sign - directive.at);
  *value = (slice){sign + 1, directive.len - len - 1};
  return (slice){directive.at, len};
}

uint64_t hash_of(slice text, uint64_t seed) { /* FNV-1a */
  uint64_t hash = seed ^ 14695981039346656037u;
  for (size_t i = 0; i < text.len; i++) hash = (hash ^ (unsigned char)text.at[i]) * 1099511628211u;
  return hash ^ hash >> 32;
}

int64_t seconds_of(slice text) {
  int64_t number = 0;
  if (text.len == 0) return -1;
  for (size_t i = 0; i < text.len; i++) {
    if (text.at[i] < '0' || text.at[i] > '9') return -1;
    if (number < MOST_SECONDS) number = number * 10 + (text.at[i] - '0');
  }
  return number < MOST_SECONDS ? number : MOST_SECONDS;
}
