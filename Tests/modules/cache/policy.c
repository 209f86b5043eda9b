/* Tests the rules of the cache module: freshness, Vary, ranges, and what may be stored and used. The rules do no I/O,
 * so each case is a row. */
#include "checks.h"
#include "policy.h"
#include "range.h"
#include "vary.h"

#include <stdlib.h>

static body *text_body(const char *text) {
  body *it = body_new(strlen(text));
  if (it) memcpy(it->bytes, text, it->len);
  return it;
}

/* Makes a stored response, which was received NOW. */
static stored *make(const char *request_lines, const char *response_lines, int status) {
  field sent[MOST_FIELDS], received[MOST_FIELDS];
  char room[100];
  request request =
      request_of(SLICE("GET"), SLICE("https://h.example/"), head_of(request_lines, sent), room, sizeof room);
  arrival arrival = {status, head_of(response_lines, received), NOW * SECOND, NOW * SECOND};
  body *body = text_body("0123456789");
  stored *it = body ? stored_new(&request, &arrival, body, 10) : NULL;
  body_release(body);
  return it;
}

#define DATE "Date: Tue, 14 Nov 2023 22:13:20 GMT\n"
#define DAY_BEFORE "Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT\n"
#define HOUR_AFTER "Expires: Tue, 14 Nov 2023 23:13:20 GMT\n"

static void lifetimes(void) {
  static const struct {
    const char *head;
    int status;
    int64_t fresh, age;
  } rows[] = {
      {DATE "Cache-Control: max-age=60", 200, 60, 0},
      {DATE "Cache-Control: s-maxage=600, max-age=60", 200, 60, 0},
      {DATE "Cache-Control: max-age=60, max-age=600", 200, 60, 0},
      {DATE "Cache-Control: max-age=\"60\"", 200, 60, 0},
      {DATE "Cache-Control: max-age='60'", 200, 0, 0},
      {DATE "Cache-Control: max-age=-60", 200, 0, 0},
      {DATE "Cache-Control: x=\"max-age=600\", MAX-AGE=60", 200, 60, 0},
      {DATE "Cache-Control: max-age=0\n" HOUR_AFTER, 200, 0, 0},
      {DATE HOUR_AFTER, 200, 3600, 0},
      {DATE HOUR_AFTER HOUR_AFTER, 200, 0, 0},
      {DATE "Expires: 0", 200, 0, 0},
      {"Date: nonsense\n" HOUR_AFTER, 200, 3600, 0},
      {DATE DAY_BEFORE, 200, 8640, 0},
      {DATE DAY_BEFORE, 404, 8640, 0},
      {DATE DAY_BEFORE, 403, 0, 0},
      {DATE DAY_BEFORE "Cache-Control: public", 599, 8640, 0},
      {DATE "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", 200, 86400, 0},
      {DATE "Age: 30\nCache-Control: max-age=60", 200, 60, 30},
      {DATE "Age: 30, 5\nCache-Control: max-age=60", 200, 60, 30},
      {DATE "Age: soon\nCache-Control: max-age=60", 200, 60, 0},
      {"Date: Tue, 14 Nov 2023 22:13:10 GMT\nAge: 3\nCache-Control: max-age=60", 200, 60, 10},
      {"Date: Tue, 14 Nov 2023 22:14:00 GMT\nCache-Control: max-age=60", 200, 60, 0},
      {"", 200, 0, 0},
  };
  int before = failures;
  for EVERY (rows) {
    field room[MOST_FIELDS];
    life it = life_of(rows[i].status, head_of(rows[i].head, room), NOW * SECOND, NOW * SECOND, 10);
    check(it.fresh == rows[i].fresh && it.age == rows[i].age, "a lifetime and an age", rows[i].head);
  }
  life it = {.age = 5};
  check(age_of(&it, NOW * SECOND, (NOW + 7) * SECOND + 999999) == 12, "a response grows older", "7 s");
  check(age_of(&it, NOW * SECOND, (NOW - 1) * SECOND) == MOST_SECONDS, "a clock that was set back", "is not trusted");
  passed("a response is fresh for as long as it says, or a tenth of its age", before);
}

