#define _GNU_SOURCE
#include "../common/slice.h"
#include "scrub.h"
#include "scrub_text.h"
#include "secret_names.h"

#include <stdlib.h>
#include <string.h>

enum { SHORTEST_COOKIE = 16 };

/* A URL can be a parameter of another URL, which can be a parameter of a third one. URLs that are nested more deeply
 * than this are not decoded. */
enum { MOST_NESTING = 3 };

static bool is_one_of(const char *bytes, char byte) { return byte && strchr(bytes, byte); }

static bool is_letter_or_digit(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* ── Values ── */

static bool add_encoded(bytes *out, const char *value, size_t len) {
  for (size_t i = 0; i < len; i++) {
    unsigned char byte = (unsigned char)value[i];
    char code[] = {'%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
    if (!(is_letter_or_digit(value[i]) || is_one_of("-._~", value[i]) ? bytes_add(out, value + i, 1) : bytes_add(out, code, 3))) return false;
  }
  return true;
}

/* Adds a value, and the percent-encoded form that the value has in a URL. */
static bool add_known(secrets *it, const char *value) {
  bytes encoded = {0};
  bool is_good = secrets_add(it, value, strlen(value), 1) && add_encoded(&encoded, value, strlen(value)) &&
                 secrets_add(it, bytes_text(&encoded), encoded.len, 1);
  bytes_free(&encoded);
  return is_good;
}

/* Copies a value as it is in a string of JSON. */
static bool add_escaped(bytes *out, const bytes *value) {
  for (size_t i = 0; i < value->len; i++) {
    if (is_one_of("\"\\", value->data[i]) && !bytes_add(out, "\\", 1)) return false;
    if (!bytes_add(out, value->data + i, 1)) return false;
  }
  return bytes_add(out, "", 0);
}

/* Adds a value that was found, and the other forms that the value can have in a text. These forms are: decoded,
 * percent-encoded, escaped for a string of JSON, and escaped twice for JSON in a string of JSON. */
static bool add_found(secrets *it, const char *value, size_t len, size_t least) {
  bytes forms[4] = {0}; /* the first one is the plain value */
  bool is_good = secrets_add(it, value, len, least) && bytes_add(&forms[0], "", 0);
  for (size_t i = 0, used; is_good && i < len; i += used) {
    char byte = decoded_byte(value + i, len - i, &used);
    is_good = bytes_add(&forms[0], &byte, 1);
  }
  is_good = is_good && add_encoded(&forms[1], bytes_text(&forms[0]), forms[0].len) &&
            add_escaped(&forms[2], &forms[0]) && add_escaped(&forms[3], &forms[2]);
  for (size_t i = 0; i < 4; i++) {
    is_good = is_good && secrets_add(it, bytes_text(&forms[i]), forms[i].len, least);
    bytes_free(&forms[i]);
  }
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
  return secrets_link(&it->known) && read_names(it, "keep", &it->keep) && read_names(it, "scrub_fields", &it->fields) &&
         read_names(it, "scrub_parameters", &it->parameters);
}

void scrub_rules_free(scrub_rules *it) {
  secrets_free(&it->known);
  bytes_free(&it->keep);
  bytes_free(&it->fields);
  bytes_free(&it->parameters);
}

/* ── Texts ── */

static bool mark(bytes *out, const char *value, size_t len, secrets *found, size_t least) {
  return bytes_add_text(out, SCRUB_MARK) && (!found || add_found(found, value, len, least));
}

bool scrub_mark(bytes *out, const char *value, size_t len, secrets *found) {
  return mark(out, value, len, found, SHORTEST_SECRET);
}

static bool scrub_text(const scrub_rules *it, const bytes *text, const char *marks, int nesting, bytes *out,
                       secrets *found);
static bool scrub_json(const scrub_rules *it, const bytes *text, bytes *out, secrets *found);

/* Copies a value that can be a URL or JSON, without the secrets in it. */
static bool scrub_value(const scrub_rules *it, const char *value, size_t len, int nesting, bytes *out, secrets *found) {
  bytes plain = {0}, members = {0}, clean = {0};
  bool is_encoded = memchr(value, '%', len), is_good = true;
  if (nesting == MOST_NESTING || !(is_encoded || memmem(value, len, "://", 3))) return bytes_add(out, value, len);
  for (size_t i = 0, used; is_good && i < len; i += used) {
    char byte = is_encoded && value[i] == '%' ? decoded_byte(value + i, len - i, &used) : (used = 1, value[i]);
    is_good = bytes_add(&plain, is_encoded && used == 1 && byte == '+' ? " " : &byte, 1);
  }
  is_good = is_good && scrub_json(it, &plain, &members, found) &&
            scrub_text(it, &members, "?&;#", nesting + 1, &clean, found);
  if (is_good && bytes_equal(&plain, &clean)) is_good = bytes_add(out, value, len);
  else if (is_good && is_encoded) is_good = add_encoded(out, bytes_text(&clean), clean.len);
  else is_good = is_good && bytes_add(out, bytes_text(&clean), clean.len);
  bytes_free(&plain);
  bytes_free(&members);
  bytes_free(&clean);
  return is_good;
}

/* Copies "name=value" pairs without their secrets, up to a byte that is one of `ends`. Returns where the pairs end, or
 * NULL if there is no memory. */
static const char *scrub_pairs(const scrub_rules *it, const char *at, const char *end, const char *ends, int nesting,
                               bytes *out, secrets *found) {
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
      if (!(is_secret ? mark(out, value, len, found, SHORTEST_SECRET)
                      : scrub_value(it, value, len, nesting, out, found))) return NULL;
    }
    if (at < end && *at == '&' && !bytes_add(out, at++, 1)) return NULL;
  }
  return at;
}

