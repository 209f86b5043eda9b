/* Endpoints of typed.h against a server: what is sent from each place, what each result becomes, and what errors say. */
#include "calls.h"
#include "../typed/api.h"

static moya_provider *echoes, *offline;

static moya_provider *provider_with(const char *url) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.base_url = url;
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static void expect_error(moya_error *error, const char *message) {
  EXPECT(error && str_is(moya_error_message(error), message), "%s", error ? moya_error_message(error).data : "no error");
  moya_error_release(error);
}
#define EXPECT_TEXT(text, wanted) EXPECT((text) && strcmp(text, wanted) == 0, "%s", text)

/* MARK: What is sent. */

static void text_places(void) {
  echo it;
  moya_error *error = NULL;
  int64_t page = -2;
  bool flag = false;
  order up = order_up;
  EXPECT_STATUS(places(echoes, "a/b c", -128, "1&2=é", &page, UINT64_MAX, 0.1, &flag, order_down, &up, 1770091506123456,
                       "text/x", &it, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo/a%2Fb%20c/-128?text=1%262%3D%C3%A9&page=-2&big=18446744073709551615&real=0.1&is-flag=false"
                         "&order=desc&other=asc&since=2026-02-03T04%3A05%3A06.123456Z");
  EXPECT_TEXT(it.method, "GET");
  EXPECT(str_has(it.headers, "[\"Accept\", \"text/x\"]"), "%s", it.headers.data);
  echo_free(&it);
  EXPECT(!it.arena && !it.method);
  EXPECT_STATUS(places(echoes, "a", 0, "", NULL, 0, -1e300, NULL, order_up, NULL, 0, NULL, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo/a/0?text=&big=0&real=-1e%2B300&order=asc&since=1970-01-01T00%3A00%3A00Z");
  echo_free(&it);
}

static void json_fields(void) {
  echo it;
  int32_t number = INT32_MIN;
  moya_str more = {"{\"a\":[1]}", 9}, none = {NULL, 0};
  EXPECT_STATUS(fields(echoes, "é\"", NULL, &number, UINT64_MAX, 0.5f, true, order_up, -1, more, &it, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/json\"]"), "%s", it.headers.data);
  EXPECT(strstr(it.body, "\"number\":-2147483648,\"big\":18446744073709551615,\"real\":0.5,\"flag\":true,\"order\":\"asc\","
                         "\"since-when\":\"1969-12-31T23:59:59.999999Z\",\"more\":{\"a\":[1]}}"), "%s", it.body);
  EXPECT(!strstr(it.body, "left_out"));
  echo_free(&it);
  EXPECT_STATUS(fields(echoes, "", "in", NULL, 0, 0, false, order_down, 0, none, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"text\":\"\",\"left_out\":\"in\",\"big\":0,\"real\":0,\"flag\":false,\"order\":\"desc\","
                       "\"since-when\":\"1970-01-01T00:00:00Z\"}");
  echo_free(&it);
  /* JSON that is a part of another text: what follows it is not looked at. */
  moya_str part = {"[1],2", 3};
  EXPECT_STATUS(fields(echoes, "", NULL, NULL, 0, 0.1f, false, order_down, 0, part, &it, NULL), MOYA_OK);
  EXPECT(strstr(it.body, "\"real\":0.1,") && strstr(it.body, "\"more\":[1]}"), "%s", it.body);
  echo_free(&it);
}

static void other_bodies(void) {
  echo it;
  moya_str content = {"a\0b", 3}, json = {"[1, 2]", 6};
  order down = order_down;
  EXPECT_STATUS(form(echoes, "a b&c", -1, &down, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "text=a%20b%26c&number=-1&order=desc");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/x-www-form-urlencoded; charset=utf-8\"]"), "%s", it.headers.data);
  echo_free(&it);
  EXPECT_STATUS(put_text(echoes, "hello", "text/plain", &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "hello");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"text/plain\"]"), "%s", it.headers.data);
  EXPECT_TEXT(it.method, "PUT");
  echo_free(&it);
  moya_error *error = NULL;
  EXPECT_STATUS(put_bytes(echoes, content, &it, &error), MOYA_ERROR_JSON_TYPE); /* the echo holds a zero */
  EXPECT(str_has(moya_error_message(error), "put_bytes: body is \"a\\u0000b\", not a text without U+0000"), "%s",
         moya_error_message(error).data);
  EXPECT(moya_response_status(moya_error_response(error)) == 200, "the response is kept");
  moya_error_release(error);
  EXPECT_STATUS(put_json(echoes, json, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "[1, 2]");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/json\"]"), "%s", it.headers.data);
  echo_free(&it);
  char file[] = "/tmp/typed-XXXXXX";
  int descriptor = mkstemp(file);
  EXPECT(descriptor >= 0 && write(descriptor, "of a file", 9) == 9);
  close(descriptor);
  EXPECT_STATUS(put_file(echoes, file, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "of a file");
  echo_free(&it);
  unlink(file);
}

/* Fields whose key leads into inner objects: each is made once, and only if something is in it. */
static void inner_fields(void) {
  echo it;
  const char *texts[] = {"x"};
  int64_t id = 7;
  moya_str_list tags = {texts, 1, NULL};
  owner ann = {7, "ann", NULL};
  moya_str any = {"[1]", 3}, none = {NULL, 0};
  EXPECT_STATUS(inner(echoes, NULL, "Ann", NULL, NULL, NULL, NULL, none, NULL, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"author\":{\"name\":\"Ann\"}}");
  echo_free(&it);
  EXPECT_STATUS(inner(echoes, "t", "Ann", &id, "Rome", &tags, &ann, any, "d", &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"title\":\"t\",\"author\":{\"name\":\"Ann\",\"id\":7,\"home\":{\"city\":\"Rome\"}},"
                       "\"more\":{\"tags\":[\"x\"],\"owner\":{\"id\":7,\"login\":\"ann\"},\"any\":[1]},\"a.b\":\"d\"}");
  echo_free(&it);
}

/* Fields of every call. An argument of the same name wins, and so does a Content-Type over the body's own. */
static void fixed_headers(void) {
  echo it;
  EXPECT_STATUS(fixed_fields(echoes, "x", NULL, &it, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Accept\", \"text/x\"]") && str_has(it.headers, "[\"X-Version\", \"2\"]"), "%s", it.headers.data);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"text/y\"]") && !str_has(it.headers, "text/plain"), "%s", it.headers.data);
  echo_free(&it);
  EXPECT_STATUS(fixed_fields(echoes, "x", "text/z", &it, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"accept\", \"text/z\"]") && !str_has(it.headers, "text/x"), "%s", it.headers.data);
  echo_free(&it);
}

/* A text and bytes have the type that they have as arguments of a definition. */
static void types_of_bodies(void) {
  echo it;
  moya_str content = {"\1", 1};
  EXPECT_STATUS(maybe_text(echoes, "x", &it, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"text/plain; charset=utf-8\"]"), "%s", it.headers.data);
  echo_free(&it);
  EXPECT_STATUS(maybe_bytes(echoes, content, &it, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/octet-stream\"]"), "%s", it.headers.data);
  echo_free(&it);
}

static void struct_bodies(void) {
  echo it;
  moya_error *error = NULL;
  int64_t stars = 5, numbers[] = {1, -2};
  order down = order_down;
  const char *topics[] = {"x"};
  owner ann = {7, "ann", NULL};
  repo one;
  memset(&one, 0, sizeof one);
  one.id = 1;
  one.full_name = "a/b";
  one.stars = &stars;
  one.owner = &ann;
  one.order = &down;
  one.state = state_not_planned;
  one.topics.items = topics;
  one.topics.count = 1;
  EXPECT_STATUS(put_repo(echoes, &one, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"id\":1,\"full_name\":\"a/b\",\"counts\":{\"stars\":5},\"owner\":{\"id\":7,\"login\":\"ann\"},"
                       "\"topics\":[\"x\"],\"state\":\"not-planned\",\"order\":\"desc\"}");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/json\"]"));
  echo_free(&it);
  repo_list all = {&one, 1, NULL};
  EXPECT_STATUS(put_repos(echoes, &all, &it, &error), MOYA_OK);
  EXPECT(strncmp(it.body, "[{\"id\":1,", 9) == 0, "%s", it.body);
  echo_free(&it);
  moya_i64_list both = {numbers, 2, NULL};
  EXPECT_STATUS(put_numbers(echoes, &both, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "[1,-2]");
  echo_free(&it);
  EXPECT_STATUS(put_repo(echoes, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "put_repo: the argument it (body) is NULL");
  ann.login = NULL;
  EXPECT_STATUS(put_repos(echoes, &all, &it, &error), MOYA_ERROR_ENCODING);
  expect_error(error, "put_repos: the argument all (body): a struct cannot be written: [0].owner.login is NULL, and may not be absent");
  EXPECT_STATUS(put_repos(echoes, &all, &it, NULL), MOYA_ERROR_ENCODING);
}

static void optional_bodies(void) {
  echo it;
  moya_str content = {"\1", 1}, nothing = {NULL, 0};
  int64_t numbers[] = {5};
  moya_i64_list one = {numbers, 1, NULL};
  owner ann = {7, "ann", NULL};
  for (int i = 0; i < 9; i++) {
    moya_status status = i == 0   ? maybe_text(echoes, "x", &it, NULL)
                         : i == 1 ? maybe_bytes(echoes, content, &it, NULL)
                         : i == 2 ? maybe_owner(echoes, &ann, &it, NULL)
                         : i == 3 ? maybe_numbers(echoes, &one, &it, NULL)
                         : i == 4 ? maybe_text(echoes, NULL, &it, NULL)
                         : i == 5 ? maybe_bytes(echoes, nothing, &it, NULL)
                         : i == 6 ? maybe_owner(echoes, NULL, &it, NULL)
                         : i == 7 ? maybe_numbers(echoes, NULL, &it, NULL)
                                  : maybe_file(echoes, NULL, &it, NULL);
    static const char *const bodies[] = {"x", "\1", "{\"id\":7,\"login\":\"ann\"}", "[5]", "", "", "", "", ""};
    EXPECT_STATUS(status, MOYA_OK);
    EXPECT_TEXT(it.body, bodies[i]);
    EXPECT(i < 4 || !str_has(it.headers, "Content-Type"), "%d", i);
    echo_free(&it);
  }
}

static void named_lists(void) {
  echo it;
  const char *texts[] = {"a b", "c"};
  int8_t numbers[] = {-1, 2};
  moya_str_list tags = {texts, 2, NULL};
  moya_i8_list few = {numbers, 2, NULL};
  EXPECT_STATUS(plain_lists(echoes, &tags, &few, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?tag=a%20b&tag=c&numbers=-1&numbers=2");
  echo_free(&it);
  EXPECT_STATUS(form_lists(echoes, &tags, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "tags.0=a%20b&tags.1=c");
  echo_free(&it);
}

static void struct_fields(void) {
  echo it;
  moya_error *error = NULL;
  owner both[] = {{7, "ann", NULL}, {8, "bob", NULL}}, nameless = {9, NULL, NULL};
  owner_list more = {both, 2, NULL};
  owner_entry entry = {"first", both[0]};
  owner_map by_name = {&entry, 1, NULL};
  EXPECT_STATUS(owners(echoes, &both[0], NULL, NULL, NULL, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"owner\":{\"id\":7,\"login\":\"ann\"}}");
  echo_free(&it);
  EXPECT_STATUS(owners(echoes, &both[0], &both[1], &more, &by_name, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"owner\":{\"id\":7,\"login\":\"ann\"},\"other-one\":{\"id\":8,\"login\":\"bob\"},"
                       "\"more\":[{\"id\":7,\"login\":\"ann\"},{\"id\":8,\"login\":\"bob\"}],"
                       "\"by_name\":{\"first\":{\"id\":7,\"login\":\"ann\"}}}");
  echo_free(&it);
  EXPECT_STATUS(owners(echoes, NULL, NULL, NULL, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "owners: the argument owner (field) is NULL");
  EXPECT_STATUS(owners(echoes, &both[0], &nameless, NULL, NULL, &it, &error), MOYA_ERROR_ENCODING);
  EXPECT(error && str_has(moya_error_message(error), "owners: ") && str_has(moya_error_message(error), "login is NULL"), "%s",
         error ? moya_error_message(error).data : "no error");
  moya_error_release(error);
  EXPECT_STATUS(owners(echoes, &nameless, &nameless, NULL, NULL, &it, &error), MOYA_ERROR_ENCODING);
  moya_error_release(error);
}

static void multipart(void) {
  echo it;
  moya_error *error = NULL;
  int64_t number = -3;
  char file[] = "/tmp/typed-XXXXXX";
  int descriptor = mkstemp(file);
  EXPECT(descriptor >= 0 && write(descriptor, "of a file", 9) == 9);
  close(descriptor);
  moya_str nothing = {NULL, 0}, content = {"\1", 1};
  EXPECT_STATUS(upload(echoes, "sea", NULL, order_up, nothing, NULL, &it, &error), MOYA_OK);
  EXPECT(strstr(it.body, "name=\"title\"\r\n\r\nsea\r\n") && strstr(it.body, "name=\"order\"\r\n\r\nasc\r\n"), "%s", it.body);
  EXPECT(!strstr(it.body, "number") && !strstr(it.body, "photo") && str_has(it.headers, "multipart/form-data"), "%s", it.body);
  echo_free(&it);
  EXPECT_STATUS(upload(echoes, "sea", &number, order_down, content, file, &it, &error), MOYA_OK);
  EXPECT(strstr(it.body, "name=\"a number\"\r\n\r\n-3\r\n") && strstr(it.body, "name=\"content\"\r\n\r\n\1\r\n"), "%s", it.body);
  EXPECT(strstr(it.body, "name=\"photo\"; filename=\"typed-") && strstr(it.body, "\r\n\r\nof a file\r\n"), "%s", it.body);
  echo_free(&it);
  unlink(file);
  EXPECT_STATUS(upload(echoes, NULL, NULL, order_up, nothing, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "upload: the argument title (part) is NULL, or no value of its type");
  EXPECT_STATUS(upload(echoes, "sea", NULL, (order)9, nothing, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "upload: the argument order (part) is NULL, or no value of its type");
}

static void styles_of_values(void) {
  echo it;
  const char *texts[] = {"a", "b"};
  bool marks[] = {true, false};
  int64_t numbers[] = {1, 2};
  moya_str_list names = {texts, 2, NULL};
  moya_boolean_list flags = {marks, 2, NULL};
  moya_i64_list few = {numbers, 2, NULL};
  EXPECT_STATUS(styles(echoes, &names, true, &flags, false, &few, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?is-flag=1&names=a&names=b&flags=1&flags=0");
  EXPECT_TEXT(it.body, "other=0&numbers=1&numbers=2");
  echo_free(&it);
  EXPECT_STATUS(words(echoes, true, &flags, false, &it, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?flag=true&flags%5B%5D=true&flags%5B%5D=false");
  EXPECT_TEXT(it.body, "other=false");
  echo_free(&it);
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
  EXPECT_STATUS(lists(echoes, &names, &few, &orders, &dates, NULL, &flags, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo?names%5B%5D=a%20b&names%5B%5D=c&numbers%5B%5D=-1&numbers%5B%5D=2&o%5B%5D=desc&o%5B%5D=asc");
  EXPECT(strstr(it.body, "{\"dates\":[\"1970-01-01T00:00:00.000001Z\",\"1970-01-01T00:00:00Z\",") == it.body, "%s", it.body);
  EXPECT(strstr(it.body, "\"flags\":[true,false]}"), "%s", it.body);
  echo_free(&it);
  dates.count = 0;
  EXPECT_STATUS(lists(echoes, &none, NULL, NULL, &dates, NULL, NULL, &it, &error), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo");
  EXPECT_TEXT(it.body, "{\"dates\":[]}");
  echo_free(&it);
  EXPECT_STATUS(lists(echoes, NULL, NULL, NULL, &dates, NULL, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument names (query) is NULL");
  EXPECT_STATUS(lists(echoes, &no_items, NULL, NULL, &dates, NULL, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument names (query) is NULL");
  EXPECT_STATUS(lists(echoes, &names, NULL, &bad, &dates, NULL, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument o (query) is a list with NULL, or with no value of its type");
  texts[1] = NULL;
  EXPECT_STATUS(lists(echoes, &names, NULL, NULL, &dates, NULL, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "lists: the argument names (query) is a list with NULL, or with no value of its type");
}

/* Numbers and dates as text, at their edges; a point also where the locale has a comma. */
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

/* MARK: What comes. */

static const char two_repos[] =
    "[{\"id\":1,\"full_name\":\"a/b\",\"counts\":{\"stars\":5},\"owner\":{\"id\":7,\"login\":\"ann\"},\"topics\":[\"x\",\"y\"],"
    "\"state\":\"not-planned\",\"order\":\"desc\",\"sizes\":{\"c\":3},\"parent\":{\"id\":2,\"full_name\":\"p\"},"
    "\"forks\":[{\"id\":3,\"full_name\":\"f\"}],\"token\":\"t\"},"
    "{\"id\":4,\"full_name\":\"d\",\"state\":\"tomorrow's\",\"description\":null}]";

/* A response of this text, as if a server had sent it. */
static moya_response *response_of(const char *json) {
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, json, strlen(json), &response, NULL), MOYA_OK);
  return response;
}

static void structs(void) {
  moya_response *response = response_of(two_repos);
  repo_list it;
  moya_error *error = NULL;
  EXPECT_STATUS(user_repos_decode(response, &it, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_response_release(response);
  EXPECT(it.count == 2);
  if (it.count != 2) return;
  const repo *first = &it.items[0], *second = &it.items[1];
  EXPECT(first->id == 1 && !first->description && first->stars && *first->stars == 5);
  EXPECT(first->owner && first->owner->id == 7 && strcmp(first->owner->login, "ann") == 0);
  EXPECT(first->topics.count == 2 && strcmp(first->topics.items[1], "y") == 0);
  EXPECT(first->state == state_not_planned && first->order && *first->order == order_down);
  EXPECT(first->sizes && first->sizes->count == 1 && strcmp(first->sizes->items[0].key, "c") == 0 &&
         first->sizes->items[0].value == 3);
  EXPECT(first->parent && first->parent->id == 2 && first->forks && first->forks->items[0].id == 3);
  EXPECT(str_is(first->token, "t") && first->parent->state == state_open);
  EXPECT(!second->stars && !second->owner && second->topics.count == 0 && !second->order && !second->sizes);
  EXPECT(!second->parent && !second->forks && !second->token.data && second->state == state_other);
  EXPECT(strcmp(order_text(order_down), "desc") == 0 && !order_text((order)2) && !state_text(state_other));
  repo_list_free(&it);
  repo_list_free(NULL);
  EXPECT(!it.items && !it.count && !it.arena);
}

static void other_results(void) {
  moya_response *response = response_of("{\"b\":{\"id\":1,\"full_name\":\"x\"},\"a\":{\"id\":2,\"full_name\":\"y\"}}");
  repo_map map;
  EXPECT_STATUS(repos_by_name_decode(response, &map, NULL), MOYA_OK);
  EXPECT(map.count == 2 && strcmp(map.items[1].key, "a") == 0 && map.items[1].value.id == 2);
  repo_map_free(&map);
  moya_body body;
  EXPECT_STATUS(zen_decode(response, &body, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(body.len == 59 && strcmp(body.data + 57, "}}") == 0, "%zu", body.len);
  moya_body_free(&body);
  EXPECT_STATUS(touch(echoes, NULL), MOYA_OK);
}

/* MARK: Errors. */

static void failures(void) {
  moya_error *error = NULL;
  echo it;
  memset(&it, 0xa5, sizeof it);
  EXPECT_STATUS(places(echoes, NULL, 0, "", NULL, 0, 0, NULL, order_up, NULL, 0, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(!it.method && !it.arena, "a failure leaves zeroes");
  expect_error(error, "places: the argument name (path) is NULL, or no value of its type");
  EXPECT_STATUS(places(echoes, "", 0, "", NULL, 0, 1e300 * 1e300, NULL, (order)7, NULL, 0, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "places: the argument real (query) is NULL, or no value of its type");
  order seventh = (order)7;
  EXPECT_STATUS(places(echoes, "", 0, "", NULL, 0, 0, NULL, order_up, &seventh, 0, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "places: the argument other (query) is NULL, or no value of its type");
  EXPECT_STATUS(places(echoes, "", 0, "", NULL, 0, 0, NULL, (order)7, NULL, 0, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "places: the argument order (query) is NULL, or no value of its type");
  moya_str none = {NULL, 0}, wrong = {"{", 1};
  EXPECT_STATUS(fields(echoes, NULL, NULL, NULL, 0, 0, false, order_up, 0, none, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "fields: the argument text (field) is NULL, or no value of its type");
  EXPECT_STATUS(fields(echoes, "\xff", NULL, NULL, 0, 0, false, order_up, 0, none, &it, &error), MOYA_ERROR_UTF8);
  EXPECT(str_has(moya_error_message(error), "text"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(fields(echoes, "", NULL, NULL, 0, 0, false, order_up, 0, wrong, &it, &error), MOYA_ERROR_ENCODING);
  moya_error_release(error);
  moya_str zero = {"1\0", 2};
  EXPECT_STATUS(fields(echoes, "", NULL, NULL, 0, 0, false, order_up, 0, zero, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "fields: the argument more (field) is not JSON: it has a zero");
  EXPECT_STATUS(fields(echoes, "", NULL, NULL, 0, 1e30f * 1e30f, false, order_up, 0, none, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "fields: the argument real (field) is NULL, or no value of its type");
  EXPECT_STATUS(put_text(echoes, NULL, "a/b", &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "put_text: the argument text (body) is NULL");
  EXPECT_STATUS(put_file(echoes, NULL, &it, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "put_file: the argument file (file) is NULL");
  EXPECT_STATUS(touch(NULL, &error), MOYA_ERROR_NULL);
  moya_error_release(error);
  EXPECT_STATUS(zen(echoes, NULL, &error), MOYA_ERROR_NULL);
  expect_error(error, "zen: out is NULL");

  moya_response *response = response_of("[{\"id\":1,\"full_name\":\"a\"},{\"id\":\"x\"}]");
  repo_list repos;
  EXPECT_STATUS(user_repos_decode(response, &repos, &error), MOYA_ERROR_JSON_TYPE);
  EXPECT(str_is(moya_error_target(error), "user_repos") && moya_error_response(error) == response);
  expect_error(error, "user_repos: [1].id is \"x\", not an integer");
  EXPECT_STATUS(user_repos_decode(response, &repos, NULL), MOYA_ERROR_JSON_TYPE);
  EXPECT_STATUS(user_repos_decode(response, NULL, &error), MOYA_ERROR_NULL);
  expect_error(error, "user_repos: out is NULL");
  EXPECT_STATUS(user_repos_decode(NULL, &repos, &error), MOYA_ERROR_NULL);
  moya_error_release(error);
  moya_response_release(response);
}

static void created_errors(void) {
  moya_response *response = response_of("{}");
  moya_error *error = moya_error_create(MOYA_ERROR_JSON, "a", "b", response);
  moya_response_release(response);
  EXPECT(moya_error_status(error) == MOYA_ERROR_JSON && str_is(moya_error_target(error), "a"));
  EXPECT(str_is(moya_response_body(moya_error_response(error)), "{}"));
  expect_error(error, "a: b");
  error = moya_error_create(-1000, NULL, "", NULL);
  EXPECT(moya_error_status(error) == -1000 && !moya_error_target(error).data && !moya_error_response(error));
  expect_error(error, "");
  EXPECT(!moya_error_create(0, NULL, "b", NULL) && !moya_error_create(1, NULL, "b", NULL));
  EXPECT(!moya_error_create(-1, NULL, NULL, NULL) && !moya_error_create(-1, NULL, "\xff", NULL));
  EXPECT(!moya_error_create(-1, "\xff", "b", NULL));
}

/* MARK: Stubs, callbacks and rows. */

static void stubs(void) {
  moya_scratch scratch;
  moya_target target;
  int64_t page = 2;
  EXPECT_STATUS(user_repos_target("octocat", &page, &scratch, &target, NULL), MOYA_OK);
  EXPECT_TEXT(target.name, "user_repos");
  moya_sample sample = MOYA_SAMPLE(.body = two_repos, .body_len = sizeof two_repos - 1);
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(offline, &target, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), "http://offline.invalid/users/octocat/repos?page=2"), "%s", moya_response_url(response).data);
  repo_list repos;
  EXPECT_STATUS(user_repos_decode(response, &repos, NULL), MOYA_OK);
  EXPECT(repos.count == 2);
  repo_list_free(&repos);
  moya_response_release(response);
  moya_scratch_release(&scratch);
  EXPECT_STATUS(form_target("", 0, NULL, &scratch, &target, NULL), MOYA_OK);
  moya_scratch_release(&scratch);
}

static void on_echo(void *user, moya_status status, const echo *it, moya_error *error) {
  heard *heard = user;
  EXPECT((status == MOYA_OK) == (it != NULL) && (status == MOYA_OK) == (error == NULL));
  if (it) EXPECT(strncmp(it->target, "/echo/a/1?", 10) == 0, "%s", it->target);
  pthread_mutex_lock(&heard->lock);
  heard->last = status;
  heard->released++;
  pthread_cond_broadcast(&heard->changed);
  pthread_mutex_unlock(&heard->lock);
}
static void on_zen(void *user, moya_status status, const moya_body *it, moya_error *error) {
  EXPECT(status == MOYA_ERROR_STATUS_CODE && !it && str_has(moya_error_message(error), "zen: "));
  on_echo(user, status, NULL, error);
}
static void on_repo(void *user, moya_status status, const repo *it, moya_error *error) {
  EXPECT(status == MOYA_ERROR_KEY_PATH && !it);
  EXPECT(str_is(moya_error_message(error), "one_repo: id is missing"), "%s", moya_error_message(error).data);
  on_echo(user, status, NULL, error);
}
static void on_touch(void *user, moya_status status, moya_error *error) {
  EXPECT(status == MOYA_OK && !error);
  heard *heard = user;
  pthread_mutex_lock(&heard->lock);
  heard->released++;
  pthread_cond_broadcast(&heard->changed);
  pthread_mutex_unlock(&heard->lock);
}

static void callbacks(void) {
  heard heard = HEARD_INIT;
  moya_error *error = NULL;
  moya_call *call = NULL;
  EXPECT_STATUS(places_send(echoes, "a", 1, "", NULL, 0, 0, NULL, order_up, NULL, 0, NULL, on_echo, &heard, &call, &error), MOYA_OK);
  EXPECT(call && str_is(moya_call_target(call), "places"));
  moya_call_release(call);
  EXPECT(await_released(&heard, 1) && heard.last == MOYA_OK);
  EXPECT_STATUS(zen_send(echoes, on_zen, &heard, NULL, &error), MOYA_OK);
  EXPECT(await_released(&heard, 2));
  EXPECT_STATUS(touch_send(echoes, on_touch, &heard, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&heard, 3));
  /* "/repos/{id}" of this provider is /ok/repos/1, whose answer has no id. */
  char url[96];
  snprintf(url, sizeof url, "%s/ok", faults.url);
  moya_provider *ok = provider_with(url);
  EXPECT_STATUS(one_repo_send(ok, 1, on_repo, &heard, NULL, &error), MOYA_OK);
  EXPECT(await_released(&heard, 4));
  moya_provider_destroy(ok);
  /* What is refused at once calls nothing. */
  EXPECT_STATUS(places_send(echoes, NULL, 1, "", NULL, 0, 0, NULL, order_up, NULL, 0, NULL, on_echo, &heard, &call, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(!call);
  moya_error_release(error);
  EXPECT_STATUS(touch_send(echoes, NULL, &heard, NULL, &error), MOYA_ERROR_NULL);
  expect_error(error, "touch: callback is NULL");
  EXPECT_STATUS(touch_send(NULL, on_touch, &heard, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(heard.released == 4);
}

static void rows(void) {
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(form_enqueue(echoes, "x", 1, NULL, queue, 1, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(zen_enqueue(echoes, queue, 2, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(touch_enqueue(echoes, queue, 3, NULL, NULL), MOYA_OK);
  moya_call *call = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(form_enqueue(echoes, NULL, 1, NULL, queue, 1, &call, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "form: the argument text (form) is NULL, or no value of its type");
  moya_completion row;
  for (int left = 3; left > 0; left--) {
    EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
    echo it;
    moya_body body;
    if (row.tag == 1) {
      EXPECT_STATUS(form_result(&row, &it, NULL), MOYA_OK);
      EXPECT_TEXT(it.body, "text=x&number=1");
      echo_free(&it);
    } else if (row.tag == 2) {
      EXPECT_STATUS(zen_result(&row, &body, &error), MOYA_ERROR_STATUS_CODE);
      EXPECT(!body.data && str_has(moya_error_message(error), "zen: "));
      moya_error_release(error);
    } else {
      EXPECT_STATUS(touch_result(&row, NULL), MOYA_OK);
    }
    moya_completions_release(&row, sizeof row, 1);
  }
  memset(&row, 0, sizeof row);
  EXPECT_STATUS(touch_result(NULL, NULL), MOYA_ERROR_NULL);
  row.kind = MOYA_ROW_PROGRESS;
  EXPECT_STATUS(touch_result(&row, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "touch: the row is not that of an end");
  moya_queue_destroy(queue);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  echoes = provider_with(faults.url);
  offline = provider_with("http://offline.invalid");
  TEST("arguments go to the path, the query and header fields, and optional ones may be left out", text_places);
  TEST("arguments become the members of a JSON body", json_fields);
  TEST("a form, a text, bytes, JSON and a file are bodies", other_bodies);
  TEST("a field's key leads into inner objects", inner_fields);
  TEST("fixed header fields go with each call", fixed_headers);
  TEST("a text and bytes as body have a Content-Type", types_of_bodies);
  TEST("structs and lists are JSON bodies", struct_bodies);
  TEST("the lists of an endpoint are named by its pattern", named_lists);
  TEST("structs are members of a JSON body", struct_fields);
  TEST("texts, numbers, bytes and files are parts of a form", multipart);
  TEST("a body may be left out", optional_bodies);
  TEST("lists and booleans of a query and a form are written as the list says", styles_of_values);
  TEST("lists are arrays of a query and of a JSON body", lists_of_values);
  TEST("numbers and dates become texts that read back, in any locale", texts);
  TEST("an array of structs has every kind of member, there or not", structs);
  TEST("a map, the body itself and nothing are results", other_results);
  TEST("an error names the endpoint, the place and the reason, and leaves zeroes", failures);
  TEST("a program makes errors of its own", created_errors);
  TEST("an endpoint's target is answered by a stub", stubs);
  TEST("a typed callback gets the struct or the error, once", callbacks);
  TEST("a row becomes the struct of its endpoint", rows);
  moya_provider_destroy(offline);
  moya_provider_destroy(echoes);
  server_stop(&faults);
  return verdict();
}
