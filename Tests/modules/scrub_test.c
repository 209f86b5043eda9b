/* Tests what the module record hides in a text. The rows have texts, and what must remain of them. Random texts must
 * not break the functions, and must not change when they are scrubbed a second time. */
#include "../../plugins/record/scrub.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These functions behave as in a Turkish locale, where "ID" and "id" differ. The module must not use them. */
int strncasecmp(const char *one, const char *other, size_t len);
int strcasecmp(const char *one, const char *other);
char *strcasestr(const char *text, const char *word);
static int lower_case(char byte) { return byte >= 'A' && byte <= 'Z' && byte != 'I' ? byte + 32 : byte; }
int strncasecmp(const char *one, const char *other, size_t len) {
  for (; len > 0 && *one && lower_case(*one) == lower_case(*other); len--) one++, other++;
  return len > 0 ? lower_case(*one) - lower_case(*other) : 0;
}
int strcasecmp(const char *one, const char *other) { return strncasecmp(one, other, PTRDIFF_MAX); }
char *strcasestr(const char *text, const char *word) {
  while (*text && strncasecmp(text, word, strlen(word)) != 0) text++;
  return *text ? (char *)(uintptr_t)text : NULL;
}

/* The options of the rows: {"scrub_parameters": ["pet"], "scrub_fields": ["X-Own"], "keep": ["X-Sid", "page_token"]} */
static const char *const keep[] = {"X-Sid", "page_token"};

static size_t option_count(moya_context *self, const char *name) {
  (void)self;
  return strcmp(name, "keep") == 0 ? 2 : strncmp(name, "scrub_v", 7) != 0;
}

static moya_str option_at(moya_context *self, const char *name, size_t index) {
  (void)self;
  const char *text = strcmp(name, "keep") == 0 ? keep[index] : strcmp(name, "scrub_fields") == 0 ? "X-Own" : "pet";
  return (moya_str){text, strlen(text)};
}

static const moya_host host = {.option_count = option_count, .option_at = option_at};
static scrub_rules rules;

typedef enum kind { URL, TEXT, FIELD, FORM, JSON, MULTIPART } kind;

static bool scrub(kind kind, const char *name, const bytes *text, bytes *out) {
  switch (kind) {
    case URL: return scrub_url(&rules, text, out, NULL);
    case TEXT: return scrub_message(&rules, text, out, NULL);
    case FIELD: return scrub_field(&rules, name, text, out, NULL);
    case FORM: return scrub_body(&rules, "application/x-www-form-urlencoded", text, out, NULL);
    case MULTIPART: return scrub_body(&rules, "multipart/form-data; boundary=b", text, out, NULL);
    default: return scrub_body(&rules, "application/json", text, out, NULL);
  }
}

