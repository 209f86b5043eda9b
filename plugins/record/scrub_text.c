#define _GNU_SOURCE
#include "scrub_text.h"
#include "../common/slice.h"
#include "secret_names.h"

#include <string.h>

static bool is_one_of(const char *bytes, char byte) { return byte && strchr(bytes, byte); }

/* ── XML ── */

/* Appends the text from `*copied` to `from`, and the mark instead of the text from there to `to`. */
static bool replace(const char **copied, const char *from, const char *to, bytes *out, secrets *found) {
  bool is_good = bytes_add(out, *copied, (size_t)(from - *copied)) && scrub_mark(out, from, (size_t)(to - from), found);
  *copied = to;
  return is_good;
}

/* Returns the beginning of the name that ends at `end`, without its prefix: Password in wsse:Password. */
static const char *local_name(const char *start, const char *end) {
  const char *at = end;
  while (at > start && !is_one_of(" \t\r\n<>:\"'", at[-1])) at--;
  return at;
}

/* Copies the attributes of a tag, from `at` to its ">". Returns where the tag ends, or NULL if there is no memory. */
static const char *scrub_attributes(const scrub_rules *it, const char *at, const char *end, const char **copied, bytes *out,
                                    secrets *found) {
  for (const char *start = at; at < end && !is_one_of("<>", *at); at++) {
    if (*at != '=' || at + 1 == end || !is_one_of("\"'", at[1])) continue;
    const char *name = local_name(start, at), *value = at + 2;
    const char *closing = memchr(value, at[1], (size_t)(end - value));
    if (!closing) continue;
    bool is_secret = closing > value && is_secret_name(it, PLACE_MEMBER, name, (size_t)(at - name));
    if (is_secret && !replace(copied, value, closing, out, found)) return NULL;
    at = closing;
  }
  return at;
}

/* Returns the end of the text that begins at `*at`, and moves `*at` to the first byte that is not white. Returns NULL if
 * there is no text, or if another element follows it. */
static const char *text_end(const char **at, const char *end) {
  static const char cdata[] = "<![CDATA[";
  const char *start = *at, *found;
  while (start < end && is_one_of(" \t\r\n", *start)) start++;
  *at = start;
  if ((size_t)(end - start) >= sizeof cdata - 1 && memcmp(start, cdata, sizeof cdata - 1) == 0) {
    *at = start += sizeof cdata - 1;
    found = memmem(start, (size_t)(end - start), "]]>", 3);
    return found ? found : end;
  }
  found = memchr(start, '<', (size_t)(end - start));
  if (!found) found = end;
  /* JSON can write "<\/". */
  const char *slash = found + 1 < end && found[1] == '\\' ? found + 2 : found + 1;
  if (found < end && (slash >= end || *slash != '/')) return NULL;
  while (found > start && is_one_of(" \t\r\n", found[-1])) found--;
  return found > start ? found : NULL;
}

bool scrub_elements(const scrub_rules *it, const bytes *text, bytes *out, secrets *found) {
  const char *at = bytes_text(text), *end = at + text->len, *copied = at;
  while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
    const char *tag = ++at;
    while (at < end && !is_one_of(" \t\r\n/<>=\"'", *at)) at++;
    const char *name = local_name(tag, at), *name_end = at;
    at = scrub_attributes(it, at, end, &copied, out, found);
    if (!at) return false;
    bool is_element = name_end > name && at < end && *at == '>' && at[-1] != '/';
    if (!is_element || !is_secret_name(it, PLACE_MEMBER, name, (size_t)(name_end - name))) continue;
    const char *content = at + 1, *content_end = text_end(&content, end);
    if (!content_end || content_end == content) continue;
    if (!replace(&copied, content, content_end, out, found)) return false;
    at = content_end;
  }
  return bytes_add(out, copied, (size_t)(bytes_text(text) + text->len - copied));
}

/* ── Credentials ── */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static bool is_capital(char byte) { return byte >= 'A' && byte <= 'Z'; }
/* JSON can write a slash as "\/". */
static bool is_escaped_slash(const char *at, const char *end) { return end - at > 1 && at[0] == '\\' && at[1] == '/'; }
static bool is_word(char byte) { return is_digit(byte) || is_capital(byte) || (byte >= 'a' && byte <= 'z') || is_one_of("-._", byte); }

/* Returns the end of the credential (token68 of RFC 9110 §11.2) at this place. Returns NULL for ordinary text, for
 * example in "Basic requirements". Also returns NULL for the parameters of a challenge. */
static const char *credential_end(const char *at, const char *end) {
  size_t len = 0;
  bool is_odd = false;
  for (; at < end && (is_word(*at) || is_one_of("~+/", *at) || is_escaped_slash(at, end)); at++) {
    is_odd |= is_digit(*at) || (len > 0 && is_capital(*at));
    len += *at != '\\';
  }
  size_t whole = len;
  for (; at < end && *at == '='; at++) whole++;
  /* Base64 pads its length to a multiple of four. Other equal signs belong to a parameter. */
  if (whole > len && (whole % 4 != 0 || (at < end && is_word(*at)))) return NULL;
  return len >= 20 || (is_odd && len >= 8) ? at : NULL;
}

bool scrub_credentials(const bytes *text, bytes *out, secrets *found) {
  const char *start = bytes_text(text), *at = start, *end = at + text->len, *copied = at;
  while (at < end && (at = memchr(at, ' ', (size_t)(end - at)))) {
    size_t before = (size_t)(at - start);
    size_t len = before >= 6 && is_same_word((slice){at - 6, 6}, SLICE("bearer"))  ? 6
                 : before >= 5 && is_same_word((slice){at - 5, 5}, SLICE("basic")) ? 5
                                                                                   : 0;
    const char *word = at - len;
    bool is_line = word - start > 1 && word[-2] == '\\' && is_one_of("nrt", word[-1]); /* "\n" in JSON */
    bool is_scheme = len > 0 && (word == start || is_line || !is_word(word[-1]));
    while (at < end && *at == ' ') at++;
    const char *credential = is_scheme ? credential_end(at, end) : NULL;
    if (credential && !replace(&copied, at, credential, out, found)) return false;
    if (credential) at = credential;
  }
  return bytes_add(out, copied, (size_t)(end - copied));
}
