/* Tests bound functions: how their arguments arrive at the server, and which arguments they refuse. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "bound_functions.h"

typedef moya_status numbers_fn(int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, float, double, bool, moya_response **, moya_error **);
#define NUMBERS_SIGNATURE "(i8 a, i16 b, i32 c, i64 d, u8 e, u16 f, u32 g, u64 h, f32 i, f64 j, boolean k)"
typedef moya_status others_fn(const char *, moya_str, int64_t, int32_t, const int64_t *, const char *, moya_api_list, moya_api_list, const bool *, moya_response **, moya_error **);
#define OTHERS_SIGNATURE "(str a, bytes b, date c, state d, i64? e, str? f, [i16] g, [str] h, boolean? i)"
typedef moya_status nothing_fn(moya_response **, moya_error **);
#define NOTHING_SIGNATURE "()"
/* A parameter may have any name, even a name that the library itself uses. */
typedef moya_status named_fn(const char *, int64_t, const char *, const char *, const char *, const char *, const char *, moya_response **, moya_error **);
#define NAMED_SIGNATURE "(str user, i64 tag, str error, str response, str queue, str call, str callback)"
typedef moya_status create_fn(const pair *, const pair *, moya_response **, moya_error **);
#define CREATE_SIGNATURE "(pair first, pair? second)"
typedef moya_status many_fn(moya_api_list, moya_api_list, moya_api_list, moya_api_list, moya_api_list, moya_api_list, moya_response **, moya_error **);
#define MANY_SIGNATURE "([pair] pairs, {i16} counts, [state] states, [[i64]] rows, [date]? dates, [state] shown)"
typedef moya_status replace_fn(moya_api_list, moya_response **, moya_error **);
#define REPLACE_SIGNATURE "([pair] pairs)"
typedef moya_status nullable_fn(const char *, const int64_t *, const pair *, moya_api_list, moya_str, moya_response **, moya_error **);
#define NULLABLE_SIGNATURE "(str? a, i64? b, pair? c, [i64]? d, raw? e)"

#define NULLABLE(name, type) "{'name': '" name "', 'in': 'field', 'type': '" type "', 'nullable': true}"
static const char endpoints[] =
    "'numbers': {'path': '/', 'parameters': [" QUERY("a", "i8") "," QUERY("b", "i16") "," QUERY("c", "i32") "," QUERY("d", "i64") ","
    QUERY("e", "u8") "," QUERY("f", "u16") "," QUERY("g", "u32") "," QUERY("h", "u64") "," QUERY("i", "f32") "," QUERY("j", "f64") ","
    QUERY("k", "boolean") "]},"
    "'others': {'path': '/', 'method': 'POST', 'lists': 'plain', 'parameters': [" QUERY("a", "str") ",{'name': 'b', 'in': 'body', 'type': 'bytes'},"
    QUERY("c", "date") "," QUERY("d", "state") "," QUERY("e", "i64?") "," QUERY("f", "str?") "," QUERY("g", "[i16]") "," QUERY("h", "[str]") ","
    QUERY("i", "boolean?") "]},"
    PLAIN ","
    "'create': {'path': '/', 'method': 'POST', 'parameters': [{'name': 'first', 'in': 'field', 'type': 'pair'},"
    "{'name': 'second', 'in': 'field', 'type': 'pair?'}]},"
    "'many': {'path': '/', 'method': 'POST', 'lists': 'plain', 'parameters': [{'name': 'pairs', 'in': 'field', 'type': '[pair]'},"
    "{'name': 'counts', 'in': 'field', 'type': '{i16}'},{'name': 'states', 'in': 'field', 'type': '[state]'},"
    "{'name': 'rows', 'in': 'field', 'type': '[[i64]]'},{'name': 'dates', 'in': 'field', 'type': '[date]?'}," QUERY("shown", "[state]") "]},"
    "'replace': {'path': '/', 'method': 'PUT', 'parameters': [{'name': 'pairs', 'in': 'body', 'type': '[pair]'}], 'result': '[pair]'},"
    "'nullable': {'path': '/', 'method': 'POST', 'parameters': [" NULLABLE("a", "str") "," NULLABLE("b", "i64") ","
    NULLABLE("c", "pair") "," NULLABLE("d", "[i64]") "," NULLABLE("e", "str?") "]},"
    "'nothing': {'path': '/nothing'}";

