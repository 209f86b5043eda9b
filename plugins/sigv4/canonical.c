#include "canonical.h"

#include <stdint.h>
#include <string.h>

/* ── Percent-encoding ── */

static bool is_plain(unsigned char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '-' ||
         byte == '.' || byte == '_' || byte == '~';
}

static bool add_byte(bytes *to, unsigned char byte) {
  static const char digits[] = "0123456789ABCDEF";
  char three[] = {'%', digits[byte >> 4], digits[byte & 15]};
  return is_plain(byte) ? bytes_add(to, &byte, 1) : bytes_add(to, three, 3);
}

bool add_encoded(bytes *to, const char *text, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if (!add_byte(to, (unsigned char)text[i])) return false;
  }
  return true;
}

static int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

/* Percent-decodes a text, encodes it again and appends it, so that each byte has only one spelling. A % that begins no
 * escape stands for itself. */
static bool add_respelled(bytes *to, const char *text, size_t len, bool is_query) {
  for (size_t i = 0; i < len; i++) {
    unsigned char byte = (unsigned char)text[i];
    int high = byte == '%' && len - i > 2 ? digit_of(text[i + 1]) : -1, low = high >= 0 ? digit_of(text[i + 2]) : -1;
    if (low >= 0) {
      byte = (unsigned char)(high << 4 | low);
      i += 2;
    } else if (is_query && byte == '+') {
      byte = ' ';
    }
    if (!add_byte(to, byte)) return false;
  }
  return true;
}

/* ── The path ── */

static size_t segment_of(const char *path, size_t len) {
  const char *slash = memchr(path, '/', len);
  return slash ? (size_t)(slash - path) : len;
}

/* Removes the last segment of a canonical path. */
static void pop(bytes *path, size_t begin) {
  while (path->len > begin && path->data[--path->len] != '/') continue;
}

bool add_path(bytes *to, const char *path, size_t len, bool is_s3) {
  size_t begin = to->len, end;
  bool is_good = true, ends_with_slash = len > 0 && path[len - 1] == '/';
  for (size_t at = 0; is_good && at < len; at = end + 1) {
    end = at + segment_of(path + at, len - at);
    const char *segment = path + at;
    size_t size = end - at;
    if (is_s3) {
      is_good = add_respelled(to, segment, size, false) && (end == len || bytes_add(to, "/", 1));
    } else if (size == 2 && memcmp(segment, "..", 2) == 0) {
      pop(to, begin);
    } else if (size > 0 && !(size == 1 && *segment == '.')) {
      is_good = bytes_add(to, "/", 1) && add_encoded(to, segment, size);
    }
  }
  bool needs_slash = to->len == begin || (!is_s3 && ends_with_slash);
  return is_good && (!needs_slash || bytes_add(to, "/", 1));
}

/* ── The query ── */

bool read_query(pairs *to, const char *query, size_t len) {
  size_t end;
  for (size_t at = 0; at < len; at = end + 1) {
    const char *more = memchr(query + at, '&', len - at);
    end = more ? (size_t)(more - query) : len;
    const char *equals = memchr(query + at, '=', end - at);
    size_t value = equals ? (size_t)(equals - query) + 1 : end, name_end = equals ? value - 1 : end;
    if (end == at) continue;
    bool is_good = pairs_begin(to) && add_respelled(&to->texts, query + at, name_end - at, true) && pairs_value(to) &&
                   add_respelled(&to->texts, query + value, end - value, true) && pairs_end(to);
    if (!is_good) return false;
  }
  return true;
}

bool add_parameter(pairs *to, const char *name, const char *value) {
  return pairs_begin(to) && add_encoded(&to->texts, name, strlen(name)) && pairs_value(to) &&
         add_encoded(&to->texts, value, strlen(value)) && pairs_end(to);
}

bool add_query(bytes *to, pairs *parameters) {
  pairs_sort(parameters, true);
  bool is_good = true;
  for (size_t i = 0; is_good && i < parameters->count; i++) {
    is_good = bytes_add_texts(to, i > 0 ? "&" : "", pair_name(parameters, i), "=", pair_value(parameters, i), NULL);
  }
  return is_good;
}

/* ── The fields ── */

static bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

bool read_field(pairs *to, const char *name, const char *value, size_t len) {
  bool is_good = pairs_begin(to);
  for (; is_good && *name; name++) {
    char letter = *name >= 'A' && *name <= 'Z' ? (char)(*name | 0x20) : *name;
    is_good = bytes_add(&to->texts, &letter, 1);
  }
  is_good = is_good && pairs_value(to);
  bool has_words = false;
  for (size_t at = 0; is_good && at < len;) {
    size_t end = at;
    while (end < len && !is_space(value[end])) end++;
    if (end > at) is_good = bytes_add(&to->texts, " ", has_words) && bytes_add(&to->texts, value + at, end - at);
    has_words |= end > at;
    at = end + 1;
  }
  return is_good && pairs_end(to);
}

bool add_fields(bytes *to, pairs *fields) {
  pairs_sort(fields, false);
  bool is_good = true;
  for (size_t i = 0; is_good && i < fields->count; i++) {
    bool is_next = i > 0 && strcmp(pair_name(fields, i), pair_name(fields, i - 1)) == 0;
    if (is_next) {
      to->len--; /* removes the end of the line, so that the value is added to the line */
      is_good = bytes_add_texts(to, ",", pair_value(fields, i), "\n", NULL);
    } else {
      is_good = bytes_add_texts(to, pair_name(fields, i), ":", pair_value(fields, i), "\n", NULL);
    }
  }
  return is_good;
}

bool add_names(bytes *to, const pairs *fields) {
  bool is_good = true;
  for (size_t i = 0; is_good && i < fields->count; i++) {
    bool is_next = i > 0 && strcmp(pair_name(fields, i), pair_name(fields, i - 1)) == 0;
    if (!is_next) is_good = bytes_add_texts(to, i > 0 ? ";" : "", pair_name(fields, i), NULL);
  }
  return is_good;
}
