#include "bytes.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool bytes_reserve(bytes *it, size_t more) {
  if (more >= SIZE_MAX / 2 - it->len) return false;
  if (it->len + more < it->room) return true;
  size_t room = it->room < 32 ? 64 : it->room * 2;
  if (room <= it->len + more) room = it->len + more + 1;
  char *data = realloc(it->data, room);
  if (!data) return false;
  it->data = data;
  it->room = room;
  return true;
}

bool bytes_add(bytes *it, const void *data, size_t len) {
  if (!bytes_reserve(it, len)) return false;
  if (len > 0) memcpy(it->data + it->len, data, len);
  it->len += len;
  it->data[it->len] = 0;
  return true;
}

bool bytes_add_text(bytes *it, const char *text) { return bytes_add(it, text, strlen(text)); }

bool bytes_add_texts(bytes *it, const char *text, ...) {
  size_t before = it->len;
  bool is_good = true;
  va_list more;
  va_start(more, text);
  for (; is_good && text; text = va_arg(more, const char *)) is_good = bytes_add_text(it, text);
  va_end(more);
  if (!is_good) it->len = before;
  return is_good;
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool bytes_add_base64(bytes *it, const void *data, size_t len) {
  const unsigned char *in = data;
  if (len > SIZE_MAX / 4 || !bytes_reserve(it, len / 3 * 4 + 4)) return false;
  char *out = it->data + it->len;
  for (size_t i = 0; i < len; i += 3) {
    size_t count = len - i < 3 ? len - i : 3;
    uint32_t group = (uint32_t)in[i] << 16;
    if (count > 1) group |= (uint32_t)in[i + 1] << 8;
    if (count > 2) group |= in[i + 2];
    *out++ = digits[group >> 18];
    *out++ = digits[group >> 12 & 63];
    *out++ = count > 1 ? digits[group >> 6 & 63] : '=';
    *out++ = count > 2 ? digits[group & 63] : '=';
  }
  it->len = (size_t)(out - it->data);
  *out = 0;
  return true;
}

bool bytes_add_decoded_base64(bytes *it, const char *text, size_t len) {
  size_t before = it->len, digit_count = 0, ends = 0;
  uint32_t group = 0;
  bool is_good = bytes_reserve(it, len / 4 * 3 + 3);
  for (size_t i = 0; is_good && i < len; i++) {
    if (text[i] == '\r' || text[i] == '\n') continue;
    const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
    ends += text[i] == '=';
    is_good = (digit && ends == 0) || text[i] == '=';
    group = group << 6 | (digit ? (uint32_t)(digit - digits) : 0);
    if (++digit_count % 4 != 0) continue;
    char three[] = {(char)(group >> 16), (char)(group >> 8), (char)group};
    is_good = is_good && ends <= 2 && bytes_add(it, three, 3 - ends);
    group = 0;
  }
  if (is_good && digit_count % 4 == 0) return bytes_add(it, "", 0);
  it->len = before;
  return false;
}

const char *bytes_text(const bytes *it) { return it->data ? it->data : ""; }

bool bytes_equal(const bytes *one, const bytes *other) {
  return one->len == other->len && (one->len == 0 || memcmp(one->data, other->data, one->len) == 0);
}

void bytes_free(bytes *it) {
  free(it->data);
  *it = (bytes){0};
}

bool is_utf8(const void *data, size_t len) {
  const unsigned char *at = data, *end = at + len;
  while (at < end) {
    unsigned char first = *at++;
    if (first < 0x80) continue;
    size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || (size_t)(end - at) < more) return false;
    /* Refuses overlong forms, surrogates, and numbers above U+10FFFF. */
    if ((first == 0xE0 && *at < 0xA0) || (first == 0xED && *at > 0x9F)) return false;
    if ((first == 0xF0 && *at < 0x90) || (first == 0xF4 && *at > 0x8F)) return false;
    for (; more > 0; more--) {
      if ((*at++ & 0xC0) != 0x80) return false;
    }
  }
  return true;
}
