/* This program tests which arguments the endpoints of a definition refuse, and what the error says. */
#include "definition_arguments.h"

static const char secret[] = "se-cret", bad_utf8[] = "\xff";
static const pair bad_pair = {1, "\xff"};
static const char *const holes[] = {"x", NULL};

#define SEGMENTS "'path': '/x/{+a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'str'}]"
/* Arguments that the library refuses before it sends anything. */
static const struct {
  const char *endpoint;
  moya_argument arguments[3];
  moya_status status;
  const char *message;
} wrong[] = {
    {NAMED("query", "str"), {{0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
    {NAMED("query", "str"), {MOYA_ARG_STR("a", NULL)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
    {NAMED("query", "str"), {{"a", 0, 0, 0, 0, NULL, 0, NULL, 0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
    {NULLABLE("field", "str"), {{0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
    {NULLABLE("field", "str"), {{"a", 0, 0, 0, 0, NULL, 0, NULL, 0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
    {NAMED("field", "i64"), {MOYA_ARG_NULL("a")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is null, not an i64"},
    {NAMED("query", "str"), {MOYA_ARG_STR("b", "x")}, MOYA_ERROR_ARGUMENT, "e: there is no parameter 'b' in (str a)"},
    {NAMED("query", "str"), {MOYA_ARG_STR("a", "x"), MOYA_ARG_STR("a", "y")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is given twice"},
    {NAMED("query", "str"), {{"a", 99, 0, 0, 0, NULL, 0, NULL, 0}}, MOYA_ERROR_ARGUMENT, "e: arguments[0].kind is 99, which no argument has"},
    {NAMED("query", "str"), {{"a", MOYA_KIND_STR, 2, 0, 0, "x", 0, NULL, 0}}, MOYA_ERROR_ARGUMENT, "e: arguments[0] has a flag or a reserved field that is not known"},
    {NAMED("query", "str"), {{"a", MOYA_KIND_STR, 0, 0, 0, "x", 0, NULL, 1}}, MOYA_ERROR_ARGUMENT, "e: arguments[0] has a flag or a reserved field that is not known"},
    {NAMED("query", "str"), {MOYA_ARG_STR("a", bad_utf8)}, MOYA_ERROR_UTF8, NULL},
    {NAMED("field", "str"), {MOYA_ARG_STR("a", bad_utf8)}, MOYA_ERROR_UTF8, "e: the parameter 'a' is not UTF-8"},
    {NAMED("query", "str"), {{"a", MOYA_KIND_TEXT, 0, 0, 0, "x\0y", 3, NULL, 0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' has a zero in it"},
    {NAMED("query", "str"), {{"a", MOYA_KIND_TEXT, 0, 0, 0, NULL, 3, NULL, 0}}, MOYA_ERROR_NULL, NULL},
    {NAMED("query", "str"), {MOYA_ARG_I64("a", 5)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 5, not a text"},
    {NAMED("query", "i64"), {MOYA_ARG_STR("a", secret)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is a text, not an i64"},
    {NAMED("query", "i8"), {MOYA_ARG_I64("a", 128)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 128, not an i8"},
    {NAMED("query", "u8"), {MOYA_ARG_I64("a", -1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is -1, not a u8"},
    {NAMED("query", "i64"), {MOYA_ARG_U64("a", UINT64_MAX)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 18446744073709551615, not an i64"},
    {NAMED("query", "u32"), {MOYA_ARG_I64("a", 4294967296)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 4294967296, not a u32"},
    {NAMED("query", "i64"), {MOYA_ARG_F64("a", 1.0)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1.0, not an i64"},
    {NAMED("query", "f64"), {MOYA_ARG_F64("a", 1e308 * 10)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is inf, not an f64"},
    {NAMED("query", "f32"), {MOYA_ARG_F64("a", 1e39)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1e+39, not an f32"},
    {NAMED("query", "boolean"), {MOYA_ARG_I64("a", 1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1, not a boolean"},
    {NAMED("query", "date"), {MOYA_ARG_I64("a", 1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1, not a date"},
    {NAMED("query", "date"), {MOYA_ARG_STR("a", "2026-02-30T00:00:00Z")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is a text, not a date"},
    {NAMED("query", "state"), {MOYA_ARG_STR("a", "half")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is none of its names (open, closed, a \\ b)"},
    {NAMED("query", "state"), {MOYA_ARG_I64("a", 0)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 0, not one of its names"},
    {NAMED("query", "[i8]"), {ARRAY("a", MOYA_KIND_I64, numbers), MOYA_ARG_I64("b", 1)}, MOYA_ERROR_ARGUMENT, "e: there is no parameter 'b' in ([i8] a)"},
    {NAMED("query", "[u8]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is -2, not a u8"},
    {NAMED("query", "[u8]"), {MOYA_ARG_I64("a", 1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1, not a list"},
    {NAMED("query", "u8"), {ARRAY("a", MOYA_KIND_I64, numbers)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is an array, not a u8"},
    {NAMED("query", "[str]"), {ARRAY("a", MOYA_KIND_STR, holes)}, MOYA_ERROR_NULL, "e: the parameter 'a'[1] is NULL"},
    {NAMED("query", "[str]"), {{"a", MOYA_KIND_STR, MOYA_ARGUMENT_ARRAY, 0, 0, NULL, 1, NULL, 0}}, MOYA_ERROR_NULL, "e: the parameter 'a' is NULL"},
    {NAMED("query", "[i64]"), {{"a", MOYA_KIND_I64, MOYA_ARGUMENT_ARRAY, 0, 0, numbers, SIZE_MAX, NULL, 0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' has more than 10000 elements"},
    {NAMED("query", "i64"), {RAW("a", "[1]")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is a list, not an i64"},
    {IN_PATH("str"), {RAW("a", "\"x\\u0000y\"")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' has a zero in it"},
    {NAMED("query", "str"), {RAW("a", "\"x\\u0000y\"")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' has a zero in it"},
    {NAMED("header", "str"), {RAW("a", "\"\\u0000\"")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' has a zero in it"},
    {NAMED("query", "i64"), {RAW("a", "{")}, MOYA_ERROR_ENCODING, "e: the parameter 'a' is not JSON: line 1, column 2"},
    {NAMED("query", "i64"), {RAW("a", "1e3")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1e3, not an i64"},
    {NAMED("field", "raw"), {RAW("a", "{")}, MOYA_ERROR_ENCODING, "e: the parameter 'a' is not JSON"},
    {NAMED("field", "raw"), {MOYA_ARG_STR("a", "x")}, MOYA_ERROR_ENCODING, "e: the parameter 'a' is not JSON"},
    {NAMED("body", "raw"), {MOYA_ARG_I64("a", 5)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 5, not JSON"},
    {NAMED("body", "pair"), {MOYA_ARG_STRUCT("a", &pair_type, NULL)}, MOYA_ERROR_NULL, "e: the parameter 'a' is NULL"},
    {NAMED("body", "pair"), {MOYA_ARG_STRUCT("a", NULL, &one_pair)}, MOYA_ERROR_NULL, "e: the parameter 'a' is NULL"},
    {NAMED("body", "pair"), {MOYA_ARG_I64("a", 1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1, not a struct"},
    {NAMED("query", "str"), {MOYA_ARG_STRUCT("a", &pair_type, &one_pair)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is a struct, not a text"},
    {NAMED("body", "pair"), {MOYA_ARG_STRUCT("a", &pair_type, &bad_pair)}, MOYA_ERROR_UTF8, NULL},
    {NAMED("body", "bytes"), {MOYA_ARG_STR("a", "x")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is a text, not bytes"},
    {NAMED("body", "bytes"), {MOYA_ARG_BYTES("a", NULL, 5)}, MOYA_ERROR_NULL, "e: the parameter 'a' is NULL"},
    {NAMED("body", "bytes"), {MOYA_ARG_BYTES("a", "x", SIZE_MAX)}, MOYA_ERROR_ARGUMENT, NULL},
    {NAMED("body", "file"), {MOYA_ARG_I64("a", 5)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 5, not the path of a file"},
    {NAMED("body", "file"), {MOYA_ARG_STR("a", "/nowhere/at/all")}, MOYA_ERROR_BODY, NULL},
    {NAMED("part", "file"), {MOYA_ARG_STR("a", "/nowhere/at/all")}, MOYA_ERROR_BODY, NULL},
    {NAMED("header", "str"), {MOYA_ARG_STR("a", "x\r\ny")}, MOYA_ERROR_INVALID_REQUEST, NULL},
    {IN_PATH("str"), {MOYA_ARG_STR("a", "")}, MOYA_ERROR_INVALID_URL, NULL},
    {IN_PATH("str"), {MOYA_ARG_STR("a", "..")}, MOYA_ERROR_INVALID_URL, NULL},
    {IN_PATH("[str]"), {{"a", MOYA_KIND_STR, MOYA_ARGUMENT_ARRAY, 0, 0, NULL, 0, NULL, 0}}, MOYA_ERROR_INVALID_URL,
     "e: the parameter 'a' is an empty list, and no segment of a path"},
    {IN_PATH("[i64]"), {MOYA_ARG_I64("a", 1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1, not a list"},
    {IN_PATH("[str]"), {ARRAY("a", MOYA_KIND_STR, holes)}, MOYA_ERROR_NULL, "e: the parameter 'a'[1] is NULL"},
    {SEGMENTS, {MOYA_ARG_STR("a", "b/../c")}, MOYA_ERROR_INVALID_URL, NULL},
    {SEGMENTS, {MOYA_ARG_STR("a", "./b")}, MOYA_ERROR_INVALID_URL, NULL},
    {SEGMENTS, {MOYA_ARG_STR("a", "b/..")}, MOYA_ERROR_INVALID_URL, NULL},
    {SEGMENTS, {MOYA_ARG_STR("a", "")}, MOYA_ERROR_INVALID_URL, NULL},
    {NAMED("header", "[str]"), {ARRAY("a", MOYA_KIND_STR, commas)}, MOYA_ERROR_ARGUMENT,
     "e: the parameter 'a' has an element with a comma, which parts a header field's elements"},
    {NAMED("part", "[file]"), {RAW("a", "[1]")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is 1, not the path of a file"},
    {NAMED("part", "[file]"), {RAW("a", "[\"a\\u0000b\"]")}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is a text, not the path of a file"},
    {CHOICE, {MOYA_ARG_I64("b", 1), MOYA_ARG_BYTES("c", "x", 1)}, MOYA_ERROR_ARGUMENT, "e: no body has all of the parameters 'b', 'c'"},
    {CHOICE, {MOYA_ARG_I64("b", 1)}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
    {CHOICE, {{0}}, MOYA_ERROR_ARGUMENT, "e: the parameter 'a' is missing"},
};

static void refused(void) {
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char endpoint[2048];
    snprintf(endpoint, sizeof endpoint, "'e': {%s}", wrong[i].endpoint);
    moya_api *api = api_with(endpoint);
    moya_response *response = (void *)1;
    moya_error *error = NULL;
    moya_status status = moya_api_call(api, "e", wrong[i].arguments, given(wrong[i].arguments, 3), NULL, &response, &error);
    moya_str message = moya_error_message(error);
    EXPECT(status == wrong[i].status && !response, "row %zu %s: %s", i, endpoint, moya_status_name(status));
    if (wrong[i].message) {
      EXPECT(str_is(message, wrong[i].message), "%s:\n      %s\n      instead of\n      %s", endpoint, message.data, wrong[i].message);
    }
    EXPECT(!str_has(message, secret) && str_has(message, "e: "), "%s", message.data);
    moya_error_release(error);
    moya_blocking_call *exchange = NULL;
    status = moya_api_call_for(api, "e", wrong[i].arguments, given(wrong[i].arguments, 3), -1, &exchange, &response, NULL);
    EXPECT(status == wrong[i].status && !exchange && !response, "row %zu: %s", i, moya_status_name(status));
    moya_api_release(api);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("an argument that does not fit is refused with endpoint and parameter, and its text is not shown", refused);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
