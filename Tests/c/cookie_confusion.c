/* Tests faulty cookies, and faulty files of cookies, of HSTS hosts and of public suffixes. One part of each is
 * replaced, missing or repeated. If the library refuses a file, the error has a message. If it accepts a cookie, it can
 * send the cookie. If it accepts a file, it writes the file with the same cookies. */
#include "confusion.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Texts that replace a part: an attribute of a cookie, a field of a line, or a word. */
static const char *const texts[] = {
    "", " ", "=", "a", "a=", "=b", "a=b=c", "\"a", "\"a\"", "\x01", "\x7f", "\xff\xfe", "\xc3\xa9=\xc3\xa9", "Path", "Path=", "Path=x", "Path=/a/../b",
    "path=\"/\"", "Domain=", "Domain=.", "Domain=..127.0.0.1", "Domain=127.0.0.1.", "Domain=com", "Domain=[::1]", "Domain=\xc3\xa9", "Max-Age", "Max-Age=",
    "Max-Age=0", "Max-Age=-99999999999999999999", "Max-Age=99999999999999999999", "Max-Age=1e9", "Max-Age=0x10", "Expires=", "Expires=0",
    "Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Expires=Thu, 99 Xyz 99999 99:99:99", "Expires=1 1 1 1:1:1 Jan 9999999999", "Secure=false", "HttpOnly=1",
    "SameSite=", "SameSite=x", "SameSite=None", "__Host-a=1", "__Secure-a=1", "__Host-", "TRUE", "FALSE", "true", "0", "-1", "9223372036854775807",
    "9223372036854775808", "1e3", "0x1", "#", "#HttpOnly_h.example", "#HttpOnly_", ".", "..", "*", "!", "com", ".com", "[::1]", "::1", "127.0.0.1", "h.example.",
    "\xc3\xbc.example", "xn--", "\"unlimited\"", "\"\"", "\"99999999 99:99:99\"", "\"-0000000 00:00:00\"", "unlimited",
};

/* Reads many changed forms of `whole`: each part replaced, left out, repeated, or added to the end. Then reads each
 * beginning of `whole`. */
static void confuse_parts(reader read, const char *whole, const char *separators) {
  size_t length = strlen(whole);
  confusion.accepted = confusion.refused = 0;
  read_within_budget(read, whole, length);
  EXPECT(confusion.accepted == 1, "the text itself is sound: %s", whole);
  for (size_t from = 0; from <= length;) {
    size_t to = from + strcspn(whole + from, separators), after = to < length ? to + 1 : to;
    for (size_t i = 0; i < COUNT(texts); i++) read_with(read, whole, length, from, to, texts[i]);
    read_with(read, whole, length, from, after, "");
    char part[512];
    snprintf(part, sizeof part, "%.*s%c", (int)(to - from), whole + from, separators[0]);
    read_with(read, whole, length, from, from, part);
    snprintf(part, sizeof part, "%c%.*s", separators[0], (int)(to - from), whole + from);
    read_with(read, whole, length, length, length, part);
    from = to + 1;
  }
  for (size_t cut = 0; cut < length; cut++) read_one(read, whole, cut);
  EXPECT(confusion.accepted > 1, "%d were accepted, %d refused: %s", confusion.accepted, confusion.refused, whole);
}

/* A text that repeats `piece` between `before` and `after`. */
struct repeated {
  const char *before, *piece, *after;
  int times;
};
static void read_many(reader read, const struct repeated *row) {
  size_t before = strlen(row->before), piece = strlen(row->piece), after = strlen(row->after);
  size_t length = before + piece * (size_t)row->times + after, at = before;
  char *text = malloc(length + 1);
  if (!text) abort();
  memcpy(text, row->before, before);
  for (int i = 0; i < row->times; i++, at += piece) memcpy(text + at, row->piece, piece);
  memcpy(text + at, row->after, after + 1);
  read_within_budget(read, text, length);
  free(text);
}

/* Checks that each cookie for the URL can be sent, and returns their number. */
static size_t look(moya_provider *provider, const char *url) {
  moya_cookie_list *list = NULL;
  EXPECT_STATUS(moya_provider_cookies(provider, url, &list, NULL), MOYA_OK);
  size_t count = moya_cookie_list_count(list);
  for (size_t i = 0; i < count; i++) {
    const moya_cookie *it = moya_cookie_list_at(list, i);
    EXPECT(it->name[0] && it->domain[0] && it->path[0] == '/', "%s=%s, %s%s", it->name, it->value, it->domain, it->path);
    for (const char *at = it->name; *at; at++) EXPECT(*at != ';' && *at != '=' && *at != 127 && ((unsigned char)*at >= ' '), "%s", it->name);
    for (const char *at = it->value; *at; at++) EXPECT(*at != ';' && *at != 127 && ((unsigned char)*at >= ' ' || *at == '\t'), "%s", it->value);
  }
  moya_cookie_list_release(list);
  return count;
}