/* Returns the end of the user in "user@host", which follows "://" in a URL. Returns NULL if there is no user. In a text,
 * a space and the characters `marks` end the URL. */
static const char *user_end(const char *at, const char *end, const char *marks) {
  const char *last = NULL;
  for (; at < end && ((unsigned char)*at > ' ' || !*marks) && !is_one_of("/?#", *at) && !is_one_of(marks, *at); at++) {
    if (*at == '@') last = at;
  }
  return last;
}

/* Returns the number of bytes of "://" at this place, or 0. JSON can write a slash as "\/". */
static size_t slashes(const char *at, size_t len) {
  if (len > 3 && memcmp(at, "://", 3) == 0) return 3;
  return len > 5 && memcmp(at, ":\\/\\/", 5) == 0 ? 5 : 0;
}

/* Copies a text without the secrets of the URLs in it. "name=value" pairs begin after one of the characters `marks`. */
static bool scrub_text(const scrub_rules *it, const bytes *text, const char *marks, int nesting, bytes *out,
                       secrets *found) {
  const char *at = bytes_text(text), *end = at + text->len;
  while (at < end) {
    const char *start = at;
    while (at < end && !is_one_of(marks, *at) && !(*at == ':' && slashes(at, (size_t)(end - at)))) at++;
    if (!bytes_add(out, start, (size_t)(at - start))) return false;
    if (at < end && *at == ':') {
      size_t len = slashes(at, (size_t)(end - at));
      if (!bytes_add(out, at, len)) return false;
      at += len;
      const char *user = user_end(at, end, "\"<>");
      if (user && !mark(out, at, (size_t)(user - at), found, SHORTEST_SECRET)) return false;
      if (user) at = user;
    } else if (at < end) {
      if (!bytes_add(out, at++, 1)) return false;
      at = scrub_pairs(it, at, end, " \t\r\n\"'<>;,#)\\", nesting, out, found);
      if (!at) return false;
    }
  }
  return bytes_add(out, "", 0) && scrub_values(&it->known, out);
}