static const struct {
  kind kind;
  const char *name, *text, *expected;
} rows[] = {
    {URL, "", "http://a.test/", "http://a.test/"},
    {URL, "", "http://ann:pw@a.test/b#frag", "http://a.test/b"},
    {URL, "", "http://ann:p<w>\"w w@w@a.test/b", "http://a.test/b"},
    {URL, "", "http://a.test/x@y?token=1&b=2", "http://a.test/x@y?token=redacted&b=2"},
    {URL, "", "http://a.test/?Access%5FToken=1", "http://a.test/?Access%5FToken=redacted"},
    {URL, "", "http://a.test/?user[password]=1&design=2&sign=3", "http://a.test/?user[password]=redacted&design=2&sign=redacted"},
    {URL, "", "http://a.test/?token&token=&pet=1&page_token=2", "http://a.test/?token&token=&pet=redacted&page_token=2"},
    {TEXT, "", "no connection to http://u:p@a.test/?token=1, or", "no connection to http://redacted@a.test/?token=redacted, or"},
    {FIELD, "Accept", "text/plain;q=1", "text/plain;q=1"},
    {FIELD, "authorization", "Bearer abc def", "Bearer redacted"},
    {FIELD, "AUTHORIZATION", "BASIC YW5uOnB3", "BASIC redacted"},
    {FIELD, "COOKIE", "a=1; b=2", "a=redacted; b=redacted"},
    {FIELD, "SET-COOKIE", "a=1; Path=/", "a=redacted; Path=/"},
    {FIELD, "X-CSRF-Token", "abc", "redacted"},
    {FIELD, "X-Own", "abc", "redacted"},
    {FIELD, "X-Sid", "abc", "abc"},
    {FIELD, "Cookie", "a=1; b=2", "a=redacted; b=redacted"},
    {FIELD, "Set-Cookie", "a=1=2; Path=/; Secure", "a=redacted; Path=/; Secure"},
    {FIELD, "Set-Cookie", "no cookie", "no cookie"},
    {FIELD, "Location", "/next?code=abc&page=2#x", "/next?code=redacted&page=2#x"},
    {FIELD, "Link", "</a?token=b>; rel=next", "</a?token=redacted>; rel=next"},
    {FORM, "", "password=a+b&user=c", "password=redacted&user=c"},
    {FORM, "", "", ""},
    {JSON, "", "{\"token\": \"a\\\"b\", \"tokens\": 3, \"code\": \"not-found\"}", "{\"token\": \"redacted\", \"tokens\": 3, \"code\": \"not-found\"}"},
    {JSON, "", "{\"password\": 12345678, \"a\": [{\"newPassword\":-1.5e3}, {\"otp\": 987654}], \"cvv\":123}",
     "{\"password\": 0, \"a\": [{\"newPassword\":0}, {\"otp\": 0}], \"cvv\":0}"},
    {JSON, "", "{\"max_tokens\": 7, \"password_length\": 8, \"token_price\": 0.1, \"cost_per_token\": 0.1, \"secret\": true, \"page_token\": 1}",
     "{\"max_tokens\": 7, \"password_length\": 8, \"token_price\": 0.1, \"cost_per_token\": 0.1, \"secret\": true, \"page_token\": 1}"},
    {JSON, "", "{\"pin\": 1234, \"card\": {\"PIN\": \"0123\"}, \"b\": {\"pin\": 13}, \"c\": {\"pin\": \"A0\"}, \"token\": 1234, \"pet\": 5}",
     "{\"pin\": 0, \"card\": {\"PIN\": \"redacted\"}, \"b\": {\"pin\": 13}, \"c\": {\"pin\": \"A0\"}, \"token\": 0, \"pet\": 0}"},
    {JSON, "", "{\"in\": \"{\\\"password\\\": 1234}\"}", "{\"in\": \"{\\\"password\\\": 0}\"}"},
    {JSON, "", "<r><Token> a </Token><wsse:Password Type=\"t\">b</wsse:Password><key>c</key><secret/><token></token><password>\n<b>d</b></password></r>",
     "<r><Token> redacted </Token><wsse:Password Type=\"t\">redacted</wsse:Password><key>c</key><secret/><token></token><password>\n<b>d</b></password></r>"},
    {JSON, "", "<a password='x' b=\"token\" s:secret=\"y>z\"/><password><![CDATA[<x>]]></password> 1 < 2 and <token>cut off",
     "<a password='redacted' b=\"token\" s:secret=\"redacted\"/><password><![CDATA[redacted]]></password> 1 < 2 and <token>redacted"},
    {JSON, "", "{\"a\": \"<token>x<\\/token>\"}", "{\"a\": \"<token>redacted<\\/token>\"}"},
    {JSON, "", "{\"a\": \"the token Bearer abcdef12345 is bad\", \"b\": \"Basic dXNlcjpwYXNzMTI=\"}",
     "{\"a\": \"the token Bearer redacted is bad\", \"b\": \"Basic redacted\"}"},
    {TEXT, "", "bearer  abcdefGhij, Basic requirements, a Bearer token, Bearer error_description=\"x\", mybearer abcdefGhij",
     "bearer  redacted, Basic requirements, a Bearer token, Bearer error_description=\"x\", mybearer abcdefGhij"},
    {FIELD, "X-Text", "Bearer abcdef12345", "Bearer redacted"},
    {JSON, "", "{\"a\": \"x\\nBasic abcd\\/ef123==\\n\"}", "{\"a\": \"x\\nBasic redacted\\n\"}"},
    {JSON, "", "[\"password\", \"x\", {\"password\":\"\\\\\"}]", "[\"password\", \"x\", {\"password\":\"redacted\"}]"},
    {JSON, "", "{\"in\": \"{\\\"secret\\\": \\\"a\\\\\\\\\\\", \\\"b\\\": 1}\"}", "{\"in\": \"{\\\"secret\\\": \\\"redacted\\\", \\\"b\\\": 1}\"}"},
    {JSON, "", "data: {\"jwt\":\"a\"}\n\ndata: {\"x\":\"token\"}\n", "data: {\"jwt\":\"redacted\"}\n\ndata: {\"x\":\"token\"}\n"},
    {JSON, "", "{\"token\": \"never ends", "{\"token\": \"redacted"},
    {JSON, "", "{\"pass\\u0077ord\": \"a\", \"\\u0070age\": \"b\"}", "{\"pass\\u0077ord\": \"redacted\", \"\\u0070age\": \"b\"}"},
    {JSON, "", "{\"in\": \"{\\\"\\\\u0074oken\\\": \\\"a\\\"}\"}", "{\"in\": \"{\\\"\\\\u0074oken\\\": \\\"redacted\\\"}\"}"},
    {JSON, "", "{\"tokens\": [\"a\", {\"b\": \"c]\", \"d\": 1}, []], \"e\": \"f\"}",
     "{\"tokens\": [\"redacted\", {\"b\": \"redacted\", \"d\": 1}, []], \"e\": \"f\"}"},
    {JSON, "", "{\"in\": \"{\\\"secret\\\": {\\\"a\\\": \\\"b\\\"}}\", \"e\": \"f\"}",
     "{\"in\": \"{\\\"secret\\\": {\\\"a\\\": \\\"redacted\\\"}}\", \"e\": \"f\"}"},
    {JSON, "", "{\"password\": \"p\xe9ss\", \"e\": \"\xe9\"}", "{\"password\": \"redacted\", \"e\": \"\xe9\"}"},
    {FORM, "", "password=p\xe9ss&e=\xe9", "password=redacted&e=\xe9"},
    {JSON, "", "{\"a\": \"http://u:p@h/?token=b&page=2\", \"c\": \"http:\\/\\/u@h\\/\", \"d\": \"x;key=1\"}",
     "{\"a\": \"http://redacted@h/?token=redacted&page=2\", \"c\": \"http:\\/\\/redacted@h\\/\", \"d\": \"x;key=1\"}"},
    {FORM, "", "data=%7B%22token%22%3A+%22a%22%7D&b=%2f+c", "data=%7B%22token%22%3A%20%22redacted%22%7D&b=%2f+c"},
    {URL, "", "http://a.test/?to=http%3A%2F%2Fu%3Ap%40h%2F%3Fsig%3D1", "http://a.test/?to=http%3A%2F%2Fredacted%40h%2F%3Fsig%3Dredacted"},
    {URL, "", "http://a.test/b;token=1;c=2/d?to=http://u:p@h/", "http://a.test/b;token=redacted;c=2/d?to=http://redacted@h/"},
    {FIELD, "WWW-Authenticate", "Digest realm=\"r\", nonce=\"a\\\"b\"", "Digest realm=\"r\", nonce=\"redacted\""},
    {FIELD, "Authorization", "Basic YW5uOnB3", "Basic redacted"},
    {MULTIPART, "", "--b\r\nContent-Disposition: form-data; name=\"token\"; filename=\"a\"\r\nX: y\r\n\r\na\r\nb\r\n--b\r\n",
     "--b\r\nContent-Disposition: form-data; name=\"token\"; filename=\"a\"\r\nX: y\r\n\r\nredacted\r\n--b\r\n"},
    {MULTIPART, "", "name=token\r\n; name=token\r\n\r\na\r\n--b; name=page\r\n\r\nb", "name=token\r\n; name=token\r\n\r\nredacted\r\n--b; name=page\r\n\r\nb"},
};

