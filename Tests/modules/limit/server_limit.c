/* Tests how the module limit reads the limit that a server names in a response, and how it writes and compares the
 * origins of URLs. */
#include "../../../plugins/common/origin.h"
#include "../../../plugins/limit/server_limit.h"
#include "../shared/check.h"

#include <string.h>

enum { NOW = 1800000000 }; /* Fri, 15 Jan 2027 08:00:00 GMT */

static const struct {
  const char *name;
  int status;
  const char *retry_after, *date, *rate_limit, *remaining, *reset;
  int64_t seconds;
} rows[] = {
    {"a 200 says nothing", 200, NULL, NULL, NULL, NULL, NULL, 0},
    {"a 429 with seconds", 429, "7", NULL, NULL, NULL, NULL, 7},
    {"a 503 with seconds", 503, " 7 ", NULL, NULL, NULL, NULL, 7},
    {"a 200 with Retry-After says nothing", 200, "7", NULL, NULL, NULL, NULL, 0},
    {"a 301 with Retry-After says nothing about the limit", 301, "7", NULL, NULL, NULL, NULL, 0},
    {"a 429 without seconds pauses for one", 429, NULL, NULL, NULL, NULL, NULL, 1},
    {"a 503 without seconds says nothing", 503, NULL, NULL, NULL, NULL, NULL, 0},
    {"a 429 that allows the next call at once", 429, "0", NULL, NULL, NULL, NULL, 0},
    {"a 429 with a date", 429, "Fri, 15 Jan 2027 08:00:30 GMT", NULL, NULL, NULL, NULL, 30},
    {"a date counts from the server's date", 429, "Fri, 15 Jan 2027 09:00:30 GMT", "Fri, 15 Jan 2027 09:00:20 GMT", NULL, NULL, NULL, 10},
    {"a date that is over", 429, "Fri, 15 Jan 2027 07:00:00 GMT", NULL, NULL, NULL, NULL, 0},
    {"a date of the old form", 429, "Friday, 15-Jan-27 08:00:30 GMT", NULL, NULL, NULL, NULL, 30},
    {"a number that is too long is the largest", 429, "99999999999999999999", NULL, NULL, NULL, NULL, MOST_SECONDS},
    {"a Retry-After that is no date counts as nothing", 429, "soon", NULL, NULL, NULL, NULL, 1},
    {"a Retry-After with a fraction counts as nothing", 429, "2.0", NULL, NULL, NULL, NULL, 1},
    {"a Retry-After of a 503 that is no date counts as nothing", 503, "soon", NULL, NULL, NULL, NULL, 0},
    {"a negative number counts as nothing", 429, "-5", NULL, NULL, NULL, NULL, 1},
    {"a number with a point counts as nothing", 429, "2.5", NULL, NULL, NULL, NULL, 1},
    {"another field counts if Retry-After is no date", 429, "soon", NULL, "\"a\";r=0;t=9", NULL, NULL, 9},
    {"RateLimit with nothing left", 200, NULL, NULL, "\"default\";r=0;t=30", NULL, NULL, 30},
    {"RateLimit with something left", 200, NULL, NULL, "\"default\";r=1;t=30", NULL, NULL, 0},
    {"RateLimit without a time", 200, NULL, NULL, "\"default\";r=0", NULL, NULL, 0},
    {"RateLimit with several policies", 200, NULL, NULL, "\"a\";r=0;t=3, \"b\";r=5;t=60,\"c\"; r=0; t=9", NULL, NULL, 9},
    {"a policy whose name has the marks of the syntax", 200, NULL, NULL, "\"a;r=0;t=99,\\\";r=0\";r=0;t=4", NULL, NULL, 4},
    {"a string without an end", 200, NULL, NULL, "\"a;r=0;t=99", NULL, NULL, 0},
    {"a string that ends with a backslash", 200, NULL, NULL, "\"a\\", NULL, NULL, 0},
    {"an empty RateLimit", 200, NULL, NULL, "", NULL, NULL, 0},
    {"the fields of earlier drafts", 200, NULL, NULL, NULL, "0", "12", 12},
    {"the fields of earlier drafts with something left", 200, NULL, NULL, NULL, "3", "12", 0},
    {"the reset is a moment", 429, NULL, NULL, NULL, "0", "1800000012", 12},
    {"the reset is a moment by the server's clock", 429, NULL, "Fri, 15 Jan 2027 08:00:10 GMT", NULL, "0", "1800000012", 2},
    {"the reset is a moment that is over", 200, NULL, NULL, NULL, "0", "1700000000", 0},
    {"the reset is a moment in milliseconds", 200, NULL, NULL, NULL, "0", "1800000012000", 0},
    {"the reset of a 429 is a moment that is over", 429, NULL, NULL, NULL, "0", "1700000000", 1},
    {"the time of RateLimit is a moment", 200, NULL, NULL, "\"a\";r=0;t=1800000030", NULL, NULL, 30},
    {"RateLimit of earlier drafts", 200, NULL, NULL, "limit=10, remaining=0, reset=50", NULL, NULL, 50},
    {"RateLimit of earlier drafts with something left", 200, NULL, NULL, "limit=10, remaining=1, reset=50", NULL, NULL, 0},
    {"RateLimit of earlier drafts in another order", 200, NULL, NULL, "reset=50,remaining=0", NULL, NULL, 50},
    {"RateLimit of earlier drafts without a time", 200, NULL, NULL, "limit=10, remaining=0", NULL, NULL, 0},
    {"a policy with the name of an earlier draft's member", 200, NULL, NULL, "\"remaining=0, reset=50\";r=1;t=5", NULL, NULL, 0},
    {"the longest time counts", 429, "5", NULL, "\"a\";r=0;t=9", NULL, NULL, 9},
};

