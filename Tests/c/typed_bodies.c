/* Tests endpoints of typed.h whose arguments become the body of the request. */
#include "typed_calls.h"

static void json_fields(void) {
  echo it;
  int32_t number = INT32_MIN;
  moya_str more = {"{\"a\":[1]}", 9};
  EXPECT_STATUS(fields(echoes, "é\"", moya_none_str(), moya_some_i32(number), UINT64_MAX, 0.5f, true, order_up, -1, moya_some_raw(more), &it, NULL, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/json\"]"), "%s", it.headers.data);
  EXPECT(strstr(it.body, "\"number\":-2147483648,\"big\":18446744073709551615,\"real\":0.5,\"flag\":true,\"order\":\"asc\","
                         "\"since-when\":\"1969-12-31T23:59:59.999999Z\",\"more\":{\"a\":[1]}}"), "%s", it.body);
  EXPECT(!strstr(it.body, "left_out"));
  echo_release(&it);
  EXPECT_STATUS(fields(echoes, "", moya_some_str("in"), moya_none_i32(), 0, 0, false, order_down, 0, moya_none_raw(), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"text\":\"\",\"left_out\":\"in\",\"big\":0,\"real\":0,\"flag\":false,\"order\":\"desc\","
                       "\"since-when\":\"1970-01-01T00:00:00Z\"}");
  echo_release(&it);
  /* The JSON is a part of a longer text. The library does not read what follows it. */
  moya_str part = {"[1],2", 3};
  EXPECT_STATUS(fields(echoes, "", moya_none_str(), moya_none_i32(), 0, 0.1f, false, order_down, 0, moya_some_raw(part), &it, NULL, NULL), MOYA_OK);
  EXPECT(strstr(it.body, "\"real\":0.1,") && strstr(it.body, "\"more\":[1]}"), "%s", it.body);
  echo_release(&it);
}

/* Sends fields whose keys lead into inner objects. Each inner object appears once, and only if it has a member. */
static void inner_fields(void) {
  echo it;
  const char *texts[] = {"x"};
  int64_t id = 7;
  moya_str_list tags = {texts, 1, NULL};
  owner ann = {7, "ann", NULL};
  moya_str any = {"[1]", 3};
  EXPECT_STATUS(inner(echoes, moya_none_str(), "Ann", moya_none_i64(), moya_none_str(), moya_none_str_list(), moya_none_owner(), moya_none_raw(), moya_none_str(), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"author\":{\"name\":\"Ann\"}}");
  echo_release(&it);
  EXPECT_STATUS(inner(echoes, moya_some_str("t"), "Ann", moya_some_i64(id), moya_some_str("Rome"), moya_some_str_list(&tags), moya_some_owner(&ann), moya_some_raw(any), moya_some_str("d"), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"title\":\"t\",\"author\":{\"name\":\"Ann\",\"id\":7,\"home\":{\"city\":\"Rome\"}},"
                       "\"more\":{\"tags\":[\"x\"],\"owner\":{\"id\":7,\"login\":\"ann\"},\"any\":[1]},\"a.b\":\"d\"}");
  echo_release(&it);
}

MOYA_STRUCT(dated, (date, at, utc), (str, note, optional, nullable), (i64, n, optional, nullable, key("x.n")), (str, left, optional));
MOYA_OPTIONAL(dated);
MOYA_OPTIONAL(dated_list);
MOYA_ENDPOINT(nulls, echo, "POST", "/echo", (field, str, a, optional, nullable), (field, i64, b, optional, nullable, key("x.b")),
              (field, dated, c, optional, nullable), (field, dated_list, d, optional, nullable), (field, raw, e, optional, nullable),
              (field, str, f, optional));
MOYA_ENDPOINT(maybe, dated_optional, "GET", "/maybe");
MOYA_ENDPOINT(maybe_all, dated_list_optional, "GET", "/maybe");
MOYA_ENDPOINT(queried, echo, "GET", "/echo/x/{+a}?fixed=1,2&acl", (path, str, a), (query, i64, page, optional));

/* A nullable argument or member without a value is sent as null. Any other argument or member without a value is left
 * out. */
static void null_fields(void) {
  echo it;
  const int64_t five = 5;
  const moya_str json = {"[null]", 6};
  dated one = {1000000, NULL, NULL, NULL, NULL};
  dated_list all = {&one, 1, NULL};
  EXPECT_STATUS(nulls(echoes, moya_none_str(), moya_none_i64(), moya_none_dated(), moya_none_dated_list(), moya_none_raw(), moya_none_str(), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"a\":null,\"x\":{\"b\":null},\"c\":null,\"d\":null,\"e\":null}");
  echo_release(&it);
  EXPECT_STATUS(nulls(echoes, moya_some_str("a"), moya_some_i64(five), moya_some_dated(&one), moya_some_dated_list(&all), moya_some_raw(json), moya_some_str("f"), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"a\":\"a\",\"x\":{\"b\":5},\"c\":{\"at\":\"1970-01-01T00:00:01Z\",\"note\":null,\"x\":{\"n\":null}},"
                       "\"d\":[{\"at\":\"1970-01-01T00:00:01Z\",\"note\":null,\"x\":{\"n\":null}}],\"e\":[null],\"f\":\"f\"}");
  echo_release(&it);
}

MOYA_ENDPOINT(two_inner, echo, "POST", "/echo", (field, str, one, key("x.first")), (field, str, other, key("x.second")),
              (field, i64, third, key("third")));

/* The error names the first argument that cannot be sent, also if the keys of later arguments lead into objects. */
static void wrong_inner_fields(void) {
  echo it;
  moya_error *error = NULL;
  EXPECT_STATUS(two_inner(echoes, NULL, "a", 1, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "two_inner: the argument first (field) is NULL, or no value of its type");
  EXPECT_STATUS(two_inner(echoes, "a", NULL, 1, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "two_inner: the argument second (field) is NULL, or no value of its type");
  EXPECT_STATUS(two_inner(echoes, NULL, NULL, 1, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "two_inner: the argument first (field) is NULL, or no value of its type");
}

static moya_status answered(const char *body, int status, dated_optional *result, dated_list_optional *list) {
  moya_scratch scratch;
  moya_target target;
  moya_response *response = NULL;
  moya_sample sample = MOYA_SAMPLE(.http_status = status, .body = body, .body_len = strlen(body));
  EXPECT_STATUS(maybe_target(&scratch, &target, NULL), MOYA_OK);
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = &sample;
  EXPECT_STATUS(moya_provider_call(echoes, &target, NULL, &response, NULL), MOYA_OK);
  moya_status decoded = result ? maybe_decode(response, result, NULL) : maybe_all_decode(response, list, NULL);
  moya_response_release(response);
  moya_scratch_release(&scratch);
  return decoded;
}

/* If the JSON is null or the response has no body, there is no result. This is no error. */
static void optional_results(void) {
  dated_optional one;
  dated_list_optional all;
  EXPECT_STATUS(answered("null", 200, &one, NULL), MOYA_OK);
  EXPECT(!one.value);
  EXPECT_STATUS(answered("", 204, &one, NULL), MOYA_OK);
  EXPECT(!one.value);
  EXPECT_STATUS(answered("{\"at\":\"1970-01-01T00:00:01\"}", 200, &one, NULL), MOYA_OK);
  EXPECT(one.value && one.value->at == 1000000 && !one.value->note);
  dated_optional_release(&one);
  EXPECT(!one.value);
  EXPECT_STATUS(answered("{}", 200, &one, NULL), MOYA_ERROR_KEY_PATH);
  EXPECT_STATUS(answered("", 204, NULL, &all), MOYA_OK);
  EXPECT(!all.value);
  EXPECT_STATUS(answered("[{\"at\":\"1970-01-01T00:00:01\"}]", 200, NULL, &all), MOYA_OK);
  EXPECT(all.value && all.value->count == 1 && all.value->items[0].at == 1000000);
  dated_list_optional_release(&all);
}

static void paths_with_a_query(void) {
  echo it;
  const int64_t two = 2;
  EXPECT_STATUS(queried(echoes, "a/b c", moya_none_i64(), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo/x/a/b%20c?fixed=1,2&acl");
  echo_release(&it);
  EXPECT_STATUS(queried(echoes, "a", moya_some_i64(two), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.target, "/echo/x/a?fixed=1,2&acl&page=2");
  echo_release(&it);
}

static void struct_fields(void) {
  echo it;
  moya_error *error = NULL;
  owner both[] = {{7, "ann", NULL}, {8, "bob", NULL}}, nameless = {9, NULL, NULL};
  owner_list more = {both, 2, NULL};
  owner_entry entry = {"first", both[0]};
  owner_map by_name = {&entry, 1, NULL};
  EXPECT_STATUS(owners(echoes, &both[0], moya_none_owner(), moya_none_owner_list(), moya_none_owner_map(), &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"owner\":{\"id\":7,\"login\":\"ann\"}}");
  echo_release(&it);
  EXPECT_STATUS(owners(echoes, &both[0], moya_some_owner(&both[1]), moya_some_owner_list(&more), moya_some_owner_map(&by_name), &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"owner\":{\"id\":7,\"login\":\"ann\"},\"other-one\":{\"id\":8,\"login\":\"bob\"},"
                       "\"more\":[{\"id\":7,\"login\":\"ann\"},{\"id\":8,\"login\":\"bob\"}],"
                       "\"by_name\":{\"first\":{\"id\":7,\"login\":\"ann\"}}}");
  echo_release(&it);
  EXPECT_STATUS(owners(echoes, NULL, moya_none_owner(), moya_none_owner_list(), moya_none_owner_map(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "owners: the argument owner (field) is NULL");
  EXPECT_STATUS(owners(echoes, &both[0], moya_some_owner(&nameless), moya_none_owner_list(), moya_none_owner_map(), &it, NULL, &error), MOYA_ERROR_ENCODING);
  EXPECT(error && str_has(moya_error_message(error), "owners: ") && str_has(moya_error_message(error), "login is NULL"), "%s",
         error ? moya_error_message(error).data : "no error");
  moya_error_release(error);
  EXPECT_STATUS(owners(echoes, &nameless, moya_some_owner(&nameless), moya_none_owner_list(), moya_none_owner_map(), &it, NULL, &error), MOYA_ERROR_ENCODING);
  moya_error_release(error);
}

static void other_bodies(void) {
  echo it;
  moya_str content = {"a\0b", 3}, json = {"[1, 2]", 6};
  order down = order_down;
  EXPECT_STATUS(form(echoes, "a b&c", -1, moya_some_order(down), &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "text=a%20b%26c&number=-1&order=desc");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/x-www-form-urlencoded; charset=utf-8\"]"), "%s", it.headers.data);
  echo_release(&it);
  EXPECT_STATUS(put_text(echoes, "hello", "text/plain", &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "hello");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"text/plain\"]"), "%s", it.headers.data);
  EXPECT_TEXT(it.method, "PUT");
  echo_release(&it);
  moya_error *error = NULL;
  EXPECT_STATUS(put_bytes(echoes, content, &it, NULL, &error), MOYA_ERROR_JSON_TYPE); /* the response contains U+0000 */
  EXPECT(str_has(moya_error_message(error), "put_bytes: body is \"a\\u0000b\", not a text without U+0000"), "%s",
         moya_error_message(error).data);
  EXPECT(moya_response_http_status(moya_error_response(error)) == 200, "the response is kept");
  moya_error_release(error);
  EXPECT_STATUS(put_json(echoes, json, &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "[1, 2]");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/json\"]"), "%s", it.headers.data);
  echo_release(&it);
  char file[] = "/tmp/typed-XXXXXX";
  int descriptor = mkstemp(file);
  EXPECT(descriptor >= 0 && write(descriptor, "of a file", 9) == 9);
  close(descriptor);
  EXPECT_STATUS(put_file(echoes, file, &it, NULL, NULL), MOYA_OK);
  EXPECT_TEXT(it.body, "of a file");
  echo_release(&it);
  unlink(file);
}

/* Optional texts and bytes get the same Content-Type as with a definition. */
static void types_of_bodies(void) {
  echo it;
  moya_str content = {"\1", 1};
  EXPECT_STATUS(maybe_text(echoes, moya_some_str("x"), &it, NULL, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"text/plain; charset=utf-8\"]"), "%s", it.headers.data);
  echo_release(&it);
  EXPECT_STATUS(maybe_bytes(echoes, moya_some_bytes(content), &it, NULL, NULL), MOYA_OK);
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/octet-stream\"]"), "%s", it.headers.data);
  echo_release(&it);
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
  EXPECT_STATUS(put_repo(echoes, &one, &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "{\"id\":1,\"full_name\":\"a/b\",\"counts\":{\"stars\":5},\"owner\":{\"id\":7,\"login\":\"ann\"},"
                       "\"topics\":[\"x\"],\"state\":\"not-planned\",\"order\":\"desc\"}");
  EXPECT(str_has(it.headers, "[\"Content-Type\", \"application/json\"]"));
  echo_release(&it);
  repo_list all = {&one, 1, NULL};
  EXPECT_STATUS(put_repos(echoes, &all, &it, NULL, &error), MOYA_OK);
  EXPECT(strncmp(it.body, "[{\"id\":1,", 9) == 0, "%s", it.body);
  echo_release(&it);
  moya_i64_list both = {numbers, 2, NULL};
  EXPECT_STATUS(put_numbers(echoes, &both, &it, NULL, &error), MOYA_OK);
  EXPECT_TEXT(it.body, "[1,-2]");
  echo_release(&it);
  EXPECT_STATUS(put_repo(echoes, NULL, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "put_repo: the argument it (body) is NULL");
  ann.login = NULL;
  EXPECT_STATUS(put_repos(echoes, &all, &it, NULL, &error), MOYA_ERROR_ENCODING);
  expect_error(error, "put_repos: the argument all (body): a struct cannot be written: [0].owner.login is NULL, and may not be absent");
  EXPECT_STATUS(put_repos(echoes, &all, &it, NULL, NULL), MOYA_ERROR_ENCODING);
}

static void optional_bodies(void) {
  echo it;
  moya_str content = {"\1", 1};
  int64_t numbers[] = {5};
  moya_i64_list one = {numbers, 1, NULL};
  owner ann = {7, "ann", NULL};
  for (int i = 0; i < 9; i++) {
    moya_status status = i == 0   ? maybe_text(echoes, moya_some_str("x"), &it, NULL, NULL)
                         : i == 1 ? maybe_bytes(echoes, moya_some_bytes(content), &it, NULL, NULL)
                         : i == 2 ? maybe_owner(echoes, moya_some_owner(&ann), &it, NULL, NULL)
                         : i == 3 ? maybe_numbers(echoes, moya_some_i64_list(&one), &it, NULL, NULL)
                         : i == 4 ? maybe_text(echoes, moya_none_str(), &it, NULL, NULL)
                         : i == 5 ? maybe_bytes(echoes, moya_none_bytes(), &it, NULL, NULL)
                         : i == 6 ? maybe_owner(echoes, moya_none_owner(), &it, NULL, NULL)
                         : i == 7 ? maybe_numbers(echoes, moya_none_i64_list(), &it, NULL, NULL)
                                  : maybe_file(echoes, moya_none_str(), &it, NULL, NULL);
    static const char *const bodies[] = {"x", "\1", "{\"id\":7,\"login\":\"ann\"}", "[5]", "", "", "", "", ""};
    EXPECT_STATUS(status, MOYA_OK);
    EXPECT_TEXT(it.body, bodies[i]);
    EXPECT(i < 4 || !str_has(it.headers, "Content-Type"), "%d", i);
    echo_release(&it);
  }
}

static void multipart(void) {
  echo it;
  moya_error *error = NULL;
  int64_t number = -3;
  char file[] = "/tmp/typed-XXXXXX";
  int descriptor = mkstemp(file);
  EXPECT(descriptor >= 0 && write(descriptor, "of a file", 9) == 9);
  close(descriptor);
  moya_str content = {"\1", 1};
  EXPECT_STATUS(upload(echoes, "sea", moya_none_i64(), order_up, moya_none_bytes(), moya_none_file(), &it, NULL, &error), MOYA_OK);
  EXPECT(strstr(it.body, "name=\"title\"\r\n\r\nsea\r\n") && strstr(it.body, "name=\"order\"\r\n\r\nasc\r\n"), "%s", it.body);
  EXPECT(!strstr(it.body, "number") && !strstr(it.body, "photo") && str_has(it.headers, "multipart/form-data"), "%s", it.body);
  echo_release(&it);
  EXPECT_STATUS(upload(echoes, "sea", moya_some_i64(number), order_down, moya_some_bytes(content), moya_some_file(file), &it, NULL, &error), MOYA_OK);
  EXPECT(strstr(it.body, "name=\"a number\"\r\n\r\n-3\r\n") && strstr(it.body, "name=\"content\"\r\n\r\n\1\r\n"), "%s", it.body);
  EXPECT(strstr(it.body, "name=\"photo\"; filename=\"typed-") && strstr(it.body, "\r\n\r\nof a file\r\n"), "%s", it.body);
  echo_release(&it);
  unlink(file);
  EXPECT_STATUS(attach(echoes, moya_none_str(), moya_none_file(), &it, NULL, &error), MOYA_OK);
  EXPECT(strcmp(it.body, "") == 0 && !str_has(it.headers, "multipart"), "%s %s", it.headers.data, it.body);
  echo_release(&it);
  EXPECT_STATUS(attach(echoes, moya_some_str("x"), moya_none_file(), &it, NULL, &error), MOYA_OK);
  EXPECT(strstr(it.body, "name=\"note\"\r\n\r\nx\r\n") && str_has(it.headers, "multipart/form-data"), "%s", it.body);
  echo_release(&it);
  EXPECT_STATUS(upload(echoes, NULL, moya_none_i64(), order_up, moya_none_bytes(), moya_none_file(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "upload: the argument title (part) is NULL, or no value of its type");
  EXPECT_STATUS(upload(echoes, "sea", moya_none_i64(), (order)9, moya_none_bytes(), moya_none_file(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "upload: the argument order (part) is NULL, or no value of its type");
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  echoes = provider_with(faults.url);
  TEST("arguments become the members of a JSON body", json_fields);
  TEST("a field's key leads into inner objects", inner_fields);
  TEST("the error of an inner field names the field that is wrong", wrong_inner_fields);
  TEST("a nullable field without a value is null", null_fields);
  TEST("a result that may be absent is absent for null and for a 204", optional_results);
  TEST("a path has a query, and a value of several segments", paths_with_a_query);
  TEST("structs are members of a JSON body", struct_fields);
  TEST("a form, a text, bytes, JSON and a file are bodies", other_bodies);
  TEST("a text and bytes as body have a Content-Type", types_of_bodies);
  TEST("structs and lists are JSON bodies", struct_bodies);
  TEST("a body may be left out", optional_bodies);
  TEST("texts, numbers, bytes and files are parts of a form", multipart);
  moya_provider_destroy(echoes);
  server_stop(&faults);
  return verdict();
}
