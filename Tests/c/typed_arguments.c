/* The endpoints of typed.h have arguments that are texts and numbers. Tests where each argument goes in the request,
 * and how it is written. */
#include "typed_calls.h"

static void text_places(void) {
  echo it;
  moya_error *error = NULL;
  int64_t page = -2;
  bool flag = false;
  order up = order_up;
  EXPECT_STATUS(places(echoes, "a/b c", -128, "1&2=é", moya_some_i64(page), UINT64_MAX, 0.1, moya_some_boolean(flag), order_down, moya_some_order(up), 1770091506123456, moya_some_str("text/x"), &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo/a%2Fb%20c/-128?text=1%262%3D%C3%A9&page=-2&big=18446744073709551615&real=0.1&is-flag=false"
                         "&order=desc&other=asc&since=2026-02-03T04%3A05%3A06.123456Z");
  EXPECT_TEXT(it.method, "GET");
  EXPECT(str_has(it.headers, "[\"Accept\", \"text/x\"]"), "%s", it.headers.data);
  echo_release(&it);
  EXPECT(!it.arena && !it.method);
  EXPECT_STATUS(places(echoes, "a", 0, "", moya_none_i64(), 0, -1e300, moya_none_boolean(), order_up, moya_none_order(), 0, moya_none_str(), &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo/a/0?text=&big=0&real=-1e%2B300&order=asc&since=1970-01-01T00%3A00%3A00Z");
  echo_release(&it);
}

/* Tests header fields that an endpoint sets for every call. An argument of the same name replaces such a field. If an
 * endpoint sets Content-Type, this value replaces the type of the body. */
static void fixed_headers(void) {
  echo it;
  EXPECT_STATUS(fixed_fields(echoes, "x", moya_none_str(), &it, NULL, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Accept\", \"text/x\"]") && str_has(it.headers, "[\"X-Version\", \"2\"]"), "%s", it.headers.data);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"text/y\"]") && !str_has(it.headers, "text/plain"), "%s", it.headers.data);
  echo_release(&it);
  EXPECT_STATUS(fixed_fields(echoes, "x", moya_some_str("text/z"), &it, NULL, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"accept\", \"text/z\"]") && !str_has(it.headers, "text/x"), "%s", it.headers.data);
  echo_release(&it);
}

static void named_lists(void) {
  echo it;
  const char *texts[] = {"a b", "c"};
  int8_t numbers[] = {-1, 2};
  moya_str_list tags = {texts, 2, NULL};
  moya_i8_list few = {numbers, 2, NULL};
  EXPECT_STATUS(plain_lists(echoes, &tags, moya_some_i8_list(&few), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?tag=a%20b&tag=c&numbers=-1&numbers=2");
  echo_release(&it);
  EXPECT_STATUS(form_lists(echoes, &tags, &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "tags.0=a%20b&tags.1=c");
  echo_release(&it);
}

static void joined_lists_of_values(void) {
  echo it;
  const char *texts[] = {"a,b", "c"};
  bool marks[] = {true, false};
  moya_str_list some = {texts, 2, NULL}, none = {NULL, 0, NULL};
  moya_boolean_list flags = {marks, 2, NULL};
  EXPECT_STATUS(joined_lists(echoes, moya_some_str_list(&some), &some, moya_some_boolean_list(&flags), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?fields=a%2Cb,c&tag=a%2Cb&tag=c");
  EXPECT_TEXT(it.body, "is=1,0");
  echo_release(&it);
  EXPECT_STATUS(drop(echoes, &some, moya_some_str("late"), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?reason=late&ids=a%2Cb,c");
  EXPECT_TEXT(it.body, "");
  echo_release(&it);
  EXPECT_STATUS(joined_lists(echoes, moya_some_str_list(&none), &none, moya_none_boolean_list(), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo");
  echo_release(&it);
}

/* A list may have more elements than an endpoint may have arguments. */
enum { MANY = 200 };
static void lists_in_places(void) {
  echo it;
  moya_error *error = NULL;
  int64_t ids[MANY];
  double ratios[] = {0.5, -2};
  order orders[] = {order_up, order_down};
  const char *texts[] = {"a,b/", "c"}, *holes[] = {NULL};
  char wanted[MANY * 4 + 32] = "/echo/";
  for (int i = 0; i < MANY; i++) {
    ids[i] = i;
    snprintf(wanted + strlen(wanted), 8, i ? ",%d" : "%d", i);
  }
  strcat(wanted, "/a%2Cb%2F,c");
  moya_i64_list many = {ids, MANY, NULL}, none = {NULL, 0, NULL};
  moya_f64_list halves = {ratios, 2, NULL}, no_halves = {NULL, 0, NULL};
  order_list both = {orders, 2, NULL};
  moya_str_list names = {texts, 2, NULL}, bad = {holes, 1, NULL};
  EXPECT_STATUS(listed(echoes, &many, &names, &halves, moya_some_order_list(&both), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, wanted);
  EXPECT(str_has(it.headers, "[\"X-Ratios\", \"0.5,-2\"]") && str_has(it.headers, "[\"X-Orders\", \"asc,desc\"]"), "%s", it.headers.data);
  echo_release(&it);
  EXPECT_STATUS(listed(echoes, &many, &names, &no_halves, moya_none_order_list(), &it, NULL, NULL), MOYA_OK);
  EXPECT(!str_has(it.headers, "X-Ratios") && !str_has(it.headers, "X-Orders"), "%s", it.headers.data);
  echo_release(&it);
  EXPECT_STATUS(listed(echoes, &none, &names, &halves, moya_none_order_list(), &it, NULL, NULL), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(listed(echoes, NULL, &names, &halves, moya_none_order_list(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "listed: the argument ids (path) is NULL");
  EXPECT_STATUS(listed(echoes, &many, &bad, &halves, moya_none_order_list(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "listed: the argument names (path) is a list with NULL, or with no value of its type");
}

static void lists_of_parts(void) {
  echo it;
  char path[] = "/tmp/typed-XXXXXX";
  const int file = mkstemp(path);
  EXPECT(write(file, "inside", 6) == 6);
  close(file);
  const char *files[MANY], *texts[] = {"x"};
  int64_t numbers[MANY];
  moya_str data[] = {{"by", 2}};
  for (int i = 0; i < MANY; i++) files[i] = path, numbers[i] = -i;
  moya_str_list all = {files, MANY, NULL}, words_ = {texts, 1, NULL};
  moya_i64_list many = {numbers, MANY, NULL};
  moya_bytes_list bytes = {data, 1, NULL};
  EXPECT_STATUS(upload_all(echoes, &all, moya_some_i64_list(&many), moya_some_bytes_list(&bytes), moya_some_str_list(&words_), &it, NULL, NULL), MOYA_OK);
  int found = 0;
  for (const char *at = it.body; (at = strstr(at, "\r\n\r\ninside\r\n")); at++) found++;
  EXPECT(found == MANY, "%d", found);
  EXPECT(strstr(it.body, "name=\"numbers\"\r\n\r\n-199\r\n") && strstr(it.body, "name=\"numbers\"\r\n\r\n-5\r\n") && strstr(it.body, "\r\n\r\nby\r\n") && strstr(it.body, "name=\"texts\"\r\n\r\nx\r\n"));
  echo_release(&it);
  unlink(path);
}

static void styles_of_values(void) {
  echo it;
  const char *texts[] = {"a", "b"};
  bool marks[] = {true, false};
  int64_t numbers[] = {1, 2};
  moya_str_list names = {texts, 2, NULL};
  moya_boolean_list flags = {marks, 2, NULL};
  moya_i64_list few = {numbers, 2, NULL};
  EXPECT_STATUS(styles(echoes, &names, true, moya_some_boolean_list(&flags), false, moya_some_i64_list(&few), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?is-flag=1&names=a&names=b&flags=1&flags=0");
  EXPECT_TEXT(it.body, "other=0&numbers=1&numbers=2");
  echo_release(&it);
  EXPECT_STATUS(words(echoes, true, &flags, false, &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?flag=true&flags%5B%5D=true&flags%5B%5D=false");
  EXPECT_TEXT(it.body, "other=false");
  echo_release(&it);
}

static void lists_of_values(void) {
  echo it;
  moya_error *error = NULL;
  const char *texts[] = {"a b", "c"};
  int8_t numbers[] = {-1, 2};
  order directions[] = {order_down, order_up}, wrong[] = {(order)7};
  int64_t times[20] = {1};
  bool marks[] = {true, false};
  moya_str_list names = {texts, 2, NULL}, none = {NULL, 0, NULL}, no_items = {NULL, 1, NULL};
  moya_i8_list few = {numbers, 2, NULL};
  order_list orders = {directions, 2, NULL}, bad = {wrong, 1, NULL};
  moya_date_list dates = {times, 20, NULL};
  moya_boolean_list flags = {marks, 2, NULL};
  EXPECT_STATUS(lists(echoes, &names, moya_some_i8_list(&few), moya_some_order_list(&orders), &dates, moya_none_f64_list(), moya_some_boolean_list(&flags), &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?names%5B%5D=a%20b&names%5B%5D=c&numbers%5B%5D=-1&numbers%5B%5D=2&o%5B%5D=desc&o%5B%5D=asc");
  EXPECT(strstr(it.body, "{\"dates\":[\"1970-01-01T00:00:00.000001Z\",\"1970-01-01T00:00:00Z\",") == it.body, "%s", it.body);
  EXPECT(strstr(it.body, "\"flags\":[true,false]}"), "%s", it.body);
  echo_release(&it);
  dates.count = 0;
  EXPECT_STATUS(lists(echoes, &none, moya_none_i8_list(), moya_none_order_list(), &dates, moya_none_f64_list(), moya_none_boolean_list(), &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo");
  EXPECT_TEXT(it.body, "{\"dates\":[]}");
  echo_release(&it);
  EXPECT_STATUS(lists(echoes, NULL, moya_none_i8_list(), moya_none_order_list(), &dates, moya_none_f64_list(), moya_none_boolean_list(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument names (query) is NULL");
  EXPECT_STATUS(lists(echoes, &no_items, moya_none_i8_list(), moya_none_order_list(), &dates, moya_none_f64_list(), moya_none_boolean_list(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument names (query) is NULL");
  EXPECT_STATUS(lists(echoes, &names, moya_none_i8_list(), moya_some_order_list(&bad), &dates, moya_none_f64_list(), moya_none_boolean_list(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument o (query) is a list with NULL, or with no value of its type");
  texts[1] = NULL;
  EXPECT_STATUS(lists(echoes, &names, moya_none_i8_list(), moya_none_order_list(), &dates, moya_none_f64_list(), moya_none_boolean_list(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument names (query) is a list with NULL, or with no value of its type");
}

/* Writes the smallest and largest numbers and dates as text. A number has a point, even if the locale has a comma. */
static void texts(void) {
  moya_scratch scratch;
  static const struct {
    double number;
    const char *text;
  } doubles[] = {{0, "0"}, {-0.0, "-0"}, {1, "1"}, {0.1, "0.1"}, {1.0 / 3, "0.3333333333333333"}, {5e-324, "4.94065645841247e-324"},
                 {1.7976931348623157e308, "1.7976931348623157e+308"}, {100000, "100000"}, {0.1 + 0.2, "0.30000000000000004"}};
  static const struct {
    int64_t date;
    const char *text;
  } dates[] = {{0, "1970-01-01T00:00:00Z"}, {-1, "1969-12-31T23:59:59.999999Z"}, {951782400000000, "2000-02-29T00:00:00Z"},
               {-62167219200000000, "0000-01-01T00:00:00Z"}, {253402300799000000, "9999-12-31T23:59:59Z"},
               {-62167219200000001, NULL}, {253402300800000000, NULL}, {INT64_MIN, NULL}, {INT64_MAX, NULL},
               {1709164800000001, "2024-02-29T00:00:00.000001Z"}, {4107542399000000, "2100-02-28T23:59:59Z"},
               {4107542400000000, "2100-03-01T00:00:00Z"}};
  for (size_t row = 0; row < sizeof doubles / sizeof *doubles; row++) {
    moya_scratch_begin(&scratch);
    EXPECT_TEXT(moya_text_of_f64(&scratch, doubles[row].number), doubles[row].text);
  }
  char points[][16] = {"-1,5e-07", "-1\xd9\xab" "5e-07", "-1.5e-07", "-15"};
  for (size_t row = 0; row < 4; row++) {
    moya_make_point(points[row]);
    EXPECT_TEXT(points[row], row < 3 ? "-1.5e-07" : "-15");
  }
  moya_scratch_begin(&scratch);
  EXPECT(!moya_text_of_f64(&scratch, 1e300 * 1e300) && !moya_text_of_f64(&scratch, 0 * (1e300 * 1e300)));
  EXPECT_TEXT(moya_text_of_i64(&scratch, INT64_MIN), "-9223372036854775808");
  for (size_t row = 0; row < sizeof dates / sizeof *dates; row++) {
    moya_scratch_begin(&scratch);
    const char *text = moya_text_of_date(&scratch, dates[row].date);
    EXPECT(dates[row].text ? text && strcmp(text, dates[row].text) == 0 : !text, "%s", text ? text : "NULL");
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  echoes = provider_with(faults.url);
  TEST("arguments go to the path, the query and header fields, and optional ones may be left out", text_places);
  TEST("fixed header fields go with each call", fixed_headers);
  TEST("the lists of an endpoint are named by its pattern", named_lists);
  TEST("a list in a path or a header field is one text with commas", lists_in_places);
  TEST("a list of files, bytes, numbers or texts is a part for each", lists_of_parts);
  TEST("a joined list is one pair with commas, in a query, also of DELETE, and a form", joined_lists_of_values);
  TEST("lists and booleans of a query and a form are written as the list says", styles_of_values);
  TEST("lists are arrays of a query and of a JSON body", lists_of_values);
  TEST("numbers and dates become texts that read back, in any locale", texts);
  moya_provider_destroy(echoes);
  server_stop(&faults);
  return verdict();
}