/* Copies the path of a URL. A segment can have parameters after a semicolon. */
static bool scrub_path(const scrub_rules *it, const char *at, const char *end, bytes *out, secrets *found) {
  while (at < end) {
    const char *start = at;
    while (at < end && *at != ';') at++;
    if (at < end) at++;
    if (!bytes_add(out, start, (size_t)(at - start))) return false;
    at = scrub_pairs(it, at, end, "/;", 0, out, found);
    if (!at) return false;
  }
  return true;
}

bool scrub_url(const scrub_rules *it, const bytes *url, bytes *out, secrets *found) {
  const char *text = bytes_text(url), *end = text + strcspn(text, "#"), *at = text + strcspn(text, "?#");
  const char *authority = strstr(text, "://");
  if (authority && authority < at) {
    const char *user = user_end(authority + 3, at, "");
    if (!bytes_add(out, text, (size_t)(authority + 3 - text))) return false;
    text = user ? user + 1 : authority + 3;
  }
  const char *path = memchr(text, ';', (size_t)(at - text));
  if (!path) path = at;
  if (!bytes_add(out, text, (size_t)(path - text)) || !scrub_path(it, path, at, out, found)) return false;
  if (at < end && (!bytes_add(out, at, 1) || !scrub_pairs(it, at + 1, end, "", 0, out, found))) return false;
  return scrub_values(&it->known, out);
}

bool scrub_message(const scrub_rules *it, const bytes *text, bytes *out, secrets *found) {
  bytes clean = {0};
  bool is_good = scrub_credentials(text, &clean, found) && scrub_text(it, &clean, "?&;#", 0, out, found);
  bytes_free(&clean);
  return is_good;
}

/* ── Header fields ── */

/* Copies cookies, "a=1; b=2", without their values. In Set-Cookie, only the first pair is a cookie. The other pairs are
 * attributes. */
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

/* Copies a value without the secrets of its quoted parameters, for example nonce="…". */
static bool scrub_parameters(const scrub_rules *it, const bytes *value, bytes *out, secrets *found) {
  const char *at = bytes_text(value), *copied = at, *text = at;
  while ((at = strstr(at, "=\""))) {
    const char *name = at, *start = at + 2, *end = start;
    while (name > text && (is_letter_or_digit(name[-1]) || is_one_of("_-", name[-1]))) name--;
    while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
    if (end > start && is_secret_name(it, PLACE_FIELD, name, (size_t)(at - name))) {
      if (!bytes_add(out, copied, (size_t)(start - copied))) return false;
      if (!mark(out, start, (size_t)(end - start), found, SHORTEST_SECRET)) return false;
      copied = end;
    }
    at = *end ? end + 1 : end;
  }
  return bytes_add(out, copied, strlen(copied));
}

/* Decodes the base64 text of "Basic" credentials, and adds the password. */
static bool add_password(const char *text, size_t len, secrets *found) {
  bytes both = {0};
  bool is_good = true;
  if (bytes_add_decoded_base64(&both, text, len)) {
    const char *user = bytes_text(&both), *colon = memchr(user, ':', both.len);
    size_t before = colon ? (size_t)(colon - user) + 1 : 0;
    is_good = !colon || (add_found(found, user, both.len, SHORTEST_SECRET) &&
                         add_found(found, user + before, both.len - before, SHORTEST_SECRET));
  }
  bytes_free(&both);
  return is_good;
}

