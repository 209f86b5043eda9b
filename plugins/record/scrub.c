#define _GNU_SOURCE
#include "scrub.h"
#include "secret_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A secret of at least SHORTEST_SECRET bytes, and a cookie's value of at least SHORTEST_COOKIE bytes, is replaced
 * everywhere. A shorter value may also be an ordinary word of a body, so it is replaced only next to its name. */
enum { SHORTEST_SECRET = 8, SHORTEST_COOKIE = 16 };

/* ── Values ── */

/* Adds a value, and its percent-encoded form, which it has in a URL. */
static bool add_known(secrets *it, const char *value) {
  bytes encoded = {0};
  bool is_good = secrets_add(it, value, strlen(value), 1);
  for (const char *at = value; is_good && *at; at++) {
    unsigned char byte = (unsigned char)*at;
    char code[] = {'%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
    bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                    strchr("-._~", byte);
    is_good = is_plain ? bytes_add(&encoded, at, 1) : bytes_add(&encoded, code, 3);
  }
  is_good = is_good && secrets_add(it, bytes_text(&encoded), encoded.len, 1);
  bytes_free(&encoded);
  return is_good;
}

bool scrub_rules_read(scrub_rules *it, const moya_host *host, moya_context *self) {
  it->host = host;
  it->self = self;
  size_t count = host->option_count(self, "scrub_variables");
  for (size_t i = 0; i < count; i++) {
    const char *value = getenv(host->option_at(self, "scrub_variables", i).data);
    if (value && *value && !add_known(&it->known, value)) return false;
  }
  return secrets_link(&it->known);
}

/* ── Texts ── */

static bool is_one_of(const char *bytes, char byte) { return byte && strchr(bytes, byte); }

static bool mark(bytes *out, const char *value, size_t len, secrets *found, size_t least) {
  return bytes_add_text(out, SCRUB_MARK) && (!found || secrets_add(found, value, len, least));
}

/* Copies "name=value" pairs without their secrets, up to a byte that is one of `ends`. Returns where the pairs end, or
 * NULL if there is no memory. */
static const char *scrub_pairs(const scrub_rules *it, const char *at, const char *end, const char *ends, bytes *out,
                               secrets *found) {
  while (at < end && !is_one_of(ends, *at)) {
    const char *name = at;
    while (at < end && *at != '=' && *at != '&' && !is_one_of(ends, *at)) at++;
    size_t name_len = (size_t)(at - name);
    if (!bytes_add(out, name, name_len)) return NULL;
    if (at < end && *at == '=') {
      const char *value = ++at;
      while (at < end && *at != '&' && !is_one_of(ends, *at)) at++;
      size_t len = (size_t)(at - value);
      bool is_secret = len > 0 && is_secret_name(it, PLACE_PARAMETER, name, name_len);
      if (!bytes_add(out, "=", 1)) return NULL;
      if (!(is_secret ? mark(out, value, len, found, SHORTEST_SECRET) : bytes_add(out, value, len))) return NULL;
    }
    if (at < end && *at == '&' && !bytes_add(out, at++, 1)) return NULL;
  }
  return at;
}

/* Returns the end of the user in "user@host", which follows "://" in a URL. Returns NULL if there is no user. */
static const char *user_end(const char *at, const char *end) {
  const char *last = NULL;
  for (; at < end && (unsigned char)*at > ' ' && !is_one_of("/?#\"<>", *at); at++) {
    if (*at == '@') last = at;
  }
  return last;
}

/* Copies a text without the secrets of the URLs that are in it. */
static bool scrub_text(const scrub_rules *it, const bytes *text, bytes *out, secrets *found) {
  const char *at = bytes_text(text), *end = at + text->len;
  while (at < end) {
    const char *start = at;
    while (at < end && !is_one_of("?&;#", *at) && !(end - at > 3 && memcmp(at, "://", 3) == 0)) at++;
    if (!bytes_add(out, start, (size_t)(at - start))) return false;
    if (at < end && *at == ':') {
      if (!bytes_add(out, at, 3)) return false;
      at += 3;
      const char *user = user_end(at, end);
      if (user && !mark(out, at, (size_t)(user - at), found, SHORTEST_SECRET)) return false;
      if (user) at = user;
    } else if (at < end) {
      if (!bytes_add(out, at++, 1)) return false;
      at = scrub_pairs(it, at, end, " \t\r\n\"'<>;,#)", out, found);
      if (!at) return false;
    }
  }
  return bytes_add(out, "", 0) && scrub_values(&it->known, out);
}

bool scrub_url(const scrub_rules *it, const bytes *url, bytes *out, secrets *found) {
  const char *text = bytes_text(url), *end = text + strcspn(text, "#"), *at = text + strcspn(text, "?#");
  const char *authority = strstr(text, "://");
  if (authority && authority < at) {
    const char *user = user_end(authority + 3, at);
    if (!bytes_add(out, text, (size_t)(authority + 3 - text))) return false;
    text = user ? user + 1 : authority + 3;
  }
  if (!bytes_add(out, text, (size_t)(at - text))) return false;
  if (at < end && (!bytes_add(out, at, 1) || !scrub_pairs(it, at + 1, end, "", out, found))) return false;
  return scrub_values(&it->known, out);
}

bool scrub_message(const scrub_rules *it, const bytes *text, bytes *out, secrets *found) {
  return scrub_text(it, text, out, found);
}

/* ── Header fields ── */

/* Copies "a=1; b=2" without the values. Set-Cookie has one cookie, and then attributes. */
static bool scrub_cookies(const bytes *value, bool is_set_cookie, bytes *out, secrets *found) {
  const char *at = bytes_text(value);
  for (bool is_first = true; *at; is_first = false) {
    size_t len = strcspn(at, ";"), name = strcspn(at, "=;");
    bool is_cookie = name < len && (is_first || !is_set_cookie);
    if (!bytes_add(out, at, is_cookie ? name + 1 : len)) return false;
    if (is_cookie && !mark(out, at + name + 1, len - name - 1, found, SHORTEST_COOKIE)) return false;
    at += len;
    if (*at && !bytes_add(out, at++, 1)) return false;
  }
  return bytes_add(out, "", 0);
}

bool scrub_field(const scrub_rules *it, const char *name, const bytes *value, bytes *out, secrets *found) {
  if (!is_secret_name(it, PLACE_FIELD, name, strlen(name))) return scrub_text(it, value, out, found);
  if (strcasecmp(name, "Cookie") == 0 || strcasecmp(name, "Set-Cookie") == 0) {
    return scrub_cookies(value, strcasecmp(name, "Set-Cookie") == 0, out, found);
  }
  const char *text = bytes_text(value), *rest = strchr(text, ' ');
  bool has_scheme = rest && strcasestr(name, "authorization");
  size_t scheme = has_scheme ? (size_t)(rest - text) + 1 : 0;
  return bytes_add(out, text, scheme) && mark(out, text + scheme, value->len - scheme, found, SHORTEST_SECRET);
}

/* ── Bodies ── */

/* Returns the end of a string that begins at `at`: the place of the closing quote, or of the backslashes that belong to
 * this quote. `level` is the number of these backslashes. It is 1 in a JSON text that is a string of another JSON text,
 * and 3 one level deeper. */
static const char *string_end(const char *at, const char *end, size_t level) {
  for (size_t slashes = 0; at < end; at++) {
    if (*at == '"' && slashes % (2 * level + 2) == level) return at - level;
    slashes = *at == '\\' ? slashes + 1 : 0;
  }
  return NULL;
}

/* Returns the text after an opening quote, or NULL if there is no quote. For `level`, see string_end. */
static const char *after_quote(const char *at, const char *end, size_t level) {
  while (at < end && is_one_of(" \t\r\n", *at)) at++;
  return (size_t)(end - at) > level && at[level] == '"' && (level == 0 || *at == '\\') ? at + level + 1 : NULL;
}

/* Copies JSON, or a text with JSON in it, without the strings of members that have secret names. */
static bool scrub_members(const scrub_rules *it, const bytes *text, size_t level, bytes *out, secrets *found) {
  const char *at = bytes_text(text), *end = at + text->len, *copied = at;
  const char *quote = "\\\\\\\"" + 3 - level;
  while ((at = memmem(at, (size_t)(end - at), quote, level + 1))) {
    const char *name = at + level + 1, *name_end = string_end(name, end, level);
    if (!name_end) break;
    const char *colon = name_end + level + 1;
    while (colon < end && is_one_of(" \t\r\n", *colon)) colon++;
    const char *value = colon < end && *colon == ':' ? after_quote(colon + 1, end, level) : NULL;
    const char *value_end = value ? string_end(value, end, level) : NULL;
    at = name_end + level + 1;
    if (!value_end || !is_secret_name(it, PLACE_MEMBER, name, (size_t)(name_end - name))) continue;
    size_t len = (size_t)(value_end - value);
    if (!bytes_add(out, copied, (size_t)(value - copied))) return false;
    if (len > 0 && !mark(out, value, len, found, SHORTEST_SECRET)) return false;
    copied = value_end;
    at = value_end + level + 1;
  }
  return bytes_add(out, copied, (size_t)(end - copied));
}

bool scrub_body(const scrub_rules *it, const char *type, const bytes *body, bytes *out, secrets *found) {
  bytes deepest = {0}, inner = {0};
  const char *text = bytes_text(body);
  bool is_good;
  if (!is_utf8(text, body->len)) {
    is_good = bytes_add(out, text, body->len);
  } else if (strcasestr(type, "x-www-form-urlencoded")) {
    is_good = scrub_pairs(it, text, text + body->len, "", out, found) && bytes_add(out, "", 0);
  } else {
    is_good = scrub_members(it, body, 3, &deepest, found) && scrub_members(it, &deepest, 1, &inner, found) &&
              scrub_members(it, &inner, 0, out, found);
  }
  bytes_free(&deepest);
  bytes_free(&inner);
  return is_good && scrub_values(&it->known, out);
}
