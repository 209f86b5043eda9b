/* Tests JSON values: cursors, iteration, paths, numbers, texts, and what the library refuses. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <pthread.h>

/* Parses a text that must be valid. The document lives until `release_all`. */
static moya_json_document *documents[64];
static int document_count;
static moya_json parsed_bytes(const char *text, size_t length) {
  moya_json_document *document = NULL;
  moya_error *error = NULL;
  char *own = malloc(length ? length : 1); /* freed before the values are read */
  if (!own || document_count == 64) abort();
  memcpy(own, text, length);
  EXPECT_STATUS(moya_json_parse(own, length, &document, &error), MOYA_OK);
  EXPECT(!error, "%s: %s", text, moya_error_message(error).data);
  free(own);
  documents[document_count++] = document;
  return moya_json_root(document);
}
static moya_json parsed(const char *text) { return parsed_bytes(text, strlen(text)); }
static void release_all(void) {
  while (document_count > 0) moya_json_document_release(documents[--document_count]);
}

static int64_t int_at(moya_json value, const char *key_path) {
  int64_t number = -1;
  EXPECT_STATUS(moya_json_int64(moya_json_at(value, key_path), &number), MOYA_OK);
  return number;
}
static moya_str text_of(moya_json value) {
  moya_str text = {NULL, 0};
  EXPECT_STATUS(moya_json_string(value, &text), MOYA_OK);
  EXPECT(text.data && text.data[text.len] == 0, "it has no zero");
  return text;
}
static moya_str raw_of(moya_json value) {
  moya_str text = {NULL, 0};
  EXPECT_STATUS(moya_json_raw(value, &text), MOYA_OK);
  return text;
}
static bool same(moya_json one, moya_json other) { return one.document == other.document && one.token == other.token; }

/* Calls each function that reads a value, for a value of this kind. */
static void expect_kind(moya_json value, int32_t kind) {
  moya_str text = {"x", 1};
  int64_t integer = 7;
  uint64_t natural = 7;
  double number = 7;
  bool flag = true;
  moya_status refused = kind == MOYA_JSON_MISSING ? MOYA_ERROR_KEY_PATH : kind == MOYA_JSON_NULL ? MOYA_ERROR_JSON_NULL : MOYA_ERROR_JSON_TYPE;
  EXPECT(moya_json_kind(value) == kind, "%d instead of %d", moya_json_kind(value), kind);
  EXPECT(moya_json_exists(value) == (kind != MOYA_JSON_MISSING));
  EXPECT_STATUS(moya_json_string(value, &text), kind == MOYA_JSON_STRING ? MOYA_OK : refused);
  EXPECT(kind == MOYA_JSON_STRING || (text.data == NULL && text.len == 0));
  EXPECT_STATUS(moya_json_int64(value, &integer), kind == MOYA_JSON_NUMBER ? MOYA_OK : refused);
  EXPECT_STATUS(moya_json_uint64(value, &natural), kind == MOYA_JSON_NUMBER ? MOYA_OK : refused);
  EXPECT_STATUS(moya_json_double(value, &number), kind == MOYA_JSON_NUMBER ? MOYA_OK : refused);
  EXPECT(kind == MOYA_JSON_NUMBER || (integer == 0 && natural == 0 && number == 0));
  EXPECT_STATUS(moya_json_bool(value, &flag), kind == MOYA_JSON_BOOL ? MOYA_OK : refused);
  EXPECT_STATUS(moya_json_raw(value, &text), kind == MOYA_JSON_MISSING ? MOYA_ERROR_KEY_PATH : MOYA_OK);
  if (kind != MOYA_JSON_OBJECT) EXPECT(!moya_json_exists(moya_json_member(value, "a")));
  if (kind != MOYA_JSON_ARRAY) EXPECT(!moya_json_exists(moya_json_index(value, 0)));
  if (kind == MOYA_JSON_ARRAY || kind == MOYA_JSON_OBJECT) return;
  EXPECT(moya_json_count(value) == 0 && !moya_json_exists(moya_json_first(value)));
  EXPECT(!moya_json_exists(moya_json_at(value, "a")) && !moya_json_exists(moya_json_pointer(value, "/a")));
}

