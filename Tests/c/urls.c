/* Tests URLs: escaping, resolving, and the next page of a response. Also tests progress as a line of text. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

static void escaped(void) {
  static const struct {
    const char *text, *wanted;
  } rows[] = {{"", ""}, {"aZ09-._~", "aZ09-._~"}, {"a b/c?d&e=f", "a%20b%2Fc%3Fd%26e%3Df"}, {"é", "%C3%A9"}, {"%", "%25"},
              {"\xff\x01", "%FF%01"}};
  char text[64];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    EXPECT(moya_url_escape(rows[i].text, text, sizeof text) == strlen(rows[i].wanted) && strcmp(text, rows[i].wanted) == 0, "%s", text);
  }
  memset(text, 'x', sizeof text);
  EXPECT(moya_url_escape("a b", text, 3) == 5 && strcmp(text, "a%") == 0 && text[3] == 'x', "it is cut, and its length is told");
  EXPECT(moya_url_escape("a b", NULL, 0) == 5 && moya_url_escape("a b", text, 0) == 5 && text[0] == 'a');
  EXPECT(moya_url_escape(NULL, text, sizeof text) == 0 && text[0] == 0);
  EXPECT(moya_url_escape("a b", text, SIZE_MAX) == 5 && strcmp(text, "a%20b") == 0, "a room without a limit: %s", text);
  EXPECT(moya_url_resolve("http://a/b", "c", text, SIZE_MAX) == 10 && strcmp(text, "http://a/c") == 0, "%s", text);
}

/* Tests the examples of RFC 3986 §5.4, without those whose results the library cannot send. */
static void resolved(void) {
  static const struct {
    const char *reference, *wanted;
  } rows[] = {{"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"}, {"/g", "http://a/g"}, {"//g", "http://g"},
              {"?y", "http://a/b/c/d;p?y"}, {"g?y", "http://a/b/c/g?y"}, {"#s", "http://a/b/c/d;p?q#s"}, {"g#s", "http://a/b/c/g#s"},
              {"g?y#s", "http://a/b/c/g?y#s"}, {";x", "http://a/b/c/;x"}, {"g;x", "http://a/b/c/g;x"}, {"", "http://a/b/c/d;p?q"},
              {".", "http://a/b/c/"}, {"./", "http://a/b/c/"}, {"..", "http://a/b/"}, {"../g", "http://a/b/g"}, {"../..", "http://a/"},
              {"../../g", "http://a/g"}, {"../../../g", "http://a/g"}, {"/./g", "http://a/g"}, {"/../g", "http://a/g"},
              {"g.", "http://a/b/c/g."}, {"./../g", "http://a/b/g"}, {"g;x=1/../y", "http://a/b/c/y"}, {"g?y/../x", "http://a/b/c/g?y/../x"},
              {"https://h/x", "https://h/x"}, /* no fragment of the base */ {"a b", "http://a/b/c/a%20b"}};
  char text[64];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int64_t length = moya_url_resolve(i % 2 ? "http://a/b/c/d;p?q" : "http://a/b/c/d;p?q#f", rows[i].reference, text, sizeof text);
    EXPECT(length == (int64_t)strlen(rows[i].wanted) && strcmp(text, rows[i].wanted) == 0, "%s: %s", rows[i].reference, text);
  }
  EXPECT(moya_url_resolve("http://a/", "b", NULL, 0) == 10);
  EXPECT(moya_url_resolve("http://a/", "mailto:x", text, sizeof text) == MOYA_ERROR_INVALID_URL && text[0] == 0);
  EXPECT(moya_url_resolve("http://a/", "\xff", text, sizeof text) == MOYA_ERROR_UTF8);
  EXPECT(moya_url_resolve(NULL, "b", text, sizeof text) == MOYA_ERROR_NULL);
  EXPECT(moya_url_resolve("http://a/", NULL, text, sizeof text) == MOYA_ERROR_NULL);
}

static moya_response *page(const char *link, const char *other) {
  moya_response *response = NULL;
  moya_header headers[] = {{"Link", link}, {"link", other ? other : "<>"}};
  EXPECT_STATUS(moya_response_create(200, "https://api.example.com/items?page=1&x=y", headers, other ? 2 : 1, 0, "", 0, &response, NULL), MOYA_OK);
  return response;
}