static int failures;

static void check(const char *name, const bytes *got, const char *expected, size_t len) {
  if (got->len == len && memcmp(bytes_text(got), expected, len) == 0) return;
  failures++;
  printf("    %s: %s, and not %s\n", name, bytes_text(got), expected);
}

static void check_row(size_t index) {
  bytes text = {0}, out = {0};
  if (!bytes_add_text(&text, rows[index].text) || !scrub(rows[index].kind, rows[index].name, &text, &out)) exit(2);
  check(rows[index].text, &out, rows[index].expected, strlen(rows[index].expected));
  bytes_free(&text);
  bytes_free(&out);
}

static void check_random(unsigned seed) {
  static const char *const words[] = {"token", "=", "&", "?", "\"", "\\", "\\\"", ":", "://", "@", ";", " ", "%", "%5", "{", "\xff", "é", "a", "#", "", "pet", "[", "]", "}",
    "\\\\\\\"", "\\u0074oken", "%22", "%25", "name=", "\r\n\r\n", "\r\n--", "=\"", "<", ">", "</", "/>", "<token>", "<![CDATA[", "]]>", "12345", "pin", "Bearer ", "aB345678", "='"};
  bytes text = {0}, once = {0}, twice = {0};
  kind kind = (enum kind)(seed % 6);
  srand(seed);
  for (int count = rand() % 30; count > 0; count--) {
    const char *word = words[(size_t)rand() % (sizeof words / sizeof *words)];
    if (!bytes_add(&text, word, strlen(word) + (rand() % 40 == 0))) exit(2);
  }
  /* A field and a URL are texts without NUL. */
  if (kind <= FIELD) text.len = strlen(bytes_text(&text));
  if (!scrub(kind, "X-Text", &text, &once) || !scrub(kind, "X-Text", &once, &twice)) exit(2);
  check("scrubbed twice", &twice, bytes_text(&once), once.len);
  bytes_free(&text);
  bytes_free(&once);
  bytes_free(&twice);
}