static void decisions(void) {
  static const struct {
    const char *response, *request;
    int64_t after; /* seconds */
    verdict expected;
  } rows[] = {
      {"Cache-Control: max-age=60", "", 59, USE},
      {"Cache-Control: max-age=60", "", 60, ASK},
      {"Cache-Control: max-age=60\nETag: \"a\"", "", 60, VALIDATE},
      {"Cache-Control: max-age=60\n" DAY_BEFORE, "", 60, VALIDATE},
      {"Cache-Control: max-age=60, no-cache\nETag: \"a\"", "", 1, VALIDATE},
      {"Cache-Control: max-age=60, no-cache=\"Set-Cookie\"", "", 1, USE},
      {"Cache-Control: max-age=60\nETag: \"a\"", "Cache-Control: no-cache", 1, VALIDATE},
      {"Cache-Control: max-age=60\nETag: \"a\"", "Pragma: no-cache", 1, VALIDATE},
      {"Cache-Control: max-age=60", "Pragma: no-cache\nCache-Control: max-age=9", 1, USE},
      {"Cache-Control: max-age=60\nETag: \"a\"", "Cache-Control: max-age=0", 0, VALIDATE},
      {"Cache-Control: max-age=60, immutable\nETag: \"a\"", "Cache-Control: max-age=0", 1, USE},
      {"Cache-Control: max-age=60, immutable\nETag: \"a\"", "Cache-Control: max-age=0", 60, VALIDATE},
      {"Cache-Control: max-age=60", "Cache-Control: max-age=10", 11, ASK},
      {"Cache-Control: max-age=60", "Cache-Control: max-age=10", 10, USE},
      {"Cache-Control: max-age=60", "Cache-Control: min-fresh=10", 51, ASK},
      {"Cache-Control: max-age=60", "Cache-Control: min-fresh=10", 50, USE},
      {"Cache-Control: max-age=60", "Cache-Control: max-stale", 9999, USE},
      {"Cache-Control: max-age=60", "Cache-Control: max-stale=5", 65, USE},
      {"Cache-Control: max-age=60", "Cache-Control: max-stale=5", 66, ASK},
      {"Cache-Control: max-age=60, must-revalidate", "Cache-Control: max-stale", 61, ASK},
      {"Cache-Control: max-age=60", "Cache-Control: no-store", 1, ASK},
      {"Cache-Control: max-age=60", "Cache-Control: only-if-cached", 1, USE},
      {"Cache-Control: max-age=60", "Cache-Control: only-if-cached", 61, REFUSE},
      {"Cache-Control: max-age=60, stale-while-revalidate=10", "", 69, REFRESH},
      {"Cache-Control: max-age=60, stale-while-revalidate=10", "", 70, ASK},
      {"Cache-Control: max-age=60, stale-while-revalidate=10, must-revalidate", "", 61, ASK},
      {"Cache-Control: max-age=60", "If-None-Match: \"b\"", 1, ASK},
      {"Cache-Control: max-age=60", "Range: bytes=0-1", 1, USE},
      {"Cache-Control: max-age=60\nETag: \"a\"", "Range: bytes=0-1", 61, ASK},
      {"Cache-Control: max-age=60", "Range: bytes=20-", 1, ASK},
      {"Cache-Control: max-age=60", "Range: bytes=0-1\nIf-Range: \"a\"", 1, ASK},
      {NULL, "", 0, ASK},
      {NULL, "Cache-Control: only-if-cached", 0, REFUSE},
  };
  rules rules = {.heuristic_percent = 10, .refreshes = true};
  int before = failures;
  for EVERY (rows) {
    field room[MOST_FIELDS];
    char url[100], text[300];
    stored *it = rows[i].response ? make("", rows[i].response, 200) : NULL;
    request request =
        request_of(SLICE("GET"), SLICE("https://h.example/"), head_of(rows[i].request, room), url, sizeof url);
    snprintf(text, sizeof text, "%s | %s | %d s", rows[i].response, rows[i].request, (int)rows[i].after);
    check(decide(it, &request, &rules, (NOW + rows[i].after) * SECOND) == rows[i].expected, "a decision", text);
    stored_release(it);
  }
  passed("the directives of both sides decide whether a response is used", before);
}

