/* Tests how the cache module reads HTTP's syntax: dates, numbers, lists and URLs. Each case is a row. */
#include "checks.h"
#include "../common/date.h"
#include "request.h"

static void dates(void) {
  static const struct {
    const char *text;
    int64_t seconds; /* -1: not a date */
  } rows[] = {
      {"Sun, 06 Nov 1994 08:49:37 GMT", 784111777},
      {"Sunday, 06-Nov-94 08:49:37 GMT", 784111777},
      {"Sun Nov  6 08:49:37 1994", 784111777},
      {"sun, 06 nov 1994 08:49:37 gmt", 784111777},
      {"Thu, 01 Jan 1970 00:00:00 GMT", 0},
      {"Wed, 31 Dec 1969 23:59:59 GMT", -1}, /* a real date, which is also the number of an error */
      {"Thu, 29 Feb 2024 00:00:00 GMT", 1709164800},
      {"Wed, 29 Feb 2023 00:00:00 GMT", -1},
      {"Fri, 31 Dec 9999 23:59:59 GMT", 253402300799},
      {"Thursday, 18-Aug-50 02:01:18 GMT", 2544400878},
      {"Thursday, 18-Aug-80 02:01:18 GMT", 335412078},
      {"Sun, 06 Nov 1994 08:49:37 UTC", -1},
      {"Sun, 06 Nov 1994 08:49:37 GMT+1", -1},
      {"Sun, 06 Nov 1994 8:49:37 GMT", -1},
      {"Sun, 06  Nov 1994 08:49:37 GMT", -1},
      {"Sun, 06-Nov-1994 08:49:37 GMT", -1},
      {"Sun, 06 Nov 94 08:49:37 GMT", -1},
      {"Sun 06 Nov 1994 08:49:37 GMT", -1},
      {"Sun, 06 Nov 1994 24:00:00 GMT", -1},
      {"Sun, 00 Nov 1994 00:00:00 GMT", -1},
      {"0", -1},
      {"", -1},
  };
  int before = failures;
  for EVERY (rows) {
    int64_t seconds = -1;
    bool is_date = date_of(slice_of(rows[i].text), NOW, &seconds);
    check(seconds == rows[i].seconds && (is_date || rows[i].seconds == -1), "a date is read", rows[i].text);
  }
  passed("dates are read in three forms, and nothing else is a date", before);
}

static void written_dates(void) {
  static const struct {
    int64_t seconds;
    const char *text; /* NULL: the date cannot be written */
  } rows[] = {
      {784111777, "Sun, 06 Nov 1994 08:49:37 GMT"},
      {0, "Thu, 01 Jan 1970 00:00:00 GMT"},
      {1709164800, "Thu, 29 Feb 2024 00:00:00 GMT"},
      {253402300799, "Fri, 31 Dec 9999 23:59:59 GMT"},
      {253402300800, NULL},
      {-1, NULL},
      {INT64_MAX, NULL},
  };
  int before = failures;
  for EVERY (rows) {
    char text[DATE_LENGTH + 1] = "";
    bool is_written = write_date(rows[i].seconds, text);
    check(is_written == (rows[i].text != NULL) && (!is_written || strcmp(text, rows[i].text) == 0), "a date is written", text);
  }
  passed("dates are written in the first form", before);
}

static void numbers(void) {
  static const struct {
    const char *text;
    int64_t seconds;
  } rows[] = {{"0", 0},    {"003600", 3600}, {"2147483647", MOST_SECONDS}, {"99999999999999999999999", MOST_SECONDS},
              {"", -1},    {"-1", -1},       {"1.5", -1},                  {" 1", -1},
              {"3600a", -1}};
  int before = failures;
  for EVERY (rows) check(seconds_of(slice_of(rows[i].text)) == rows[i].seconds, "a number of seconds", rows[i].text);
  passed("a number of seconds has only digits, and never overflows", before);
}