/* ── Set-Cookie ── */

static int listener;
static char url[64];
static const char *cookie;
static size_t cookie_length;

/* Responds to each request with the cookie. */
static void *serve(void *unused) {
  static const char before[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: ", after[] = "\r\n\r\n";
  for (int peer; (peer = accept(listener, NULL, NULL)) >= 0; close(peer)) {
    char request[16384];
    size_t len = 0;
    for (ssize_t count; (count = recv(peer, request + len, sizeof request - 1 - len, 0)) > 0;) {
      request[len += (size_t)count] = 0;
      if (!strstr(request, "\r\n\r\n")) continue;
      len = 0;
      if (send(peer, before, sizeof before - 1, MSG_NOSIGNAL | MSG_MORE) < 0 || send(peer, cookie, cookie_length, MSG_NOSIGNAL | MSG_MORE) < 0) break;
      if (send(peer, after, sizeof after - 1, MSG_NOSIGNAL) < 0) break;
    }
  }
  return unused;
}

static moya_provider *session;

/* Makes two calls. The server sets the cookie in both responses. The second request sends the cookie that the
 * provider has stored. Returns whether the cookie was stored. */
static bool receive(const char *text, size_t length) {
  moya_target target = MOYA_TARGET(.base_url = url, .path = "/x/y");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_clear_cookies(session, NULL, NULL), MOYA_OK);
  cookie = text;
  cookie_length = length;
  bool stored = false;
  for (int i = 0; i < 2; i++) {
    moya_status status = moya_provider_call(session, &target, NULL, &response, &error);
    /* A field with the byte 1 or 127 is invalid, so the call may fail. */
    bool is_field = !memchr(text, 1, length) && !memchr(text, 127, length);
    EXPECT(status == MOYA_OK || !is_field || length > 100000, "%s: %.*s", moya_error_message(error).data, (int)(length < 300 ? length : 300), text);
    moya_response_release(response);
    moya_error_release(error);
    size_t count = look(session, NULL);
    EXPECT(count <= 1 && look(session, url) <= count, "%zu cookies: %.300s", count, text);
    stored = stored || count == 1;
  }
  return stored;
}

static void received(void) {
  static const char *const cookies[] = {
      "a=1; Path=/x; Max-Age=100; Expires=Wed, 09 Jun 2038 10:18:14 GMT; HttpOnly; SameSite=Lax; Partitioned",
      "b=\"2\";domain=127.0.0.1;PATH=/;expires=Wednesday, 09-Jun-38 10:18:14 GMT",
      "c=; Max-Age=9",
  };
  for (size_t i = 0; i < COUNT(cookies); i++) confuse_parts(receive, cookies[i], ";");
}
static void long_cookies(void) {
  static const struct repeated rows[] = {
      {"a=1", "; a", "", 20000},       {"a=1", ";", "", 50000},       {"a=1; Expires=", "1 ", "", 20000}, {"a=1; Expires=", "1:1:1 ", "", 10000},
      {"a=1; Max-Age=", "9", "", 50000}, {"a=1; Domain=", ".", "127.0.0.1", 50000}, {"a=1; Domain=", "a.", "127.0.0.1", 25000},
      {"a=1; Path=", "/", "", 50000},   {"", "=", "", 4000},           {"", "a", "=1", 50000},            {"a=1; ", "Path=/; ", "", 8000},
      {"a", " ", "=1", 50000},          {"a=\"", "\\\"", "\"", 20000},
  };
  for (size_t i = 0; i < COUNT(rows); i++) read_many(receive, &rows[i]);
}

/* ── Files ── */

typedef enum file_kind { COOKIES, HOSTS, SUFFIXES } file_kind;
static file_kind kind;
static char folder[] = "/tmp/moya-confusion-XXXXXX", path[64];