static void overdue(void) {
  rules rules = {.refreshes = true};
  char room[100];
  int before = failures;
  int64_t now = (NOW + 61) * SECOND;
  stored *it = make("", "Cache-Control: max-age=60, stale-while-revalidate=600", 200);
  request request = request_of(SLICE("GET"), SLICE("https://h.example/"), (fields){NULL, 0}, room, sizeof room);
  if (it) atomic_store(&it->refreshing_us, now);
  check(decide(it, &request, &rules, now + MOST_REFRESH_US) == REFRESH, "a refresh has time", "10 s");
  check(decide(it, &request, &rules, now + MOST_REFRESH_US + 1) == ASK, "a refresh is late", "after 10 s");
  rules.refreshes = false;
  check(decide(it, &request, &rules, now) == ASK, "a refresh is turned off", "");
  stored_release(it);
  passed("a refresh that takes too long is not relied on", before);
}

static void codings(void) {
  rules rules = {.refreshes = true};
  char room[100];
  int before = failures;
  stored *it = make("", "Cache-Control: max-age=60, stale-while-revalidate=600", 200);
  request request = request_of(SLICE("GET"), SLICE("https://h.example/"), (fields){NULL, 0}, room, sizeof room);
  check(it && is_for(it, &request), "a decoded body", "for a caller who wants one");
  request.is_as_sent = true;
  check(it && !is_for(it, &request), "a decoded body", "for a caller who does not decode");
  check(decide(it, &request, &rules, (NOW + 61) * SECOND) == ASK, "a refresh", "would decode the body");
  stored_release(it);
  passed("a body that is decoded is not for a caller who takes it as it was sent", before);
}

static void storing(void) {
  static const struct {
    const char *response, *request;
    int status;
    bool is_stored;
  } rows[] = {
      {"Cache-Control: max-age=60", "", 200, true},
      {"Cache-Control: max-age=60", "", 500, true},
      {"Cache-Control: max-age=60", "", 206, false},
      {"Cache-Control: max-age=60", "", 304, false},
      {"Cache-Control: max-age=60", "If-Match: \"a\"", 412, false},
      {"Cache-Control: max-age=60\nContent-Range: bytes */5", "Range: bytes=9-", 416, false},
      {"Cache-Control: max-age=60, no-store", "", 200, false},
      {"Cache-Control: max-age=60, no-store, must-understand", "", 200, true},
      {"Cache-Control: max-age=60, no-store, must-understand", "", 599, false},
      {"Cache-Control: max-age=60", "Cache-Control: no-store", 200, false},
      {"Cache-Control: private, max-age=60", "", 200, true},
      {"ETag: \"a\"", "", 200, true},
      {"ETag: \"a\"", "", 403, false},
      {"", "", 200, false},
      {"Cache-Control: no-cache", "", 200, false},
      {"Cache-Control: no-cache\nETag: \"a\"", "", 200, true},
      {"Cache-Control: max-age=0", "", 200, false},
      {"Cache-Control: max-age=0, stale-if-error=60", "", 200, true},
      {"Cache-Control: max-age=60\nVary: *", "", 200, false},
      {"Cache-Control: max-age=60\nVary: Accept, Cookie", "", 200, false},
      {"Cache-Control: max-age=60\nVary: Accept", "", 200, true},
      {"Cache-Control: max-age=60\nX: \xff", "", 200, false},
  };
  rules rules = {.heuristic_percent = 10};
  int before = failures;
  for EVERY (rows) {
    field sent[MOST_FIELDS], received[MOST_FIELDS];
    char url[100], text[300];
    request request =
        request_of(SLICE("GET"), SLICE("https://h.example/"), head_of(rows[i].request, sent), url, sizeof url);
    arrival arrival = {rows[i].status, head_of(rows[i].response, received), NOW * SECOND, NOW * SECOND};
    snprintf(text, sizeof text, "%d %s | %s", rows[i].status, rows[i].response, rows[i].request);
    body *body = text_body("");
    stored *made = may_store(&request, &arrival, &rules) ? stored_new(&request, &arrival, body, 10) : NULL;
    check((made != NULL) == rows[i].is_stored, "a response is stored or not", text);
    stored_release(made);
    body_release(body);
  }
  passed("only responses that may be used again are stored", before);
}