static void arguments(void) {
  moya_api *api = echo_api(endpoints);
  moya_error *error = NULL;
  moya_response *response = NULL;
  numbers_fn *numbers = (numbers_fn *)moya_api_bind(api, "numbers", MOYA_BIND_CALL, NUMBERS_SIGNATURE, &error);
  EXPECT(numbers && !error, "%s", moya_error_message(error).data);
  EXPECT_STATUS(numbers(INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, UINT8_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX, 0.1f, -2.5, true,
                        &response, &error), MOYA_OK);
  expect_target(response, "/echo/?a=-128&b=-32768&c=-2147483648&d=-9223372036854775808&e=255&f=65535&g=4294967295"
                          "&h=18446744073709551615&i=0.1&j=-2.5&k=1");
  others_fn *others = (others_fn *)moya_api_bind(api, "others", MOYA_BIND_CALL, OTHERS_SIGNATURE, &error);
  EXPECT(others && !error, "%s", moya_error_message(error).data);
  const int16_t shorts[] = {-1, 2};
  const char *const texts[] = {"x", "y z"};
  const int64_t five = 5;
  const bool no = false;
  EXPECT_STATUS(others("ü", (moya_str){"\1\2", 2}, 1000000, 1, &five, "f", (moya_api_list){shorts, 2}, (moya_api_list){texts, 2}, &no, &response,
                       &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_str body = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, "\1\2"));
  expect_target(response, "/echo/?a=%C3%BC&c=1970-01-01T00%3A00%3A01Z&d=closed&e=5&f=f&i=0&g=-1&g=2&h=x&h=y%20z");
  EXPECT_STATUS(others("a", (moya_str){"", 0}, 0, 0, NULL, NULL, (moya_api_list){NULL, 0}, (moya_api_list){NULL, 0}, NULL, &response, NULL), MOYA_OK);
  expect_target(response, "/echo/?a=a&c=1970-01-01T00%3A00%3A00Z&d=open");
  plain_fn *plain = (plain_fn *)moya_api_bind(api, "plain", MOYA_BIND_CALL, PLAIN_SIGNATURE, NULL);
  EXPECT_STATUS(plain("a b", 2, &response, NULL), MOYA_OK);
  expect_target(response, "/echo/a%20b?page=2");
  nothing_fn *nothing = (nothing_fn *)moya_api_bind(api, "nothing", MOYA_BIND_CALL, NOTHING_SIGNATURE, NULL);
  EXPECT_STATUS(nothing(&response, NULL), MOYA_OK);
  expect_target(response, "/echo/nothing");
  create_fn *create = (create_fn *)moya_api_bind(api, "create", MOYA_BIND_CALL, CREATE_SIGNATURE, NULL);
  const pair inner = {-7, "b"};
  EXPECT_STATUS(create(&inner, NULL, &response, &error), MOYA_OK);
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, "{\"first\":{\"a\":-7,\"b\":\"b\"}}"), "%s", body.data);
  moya_response_release(response);
  EXPECT_STATUS(create(NULL, &inner, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(plain == (plain_fn *)moya_api_bind(api, "plain", MOYA_BIND_CALL, PLAIN_SIGNATURE, NULL), "the same function is given again");
  moya_api_release(api);
}

static void expect_body(moya_response *response, const char *wanted) {
  moya_str body = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, wanted), "%s instead of %s", body.data, wanted);
}

static void nulls(void) {
  moya_api *api = echo_api(endpoints);
  moya_error *error = NULL;
  moya_response *response = NULL;
  nullable_fn *nullable = (nullable_fn *)moya_api_bind(api, "nullable", MOYA_BIND_CALL, NULLABLE_SIGNATURE, &error);
  EXPECT(nullable && !error, "%s", moya_error_message(error).data);
  const moya_api_list none = {NULL, 0};
  const int64_t five = 5;
  EXPECT_STATUS(nullable(NULL, NULL, NULL, none, (moya_str){NULL, 0}, &response, NULL), MOYA_OK);
  expect_body(response, "{\"a\":null,\"b\":null,\"c\":null,\"d\":null}");
  moya_response_release(response);
  EXPECT_STATUS(nullable("x", &five, NULL, none, (moya_str){"null", 4}, &response, NULL), MOYA_OK);
  expect_body(response, "{\"a\":\"x\",\"b\":5,\"c\":null,\"d\":null,\"e\":null}");
  moya_response_release(response);
  moya_api_release(api);
}