/* The values are separated by spaces. */
static void check_values(const char *values, const char *text, const char *expected) {
  secrets all = {0};
  bytes out = {0};
  for (const char *at = values; *at; at += strspn(at, " ")) {
    size_t len = strcspn(at, " ");
    if (!secrets_add(&all, at, len, 2)) exit(2);
    at += len;
  }
  if (!bytes_add_text(&out, text) || !secrets_link(&all) || !scrub_values(&all, &out)) exit(2);
  check(values, &out, expected, strlen(expected));
  secrets_free(&all);
  bytes_free(&out);
}

/* Replaces random values in a random text, and compares the result with the text that a simple loop makes. The
 * values and the text have only two different bytes, so that values overlap. */
static void check_random_values(unsigned seed) {
  char list[4][8], text[40] = "", covered[40] = "";
  secrets all = {0};
  bytes out = {0}, expected = {0};
  srand(seed);
  size_t len = (size_t)rand() % (sizeof text - 1);
  for (size_t i = 0; i < len; i++) text[i] = (char)('a' + rand() % 2);
  for (size_t i = 0; i < 4; i++) {
    size_t size = 1 + (size_t)rand() % 7;
    for (size_t n = 0; n < size; n++) list[i][n] = (char)('a' + rand() % 2);
    if (!secrets_add(&all, list[i], size, 1)) exit(2);
    /* 1: a replaced part of the text begins at this byte; 2: the byte belongs to the same part as the byte before it */
    for (size_t at = 0; at + size <= len; at++) {
      if (memcmp(text + at, list[i], size) != 0) continue;
      for (size_t n = 0; n < size; n++) covered[at + n] = n > 0 || covered[at + n] == 2 ? 2 : 1;
    }
  }
  for (size_t i = 0; i < len; i++) {
    if (covered[i] == 0 ? !bytes_add(&expected, text + i, 1) : covered[i] == 1 && !bytes_add_text(&expected, SCRUB_MARK)) exit(2);
  }
  if (!bytes_add(&out, text, len) || !secrets_link(&all) || !scrub_values(&all, &out)) exit(2);
  check(text, &out, bytes_text(&expected), expected.len);
  secrets_free(&all);
  bytes_free(&out);
  bytes_free(&expected);
}

static void check_base64(unsigned seed) {
  bytes text = {0}, out = {0};
  char data[64];
  srand(seed);
  size_t len = (size_t)rand() % sizeof data;
  for (size_t i = 0; i < len; i++) data[i] = (char)rand();
  if (!bytes_add_base64(&text, data, len) || !bytes_add_decoded_base64(&out, bytes_text(&text), text.len)) exit(2);
  check("base64", &out, data, len);
  bytes_free(&text);
  bytes_free(&out);
}

int main(void) {
  if (!scrub_rules_read(&rules, &host, NULL)) return 2;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(i);
  check_values("", "ab", "ab");
  check_values("a", "ab", "ab"); /* it is too short */
  check_values("secret", "a secret, secretsecret", "a redacted, redactedredacted");
  check_values("abcdefgh abcdefghXYZ", "abcdefghXYZ abcdefgh", "redacted redacted");
  check_values("abcdefghXYZ cdef", "abcdefghXY", "abredactedghXY");
  check_values("abcd cdef", "abcdef", "redacted");
  /* A value that was decoded can begin or end inside a character. */
  check_values("\xA9" "aaaa", "x=éaaaa!", "x=redacted!");
  check_values("aaaa\xE2", "aaaa€!", "redacted!");
  check_values("redacted", "a redacted b", "a redacted b");
  for (unsigned seed = 0; seed < 20000; seed++) {
    check_random(seed);
    check_base64(seed);
    check_random_values(seed);
  }
  scrub_rules_free(&rules);
  return failures != 0;
}