static void outdating(void) {
  static const struct {
    const char *method, *newer;
    int status;
    bool is_outdated;
  } rows[] = {
      {"GET", "", 200, true},
      {"GET", "", 404, true},
      {"GET", "", 206, false},
      {"GET", "", 403, false},
      {"GET", "", 429, false},
      {"GET", "", 501, false},
      {"GET", "", 503, false},
      {"HEAD", "ETag: \"a\"\n" DAY_BEFORE, 200, false},
      {"HEAD", "ETag: \"b\"\n" DAY_BEFORE, 200, true},
      {"HEAD", "ETag: \"a\"\nLast-Modified: Tue, 14 Nov 2023 22:13:20 GMT", 200, true},
      {"HEAD", "", 200, false},
      {"HEAD", "ETag: \"b\"", 404, false},
  };
  int before = failures;
  stored *it = make("", "Cache-Control: max-age=60\nETag: \"a\"\n" DAY_BEFORE, 200);
  for EVERY (rows) {
    field received[MOST_FIELDS];
    char url[100], text[200];
    request request = request_of(slice_of(rows[i].method), SLICE("https://h.example/"), (fields){NULL, 0}, url, sizeof url);
    arrival arrival = {rows[i].status, head_of(rows[i].newer, received), NOW * SECOND, NOW * SECOND};
    snprintf(text, sizeof text, "%s %d %s", rows[i].method, rows[i].status, rows[i].newer);
    check(it && is_outdated(it, &request, &arrival) == rows[i].is_outdated, "the older response is outdated", text);
  }
  stored_release(it);
  passed("a newer response that is not stored shows that the older one is outdated", before);
}

static void errors(void) {
  static const struct {
    const char *response, *request;
    int64_t after, limit;
    bool is_used;
  } rows[] = {
      {"Cache-Control: max-age=60, stale-if-error=10", "", 69, 0, true},
      {"Cache-Control: max-age=60, stale-if-error=10", "", 70, 0, false},
      {"Cache-Control: max-age=60", "", 61, 0, false},
      {"Cache-Control: max-age=60", "", 61, 10, true},
      {"Cache-Control: max-age=60", "Cache-Control: stale-if-error=10", 61, 0, true},
      {"Cache-Control: max-age=60, must-revalidate", "", 61, 10, false},
      {"Cache-Control: max-age=60, no-cache", "", 61, 10, false},
      {"Cache-Control: max-age=60", "Cache-Control: no-cache", 61, 10, false},
      /* a reload of a response that is still fresh */
      {"Cache-Control: max-age=60", "Cache-Control: max-age=0", 10, 0, false},
      {"Cache-Control: max-age=60, stale-if-error=0", "Cache-Control: max-age=0", 10, 0, false},
      {"Cache-Control: max-age=60, stale-if-error=10", "Cache-Control: max-age=0", 10, 0, true},
      {"Cache-Control: max-age=60", "Cache-Control: max-age=0", 10, 10, true},
  };
  int before = failures;
  for EVERY (rows) {
    field room[MOST_FIELDS];
    char url[100];
    rules rules = {.if_error_seconds = rows[i].limit};
    stored *it = make("", rows[i].response, 200);
    request request =
        request_of(SLICE("GET"), SLICE("https://h.example/"), head_of(rows[i].request, room), url, sizeof url);
    int64_t now = (NOW + rows[i].after) * SECOND;
    check(it && may_use_on_error(it, &request, &rules, now) == rows[i].is_used, "a stale response", rows[i].response);
    stored_release(it);
  }
  passed("a failure is hidden only if the server, the caller or an option allows it", before);
}