static const struct {
  const char *url, *origin;
} origins[] = {
    {"https://Example.com/a?b#c", "https://example.com"},
    {"HTTPS://example.com:443", "https://example.com"},
    {"http://example.com:80/", "http://example.com"},
    {"http://example.com:443/", "http://example.com:443"},
    {"https://ann:canary@example.com:8443/@x", "https://example.com:8443"},
    {"https://ann@b:canary@example.com?q=@y", "https://example.com"},
    {"http://[::1]:80/", "http://[::1]"},
    {"http://:80", "http://:80"},
    {"http://", NULL},
    {"/path", NULL},
    {"", NULL},
};

static const char *const good_options[] = {"https://example.com", "HTTPS://Example.com/", "http://example.com:80", "http://a:1",
                                           "http://[::1]", "http://[::1]:8080/", "http://127.0.0.1:65535"};
static const char *const bad_options[] = {"", "/", "example.com", "example.com:80", "https:", "https://", "https:///", "ftp://a",
                                          " https://a", "https://a ", "https://a b", "https://a/b", "https://a//", "https://a?b",
                                          "https://a#b", "https://ann@a", "https://ann:pw@a", "https://a:", "https://a:x",
                                          "https://a:123456", "https://:443", "https://[::1", "https://[::1]x", "https://a:1:2",
                                          "https://b\xc3\xbc" "cher.example", "https://a\\b", "https://a%2eb", "*", "https://a\n"};

static slice text(const char *it) { return (slice){it, it ? strlen(it) : 0}; }

static bool is_same(const origin *it, const char *other) {
  origin found;
  return origin_read(text(other), &found) && is_same_origin(it, &found);
}

/* Writes the origin of a URL. Returns false if the URL has no origin, or if the module does not recognize the written
 * origin as the URL's. */
static bool write_origin(const char *url, char out[ORIGIN_SIZE]) {
  origin it, again;
  if (!origin_find(text(url), &it)) return false;
  origin_write(&it, out);
  return strlen(out) + 1 == ORIGIN_SIZE || (origin_find(text(out), &again) && is_same_origin(&it, &again));
}

int main(void) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    server_limit said = {rows[i].status, text(rows[i].retry_after), text(rows[i].date), text(rows[i].rate_limit),
                         text(rows[i].remaining), text(rows[i].reset)};
    int64_t seconds = server_pause(&said, NOW);
    char line[200];
    snprintf(line, sizeof line, "limit: %s%s", rows[i].name, seconds == rows[i].seconds ? "" : "?");
    CHECK(line, seconds == rows[i].seconds);
  }
  int wrong = 0;
  char out[ORIGIN_SIZE], host[400], other[ORIGIN_SIZE];
  for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
    bool is_one = write_origin(origins[i].url, out);
    bool good = is_one == (origins[i].origin != NULL) && (!is_one || strcmp(out, origins[i].origin) == 0);
    if (!good) printf("# %s: %s\n", origins[i].url, is_one ? out : "none");
    wrong += !good;
  }
  origin found;
  wrong += !origin_find(text("HTTPS://a@API.example.com:443/x"), &found) || !is_same(&found, "https://api.Example.com") ||
           is_same(&found, "https://api.example.co") || is_same(&found, "https://bpi.example.com");
  CHECK("limit: the origin of a URL has no user, no password and no usual port", wrong == 0);
  wrong = 0;
  for (size_t i = 0; i < sizeof good_options / sizeof *good_options; i++) {
    bool good = origin_read(text(good_options[i]), &found);
    if (!good) printf("# %s\n", good_options[i]);
    wrong += !good;
  }
  for (size_t i = 0; i < sizeof bad_options / sizeof *bad_options; i++) {
    bool good = !origin_read(text(bad_options[i]), &found);
    if (!good) printf("# %s\n", bad_options[i]);
    wrong += !good;
  }
  wrong += !origin_find(text("https://example.com/a"), &found) || !is_same(&found, "https://EXAMPLE.com:443/");
  CHECK("limit: an option that is no origin is recognized", wrong == 0);
  memset(host, 'h', sizeof host - 1);
  memcpy(host, "https://", 8);
  host[sizeof host - 1] = 0;
  bool good = write_origin(host, out);
  host[sizeof host - 2] = 'i';
  good = good && write_origin(host, other);
  CHECK("limit: long origins that differ at their end differ", good && strcmp(out, other) != 0 && strlen(out) < sizeof out);
  return failures > 0;
}