static void lists(void) {
  moya_api *api = echo_api(endpoints);
  moya_error *error = NULL;
  moya_response *response = NULL;
  many_fn *many = (many_fn *)moya_api_bind(api, "many", MOYA_BIND_CALL, MANY_SIGNATURE, &error);
  replace_fn *replace = (replace_fn *)moya_api_bind(api, "replace", MOYA_BIND_CALL, REPLACE_SIGNATURE, &error);
  EXPECT(many && replace && !error, "%s", moya_error_message(error).data);
  const pair pairs[] = {{1, "x"}, {-2, "y"}};
  const MOYA_ENTRY(int16_t) counts[] = {{"one", 1}, {"two", 2}};
  const int32_t states[] = {1, 0}, unknown[] = {0, 2};
  const int64_t row[] = {5, 6}, dates[] = {0, 1000000};
  const moya_api_list rows[] = {{row, 2}, {NULL, 0}};
  const moya_api_list two = {pairs, 2}, none = {NULL, 0}, lost = {NULL, 1}, endless = {pairs, SIZE_MAX};
  EXPECT_STATUS(many(two, (moya_api_list){counts, 2}, (moya_api_list){states, 2}, (moya_api_list){rows, 2}, (moya_api_list){dates, 2},
                     (moya_api_list){states, 2}, &response, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  expect_body(response, "{\"pairs\":[{\"a\":1,\"b\":\"x\"},{\"a\":-2,\"b\":\"y\"}],\"counts\":{\"one\":1,\"two\":2},\"states\":[\"closed\",\"open\"],"
                        "\"rows\":[[5,6],[]],\"dates\":[\"1970-01-01T00:00:00Z\",\"1970-01-01T00:00:01Z\"]}");
  expect_target(response, "/echo/?shown=closed&shown=open");
  EXPECT_STATUS(many(none, none, none, none, none, none, &response, NULL), MOYA_OK);
  expect_body(response, "{\"pairs\":[],\"counts\":{},\"states\":[],\"rows\":[]}");
  moya_response_release(response);
  EXPECT_STATUS(replace(two, &response, NULL), MOYA_OK);
  expect_body(response, "[{\"a\":1,\"b\":\"x\"},{\"a\":-2,\"b\":\"y\"}]");
  moya_response_release(response);

  /* In a call by name, the argument is a struct that contains the same list. */
  const moya_argument given = MOYA_ARG_STRUCT("pairs", moya_api_result(api, "replace", NULL), &two);
  EXPECT_STATUS(moya_api_call(api, "replace", &given, 1, NULL, &response, NULL), MOYA_OK);
  expect_body(response, "[{\"a\":1,\"b\":\"x\"},{\"a\":-2,\"b\":\"y\"}]");
  moya_response_release(response);

  const moya_api_list nameless = {unknown, 2};
  EXPECT_STATUS(many(two, none, none, none, none, nameless, &response, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_has(moya_error_message(error), "many: the parameter 'shown' is 2, not one of its names"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(many(two, none, nameless, none, none, none, &response, &error), MOYA_ERROR_ENCODING);
  EXPECT(str_is(moya_error_message(error), "many: the parameter 'states': a struct cannot be written: [1] has a number that its enumeration has no name for"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(replace(endless, &response, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_is(moya_error_message(error), "replace: the parameter 'pairs' has more than 10000 elements"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(replace(lost, &response, &error), MOYA_ERROR_NULL);
  EXPECT(str_is(moya_error_message(error), "replace: the parameter 'pairs' is NULL"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_api_release(api);
}

static void wrong_values(void) {
  moya_api *api = echo_api(endpoints);
  moya_response *response = NULL;
  numbers_fn *numbers = (numbers_fn *)moya_api_bind(api, "numbers", MOYA_BIND_CALL, NUMBERS_SIGNATURE, NULL);
  others_fn *others = (others_fn *)moya_api_bind(api, "others", MOYA_BIND_CALL, OTHERS_SIGNATURE, NULL);
  plain_fn *plain = (plain_fn *)moya_api_bind(api, "plain", MOYA_BIND_CALL, PLAIN_SIGNATURE, NULL);
  const moya_api_list none = {NULL, 0}, lost = {NULL, 1}, endless = {"", SIZE_MAX};
  const moya_str empty = {"", 0};
  struct {
    moya_status status, wanted;
    const char *message;
  } rows[6];
  moya_error *errors[6] = {NULL};
  rows[0].status = plain(NULL, 1, &response, &errors[0]);
  rows[1].status = plain("\xff", 1, &response, &errors[1]);
  rows[2].status = numbers(0, 0, 0, 0, 0, 0, 0, 0, 0, 1e308 * 10, true, &response, &errors[2]);
  rows[3].status = others("a", empty, 0, 2, NULL, NULL, none, none, NULL, &response, &errors[3]);
  rows[4].status = others("a", empty, 0, 0, NULL, NULL, none, lost, NULL, &response, &errors[4]);
  rows[5].status = others("a", empty, 0, 0, NULL, NULL, endless, none, NULL, &response, &errors[5]);
  const char *messages[] = {"plain: the parameter 'name' is missing", NULL, "numbers: the parameter 'j' is inf, not an f64",
                            "others: the parameter 'd' is 2, not one of its names", "others: the parameter 'h' is NULL",
                            "others: the parameter 'g' has more than 10000 elements"};
  const moya_status wanted[] = {MOYA_ERROR_ARGUMENT, MOYA_ERROR_UTF8, MOYA_ERROR_ARGUMENT, MOYA_ERROR_ARGUMENT, MOYA_ERROR_NULL, MOYA_ERROR_ARGUMENT};
  for (int i = 0; i < 6; i++) {
    EXPECT(rows[i].status == wanted[i], "%d: %s", i, moya_status_name(rows[i].status));
    if (messages[i]) EXPECT(str_is(moya_error_message(errors[i]), messages[i]), "%s", moya_error_message(errors[i]).data);
    moya_error_release(errors[i]);
  }
  EXPECT_STATUS(plain("a", 1, NULL, NULL), MOYA_OK);
  moya_api_release(api);
}

static const struct {
  const char *endpoint, *signature, *message;
} mismatches[] = {
    {"plain", "(str name, i32 page)", "plain: the function is (str name, i32 page), and the endpoint (str name, i64? page)"},
    {"plain", "(i64 page, str name)", "plain: the function is (i64 page, str name), and the endpoint (str name, i64? page)"},
    {"plain", "(str name)", "plain: the function is (str name), and the endpoint (str name, i64? page)"},
    {"plain", "(str name, i64 page, i64 more)", "plain: the function is (str name, i64 page, i64 more), and the endpoint (str name, i64? page)"},
    {"plain", "(str? name, i64 page)", "plain: the function is (str? name, i64 page), and the endpoint (str name, i64? page)"},
    {"plain", "(str nam, i64 page)", "plain: the function is (str nam, i64 page), and the endpoint (str name, i64? page)"},
    {"plain", "", "plain: the function is , and the endpoint (str name, i64? page)"},
    {"plain", "(", "plain: the function is (, and the endpoint (str name, i64? page)"},
    {"plain", "str name, i64 page", "plain: the function is str name, i64 page, and the endpoint (str name, i64? page)"},
    {"plain", "(str name,, i64 page)", "plain: the function is (str name,, i64 page), and the endpoint (str name, i64? page)"},
    {"plain", "(str name i64, i64 page)", "plain: the function is (str name i64, i64 page), and the endpoint (str name, i64? page)"},
    {"plain", "(str, i32)", "plain: the function is (str, i32), and the endpoint (str name, i64? page)"},
    {"nothing", "(str name)", "nothing: the function is (str name), and the endpoint ()"},
    {"none", "()", "test has no endpoint 'none'"},
};

static void refused(void) {
  moya_api *api = echo_api(endpoints);
  moya_error *error = NULL;
  for (size_t i = 0; i < sizeof mismatches / sizeof *mismatches; i++) {
    EXPECT(!moya_api_bind(api, mismatches[i].endpoint, MOYA_BIND_CALL, mismatches[i].signature, &error));
    EXPECT(moya_error_status(error) == MOYA_ERROR_ARGUMENT && str_is(moya_error_message(error), mismatches[i].message), "%s",
           moya_error_message(error).data);
    moya_error_release(error);
  }
  static const char *good[] = {"(str name, i64? page)", "(str name, i64 page)", "(str, i64)", "(str, i64?)", "(raw name, raw? page)", "( str  name , i64 page )"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    EXPECT(moya_api_bind(api, "plain", MOYA_BIND_CALL, good[i], &error), "%s", moya_error_message(error).data);
  }
  EXPECT(!moya_api_bind(api, "plain", 3, "(str, i64)", &error) && moya_error_status(error) == MOYA_ERROR_ARGUMENT);
  moya_error_release(error);
  EXPECT(!moya_api_bind(api, "plain", -1, "(str, i64)", NULL) && !moya_api_bind(NULL, "plain", 0, "()", NULL));
  EXPECT(!moya_api_bind(api, NULL, 0, "()", &error) && moya_error_status(error) == MOYA_ERROR_NULL);
  moya_error_release(error);
  EXPECT(!moya_api_bind(api, "plain", 0, NULL, &error) && moya_error_status(error) == MOYA_ERROR_NULL);
  moya_error_release(error);
  EXPECT(!moya_api_bind(api, "\xff", 0, "()", &error) && moya_error_status(error) == MOYA_ERROR_UTF8);
  moya_error_release(error);
  moya_api_release(api);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("arguments of every type arrive in the request of a bound function", arguments);
  TEST("what is not given is null where it may not be left out", nulls);
  TEST("lists and maps of any type are arguments of a bound function", lists);
  TEST("a bound function refuses values that an endpoint does not take", wrong_values);
  TEST("a function of another signature is not bound, and both are shown", refused);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