static void next_pages(void) {
  static const struct {
    const char *link, *other, *relation, *wanted; /* NULL: none */
  } rows[] = {
      {"<https://api.example.com/items?page=2>; rel=\"next\"", NULL, NULL, "https://api.example.com/items?page=2"},
      {"<?page=2>; rel=next", NULL, NULL, "https://api.example.com/items?page=2"},
      {"</items?page=1>; rel=\"prev\", </items?page=3>; rel=\"next\"", NULL, NULL, "https://api.example.com/items?page=3"},
      {"</a>; rel=\"last\"", "</b>; rel=\"next\"", NULL, "https://api.example.com/b"},
      {"</a>; title=\"a, b; rel=next\"; rel=\"x NEXT y\"", NULL, NULL, "https://api.example.com/a"},
      {"</a>;rel = \"last\"", NULL, "last", "https://api.example.com/a"},
      {"</a>; rel=prev; rel=next", NULL, NULL, NULL},
      {"</a>; rel=next; anchor=\"#x\", </b>; rel=next", NULL, NULL, "https://api.example.com/b"},
      {"</a,b;c>; rel=next", NULL, NULL, "https://api.example.com/a,b;c"},
      {"</a>; rel=\"a\\\"next\"", NULL, NULL, NULL},
      {"</a>", NULL, NULL, NULL},
      {"nonsense", NULL, NULL, NULL},
      {"<unended", NULL, NULL, NULL},
      {"<>; rel=next", NULL, NULL, "https://api.example.com/items?page=1&x=y"},
  };
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_target target = MOYA_TARGET(.name = "items", .base_url = "https://api.example.com", .path = "/{what}", .stub = MOYA_STUB_IMMEDIATE,
                                   .sample = &MOYA_SAMPLE(.http_status = 200), .task = &MOYA_TASK(MOYA_PARAMETERS({"page", "1"}, {"x", "y"})),
                                   MOYA_PATH_VALUES({"what", "items"}), MOYA_HEADERS({"X-Own", "1"}));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_response *response = page(rows[i].link, rows[i].other), *came = NULL;
    moya_target *next = NULL;
    EXPECT_STATUS(moya_target_next(&target, response, rows[i].relation, &next, NULL), MOYA_OK);
    EXPECT((next != NULL) == (rows[i].wanted != NULL), "%s", rows[i].link);
    if (next) {
      EXPECT_STATUS(moya_provider_call(provider, next, NULL, &came, NULL), MOYA_OK);
      EXPECT(str_is(moya_response_url(came), rows[i].wanted), "%s: %s", rows[i].link, moya_response_url(came).data);
      EXPECT(next->header_count == 1 && strcmp(next->headers[0].value, "1") == 0 && strcmp(next->name, "items") == 0);
      moya_target *third = NULL;
      EXPECT_STATUS(moya_target_next(next, response, NULL, &third, NULL), MOYA_OK);
      moya_target_release(third);
    }
    moya_response_release(came);
    moya_target_release(next);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

static void no_pages(void) {
  moya_target target = target_of("/"), *next = NULL;
  moya_error *error = NULL;
  static const char *const elsewhere[] = {"<https://evil.example/?secret=1>; rel=next", "<http://api.example.com/>; rel=next",
                                          "<https://api.example.com:444/>; rel=next", "<//u:secret@evil.example/>; rel=next", "<https://u:secret@api.example.com/>; rel=next", "<ftp://x>; rel=next"};
  for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
    moya_response *response = page(elsewhere[i], NULL);
    EXPECT_STATUS(moya_target_next(&target, response, NULL, &next, &error), MOYA_ERROR_INVALID_URL);
    EXPECT(!next && !str_has(moya_error_message(error), "secret"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    moya_response_release(response);
  }
  /* After a redirect to another origin, the link leads to that origin, so moya_target_next refuses it. */
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_response *elsewhere_now = NULL;
  char to[128];
  snprintf(to, sizeof to, "http://localhost:%s/set?link=%%3C%%2Fok%%3E%%3B%%20rel%%3Dnext", strrchr(faults.url, ':') + 1);
  moya_target redirected = MOYA_TARGET(.name = "redirected", .base_url = faults.url, .path = "/set", .task = &MOYA_TASK(MOYA_PARAMETERS({"to", to})));
  EXPECT_STATUS(moya_provider_call(provider, &redirected, NULL, &elsewhere_now, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_url(elsewhere_now), "localhost") && str_is(moya_response_header(elsewhere_now, "Link"), "</ok>; rel=next"));
  EXPECT_STATUS(moya_target_next(&redirected, elsewhere_now, NULL, &next, NULL), MOYA_ERROR_INVALID_URL);
  moya_response_release(elsewhere_now);
  snprintf(to, sizeof to, "/set?link=%%3C%%2Fok%%3E%%3B%%20rel%%3Dnext");
  EXPECT_STATUS(moya_provider_call(provider, &redirected, NULL, &elsewhere_now, NULL), MOYA_OK);
  EXPECT_STATUS(moya_target_next(&redirected, elsewhere_now, NULL, &next, NULL), MOYA_OK);
  EXPECT(next && str_has((moya_str){next->base_url, strlen(next->base_url)}, "/ok"));
  moya_target_release(next);
  moya_response_release(elsewhere_now);
  moya_provider_destroy(provider);

  moya_response *response = page("</>; rel=next", NULL);
  EXPECT_STATUS(moya_target_next(NULL, response, NULL, &next, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_target_next(&target, NULL, NULL, &next, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_target_next(&target, response, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_target_next(&target, response, "\xff", &next, NULL), MOYA_ERROR_UTF8);
  moya_response_release(response);
}

/* moya_target_next refuses the targets that moya_target_copy refuses. It also calls the release functions of the
 * target. */
static int released;
static void count_release(void *user) {
  (void)user;
  released++;
}
static void no_copies(void) {
  moya_response *response = page("</next>; rel=next", NULL);
  moya_header header = {"A", "b"};
  char newer[sizeof(moya_target) + 8] = {0};
  moya_target *next = NULL, target = target_of("/");
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "x", .data_len = (size_t)1 << 45, .release_user = count_release);
  target.headers = &header;
  target.header_count = 10001;
  EXPECT_STATUS(moya_target_next(&target, response, NULL, &next, NULL), MOYA_ERROR_ARGUMENT);
  target.header_count = 1;
  target.task = &task;
#ifndef __SANITIZE_ADDRESS__ /* AddressSanitizer ends a program that allocates this much */
  EXPECT_STATUS(moya_target_next(&target, response, NULL, &next, NULL), MOYA_ERROR_MEMORY);
  EXPECT(released == 1 && !next);
#endif
  released = 0;
  EXPECT_STATUS(moya_target_next(&target, NULL, NULL, &next, NULL), MOYA_ERROR_NULL);
  EXPECT(released == 1);
  target.task = NULL;
  memcpy(newer, &target, sizeof target);
  newer[sizeof target] = 1;
  ((moya_target *)(void *)newer)->size = sizeof newer;
  EXPECT_STATUS(moya_target_next((moya_target *)(void *)newer, response, NULL, &next, NULL), MOYA_ERROR_STRUCT_TAIL);
  target.size = 8;
  EXPECT_STATUS(moya_target_next(&target, response, NULL, &next, NULL), MOYA_ERROR_STRUCT_SIZE);
  EXPECT(!next);
  moya_response_release(response);
}

static void progress(void) {
  static const struct {
    moya_progress at;
    const char *wanted;
  } rows[] = {{{0, 0, 0, -1}, "0 B"}, {{0, 0, 999, -1}, "999 B"}, {{0, 0, 1000, 2000}, "1.0 kB of 2.0 kB (50 %)"},
              {{5, 10, 0, -1}, "5 B of 10 B (50 %)"}, {{10, 10, 12300000, 40000000}, "12.3 MB of 40.0 MB (30 %)"},
              {{0, 0, 999960, 999960}, "1.0 MB of 1.0 MB (100 %)"}, {{0, 0, INT64_MAX, -1}, "9.2 EB"}, {{7, -1, 0, -1}, "7 B"},
              {{0, 0, INT64_MAX, 1}, "9.2 EB of 1 B (100 %)"}, {{INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN}, "0 B"}};
  char line[64];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    EXPECT(moya_progress_text(&rows[i].at, line, sizeof line) == strlen(rows[i].wanted) && strcmp(line, rows[i].wanted) == 0, "%s", line);
  }
  line[0] = 0;
  EXPECT(moya_progress_text(&rows[0].at, line, SIZE_MAX) == 3 && strcmp(line, "0 B") == 0, "%s", line);
  EXPECT(moya_progress_text(NULL, line, sizeof line) == 0 && moya_progress_text(&rows[2].at, NULL, 0) == strlen(rows[2].wanted));
}

/* The library leaves out headers and parameters whose value is NULL. */
static void left_out(void) {
  moya_provider *provider = NULL;
  moya_response *response = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = faults.url, MOYA_HEADERS({"X-A", NULL}, {"X-B", "b"}),
                                                        MOYA_PARAMETERS({"a", NULL}, {"b", "2"}));
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_target target = MOYA_TARGET(.path = "/echo", MOYA_HEADERS({"X-C", NULL}, {"X-D", "d"}), .task = &MOYA_TASK(MOYA_PARAMETERS({"c", NULL}, {"d", "4"})));
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_str body = moya_response_body(response);
  EXPECT(str_has(body, "/echo?d=4&b=2\"") && str_has(body, "X-B") && str_has(body, "X-D"), "%s", body.data);
  EXPECT(!str_has(body, "X-A") && !str_has(body, "X-C"), "%s", body.data);
  moya_response_release(response);
  moya_provider_destroy(provider);
  moya_header nameless[] = {{NULL, NULL}};
  target.headers = nameless;
  target.header_count = 1;
  provider = provider_of(MOYA_PUMP_DISPATCH);
  target.base_url = faults.url;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_NULL);
  moya_provider_destroy(provider);
}

/* The error of a refused HTTP status has the method and the URL of the request, without secrets. */
static void refused_statuses(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_error *error = NULL;
  char url[128], wanted[256];
  snprintf(url, sizeof url, "http://u:secret@%s", faults.url + 7);
  moya_target target = MOYA_TARGET(.name = "it", .base_url = url, .path = "/status/404", .method = "POST", .validation = MOYA_VALIDATION_SUCCESS,
                                   .task = &MOYA_TASK(MOYA_PARAMETERS({"k", "secret"})));
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, &error), MOYA_ERROR_STATUS_CODE);
  snprintf(wanted, sizeof wanted, "it: the response to POST %s/status/404?<redacted> has the status 404, which is not accepted", faults.url);
  EXPECT(str_is(moya_error_message(error), wanted), "%s", moya_error_message(error).data);
  snprintf(wanted, sizeof wanted, "%s/status/404?<redacted>", faults.url);
  EXPECT(str_is(moya_error_method(error), "POST") && str_is(moya_error_url(error), wanted), "%s", moya_error_url(error).data);
  EXPECT(moya_response_http_status(moya_error_response(error)) == 404);
  moya_error_release(error);
  target.base_url = "ftp://x";
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, NULL, &error), MOYA_ERROR_INVALID_URL);
  EXPECT(!moya_error_method(error).data && !moya_error_url(error).data && !moya_error_method(NULL).data && !moya_error_url(NULL).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a text becomes a part of a URL", escaped);
  TEST("a reference is resolved as RFC 3986 says", resolved);
  TEST("the next page is the link of a response, by the rules of RFC 8288", next_pages);
  TEST("a link to another origin is refused, without a secret", no_pages);
  TEST("a page of a target that cannot be copied is refused, and its functions are released", no_copies);
  TEST("progress is a line for people", progress);
  TEST("headers and parameters whose value is NULL are left out", left_out);
  TEST("a refused status is told with method and URL, without secrets", refused_statuses);
  server_stop(&faults);
  return verdict();
}