static void lists(void) {
  static const struct {
    const char *text, *joined;
  } rows[] = {{"a, b,c", "a|b|c|"}, {", ,a,,", "a|"},         {"", ""},           {"a=\"b, c\", d", "a=\"b, c\"|d|"},
              {"\"a", "\"a|"},      {"\"a\\\", b\"", "\"a\\\", b\"|"}, {"\"\\", "\"\\|"}, {"  \t ", ""}};
  int before = failures;
  for EVERY (rows) {
    slice rest = slice_of(rows[i].text), element;
    char joined[100] = "";
    while (next_element(&rest, &element)) {
      strncat(joined, element.at, element.len);
      strcat(joined, "|");
    }
    check(strcmp(joined, rows[i].joined) == 0, joined, rows[i].text);
  }
  passed("a list is cut at commas outside of quoted strings", before);
}

static void urls(void) {
  static const struct {
    const char *url, *without, *user;
  } rows[] = {{"https://a.example/b?c#d", "https://a.example/b?c", NULL},
              {"https://ann:secret@a.example/b", "https://a.example/b", "ann:secret"},
              {"https://a@b@a.example/", "https://a.example/", "a@b"},
              {"https://a.example/x@y", "https://a.example/x@y", NULL},
              {"https://@a.example/", "https://a.example/", ""},
              {"HTTPS://A.Example/B", "https://a.example/B", NULL},
              {"https://a.example", "https://a.example/", NULL},
              {"https://Ann@a.example?B", "https://a.example/?B", "Ann"},
              {"nonsense@", "nonsense@", NULL}};
  int before = failures;
  for EVERY (rows) {
    char room[100];
    request it = request_of(SLICE("GET"), slice_of(rows[i].url), (fields){NULL, 0}, room, sizeof room);
    check(is_equal(it.url, slice_of(rows[i].without)), "the URL has no user", rows[i].url);
    check(is_equal(it.user, slice_of(rows[i].user)) && !it.user.at == !rows[i].user, "the user is known", rows[i].url);
  }
  passed("a URL is stored without user, password and fragment, and in one spelling", before);

  static const struct {
    const char *reference, *url;
  } references[] = {{"https://h.example/x", "https://h.example/x"}, {"/x?y#z", "https://h.example/x?y"},
                    {"x", "https://h.example/a/x"},                 {"https://other.example/x", NULL},
                    {"//other.example/x", NULL},                    {"../x", "https://h.example/x"},
                    {"mailto:a", NULL},                             {"", NULL},
                    {"HTTPS://H.EXAMPLE/x", "HTTPS://H.EXAMPLE/x"}, {"//h.example/x", "https://h.example/x"},
                    {"/x:y", "https://h.example/x:y"},              {"./x:y", "https://h.example/a/x:y"},
                    {"x:y", NULL},                                  {"?x", "https://h.example/a/b?x"},
                    {"..", "https://h.example/"},                   {".", "https://h.example/a/"},
                    {"../../../x/./y/../z", "https://h.example/x/z"},
                    {"/x/..?../y", "https://h.example/?../y"},      {"https://h.example/../x/.y", "https://h.example/x/.y"},
                    {"https://h.example?x", "https://h.example?x"}, {"#x", NULL},
                    {"https:x", NULL},                              {"https://h.example.other/x", NULL}};
  before = failures;
  for EVERY (references) {
    char room[100];
    slice url = resolved(SLICE("https://h.example/a/b?c=/d"), slice_of(references[i].reference), room, sizeof room);
    check(is_equal(url, slice_of(references[i].url)) && !url.at == !references[i].url, "a reference",
          references[i].reference);
  }
  char small[10];
  check(!resolved(SLICE("https://h.example/a/b"), SLICE("/x"), small, sizeof small).at, "a URL needs room", "/x");
  passed("Location and Content-Location name a URL of the same origin", before);
}

int main(void) {
  dates();
  written_dates();
  numbers();
  lists();
  urls();
  return failures > 0;
}