static void varying(void) {
  static const struct {
    const char *vary, *first, *second;
    bool is_same;
  } rows[] = {
      {"Vary: Foo", "Foo: 1", "foo: 1", true},
      {"Vary: Foo", "Foo: 1", "Foo: 2", false},
      {"Vary: Foo", "Foo: 1", "", false},
      {"Vary: Foo", "", "Foo:", false},
      {"Vary: Foo, Bar", "Foo: 1\nBar: 2", "Bar: 2\nFoo: 1", true},
      {"Vary: Foo\nVary: Bar", "Foo: 1\nBar: 2", "Foo: 1\nBar: 3", false},
      {"Vary: Foo", "Foo: 1\nFoo: 2", "Foo: 1 ,2", true},
      {"Vary: Foo", "Foo: a", "Foo: A", false},
      {"Vary: Accept-Language", "Accept-Language: de, en", "Accept-Language: DE,EN", true},
      {"Vary: Accept-Language", "Accept-Language: de, en", "Accept-Language: en, de", false},
      {"X: y", "Authorization: Bearer a", "Authorization: Bearer b", false},
      {"X: y", "Authorization: Bearer a", "", false},
  };
  int before = failures;
  for EVERY (rows) {
    field room[MOST_FIELDS];
    char url[100], text[200];
    stored *it = make(rows[i].first, rows[i].vary, 200);
    request request =
        request_of(SLICE("GET"), SLICE("https://h.example/"), head_of(rows[i].second, room), url, sizeof url);
    snprintf(text, sizeof text, "%s | %s | %s", rows[i].vary, rows[i].first, rows[i].second);
    check(it && is_for(it, &request) == rows[i].is_same, "the same response", text);
    stored_release(it);
  }
  passed("a response is only for requests that choose it, and for its user", before);
}

static void updates(void) {
  static const struct {
    const char *old, *not_modified, *name, *value; /* value NULL: the field is missing */
  } rows[] = {
      {"A: 1\nB: 2", "A: 3", "A", "3"},
      {"A: 1\nB: 2", "A: 3", "B", "2"},
      {"A: 1", "C: 4", "C", "4"},
      {"Content-Length: 10", "Content-Length: 99", "Content-Length", "10"},
      {"Content-Encoding: x", "Content-Encoding: y", "Content-Encoding", "x"},
      {"Age: 40\nA: 1", "A: 1", "Age", NULL},
      {"A: 1", "Connection: close, A\nA: 2", "Connection", NULL},
      {"A: 1", "Connection: close, B\nB: 2", "B", NULL},
      {"A: 1", "A: 1", "Date", "Tue, 14 Nov 2023 22:13:20 GMT"},
      {"Date: Mon, 13 Nov 2023 22:13:20 GMT", "A: 1", "Date", "Tue, 14 Nov 2023 22:13:20 GMT"},
      {"A: 1", "Date: Mon, 13 Nov 2023 22:13:20 GMT", "Date", "Mon, 13 Nov 2023 22:13:20 GMT"},
      {"ETag: \"a\"\nA: 1", "ETag: \"a\"\nA: 2", "A", "2"},
  };
  int before = failures;
  for EVERY (rows) {
    field room[MOST_FIELDS];
    char url[100], text[200];
    stored *old = make("", rows[i].old, 200);
    request request = request_of(SLICE("GET"), SLICE("https://h.example/"), (fields){NULL, 0}, url, sizeof url);
    arrival arrival = {304, head_of(rows[i].not_modified, room), NOW * SECOND, NOW * SECOND};
    stored *made = old ? stored_updated(old, &request, &arrival, 10) : NULL;
    snprintf(text, sizeof text, "%s | %s", rows[i].old, rows[i].not_modified);
    slice value = made ? first_value(made->head, slice_of(rows[i].name)) : SLICE("no response");
    check(is_equal(value, slice_of(rows[i].value)) && !value.at == !rows[i].value, "a field after a 304", text);
    check(made && made->status == 200 && made->body == old->body, "the body stays", text);
    stored_release(made);
    stored_release(old);
  }
  passed("a 304 replaces fields, except those that describe the stored body", before);
}