bool scrub_field(const scrub_rules *it, const char *name, const bytes *value, bytes *out, secrets *found) {
  if (!is_secret_name(it, PLACE_FIELD, name, strlen(name))) {
    bytes clean = {0};
    bool is_good = scrub_parameters(it, value, &clean, found) && scrub_message(it, &clean, out, found);
    bytes_free(&clean);
    return is_good;
  }
  if (is_same_name(name, "Cookie") || is_same_name(name, "Set-Cookie")) {
    return scrub_cookies(value, is_same_name(name, "Set-Cookie"), out, found);
  }
  const char *text = bytes_text(value), *rest = strchr(text, ' ');
  bool has_scheme = rest && contains_word(name, "authorization");
  size_t scheme = has_scheme ? (size_t)(rest - text) + 1 : 0;
  bool is_basic = found && scheme == 6 && begins_with_word(text, "basic");
  if (is_basic && !add_password(text + scheme, value->len - scheme, found)) return false;
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

/* Returns the end of a string that begins at `at`. The string can be incomplete. */
static const char *value_end(const char *at, const char *end, size_t level) {
  const char *found = string_end(at, end, level);
  if (!found && level > 0) found = string_end(at, end, 0);
  return found ? found : end;
}

static const char *skip_spaces(const char *at, const char *end) {
  while (at < end && is_one_of(" \t\r\n", *at)) at++;
  return at;
}

/* Copies a list or an object without its strings. The names of members stay. Returns the end of the list or object, or
 * NULL if there is no memory. */
static const char *scrub_strings(const char *at, const char *end, size_t level, bytes *out, secrets *found) {
  const char *copied = at;
  for (size_t depth = 0; at < end;) {
    const char *value = after_quote(at, end, level);
    if (value && !is_one_of(" \t\r\n", *at)) {
      const char *closing = value_end(value, end, level);
      at = (size_t)(end - closing) > level ? closing + level + 1 : end;
      const char *colon = skip_spaces(at, end);
      if ((colon < end && *colon == ':') || closing == value) continue;
      if (!bytes_add(out, copied, (size_t)(value - copied))) return NULL;
      if (!mark(out, value, (size_t)(closing - value), found, SHORTEST_SECRET)) return NULL;
      copied = closing;
      continue;
    }
    char byte = *at++;
    if (byte == '[' || byte == '{') depth++;
    if ((byte == ']' || byte == '}') && --depth == 0) break;
  }
  return bytes_add(out, copied, (size_t)(at - copied)) ? at : NULL;
}

/* Returns the end of a number of JSON that begins at `at`. */
static const char *number_end(const char *at, const char *end) {
  while (at < end && is_one_of("-+.0123456789eE", *at)) at++;
  return at;
}

/* Copies JSON, or a text with JSON in it, without the strings and numbers of members that have secret names. A number
 * becomes 0, so that the program that reads it still finds a number. */
static bool scrub_members(const scrub_rules *it, const bytes *text, size_t level, bytes *out, secrets *found) {
  const char *at = bytes_text(text), *end = at + text->len, *copied = at;
  const char *quote = "\\\\\\\"" + 3 - level;
  while ((at = memmem(at, (size_t)(end - at), quote, level + 1))) {
    const char *name = at + level + 1, *name_end = string_end(name, end, level);
    if (!name_end) break;
    at = name_end + level + 1;
    const char *value = skip_spaces(at, end);
    if (value == end || *value != ':') continue;
    value = skip_spaces(value + 1, end);
    const char *string = after_quote(value, end, level);
    bool is_tree = value < end && (*value == '[' || *value == '{');
    size_t len = (size_t)(name_end - name);
    const char *number = string || is_tree ? value : number_end(value, end);
    if (number > value) {
      if (!is_secret_name(it, PLACE_NUMBER, name, len) && !is_pin(it, name, len, value, (size_t)(number - value))) continue;
      if (!bytes_add(out, copied, (size_t)(value - copied)) || !bytes_add(out, "0", 1)) return false;
      copied = at = number;
      continue;
    }
    if (!string && !is_tree) continue;
    bool is_secret = is_secret_name(it, PLACE_MEMBER, name, len) ||
                     (string && is_pin(it, name, len, string, (size_t)(value_end(string, end, level) - string)));
    if (!is_secret) continue;
    if (string) value = string;
    if (!bytes_add(out, copied, (size_t)(value - copied))) return false;
    if (is_tree) {
      copied = at = scrub_strings(value, end, level, out, found);
      if (!at) return false;
      continue;
    }
    copied = value_end(value, end, level);
    if (copied > value && !mark(out, value, (size_t)(copied - value), found, SHORTEST_SECRET)) return false;
    at = (size_t)(end - copied) > level ? copied + level + 1 : end;
  }
  return bytes_add(out, copied, (size_t)(end - copied));
}

/* Copies JSON, or a text with JSON in it, without its secrets. JSON can be in a string of JSON. */
static bool scrub_json(const scrub_rules *it, const bytes *text, bytes *out, secrets *found) {
  bytes deepest = {0}, inner = {0};
  bool is_good = scrub_members(it, text, 3, &deepest, found) && scrub_members(it, &deepest, 1, &inner, found) &&
                 scrub_members(it, &inner, 0, out, found);
  bytes_free(&deepest);
  bytes_free(&inner);
  return is_good;
}

/* Reads the name after "name=" in the header of a form's part. The name may have quotes. Returns where it begins, and
 * its length in `len`. */
static const char *part_name(const char *at, const char *end, size_t *len) {
  bool is_quoted = at < end && *at == '"';
  const char *name = is_quoted ? at + 1 : at;
  for (at = name; at < end && !is_one_of(is_quoted ? "\"\r\n" : "; \t\r\n", *at); at++) {}
  *len = (size_t)(at - name);
  return name;
}

/* Copies a multipart form. Replaces the content of each part that has a secret name with SCRUB_MARK. */
static bool scrub_parts(const scrub_rules *it, const bytes *body, bytes *out, secrets *found) {
  const char *at = bytes_text(body), *end = at + body->len, *copied = at;
  while ((at = memmem(at, (size_t)(end - at), "name=", 5))) {
    size_t len;
    const char *name = part_name(at + 5, end, &len);
    bool is_part = at > copied && is_one_of("; \t", at[-1]);
    at = name;
    if (!is_part || !is_secret_name(it, PLACE_PARAMETER, name, len)) continue;
    const char *content = memmem(name, (size_t)(end - name), "\r\n\r\n", 4);
    if (!content) break;
    content += 4;
    at = memmem(content, (size_t)(end - content), "\r\n--", 4);
    if (!at) at = end;
    if (!bytes_add(out, copied, (size_t)(content - copied))) return false;
    if (at > content && !mark(out, content, (size_t)(at - content), found, SHORTEST_SECRET)) return false;
    copied = at;
  }
  return bytes_add(out, copied, (size_t)(end - copied));
}

/* Returns whether the bytes have a control character that no text has. Nearly all other data has one. */
static bool has_control(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if ((unsigned char)text[i] < ' ' && !(text[i] >= '\t' && text[i] <= '\r' && text[i] != '\v')) return true;
  }
  return false;
}

bool scrub_body(const scrub_rules *it, const char *type, const bytes *body, bytes *out, secrets *found) {
  bytes parts = {0}, members = {0}, elements = {0}, credentials = {0};
  const char *text = bytes_text(body);
  bool is_form = begins_with_word(type, "multipart/"), is_good;
  /* The names of secrets are ASCII, so they can also be found in texts that are not UTF-8, for example in Latin-1. */
  if (has_control(text, body->len) && !is_utf8(text, body->len)) {
    is_good = bytes_add(out, text, body->len);
  } else if (contains_word(type, "x-www-form-urlencoded")) {
    is_good = scrub_pairs(it, text, text + body->len, "", 0, out, found) && bytes_add(out, "", 0);
  } else {
    is_good = (is_form ? scrub_parts(it, body, &parts, found) : bytes_add(&parts, text, body->len)) &&
              scrub_json(it, &parts, &members, found) && scrub_elements(it, &members, &elements, found) &&
              scrub_credentials(&elements, &credentials, found) && scrub_text(it, &credentials, "?&", 0, out, found);
  }
  bytes_free(&parts);
  bytes_free(&members);
  bytes_free(&elements);
  bytes_free(&credentials);
  return is_good && scrub_values(&it->known, out);
}
