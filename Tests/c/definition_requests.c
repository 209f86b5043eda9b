/* This program tests the requests of endpoints of a definition: where each argument goes, and how a value of its type
 * is written there. */
#include "definition_arguments.h"

#define JOINED(place, type) \
  "'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': '" place "', 'type': '" type "', 'explode': false}]"
#define NAMED_DEFAULT(place, type, value) \
  "'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': '" place "', 'type': '" type "', 'default': " value "}]"
#define QUERY "POST /echo/?"
#define TEXT_ "content-type: text/plain; charset=utf-8"
#define JSON_ "content-type: application/json"
#define FORM_ "content-type: application/x-www-form-urlencoded; charset=utf-8"

static const uint64_t unsigneds[] = {1, UINT64_MAX};
static const double halves[] = {0.5, 2};
static const bool truths[] = {true, false};
static const char *const words[] = {"x y", "z"};
static const pair half_pair = {7, NULL};

/* Each place, with each type that the place accepts. */
static const struct {
  const char *endpoint;
  moya_argument arguments[3];
  const char *request; /* method and target */
  const char *field;   /* a field that the request has; NULL: none is checked */
  const char *body;
} sent[] = {
    {"'path': ''", {{0}}, "GET /echo", "x-common: common", ""},
    {"'path': '/a b', 'method': 'delete'", {{0}}, "DELETE /echo/a%20b", NULL, ""},
    {"'path': '/a', 'headers': {'x-common': 'own'}", {{0}}, "GET /echo/a", "x-common: own", ""},

    {IN_PATH("str"), {MOYA_ARG_STR("a", "a/b?ü")}, "GET /echo/x/a%2Fb%3F%C3%BC", NULL, ""},
    {IN_PATH("str"), {{"a", MOYA_KIND_TEXT, 0, 0, 0, "abc", 2, NULL, 0}}, "GET /echo/x/ab", NULL, ""},
    {IN_PATH("i64"), {MOYA_ARG_I64("a", INT64_MIN)}, "GET /echo/x/-9223372036854775808", NULL, ""},
    {IN_PATH("u64"), {MOYA_ARG_U64("a", UINT64_MAX)}, "GET /echo/x/18446744073709551615", NULL, ""},
    {IN_PATH("i8"), {MOYA_ARG_I64("a", -128)}, "GET /echo/x/-128", NULL, ""},
    {IN_PATH("u8"), {MOYA_ARG_U64("a", 255)}, "GET /echo/x/255", NULL, ""},
    {IN_PATH("i16"), {MOYA_ARG_U64("a", 32767)}, "GET /echo/x/32767", NULL, ""},
    {IN_PATH("u16"), {MOYA_ARG_I64("a", 65535)}, "GET /echo/x/65535", NULL, ""},
    {IN_PATH("i32"), {MOYA_ARG_I64("a", INT32_MIN)}, "GET /echo/x/-2147483648", NULL, ""},
    {IN_PATH("u32"), {MOYA_ARG_I64("a", UINT32_MAX)}, "GET /echo/x/4294967295", NULL, ""},
    {IN_PATH("f64"), {MOYA_ARG_F64("a", 0.1)}, "GET /echo/x/0.1", NULL, ""},
    {IN_PATH("f64"), {MOYA_ARG_I64("a", 3)}, "GET /echo/x/3", NULL, ""},
    {IN_PATH("f64"), {MOYA_ARG_F64("a", -2.5e300)}, "GET /echo/x/-2.5e%2B300", NULL, ""},
    {IN_PATH("f32"), {MOYA_ARG_F64("a", 0.1f)}, "GET /echo/x/0.1", NULL, ""},
    {IN_PATH("boolean"), {MOYA_ARG_BOOLEAN("a", 7)}, "GET /echo/x/true", NULL, ""},
    {IN_PATH("state"), {MOYA_ARG_STR("a", "a \\ b")}, "GET /echo/x/a%20%5C%20b", NULL, ""},
    {IN_PATH("date"), {MOYA_ARG_DATE("a", 1770091506500000)}, "GET /echo/x/2026-02-03T04%3A05%3A06.5Z", NULL, ""},
    {IN_PATH("i64"), {RAW("a", " 42 ")}, "GET /echo/x/42", NULL, ""},
    {IN_PATH("str"), {RAW("a", "\"\\u00fc\"")}, "GET /echo/x/%C3%BC", NULL, ""},
    {"'path': '/x/{a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'i8', 'default': 5}]", {{0}}, "GET /echo/x/5", NULL, ""},

    /* The elements of a list are separated by commas. Commas inside an element are encoded. */
    {IN_PATH("[i64]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, "GET /echo/x/1,-2", NULL, ""},
    {IN_PATH("[str]"), {ARRAY("a", MOYA_KIND_STR, commas)}, "GET /echo/x/a%2Cb,c%2Fd,..", NULL, ""},
    {IN_PATH("[state]"), {RAW("a", "[\"open\", \"closed\"]")}, "GET /echo/x/open,closed", NULL, ""},
    {"'path': '/x/{a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': '[i8]', 'default': [5, 6]}]", {{0}}, "GET /echo/x/5,6", NULL, ""},
    {JOINED("query", "[str]"), {ARRAY("a", MOYA_KIND_STR, commas)}, QUERY "a=a%2Cb,c/d,..", NULL, ""},
    {JOINED("query", "[boolean]"), {ARRAY("a", MOYA_KIND_BOOLEAN, truths)}, QUERY "a=1,0", NULL, ""},
    {"'bools': 'words', " JOINED("query", "[boolean]"), {ARRAY("a", MOYA_KIND_BOOLEAN, truths)}, QUERY "a=true,false", NULL, ""},
    {JOINED("query", "[f64]"), {ARRAY("a", MOYA_KIND_F64, halves)}, QUERY "a=0.5,2", NULL, ""},
    {JOINED("query", "[i64]"), {{"a", MOYA_KIND_I64, MOYA_ARGUMENT_ARRAY, 0, 0, NULL, 0, NULL, 0}}, "POST /echo/", NULL, ""},
    {JOINED("query", "[i64]?"), {{0}}, "POST /echo/", NULL, ""},
    {JOINED("form", "[i64]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, "POST /echo/", FORM_, "a=1,-2"},
    {"'path': '/', 'lists': 'plain', 'parameters': [{'name': 'a', 'in': 'query', 'type': '[i64]', 'explode': false},"
     "{'name': 'b', 'in': 'query', 'type': '[i64]', 'explode': true}]",
     {ARRAY("a", MOYA_KIND_I64, numbers), ARRAY("b", MOYA_KIND_I64, numbers)}, "GET /echo/?a=1,-2&b=1&b=-2", NULL, ""},
    {NAMED("header", "[i64]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, "POST /echo/", "a: 1,-2", ""},
    {NAMED("header", "[i64]?"), {{0}}, "POST /echo/", NULL, ""},

    /* Several segments. */
    {"'path': '/x/{+a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'str'}]", {MOYA_ARG_STR("a", "b/c d?e#%41")},
     "GET /echo/x/b/c%20d%3Fe%23%2541", NULL, ""},
    {"'path': '/x/{+a}/y', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'str'}]", {MOYA_ARG_STR("a", "b//.c/...")},
     "GET /echo/x/b//.c/.../y", NULL, ""},

    /* The path has a query. The query items of arguments follow it. */
    {"'path': '/x?beta=true&acl'", {{0}}, "GET /echo/x?beta=true&acl", NULL, ""},
    {"'path': '/x?a=1,2%2C&b=/?:@'", {{0}}, "GET /echo/x?a=1,2%2C&b=/?:@", NULL, ""},
    {"'path': '/x?'", {{0}}, "GET /echo/x", NULL, ""},
    {"'path': '/{a}?beta=true', 'parameters': [{'name': 'a', 'in': 'path', 'type': 'str'}, {'name': 'b', 'in': 'query', 'type': 'i8'},"
     "{'name': 'c', 'in': 'query', 'type': '[i64]', 'explode': false}]",
     {MOYA_ARG_STR("a", "?"), MOYA_ARG_I64("b", 1), ARRAY("c", MOYA_KIND_I64, numbers)}, "GET /echo/%3F?beta=true&b=1&c=1,-2", NULL, ""},

    {NAMED("query", "str?"), {{0}}, "POST /echo/", NULL, ""},
    {NAMED("query", "str?"), {MOYA_ARG_STR("a", NULL)}, "POST /echo/", NULL, ""},
    {NAMED("query", "str?"), {MOYA_ARG_STR("a", "")}, QUERY "a=", NULL, ""},
    {NAMED("query", "str"), {MOYA_ARG_STR("a", "1&2=3")}, QUERY "a=1%262%3D3", NULL, ""},
    {NAMED("query", "boolean"), {MOYA_ARG_BOOLEAN("a", true)}, QUERY "a=1", NULL, ""},
    {"'bools': 'words', " NAMED("query", "boolean"), {MOYA_ARG_BOOLEAN("a", true)}, QUERY "a=true", NULL, ""},
    {NAMED_DEFAULT("query", "i64?", "7"), {{0}}, QUERY "a=7", NULL, ""},
    {NAMED_DEFAULT("query", "i64?", "7"), {MOYA_ARG_I64("a", 8)}, QUERY "a=8", NULL, ""},
    {NAMED_DEFAULT("query", "f64", "1.50"), {{0}}, QUERY "a=1.5", NULL, ""},
    {NAMED_DEFAULT("query", "state", "'open'"), {{0}}, QUERY "a=open", NULL, ""},
    {NAMED_DEFAULT("query", "[i8]", "[1, 2]"), {{0}}, QUERY "a%5B%5D=1&a%5B%5D=2", NULL, ""},
    {NAMED("query", "[i64]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, QUERY "a%5B%5D=1&a%5B%5D=-2", NULL, ""},
    {"'lists': 'plain', " NAMED("query", "[u64]"), {ARRAY("a", MOYA_KIND_U64, unsigneds)}, QUERY "a=1&a=18446744073709551615", NULL, ""},
    {"'lists': 'indexed', " NAMED("query", "[str]"), {ARRAY("a", MOYA_KIND_STR, words)}, QUERY "a%5B0%5D=x%20y&a%5B1%5D=z", NULL, ""},
    {"'lists': '{key}.{index}', " NAMED("query", "[f64]"), {ARRAY("a", MOYA_KIND_F64, halves)}, QUERY "a.0=0.5&a.1=2", NULL, ""},
    {"'lists': 'plain', " NAMED("query", "[boolean]"), {ARRAY("a", MOYA_KIND_BOOLEAN, truths)}, QUERY "a=1&a=0", NULL, ""},
    {"'lists': 'plain', " NAMED("query", "[str]"), {RAW("a", "[\"x\", \"y\"]")}, QUERY "a=x&a=y", NULL, ""},
    {NAMED("query", "[i64]?"), {{0}}, "POST /echo/", NULL, ""},
    {"'path': '/', 'parameters': [{'name': 'a', 'in': 'query', 'type': 'str', 'key': 'page[size]'}, {'name': 'b', 'in': 'query', 'type': 'i8'}]",
     {MOYA_ARG_I64("b", 1), MOYA_ARG_STR("a", "x")}, "GET /echo/?page%5Bsize%5D=x&b=1", NULL, ""},

    {NAMED("header", "str"), {MOYA_ARG_STR("a", "v")}, "POST /echo/", "a: v", ""},
    {NAMED("header", "u16?"), {MOYA_ARG_I64("a", 9)}, "POST /echo/", "a: 9", ""},
    {NAMED("header", "boolean"), {MOYA_ARG_BOOLEAN("a", false)}, "POST /echo/", "a: false", ""},
    {"'path': '/', 'parameters': [{'name': 'a', 'in': 'header', 'type': 'str', 'key': 'X-Common'}]",
     {MOYA_ARG_STR("a", "argument")}, "GET /echo/", "x-common: argument", ""},

    {NAMED("form", "str"), {MOYA_ARG_STR("a", "x y")}, "POST /echo/", FORM_, "a=x%20y"},
    {NAMED("form", "[i64]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, "POST /echo/", FORM_, "a%5B%5D=1&a%5B%5D=-2"},
    {NAMED("form", "boolean?"), {{0}}, "POST /echo/", FORM_, ""},
    {NAMED("form", "f64"), {MOYA_ARG_F64("a", 1.5)}, "POST /echo/", FORM_, "a=1.5"},

    {NAMED("part", "str?"), {{0}}, "POST /echo/", NULL, ""},

    {NAMED("field", "str"), {MOYA_ARG_STR("a", "\"\xc3\xbc\"\n")}, "POST /echo/", JSON_, "{\"a\":\"\\\"\xc3\xbc\\\"\\n\"}"},
    {NAMED("field", "boolean"), {MOYA_ARG_BOOLEAN("a", true)}, "POST /echo/", JSON_, "{\"a\":true}"},
    {NAMED("field", "u64"), {MOYA_ARG_U64("a", UINT64_MAX)}, "POST /echo/", JSON_, "{\"a\":18446744073709551615}"},
    {NAMED("field", "i64?"), {{0}}, "POST /echo/", JSON_, "{}"},
    {NAMED("field", "date"), {MOYA_ARG_DATE("a", -1)}, "POST /echo/", JSON_, "{\"a\":\"1969-12-31T23:59:59.999999Z\"}"},
    {NAMED("field", "date"), {MOYA_ARG_STR("a", "2024-02-29T00:00:00+01:00")}, "POST /echo/", JSON_, "{\"a\":\"2024-02-29T00:00:00+01:00\"}"},
    {NAMED("field", "raw"), {RAW("a", "{\"x\": [1]}")}, "POST /echo/", JSON_, "{\"a\":{\"x\": [1]}}"},
    {NAMED("field", "raw"), {MOYA_ARG_STR("a", "null")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NAMED("field", "[str]"), {ARRAY("a", MOYA_KIND_STR, words)}, "POST /echo/", JSON_, "{\"a\":[\"x y\",\"z\"]}"},
    {NAMED("field", "[boolean]"), {ARRAY("a", MOYA_KIND_BOOLEAN, truths)}, "POST /echo/", JSON_, "{\"a\":[true,false]}"},
    {NAMED("field", "[i64]"), {{"a", MOYA_KIND_I64, MOYA_ARGUMENT_ARRAY, 0, 0, NULL, 0, NULL, 0}}, "POST /echo/", JSON_, "{\"a\":[]}"},
    {NAMED("field", "{i64}"), {RAW("a", "{\"x\": 1}")}, "POST /echo/", JSON_, "{\"a\":{\"x\": 1}}"},
    {NAMED("field", "pair"), {RAW("a", "{\"a\":1}")}, "POST /echo/", JSON_, "{\"a\":{\"a\":1}}"},
    {NAMED("field", "pair"), {MOYA_ARG_STRUCT("a", &pair_type, &one_pair)}, "POST /echo/", JSON_, "{\"a\":{\"a\":-5,\"b\":\"x\\\"y\"}}"},
    {NAMED("body", "pair"), {MOYA_ARG_STRUCT("a", &pair_type, &half_pair)}, "POST /echo/", JSON_, "{\"a\":7}"},
    {NAMED("body", "raw"), {MOYA_ARG_STRUCT("a", &pair_type, &half_pair)}, "POST /echo/", JSON_, "{\"a\":7}"},
    {NAMED("field", "state"), {MOYA_ARG_STR("a", "open")}, "POST /echo/", JSON_, "{\"a\":\"open\"}"},
    {NAMED_DEFAULT("field", "[str]", "['x']"), {{0}}, "POST /echo/", JSON_, "{\"a\":[\"x\"]}"},
    {"'path': '/', 'method': 'PUT', 'parameters': [{'name': 'a', 'in': 'field', 'type': 'i8', 'key': 'user.id'},"
     "{'name': 'b', 'in': 'field', 'type': 'str', 'key': 'user.name.first'}, {'name': 'c', 'in': 'field', 'type': 'str?'}]",
     {MOYA_ARG_I64("a", 1), MOYA_ARG_STR("b", "Ann")}, "PUT /echo/", JSON_, "{\"user\":{\"id\":1,\"name\":{\"first\":\"Ann\"}}}"},

    /* A nullable argument that is null is sent as null. Without the argument, an optional member is left out. */
    {NULLABLE("field", "str"), {MOYA_ARG_STR("a", NULL)}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "str"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "i64"), {RAW("a", " null\n")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "i64"), {MOYA_ARG_I64("a", 5)}, "POST /echo/", JSON_, "{\"a\":5}"},
    {NULLABLE("field", "date"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "state"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "[str]"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "pair"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("field", "str?"), {{0}}, "POST /echo/", JSON_, "{}"},
    {NULLABLE("field", "str?"), {MOYA_ARG_STR("a", NULL)}, "POST /echo/", JSON_, "{}"},
    {NULLABLE("field", "str?"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "{\"a\":null}"},
    {NULLABLE("body", "pair"), {MOYA_ARG_NULL("a")}, "POST /echo/", JSON_, "null"},
    {"'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': 'field', 'key': 'x.y', 'type': 'i8', 'nullable': true, 'default': null}]",
     {{0}}, "POST /echo/", JSON_, "{\"x\":{\"y\":null}}"},
    {"'x-note': [1], 'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': 'field', 'type': 'i8', 'x-note': {}}]",
     {MOYA_ARG_I64("a", 1)}, "POST /echo/", JSON_, "{\"a\":1}"},

    {CHOICE, {MOYA_ARG_STR("a", "x")}, "POST /echo/", JSON_, "{\"a\":\"x\"}"},
    {CHOICE, {MOYA_ARG_STR("a", "x"), MOYA_ARG_I64("b", 1)}, "POST /echo/", JSON_, "{\"a\":\"x\",\"b\":1}"},
    {"'path': '/', 'method': 'PUT', 'parameters': [{'name': 'a', 'in': ['body'], 'type': 'pair'}, {'name': 'b', 'in': ['form'], 'type': '[i64]'}]",
     {ARRAY("b", MOYA_KIND_I64, numbers)}, "PUT /echo/", FORM_, "b%5B%5D=1&b%5B%5D=-2"},
    {"'path': '/', 'method': 'PUT', 'parameters': [{'name': 'a', 'in': ['body'], 'type': 'pair'}, {'name': 'b', 'in': ['form'], 'type': '[i64]'}]",
     {MOYA_ARG_STRUCT("a", &pair_type, &half_pair)}, "PUT /echo/", JSON_, "{\"a\":7}"},

    {NAMED("body", "str"), {MOYA_ARG_STR("a", "text")}, "POST /echo/", TEXT_, "text"},
    {NAMED("body", "bytes"), {MOYA_ARG_BYTES("a", "\1\2", 2)}, "POST /echo/", "content-type: application/octet-stream", "\1\2"},
    {"'headers': {'Content-Type': 'image/png'}, " NAMED("body", "bytes"), {MOYA_ARG_BYTES("a", "png", 3)}, "POST /echo/", "content-type: image/png", "png"},
    {NAMED("body", "i64"), {MOYA_ARG_I64("a", 5)}, "POST /echo/", JSON_, "5"},
    {NAMED("body", "raw"), {RAW("a", "[1, 2]")}, "POST /echo/", JSON_, "[1, 2]"},
    {NAMED("body", "[i64]"), {ARRAY("a", MOYA_KIND_I64, numbers)}, "POST /echo/", JSON_, "[1,-2]"},
    {NAMED("body", "pair?"), {{0}}, "POST /echo/", NULL, ""},
    {NAMED("body", "state"), {MOYA_ARG_STR("a", "open")}, "POST /echo/", JSON_, "\"open\""},
};

/* Returns whether the echo server has received the field. The server returns it as ["name", "value"]. The name may be
 * in any case. */
static bool has_field(moya_response *response, const char *field) {
  moya_str raw = {NULL, 0};
  char wanted[256], name[128];
  const char *colon = strstr(field, ": ");
  EXPECT_STATUS(moya_response_json_raw(response, "headers", &raw, NULL), MOYA_OK);
  snprintf(name, sizeof name, "%.*s", (int)(colon - field), field);
  snprintf(wanted, sizeof wanted, "[\"%s\", \"%s\"]", name, colon + 2);
  return raw.data && strcasestr(raw.data, wanted);
}

static void requests(void) {
  for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
    char endpoint[2048], request[512];
    snprintf(endpoint, sizeof endpoint, "'e': {%s}", sent[i].endpoint);
    moya_api *api = api_with(endpoint);
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_str method = {"", 0}, target = {"", 0}, body = {"", 0};
    EXPECT_STATUS(moya_api_call(api, "e", sent[i].arguments, given(sent[i].arguments, 3), NULL, &response, &error), MOYA_OK);
    EXPECT(!error, "%s: %s", endpoint, moya_error_message(error).data);
    if (response) {
      EXPECT_STATUS(moya_response_json_string(response, "method", &method, NULL), MOYA_OK);
      EXPECT_STATUS(moya_response_json_string(response, "target", &target, NULL), MOYA_OK);
      EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
      snprintf(request, sizeof request, "%s %s", method.data, target.data);
      EXPECT(strcmp(request, sent[i].request) == 0, "%s: %s instead of %s", endpoint, request, sent[i].request);
      /* The server reads the body as Latin-1, so each byte of this UTF-8 text becomes a character. */
      if (!strstr(sent[i].body, "\xc3")) EXPECT(str_is(body, sent[i].body), "%s: %s instead of %s", endpoint, body.data, sent[i].body);
      if (sent[i].field) EXPECT(has_field(response, sent[i].field), "%s: no %s", endpoint, sent[i].field);
    }
    moya_response_release(response);
    moya_error_release(error);
    moya_api_release(api);
  }
}

static void forms_with_parts(void) {
  char path[] = "/tmp/moya-part-XXXXXX";
  int file = mkstemp(path);
  EXPECT(write(file, "inside", 6) == 6);
  close(file);
  moya_api *api = api_with("'e': {'path': '/', 'method': 'POST', 'parameters': ["
                           "{'name': 'title', 'in': 'part', 'type': 'str'}, {'name': 'size', 'in': 'part', 'type': 'i64?'},"
                           "{'name': 'data', 'in': 'part', 'type': 'bytes'}, {'name': 'file', 'in': 'part', 'type': 'file', 'key': 'f'}]},"
                           "'whole': {'path': '/', 'method': 'PUT', 'parameters': [{'name': 'file', 'in': 'body', 'type': 'file'}]}");
  const moya_argument arguments[] = {MOYA_ARG_STR("title", "sea"), MOYA_ARG_I64("size", 5), MOYA_ARG_BYTES("data", "\0x", 2),
                                     MOYA_ARG_STR("file", path)};
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_api_call(api, "e", arguments, 4, NULL, &response, &error), MOYA_OK);
  moya_str body = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  const char *parts[] = {"name=\"title\"\r\n", "\r\n\r\nsea\r\n", "name=\"size\"\r\n", "\r\n\r\n5\r\n", "name=\"data\"", "name=\"f\"; filename="};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    EXPECT(memmem(body.data, body.len, parts[i], strlen(parts[i])), "%s", parts[i]);
  }
  EXPECT(memmem(body.data, body.len, "\r\n\r\n\0x\r\n", 8) && memmem(body.data, body.len, "inside", 6));
  moya_response_release(response);
  EXPECT_STATUS(moya_api_call(api, "whole", &arguments[3], 1, NULL, &response, NULL), MOYA_OK);
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, "inside"));
  moya_response_release(response);
  moya_error_release(error);
  moya_api_release(api);
  unlink(path);
}

/* Each element of a list becomes a part. The elements of a list of files are paths, also in an argument of JSON. */
static void lists_of_parts(void) {
  char path[] = "/tmp/moya-part-XXXXXX", json[128];
  int file = mkstemp(path);
  EXPECT(write(file, "inside", 6) == 6);
  close(file);
  snprintf(json, sizeof json, "[\"%s\"]", path);
  moya_api *api = api_with("'e': {'path': '/', 'method': 'POST', 'parameters': [{'name': 'files', 'in': 'part', 'type': '[file]', 'key': 'f[]'},"
                           "{'name': 'numbers', 'in': 'part', 'type': '[i64]?'}, {'name': 'data', 'in': 'part', 'type': '[bytes]?'},"
                           "{'name': 'mark', 'in': 'part', 'type': 'str', 'default': 'm'}]}," "'choice': {" CHOICE "}");
  const char *const paths[] = {path, path};
  const moya_str data[] = {{"\0x", 2}, {"", 0}, {"yy", 2}};
  const moya_argument arguments[] = {ARRAY("files", MOYA_KIND_STR, paths), ARRAY("numbers", MOYA_KIND_I64, numbers),
                                     ARRAY("data", MOYA_KIND_BYTES, data)};
  const moya_argument as_json = MOYA_ARG_RAW("files", json, strlen(json));
  const moya_argument chosen[] = {MOYA_ARG_BYTES("c", "bytes", 5), MOYA_ARG_STR("a", "x")};
  static const struct {
    const char *part;
    int times[3]; /* how often each call sends this part */
  } parts[] = {{"name=\"f[]\"; filename=", {2, 1, 0}}, {"\r\n\r\ninside\r\n", {2, 1, 0}}, {"name=\"numbers\"", {2, 0, 0}},
               {"\r\n\r\n-2\r\n", {1, 0, 0}}, {"name=\"data\"", {3, 0, 0}}, {"\r\n\r\nyy\r\n", {1, 0, 0}}, {"\r\n\r\nm\r\n", {1, 1, 0}},
               {"name=\"a\"\r\n\r\nx\r\n", {0, 0, 1}}, {"\r\n\r\nbytes\r\n", {0, 0, 1}}};
  for (int call = 0; call < 3; call++) {
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_str body = {"", 0};
    EXPECT_STATUS(moya_api_call(api, call < 2 ? "e" : "choice", call == 0 ? arguments : call == 1 ? &as_json : chosen, call == 0 ? 3 : call == 1 ? 1 : 2, NULL,
                                &response, &error), MOYA_OK);
    EXPECT(!error, "%s", moya_error_message(error).data);
    if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
      int found = 0;
      const char *at = body.data, *end = body.data + body.len;
      while ((at = memmem(at, (size_t)(end - at), parts[i].part, strlen(parts[i].part)))) at++, found++;
      EXPECT(found == parts[i].times[call], "call %d: %s is there %d times", call, parts[i].part, found);
    }
    moya_response_release(response);
    moya_error_release(error);
  }
  moya_api_release(api);
  unlink(path);
}

/* A nullable member without a value is written as null. Any other member without a value is left out. */
static void nullable_members(void) {
  char text[1024];
  snprintf(text, sizeof text,
           "{'moya': 1, 'name': 'n', 'base_url': '%s/echo', 'types': {'t': {'fields': {'a': {'type': 'str', 'nullable': true},"
           "'b': {'type': 'i64', 'nullable': true, 'key': 'x.b'}, 'c': {'type': 'str?', 'nullable': true}, 'd': 'str?',"
           "'e': {'type': 't', 'nullable': true}}}}, 'endpoints': {'e': {" NAMED("body", "t") "}}}",
           faults.url);
  moya_api *api = api_of(provider, text, NULL);
  struct t {
    const char *a;
    int64_t b;
    bool has_b;
    const char *c, *d;
    struct t *e;
  } it = {NULL, 0, false, NULL, NULL, NULL};
  const moya_type *type = moya_api_type(api, "t");
  EXPECT(type && type->struct_size == sizeof it);
  const moya_argument argument = MOYA_ARG_STRUCT("a", type, &it);
  moya_response *response = NULL;
  moya_str body = {"", 0};
  EXPECT_STATUS(moya_api_call(api, "e", &argument, 1, NULL, &response, NULL), MOYA_OK);
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, "{\"a\":null,\"x\":{\"b\":null},\"e\":null}"), "%s", body.data);
  moya_response_release(response);
  moya_api_release(api);
}

/* Null is a value of a JSON body. A form cannot have it: a parameter whose default is null is left out there, and a call
 * with an argument that is null sends JSON. */
static void nulls_in_a_choice(void) {
  char text[1024];
  snprintf(text, sizeof text,
           "{'moya': 1, 'name': 'n', 'base_url': '%s/echo', 'endpoints': {'e': {'path': '/', 'method': 'POST', 'parameters': ["
           "{'name': 'f', 'in': ['form', 'part', 'field'], 'type': 'str'}, {'name': 'p', 'in': ['part', 'field'], 'type': 'str?'},"
           "{'name': 'n', 'in': ['form', 'part', 'field'], 'type': 'str', 'nullable': true, 'default': null},"
           "{'name': 'j', 'in': ['field'], 'type': 'str?'}]}}}",
           faults.url);
  moya_api *api = api_of(provider, text, NULL);
  const struct {
    moya_argument arguments[2];
    size_t count;
    const char *body;
  } rows[] = {{{MOYA_ARG_STR("f", "v")}, 1, "f=v"},
              {{MOYA_ARG_STR("f", "v"), MOYA_ARG_STR("n", "x")}, 2, "f=v&n=x"},
              {{MOYA_ARG_STR("f", "v"), MOYA_ARG_NULL("n")}, 2, "{\"f\":\"v\",\"n\":null}"},
              {{MOYA_ARG_STR("f", "v"), MOYA_ARG_STR("p", "x")}, 2, "name=\"p\"\r\n\r\nx\r\n"},
              {{MOYA_ARG_STR("f", "v"), MOYA_ARG_STR("j", "x")}, 2, "{\"f\":\"v\",\"n\":null,\"j\":\"x\"}"}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_str body = {"", 0};
    EXPECT_STATUS(moya_api_call(api, "e", rows[row].arguments, rows[row].count, NULL, &response, &error), MOYA_OK);
    EXPECT(!error, "%s", moya_error_message(error).data);
    if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
    EXPECT(str_has(body, rows[row].body) && !str_has(body, "name=\"n\""), "row %zu: %s", row, body.data);
    moya_response_release(response);
    moya_error_release(error);
  }
  moya_api_release(api);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("an argument goes where its parameter says, as its type is written there", requests);
  TEST("texts, bytes and files are parts of a form, and a file is a body", forms_with_parts);
  TEST("a nullable member without a value is written as null, and any other is left out", nullable_members);
  TEST("null is sent in a JSON body only, if a call can choose its body", nulls_in_a_choice);
  TEST("a list is a part for each of its elements, and a call chooses its body by what it is given", lists_of_parts);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