static void confirmations(void) {
  static const struct {
    const char *stored, *not_modified;
    bool is_confirmed;
  } rows[] = {
      {"ETag: \"a\"", "ETag: \"a\"", true},
      {"ETag: \"a\"", "ETag: \"b\"", false},
      {"ETag: \"a\"", "ETag: W/\"a\"", true},
      {"ETag: W/\"a\"", "ETag: \"a\"", true}, /* nginx compresses a 200, but not a 304 */
      {"ETag: W/\"a\"", "ETag: W/\"b\"", false},
      {"ETag: W/\"a\"", "ETag: \"b\"", false},
      {"ETag: \"a\"", "", true},
      {DAY_BEFORE, "ETag: \"a\"", true},
      {DAY_BEFORE, DAY_BEFORE, true},
  };
  int before = failures;
  for EVERY (rows) {
    field received[MOST_FIELDS];
    char text[200];
    stored *it = make("", rows[i].stored, 200);
    snprintf(text, sizeof text, "%s | %s", rows[i].stored, rows[i].not_modified);
    check(it && is_confirmed(it, head_of(rows[i].not_modified, received)) == rows[i].is_confirmed, "a 304 confirms", text);
    stored_release(it);
  }
  passed("a 304 with another ETag does not confirm a stored response", before);
}

static void dates(void) {
  int before = failures;
  field head[MOST_FIELDS];
  char room[100];
  stored *dated = make("", DATE "A: 1", 200), *undated = make("", "A: 1", 200);
  check(dated && dated->head.count == 2, "a response with a Date", "stays as it is");
  check(undated && undated->head.count == 2, "a response without a Date", "gets one");
  slice date = undated ? first_value(undated->head, SLICE("Date")) : SLICE("");
  check(is_equal(date, SLICE("Tue, 14 Nov 2023 22:13:20 GMT")), "the Date", "is the time of the arrival");
  stored_release(dated);
  stored_release(undated);
  for (size_t i = 0; i < MOST_FIELDS; i++) head[i] = (field){SLICE("A"), SLICE("1")};
  request request = request_of(SLICE("GET"), SLICE("https://h.example/"), (fields){NULL, 0}, room, sizeof room);
  arrival arrival = {200, {head, MOST_FIELDS}, NOW * SECOND, NOW * SECOND};
  body *body = text_body("");
  stored *full = stored_new(&request, &arrival, body, 10);
  check(!full, "a response with the most fields and no Date", "is not stored");
  stored_release(full);
  body_release(body);
  passed("a stored response has a Date", before);
}

static void ranges(void) {
  static const struct {
    const char *range;
    size_t first, len; /* len 0: the server must respond */
  } rows[] = {{"bytes=0-1", 0, 2},  {"bytes=1-", 1, 9},      {"bytes=-1", 9, 1},          {"bytes=-99", 0, 10},
              {"bytes=8-99", 8, 2}, {"bytes=10-", 0, 0},     {"bytes=2-1", 0, 0},         {"bytes=-0", 0, 0},
              {"bytes=-", 0, 0},    {"bytes=0-1,3-4", 0, 0}, {"lines=0-1", 0, 0},         {"bytes", 0, 0},
              {"bytes=a-b", 0, 0},  {"Bytes=0-0", 0, 1},     {"bytes=99999999999-", 0, 0}};
  int before = failures;
  stored *it = make("", "Cache-Control: max-age=60", 200), *coded = make("", "Content-Encoding: gzip", 200);
  stored *missing = make("", "Cache-Control: max-age=60", 404);
  for EVERY (rows) {
    part part = {0, 0};
    bool is_known = it && part_of(it, slice_of(rows[i].range), &part);
    check(is_known == (rows[i].len > 0) && part.first == rows[i].first && part.len == rows[i].len, "a range",
          rows[i].range);
  }
  part part;
  check(coded && !part_of(coded, SLICE("bytes=0-1"), &part), "a decoded body", "has no parts");
  check(missing && !part_of(missing, SLICE("bytes=0-1"), &part), "a 404", "has no parts");
  stored_release(missing);
  stored_release(it);
  stored_release(coded);
  passed("one range of a complete response is served", before);
}