static moya_provider *provider_of_file(moya_error **error) {
  moya_cookie_options kept = MOYA_COOKIE_OPTIONS(.cookies = kind == COOKIES ? MOYA_KEEP_FILE : MOYA_KEEP_MEMORY);
  if (kind == COOKIES) kept.cookie_file = path;
  if (kind == HOSTS) kept.hsts = MOYA_KEEP_FILE, kept.hsts_file = path;
  if (kind == SUFFIXES) kept.public_suffixes = path;
  moya_provider *provider = NULL;
  moya_status status = moya_provider_create(&MOYA_PROVIDER_OPTIONS(.cookies = &kept, .proxy = ""), &provider, error);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_ARGUMENT, "%s", moya_status_name(status));
  EXPECT((status == MOYA_OK) == (provider != NULL));
  return provider;
}
static bool read_file(const char *text, size_t length) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || write(file, text, length) != (ssize_t)length || close(file)) abort();
  moya_error *error = NULL;
  moya_provider *provider = provider_of_file(&error);
  EXPECT(provider || moya_error_message(error).len > 0);
  moya_error_release(error);
  if (!provider) return false;
  /* This change makes the library write the file. A list of suffixes may forbid the cookie. */
  moya_cookie added = MOYA_COOKIE(.name = "n", .value = "v", .domain = "a.b.example.co.uk", .flags = MOYA_COOKIE_SUBDOMAINS);
  moya_status set = moya_provider_set_cookie(provider, &added, NULL);
  EXPECT(set == MOYA_OK || kind == SUFFIXES, "%s", moya_status_name(set));
  size_t all = look(provider, NULL), some = look(provider, "https://c.a.b.example.co.uk/x");
  EXPECT(some <= all && (some > 0 || set != MOYA_OK), "%zu of %zu", some, all);
  moya_provider_destroy(provider);
  if (kind == SUFFIXES) return true;
  provider = provider_of_file(NULL);
  EXPECT(provider != NULL, "what was written cannot be read: %.300s", text);
  if (provider && kind == COOKIES) EXPECT(look(provider, NULL) == all, "%zu cookies were written: %.300s", all, text);
  moya_provider_destroy(provider);
  return true;
}

static void files(void) {
  static const struct {
    file_kind kind;
    const char *text;
  } rows[] = {
      {COOKIES, "# Netscape HTTP Cookie File\n.example.com\tTRUE\t/\tTRUE\t0\ta\t1\n#HttpOnly_h.example\tFALSE\t/x\tFALSE\t4102444800\tb\t2\n"},
      {COOKIES, "127.0.0.1\tFALSE\t/\tFALSE\t9223372036854775807\tc\t\r\n"},
      {HOSTS, "# Hosts\n.example.com \"20301231 23:59:59\"\nh.example \"unlimited\"\n"},
      {SUFFIXES, "// list\ncom\nco.uk\n*.ck\n!www.ck\n\xc3\xbc.example\n"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    kind = rows[i].kind;
    confuse_parts(read_file, rows[i].text, kind == COOKIES ? "\t\n" : kind == HOSTS ? " \n" : "\n.");
  }
}
static void large_files(void) {
  static const struct {
    file_kind kind;
    struct repeated text;
  } rows[] = {
      {COOKIES, {"", ".example.com\tTRUE\t/\tTRUE\t0\ta\t1\n", "", 20000}},
      {COOKIES, {"example.com\tFALSE\t/\tFALSE\t0\ta\t", "1", "\n", 100000}},
      {COOKIES, {"example.com\tFALSE\t/", "a/", "\tFALSE\t0\ta\t1\n", 50000}},
      {COOKIES, {"", "a.", "example\tFALSE\t/\tFALSE\t0\ta\t1\n", 50000}},
      {COOKIES, {"", "#\n", "", 100000}},
      {COOKIES, {"example.com", "\t", "\n", 100000}},
      {HOSTS, {"", ".example.com \"20301231 23:59:59\"\n", "", 20000}},
      {HOSTS, {"", "a.", "example \"unlimited\"\n", 50000}},
      {SUFFIXES, {"", "com\n", "", 50000}},
      {SUFFIXES, {"", "*.", "ck\n", 50000}},
      {SUFFIXES, {"", "!", "ck\n", 50000}},
      {SUFFIXES, {"", "\xc3\xbc", ".example\n", 20000}},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    kind = rows[i].kind;
    read_many(read_file, &rows[i].text);
  }
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  pthread_t thread;
  if (!mkdtemp(folder)) return 2;
  snprintf(path, sizeof path, "%s/file", folder);
  listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 16)) return 2;
  getsockname(listener, (struct sockaddr *)&address, &length);
  snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(address.sin_port));
  moya_cookie_options kept = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &kept, .proxy = "");
  if (moya_provider_create(&options, &session, NULL) != MOYA_OK || pthread_create(&thread, NULL, serve, NULL)) return 2;
  TEST("of a Set-Cookie with another text in place of an attribute, nothing is stored that could not be sent", received);
  TEST("a Set-Cookie with a part many thousand times is read within a budget of CPU time", long_cookies);
  TEST("a file of cookies, hosts or suffixes with another text in place of a field is refused, or written as it was read", files);
  TEST("a file with a part many thousand times is read within a budget of CPU time", large_files);
  moya_provider_destroy(session);
  shutdown(listener, SHUT_RDWR);
  pthread_join(thread, NULL);
  close(listener);
  unlink(path);
  rmdir(folder);
  return verdict();
}