static void kinds(void) {
  moya_json root = parsed("{\"null\": null, \"true\": true, \"number\": 1, \"text\": \"\", \"list\": [], \"map\": {}}");
  static const char *const names[] = {"none", "null", "true", "number", "text", "list", "map"};
  for (int32_t kind = MOYA_JSON_MISSING; kind <= MOYA_JSON_OBJECT; kind++) {
    expect_kind(moya_json_member(root, names[kind]), kind);
  }
  EXPECT(moya_json_count(root) == 6 && moya_json_kind(root) == MOYA_JSON_OBJECT);
  bool flag = false;
  EXPECT_STATUS(moya_json_bool(moya_json_at(root, "true"), &flag), MOYA_OK);
  EXPECT(flag);
  release_all();
}

static void missing(void) {
  moya_json none = {NULL, 0};
  expect_kind(none, MOYA_JSON_MISSING);
  moya_json root = parsed("{\"a\": [1]}");
  moya_json gone = moya_json_member(moya_json_index(moya_json_at(root, "b.c"), 3), "d");
  EXPECT(same(gone, none), "a missing value is all zero");
  expect_kind(moya_json_next(moya_json_first(gone)), MOYA_JSON_MISSING);
  expect_kind(moya_json_pointer(gone, ""), MOYA_JSON_MISSING);
  expect_kind(moya_json_at(gone, NULL), MOYA_JSON_MISSING);
  EXPECT(moya_json_key(gone).data == NULL && moya_json_count(gone) == 0);
  EXPECT(!moya_json_exists(moya_json_member(root, NULL)) && !moya_json_exists(moya_json_pointer(root, NULL)));
  EXPECT(!moya_json_exists(moya_json_next(root)) && moya_json_key(root).data == NULL, "nothing is beside the root");
  EXPECT(!moya_json_exists(moya_json_root(NULL)));
  EXPECT_STATUS(moya_json_string(root, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_json_int64(root, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_json_uint64(root, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_json_double(root, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_json_bool(root, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_json_raw(root, NULL), MOYA_ERROR_NULL);
  release_all();
}

/* Walks through a value and writes it as JSON. */
static void write_walk(moya_json value, char *out) {
  int32_t kind = moya_json_kind(value);
  moya_json it = moya_json_first(value);
  if (kind != MOYA_JSON_ARRAY && kind != MOYA_JSON_OBJECT) {
    moya_str raw = raw_of(value);
    strncat(out, raw.data, raw.len);
    return;
  }
  strcat(out, kind == MOYA_JSON_ARRAY ? "[" : "{");
  for (bool is_first = true; moya_json_exists(it); it = moya_json_next(it), is_first = false) {
    if (!is_first) strcat(out, ",");
    moya_str key = moya_json_key(it);
    EXPECT((key.data != NULL) == (kind == MOYA_JSON_OBJECT));
    if (key.data) sprintf(out + strlen(out), "\"%s\":", key.data);
    write_walk(it, out);
  }
  strcat(out, kind == MOYA_JSON_ARRAY ? "]" : "}");
}

static void walks(void) {
  static const char *const texts[] = {
      "[]", "{}", "[[]]", "[{}]", "{\"a\":[]}", "1", "\"x\"", "[1,2,3]", "{\"a\":1,\"b\":2}", "[[1,[2]],[],{\"a\":[{\"b\":{}}]},null]",
      "{\"a\":{\"b\":{\"c\":[true,false]}},\"d\":-1.5e3,\"\":\"\"}", "{\"a\":1,\"a\":2}"};
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    char written[256] = "";
    write_walk(parsed(texts[index]), written);
    EXPECT(strcmp(written, texts[index]) == 0, "%s instead of %s", written, texts[index]);
    char spaced[1024] = "\xEF\xBB\xBF \n"; /* the same text with white space wherever JSON allows it */
    bool in_text = false;
    for (const char *c = texts[index]; *c; c++) {
      if (*c == '"') in_text = !in_text;
      strncat(spaced, c, 1);
      if (!in_text && strchr("[]{},:\"", *c)) strcat(spaced, " \t\r\n  ");
    }
    written[0] = 0;
    write_walk(parsed(spaced), written);
    EXPECT(strcmp(written, texts[index]) == 0, "%s instead of %s", written, texts[index]);
  }
  release_all();
}

static void key_paths(void) {
  moya_json root = parsed(
      "{\"items\": [{\"name\": 1}, {\"name\": 2}], \"a.b\": 3, \"a\\\\b\": 4, \"\": {\"\": 5}, \"0\": 6, \"e\\u0301\": 7, \"x\": {\"~\": 8}}");
  EXPECT(int_at(root, "items.0.name") == 1 && int_at(root, "items.1.name") == 2);
  EXPECT(int_at(root, "a\\.b") == 3 && int_at(root, "a\\\\b") == 4 && int_at(root, ".") == 5 && int_at(root, "0") == 6);
  EXPECT(int_at(root, "e\u0301") == 7 && int_at(root, "x.~") == 8 && int_at(root, "\\i\\tems.\\0.name\\") == 1);
  EXPECT(same(moya_json_at(root, ""), root) && same(moya_json_at(root, NULL), root));
  EXPECT(same(moya_json_at(root, "items.1"), moya_json_index(moya_json_member(root, "items"), 1)));
  static const char *const nowhere[] = {"item", "items.", "items.2", "items.-1", "items.00", "items.01", "items.1.", "items.1e0",
                                        "items.9999999999", "a.b", "\xff", "items.0.name.x", "items..name", ".."};
  for (size_t index = 0; index < sizeof nowhere / sizeof *nowhere; index++) {
    EXPECT(!moya_json_exists(moya_json_at(root, nowhere[index])), "%s", nowhere[index]);
  }
  release_all();
}

/* Finds values by the JSON Pointers of RFC 6901 §5. */
static void pointers(void) {
  moya_json root = parsed(
      "{\"foo\": [\"bar\", \"baz\"], \"\": 0, \"a/b\": 1, \"c%d\": 2, \"e^f\": 3, \"g|h\": 4, \"i\\\\j\": 5, \"k\\\"l\": 6, \" \": 7, \"m~n\": 8, \"o~1\": 9}");
  static const char *const paths[] = {"/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n", "/o~01"};
  for (int64_t wanted = 0; wanted < 10; wanted++) {
    int64_t number = -1;
    EXPECT_STATUS(moya_json_int64(moya_json_pointer(root, paths[wanted]), &number), MOYA_OK);
    EXPECT(number == wanted, "%s is %d", paths[wanted], (int)number);
  }
  EXPECT(same(moya_json_pointer(root, ""), root));
  EXPECT(str_is(text_of(moya_json_pointer(root, "/foo/0")), "bar") && str_is(text_of(moya_json_pointer(root, "/foo/1")), "baz"));
  static const char *const nowhere[] = {"foo", "/foo/", "/foo/-", "/foo/2", "/foo/01", "/foo/+1", "/m~n", "/m~", "/o~2", "//", "/foo/0/x", "/foo/0~"};
  for (size_t index = 0; index < sizeof nowhere / sizeof *nowhere; index++) {
    EXPECT(!moya_json_exists(moya_json_pointer(root, nowhere[index])), "%s", nowhere[index]);
  }
  release_all();
}

/* Reads numbers that do not fit a type, and checks the status. */
static void numbers(void) {
  enum { OK = MOYA_OK, TYPE = MOYA_ERROR_JSON_TYPE, RANGE = MOYA_ERROR_JSON_RANGE };
  static const struct {
    const char *text;
    moya_status as_int64;
    int64_t integer;
    moya_status as_uint64;
    uint64_t natural;
    moya_status as_double;
    double number;
  } rows[] = {
      {"0", OK, 0, OK, 0, OK, 0},
      {"-0", OK, 0, OK, 0, OK, -0.0},
      {"-1", OK, -1, RANGE, 0, OK, -1},
      {"9223372036854775807", OK, INT64_MAX, OK, INT64_MAX, OK, 0x1p63},
      {"-9223372036854775808", OK, INT64_MIN, RANGE, 0, OK, -0x1p63},
      {"9223372036854775808", RANGE, 0, OK, (uint64_t)1 << 63, OK, 0x1p63},
      {"-9223372036854775809", RANGE, 0, RANGE, 0, OK, -0x1p63},
      {"18446744073709551615", RANGE, 0, OK, UINT64_MAX, OK, 0x1p64},
      {"18446744073709551616", RANGE, 0, RANGE, 0, OK, 0x1p64},
      {"100000000000000000000", RANGE, 0, RANGE, 0, OK, 1e20},
      {"1.0", TYPE, 0, TYPE, 0, OK, 1},
      {"1e2", TYPE, 0, TYPE, 0, OK, 100},
      {"9007199254740993", OK, 9007199254740993, OK, 9007199254740993, OK, 9007199254740992.0},
      {"0.1", TYPE, 0, TYPE, 0, OK, 0.1},
      {"2.2250738585072011e-308", TYPE, 0, TYPE, 0, OK, 2.2250738585072011e-308},
      {"1.7976931348623157e308", TYPE, 0, TYPE, 0, OK, DBL_MAX},
      {"1.7976931348623159e308", TYPE, 0, TYPE, 0, RANGE, 0},
      {"-1e309", TYPE, 0, TYPE, 0, RANGE, 0},
      {"1e999999999999999999999", TYPE, 0, TYPE, 0, RANGE, 0},
      {"4.9e-324", TYPE, 0, TYPE, 0, OK, 0x1p-1074},
      {"1e-400", TYPE, 0, TYPE, 0, OK, 0},
      {"-0.00001e-999999999999999999999", TYPE, 0, TYPE, 0, OK, -0.0},
      {"0e999999999999", TYPE, 0, TYPE, 0, OK, 0},
      {"0.0000000000000000000000000000000000000001e340", TYPE, 0, TYPE, 0, OK, 1e300},
      {"123456789012345678901234567890e-320", TYPE, 0, TYPE, 0, OK, 1.2345678901234568e-291},
  };
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    char text[128];
    snprintf(text, sizeof text, index % 2 ? "%s" : "[1, %s\n ]", rows[index].text);
    moya_json value = parsed(text);
    if (index % 2 == 0) value = moya_json_index(value, 1);
    int64_t integer = 1;
    uint64_t natural = 1;
    double number = 1;
    moya_status status = moya_json_int64(value, &integer);
    EXPECT(status == rows[index].as_int64 && integer == rows[index].integer, "%s: %s", text, moya_status_name(status));
    status = moya_json_uint64(value, &natural);
    EXPECT(status == rows[index].as_uint64 && natural == rows[index].natural, "%s: %s", text, moya_status_name(status));
    status = moya_json_double(value, &number);
    EXPECT(status == rows[index].as_double && number == rows[index].number && !signbit(number) == !signbit(rows[index].number),
           "%s: %s, %.17g", text, moya_status_name(status), number);
    EXPECT(raw_of(value).len == strlen(rows[index].text) && memcmp(raw_of(value).data, rows[index].text, raw_of(value).len) == 0);
    release_all();
  }
}

static void texts(void) {
  moya_json root = parsed("[\"\", \"plain\", \"\\u00e9\\n\\\"\\\\\\/\", \"a\\u0000b\", \"\\ud83d\\ude00\", \"\u00e9\U0001F600\", \"x\\\\\"]");
  static const moya_str wanted[] = {{"", 0}, {"plain", 5}, {"\u00e9\n\"\\/", 6}, {"a\0b", 3}, {"\U0001F600", 4}, {"\u00e9\U0001F600", 6}, {"x\\", 2}};
  for (int turn = 0; turn < 2; turn++) {
    size_t index = 0;
    for (moya_json it = moya_json_first(root); moya_json_exists(it); it = moya_json_next(it), index++) {
      moya_str text = text_of(it);
      EXPECT(text.len == wanted[index].len && memcmp(text.data, wanted[index].data, text.len) == 0, "%zu: %s", index, text.data);
      EXPECT(text_of(it).data == text.data, "a text is copied once");
    }
    EXPECT(index == 7);
  }
  EXPECT(str_is(moya_json_key(moya_json_first(parsed("{\"k\\u00e9\\t\" : 1}"))), "k\u00e9\t"));
  release_all();
}

static void keys(void) {
  moya_json root = parsed("{\"\\u0061\": 1, \"a\": 2, \"b\\u0000\": 3, \"\\\\\": 4, \"b\": 5, \"a\\/b\": 6, \"aa\": 7}");
  static const struct {
    const char *key;
    int64_t value;
  } rows[] = {{"a", 1}, {"b", 5}, {"\\", 4}, {"a/b", 6}, {"aa", 7}};
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    int64_t value = 0;
    EXPECT_STATUS(moya_json_int64(moya_json_member(root, rows[index].key), &value), MOYA_OK);
    EXPECT(value == rows[index].value, "%s: %d", rows[index].key, (int)value);
  }
  static const char *const none[] = {"", "\\u0061", "\\\\", "ab", "A", "\xff"};
  for (size_t index = 0; index < sizeof none / sizeof *none; index++) {
    EXPECT(!moya_json_exists(moya_json_member(root, none[index])), "%s", none[index]);
  }
  EXPECT(moya_json_count(root) == 7, "equal keys are walked, all of them");
  release_all();
}

/* Tests texts that all readers understand in the same way, and texts that some readers understand differently. */
static void ambiguity(void) {
  static const struct {
    const char *text;
    bool is_unambiguous;
  } rows[] = {
      {"{\"a\":1,\"b\":{\"a\":1},\"\":[{\"a\":1},{\"a\":1}]}", true}, {"{\"a\":1,\"a\":1}", false}, {"[{},[{\"\":1,\"\":2}]]", false},
      {"{\"a\":1,\"\\u0061\":2}", false}, {"{\"a\\n\":1,\"a\\t\":2}", true}, {"{\"abcdefghi\":1,\"abcdefghj\":2,\"abcdefgh\":3}", true},
      {"{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10}", true},
      {"{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"c\":10}", false},
      {"1.7976931348623157e308", true}, {"1.7976931348623159e308", false}, {"[-1E309]", false}, {"1e-400", true}, {"\"1e400\"", true},
      {"\xEF\xBB\xBF{\"a\":1}", true}, {"", false}, {"{", false}, {"\"\\ud800\"", false}, {"NaN", false}};
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    EXPECT(moya_json_is_unambiguous(rows[index].text, strlen(rows[index].text)) == rows[index].is_unambiguous, "%s", rows[index].text);
  }
  char digits[310];
  memset(digits, '9', sizeof digits);
  EXPECT(moya_json_is_unambiguous(digits, 308) && !moya_json_is_unambiguous(digits, 310));
  EXPECT(!moya_json_is_unambiguous(NULL, 0));
}

static void refusals(void) {
  static const moya_str rows[] = {
      {"", 0}, {" ", 1}, {"\xEF\xBB\xBF", 3}, {"[", 1}, {"]", 1}, {"[1,]", 4}, {"[,1]", 4}, {"[1 2]", 5}, {"{\"a\"}", 5},
      {"{\"a\":}", 6}, {"{a:1}", 5}, {"{\"a\":1,}", 8}, {"[}", 2}, {"{]", 2}, {"[1}", 3}, {"01", 2}, {"-", 1}, {"1.", 2}, {".5", 2}, {"+1", 2},
      {"1e", 2}, {"nul", 3}, {"True", 4}, {"NaN", 3}, {"'a'", 3}, {"\"a", 2}, {"\"a\nb\"", 5}, {"\"\\x\"", 4}, {"\"\\ud800\"", 8},
      {"\"\\udc00\\ud800\"", 14}, {"\"\xff\"", 3}, {"\"\xc0\x80\"", 4}, {"\"\xed\xa0\x80\"", 5}, {"1 1", 3}, {"[1]x", 4}, {"\0", 1}, {"1\0", 2},
      {"/**/1", 5}, {"\"\\\"", 3}};
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    moya_json_document *document = (moya_json_document *)&document;
    moya_error *error = NULL;
    moya_status status = moya_json_parse(rows[index].data, rows[index].len, &document, &error);
    EXPECT(status == MOYA_ERROR_JSON && !document, "%s: %s", rows[index].data, moya_status_name(status));
    EXPECT(str_is(moya_error_message(error), "the text is not JSON"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    moya_response *response = NULL;
    moya_json root = {&root, 3};
    EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, rows[index].data, rows[index].len, &response, NULL), MOYA_OK);
    EXPECT_STATUS(moya_response_json(response, &root, &error), MOYA_ERROR_JSON);
    EXPECT(!moya_json_exists(root) && str_is(moya_error_message(error), "the body is not JSON"));
    moya_error_release(error);
    moya_response_release(response);
  }
  char deep[2 * 513];
  memset(deep, '[', 513);
  memset(deep + 513, ']', 513);
  moya_json_document *document = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_json_parse(deep, sizeof deep, &document, &error), MOYA_ERROR_JSON);
  EXPECT(str_has(moya_error_message(error), "nested too deeply"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_json_parse(deep + 1, sizeof deep - 2, &document, NULL), MOYA_OK);
  moya_json_document_release(document);
  EXPECT_STATUS(moya_json_parse("1", (size_t)UINT32_MAX + 1, &document, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_has(moya_error_message(error), "4294967295"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_json_parse("1", SIZE_MAX, &document, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_json_parse(NULL, 1, &document, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_json_parse(NULL, 0, &document, NULL), MOYA_ERROR_JSON);
  EXPECT_STATUS(moya_json_parse("1", 1, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_response_json(NULL, NULL, NULL), MOYA_ERROR_NULL);
  moya_json_document_release(NULL);
  EXPECT(moya_json_document_retain(NULL) == NULL);
}

static void lives(void) {
  moya_json_document *document = NULL;
  EXPECT_STATUS(moya_json_parse("{\"a\": \"x\"}", 10, &document, NULL), MOYA_OK);
  EXPECT(moya_json_document_retain(document) == document);
  moya_str text = text_of(moya_json_at(moya_json_root(document), "a"));
  moya_json_document_release(document);
  EXPECT(str_is(text, "x") && text_of(moya_json_at(moya_json_root(document), "a")).data == text.data);
  moya_json_document_release(document);

  moya_response *response = NULL;
  moya_json root, again;
  const char body[] = "\xEF\xBB\xBF{\"a\": {\"b\": \"\\u00e9\", \"c\": [1, 2]}, \"n\": 18446744073709551615}";
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, body, sizeof body - 1, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_string(response, "a.b", &text, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json(response, &root, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json(response, &again, NULL), MOYA_OK);
  EXPECT(same(root, again) && text_of(moya_json_at(root, "a.b")).data == text.data, "the body is read once, and by both");
  EXPECT(raw_of(root).data == moya_response_body(response).data + 3, "raw text lies in the body");
  moya_str raw, same_raw;
  EXPECT_STATUS(moya_response_json_raw(response, "a.c", &raw, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_raw(response, "a.c", &same_raw, NULL), MOYA_OK);
  EXPECT(str_is(raw, "[1, 2]") && raw.data[raw.len] == 0 && raw.data == same_raw.data);
  int64_t number;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_response_json_int64(response, "n", &number, &error), MOYA_ERROR_JSON_TYPE);
  EXPECT(str_has(moya_error_message(error), "is an integer beyond 64 bits with a sign, not"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_response_release(response);
}

/* The program makes up tokens for a valid document. No token does harm. A token without a value is read as a missing
 * value. */
static void foreign(void) {
  moya_json root = parsed("{\"a\": [1, {\"b\": null}], \"c\": \"\\n\"}");
  for (size_t token = 0; token < 64; token++) {
    moya_json value = {root.document, token < 60 ? token : SIZE_MAX << (token - 60) * 16};
    moya_str text = {NULL, 0};
    bool exists = moya_json_exists(value);
    EXPECT(exists == (moya_json_raw(value, &text) == MOYA_OK) && exists == (text.len > 0));
    if (token >= 21) EXPECT(!exists, "%zu", token);
    size_t steps = 0;
    for (moya_json it = moya_json_first(value); moya_json_exists(it) && steps < 99; it = moya_json_next(it)) steps++;
    EXPECT(steps < 99 && moya_json_count(value) == steps);
    (void)moya_json_key(value);
    (void)moya_json_next(value);
    (void)moya_json_at(value, "b.c");
    (void)moya_json_string(value, &text);
    (void)moya_json_index(value, SIZE_MAX);
  }
  release_all();
}

enum { ITEMS = 20000 };
static moya_json many_items(void) {
  char *text = malloc(ITEMS * 40);
  if (!text) abort();
  size_t length = (size_t)sprintf(text, "{\"items\":[");
  for (int index = 0; index < ITEMS; index++) {
    length += (size_t)sprintf(text + length, "%s{\"id\":%d,\"name\":\"n\\u0041%d\"}", index ? "," : "", index, index);
  }
  length += (size_t)sprintf(text + length, "]}");
  moya_json root = parsed_bytes(text, length);
  free(text);
  return root;
}

/* moya_json_index returns the same elements as a walk, in whatever order the program asks for them. */
static void indexes(void) {
  moya_json items = moya_json_at(many_items(), "items"), it = moya_json_first(items);
  for (size_t index = 0; index < ITEMS; index++, it = moya_json_next(it)) {
    EXPECT(same(moya_json_index(items, index), it), "%zu", index);
  }
  EXPECT(!moya_json_exists(it) && !moya_json_exists(moya_json_index(items, ITEMS)) && moya_json_count(items) == ITEMS);
  for (size_t turn = 0, index = 0; turn < 300; turn++, index = (index * 7919 + 13) % ITEMS) {
    EXPECT(int_at(moya_json_index(items, index), "id") == (int64_t)index, "%zu", index);
  }
  /* The library stores the place of the element that it last found by an index in an array. It must not use this
   * place for an inner array. */
  moya_json lists = parsed("[[0,1,2,3,4,5,6,7,8,9,10],[0,1,2,3,4,5,6,7,8,9,10,11],0,0,0,0,0,0,0,9]");
  for (int turn = 0; turn < 3; turn++) {
    EXPECT(int_at(lists, "0.10") == 10 && int_at(lists, "1.11") == 11 && int_at(lists, "9") == 9 && int_at(lists, "1.8") == 8);
    EXPECT(!moya_json_exists(moya_json_at(lists, "0.11")) && !moya_json_exists(moya_json_at(lists, "10")));
  }
  release_all();
}

static moya_json shared;
static void *reads_all(void *user) {
  size_t index = (size_t)(uintptr_t)user;
  for (size_t turn = 0; turn < ITEMS; turn++, index = (index + 7) % ITEMS) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, "nA%zu", index);
    moya_json item = moya_json_index(shared, index);
    moya_str name = text_of(moya_json_member(item, "name"));
    EXPECT(str_is(name, wanted) && int_at(item, "id") == (int64_t)index, "%s", name.data);
    EXPECT(str_is(moya_json_key(moya_json_first(item)), "id"));
  }
  return NULL;
}

static void threads(void) {
  shared = moya_json_at(many_items(), "items");
  pthread_t threads[4];
  for (size_t index = 0; index < 4; index++) pthread_create(&threads[index], NULL, reads_all, (void *)(uintptr_t)(index / 2));
  for (size_t index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  release_all();
}

int main(void) {
  TEST("a value is missing, null, or of one type, and says so to each function", kinds);
  TEST("whatever is asked of a missing value is missing", missing);
  TEST("arrays and objects are walked in one pass, with the keys", walks);
  TEST("a key path leads to names and indexes, with escaped dots", key_paths);
  TEST("a JSON Pointer leads to what RFC 6901 says", pointers);
  TEST("numbers are exact, and one that does not fit is not one of a wrong type", numbers);
  TEST("texts have their escapes read, end with a zero, and are copied once", texts);
  TEST("keys are found by what they say, the first of equal ones", keys);
  TEST("texts that readers of JSON understand alike", ambiguity);
  TEST("what is no JSON is refused as a whole", refusals);
  TEST("values live as long as their document or response, which is read once", lives);
  TEST("tokens that are none of the document's values are missing", foreign);
  TEST("elements are the same by index and by walk", indexes);
  TEST("threads read one document at the same time", threads);
  return verdict();
}