/* A response whose lists are very long would cost much time, because each field is looked for in them. */
static void long_lists(void) {
  static char list[MOST_LISTED_BYTES + 2];
  static const char *const names[] = {"Connection", "Cache-Control", "X-List"};
  int before = failures;
  char room[100];
  for (size_t i = 0; i < sizeof list; i++) list[i] = i % 2 ? ',' : 'a';
  for (size_t len = sizeof list - 22; len < sizeof list; len += 20) {
    for (size_t i = 0; i < 3; i++) {
      field head[] = {{SLICE("ETag"), SLICE("x")}, {SLICE("Cache-Control"), SLICE("max-age=60")}, {slice_of(names[i]), {list, len}}};
      request request = request_of(SLICE("GET"), SLICE("https://h.example/"), (fields){NULL, 0}, room, sizeof room);
      arrival arrival = {200, {head, 3}, NOW * SECOND, NOW * SECOND};
      body *body = text_body("0123");
      stored *made = stored_new(&request, &arrival, body, 10);
      check((made != NULL) == (i == 2 || len < sizeof list - 12), "a response with a long list is not stored", names[i]);
      stored_release(made);
      body_release(body);
    }
  }
  passed("a response with very long lists of fields is not stored", before);
}

/* Passes random texts to each function that reads what a server sent. The sanitizers watch. */
static void nonsense(void) {
  int before = failures;
  static const char letters[] = "\"\\,=;: \tamx-age09bytes=*@/#?.W%\xc3\xff";
  uint32_t seed = 7;
  for (int turn = 0; turn < 20000; turn++) {
    char text[6][40], room[64];
    slice words[6];
    for (int word = 0; word < 6; word++) {
      seed = seed * 1664525 + 1013904223;
      size_t len = (seed >> 16) % sizeof text[word];
      for (size_t i = 0; i < len; i++) {
        seed = seed * 1664525 + 1013904223;
        text[word][i] = letters[(seed >> 16) % (sizeof letters - 1)];
      }
      words[word] = (slice){text[word], len};
    }
    field head[] = {{SLICE("Cache-Control"), words[0]}, {SLICE("Vary"), words[1]}, {SLICE("Expires"), words[2]},
                    {SLICE("Age"), words[3]},           {SLICE("ETag"), words[4]}, {SLICE("Connection"), words[5]}};
    field sent[] = {{SLICE("Range"), words[0]}, {words[1], words[2]}, {SLICE("Authorization"), words[3]}};
    request request = request_of(SLICE("GET"), words[4], (fields){sent, 3}, room, sizeof room);
    arrival arrival = {200, {head, 6}, NOW * SECOND, NOW * SECOND};
    rules rules = {10, 10, true};
    body *body = text_body("0123");
    stored *made = stored_new(&request, &arrival, body, 10), *again = NULL;
    if (made) again = stored_updated(made, &request, &arrival, 10);
    may_store(&request, &arrival, &rules);
    if (made) decide(made, &request, &rules, NOW * SECOND);
    if (again) check(is_for_same(made, again), "an update is for the same requests", "nonsense");
    resolved(words[4], words[5], room, sizeof room);
    stored_release(made);
    stored_release(again);
    body_release(body);
  }
  passed("nonsense of a server does no harm", before);
}

int main(void) {
  lifetimes();
  decisions();
  overdue();
  codings();
  storing();
  outdating();
  errors();
  varying();
  updates();
  confirmations();
  dates();
  ranges();
  long_lists();
  nonsense();
  return failures > 0;
}
