#include "request.h"

#include <string.h>

/* Returns how many bytes precede the authority: "https://". Returns 0 if the URL has no authority. */
static size_t scheme_length(slice url) {
  for (size_t i = 0; i + 2 < url.len; i++) {
    if (url.at[i] == ':' && url.at[i + 1] == '/' && url.at[i + 2] == '/') return i + 3;
  }
  return 0;
}

/* Returns how many bytes precede the path: "https://example.com". Returns 0 if the URL has no authority. */
static size_t origin_length(slice url) {
  size_t i = scheme_length(url);
  if (i == 0) return 0;
  while (i < url.len && url.at[i] != '/' && url.at[i] != '?' && url.at[i] != '#') i++;
  return i;
}

/* Cuts the fragment off. */
static slice without_fragment(slice url) {
  const char *sign = url.len > 0 ? memchr(url.at, '#', url.len) : NULL;
  return sign ? (slice){url.at, (size_t)(sign - url.at)} : url;
}

/* Returns the user information of a URL: the part of its authority in front of the last @. `origin` is the length of
 * the URL's origin. */
static slice user_of(slice url, size_t origin) {
  if (origin == 0 || !memchr(url.at, '@', origin)) return (slice){NULL, 0};
  size_t begin = scheme_length(url);
  for (size_t i = origin; i > begin; i--) {
    if (url.at[i - 1] == '@') return (slice){url.at + begin, i - 1 - begin};
  }
  return (slice){NULL, 0};
}

static bool is_conditional(fields all) {
  static const slice names[] = {{"If-None-Match", 13},
                                {"If-Modified-Since", 17},
                                {"If-Match", 8},
                                {"If-Unmodified-Since", 19},
                                {"If-Range", 8}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (has_field(all, names[i])) return true;
  }
  return false;
}

/* Joins two texts in `room`. Returns the joined text, or {NULL, 0} if there is not enough room. */
static slice joined(slice first, slice second, char *room, size_t size) {
  if (first.len > size || second.len > size - first.len) return (slice){NULL, 0};
  memcpy(room, first.at, first.len);
  if (second.len > 0) memcpy(room + first.len, second.at, second.len);
  return (slice){room, first.len + second.len};
}

/* Returns true if the URL has the usual spelling: in lower case up to the path, and with a path. */
static bool is_usual(slice url, size_t origin) {
  for (size_t i = 0; i < origin; i++) {
    if (url.at[i] != lower(url.at[i])) return false;
  }
  return origin == 0 || (origin < url.len && url.at[origin] == '/');
}

/* Returns the URL without its user, in the usual spelling. `origin` is the length of the origin. */
static slice usual(slice url, size_t origin, slice user, char *room, size_t size) {
  size_t begin = user.at ? (size_t)(user.at - url.at) : origin;
  size_t end = user.at ? begin + user.len + 1 : origin, len = 0;
  if (!user.at && is_usual(url, origin)) return url;
  if (url.len + 1 > size) return (slice){NULL, 0};
  for (size_t i = 0; i < origin; i++) {
    if (i < begin || i >= end) room[len++] = lower(url.at[i]);
  }
  if (origin == url.len || url.at[origin] != '/') room[len++] = '/';
  memcpy(room + len, url.at + origin, url.len - origin);
  return (slice){room, len + url.len - origin};
}

request request_of(slice method, slice url, fields all, char *room, size_t size) {
  request it = {.fields = all, .control = control_of(all)};
  slice whole = without_fragment(url);
  size_t origin = origin_length(whole);
  it.user = user_of(whole, origin);
  it.url = usual(whole, origin, it.user, room, size);
  it.authorization = first_value(all, SLICE("Authorization"));
  it.is_head = is_equal(method, SLICE("HEAD"));
  it.range = it.is_head ? (slice){NULL, 0} : first_value(all, SLICE("Range"));
  it.is_conditional = is_conditional(all);
  if (!has_field(all, SLICE("Cache-Control")) && is_same_word(first_value(all, SLICE("Pragma")), SLICE("no-cache")))
    it.control.flags |= NO_CACHE;
  return it;
}

static bool begins_with(slice text, const char *start) {
  size_t len = strlen(start);
  return text.len >= len && memcmp(text.at, start, len) == 0;
}

/* Returns the length of the URL up to and including the last slash of its path. */
static size_t folder_length(slice url, size_t origin) {
  size_t end = origin, folder = origin;
  for (; end < url.len && url.at[end] != '?'; end++) {
    if (url.at[end] == '/') folder = end + 1;
  }
  return folder;
}

/* Returns true if the reference begins with a scheme: "mailto:". */
static bool has_scheme(slice reference) {
  size_t i = 0;
  while (i < reference.len && !memchr(":/?", reference.at[i], 3)) i++;
  return i < reference.len && reference.at[i] == ':';
}

/* Removes the segments "." and ".." from the path of a URL (RFC 3986 §5.2.4). Returns the new length of the URL. */
static size_t remove_dots(char *url, size_t origin, size_t len) {
  const char *mark = memchr(url, '?', len);
  size_t end = mark ? (size_t)(mark - url) : len, out = origin;
  for (size_t at = origin, next; at < end; at = next) { /* url[at] is a slash */
    for (next = at + 1; next < end && url[next] != '/';) next++;
    size_t dots = next - at - 1;
    bool is_dots = (dots == 1 || dots == 2) && memcmp(url + at + 1, "..", dots) == 0;
    while (is_dots && dots == 2 && out > origin && url[--out] != '/') continue;
    if (!is_dots) memmove(url + out, url + at, next - at);
    if (!is_dots) out += next - at;
    else if (next == end) url[out++] = '/';
  }
  memmove(url + out, url + end, len - end);
  return out + len - end;
}

slice resolved(slice base, slice reference, char *room, size_t size) {
  slice nothing = {NULL, 0}, target = without_fragment(trimmed(reference));
  size_t origin = origin_length(base), folder = folder_length(base, origin), before = folder;
  if (target.len == 0 || origin == 0) return nothing;
  const char *query = memchr(base.at, '?', base.len);
  if (begins_with(target, "//")) before = scheme_length(base) - 2;
  else if (has_scheme(target)) before = 0;
  else if (target.at[0] == '/') before = origin;
  else if (target.at[0] == '?') before = query ? (size_t)(query - base.at) : base.len;
  else if (folder == origin) return nothing;
  slice url = joined((slice){base.at, before}, target, room, size);
  size_t own = url.at ? origin_length(url) : 0;
  if (own == 0 || !is_same_word((slice){base.at, origin}, (slice){url.at, own})) return nothing;
  url.len = remove_dots(room, own, url.len);
  return url;
}
