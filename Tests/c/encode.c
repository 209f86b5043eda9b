/* Encodes structs into trees. Tests what a server receives as JSON, as a form and as a query. Also tests whether the
 * JSON that was sent becomes the same struct again. */
#include "calls.h"

#include <math.h>
#include <stddef.h>

typedef struct point {
  double x, y;
} point;
typedef struct order {
  int8_t i8;
  uint64_t u64;
  float f32;
  double f64;
  bool boolean;
  const char *str;
  moya_str text, bytes, raw;
  int64_t date;
  int32_t state;
  int32_t page;
  bool has_page;
  point *point;
  point at; /* absent when it is all zero */
  const char **tags;
  size_t tag_count;
  MOYA_ENTRY(int32_t) * counts;
  size_t count_count;
  const char *city, *street;
} order;

static const char *const state_names[] = {"open", "closed"};
static const moya_type_names states = {sizeof(moya_type_names), 0, state_names, NULL, 2, 0};
static const moya_type_field point_fields[] = {{.name = "x", MOYA_MEMBER(point, x), .kind = MOYA_KIND_F64},
                                          {.name = "y", MOYA_MEMBER(point, y), .kind = MOYA_KIND_F64}};
static const moya_type point_type = MOYA_TYPE("point", point, point_fields);
static const moya_type_field order_fields[] = {
    {.name = "i8", MOYA_MEMBER(order, i8), .kind = MOYA_KIND_I8},
    {.name = "u64", MOYA_MEMBER(order, u64), .kind = MOYA_KIND_U64},
    {.name = "f32", MOYA_MEMBER(order, f32), .kind = MOYA_KIND_F32},
    {.name = "f64", MOYA_MEMBER(order, f64), .kind = MOYA_KIND_F64},
    {.name = "boolean", MOYA_MEMBER(order, boolean), .kind = MOYA_KIND_BOOLEAN},
    {.name = "str", MOYA_MEMBER(order, str), .kind = MOYA_KIND_STR},
    {.name = "text", MOYA_MEMBER(order, text), .kind = MOYA_KIND_TEXT, .flags = MOYA_FIELD_OPTIONAL},
    {.name = "bytes", MOYA_MEMBER(order, bytes), .kind = MOYA_KIND_BYTES, .flags = MOYA_FIELD_OPTIONAL},
    {.name = "raw", MOYA_MEMBER(order, raw), .kind = MOYA_KIND_RAW, .flags = MOYA_FIELD_OPTIONAL},
    {.name = "date", MOYA_MEMBER(order, date), .kind = MOYA_KIND_DATE},
    {.name = "state", MOYA_MEMBER(order, state), .kind = MOYA_KIND_ENUM, .names = &states},
    {.name = "page", MOYA_MEMBER(order, page), .kind = MOYA_KIND_I32, .flags = MOYA_FIELD_HAS,
     .has_offset = offsetof(order, has_page)},
    {.name = "point", MOYA_MEMBER(order, point), .kind = MOYA_KIND_STRUCT,
     .flags = MOYA_FIELD_OPTIONAL | MOYA_FIELD_POINTER, .type = &point_type},
    {.name = "at", MOYA_MEMBER(order, at), .kind = MOYA_KIND_STRUCT, .flags = MOYA_FIELD_OPTIONAL, .type = &point_type},
    {.name = "tags", MOYA_MEMBER(order, tags), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_ARRAY,
     .count_offset = offsetof(order, tag_count)},
    {.name = "counts", MOYA_MEMBER(order, counts), .kind = MOYA_KIND_I32,
     .flags = MOYA_FIELD_MAP | MOYA_FIELD_OPTIONAL, .count_offset = offsetof(order, count_count)},
    {.name = "address.city", MOYA_MEMBER(order, city), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
    {.name = "address.a\\.b", MOYA_MEMBER(order, street), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
};
static const moya_type order_type = MOYA_TYPE("order", order, order_fields);

static moya_provider *provider;

/* Makes the call. Stores the target and the body of the request that the server received. The returned response owns
 * these texts. */
static moya_response *sent(const moya_task *task, moya_str *target_seen, moya_str *body) {
  moya_target target = target_of("/echo");
  target.method = task->query ? "GET" : "POST";
  target.task = task;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_string(response, "target", target_seen, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_string(response, "body", body, NULL), MOYA_OK);
  return response;
}

static const struct {
  const char *json;
  uint32_t flags;
  const char *written; /* the JSON that the server receives; NULL: `json` */
} rows[] = {
    {"{\"i8\":-128,\"u64\":18446744073709551615,\"f32\":0.1,\"f64\":5e-324,\"boolean\":true,\"str\":\"a\\\"b\","
     "\"text\":\"a\\u0000b\",\"bytes\":\"aGVsbG8K\",\"raw\":{\"a\": [1]},\"date\":\"2026-02-03T04:05:06.12Z\",\"state\":\"closed\","
     "\"page\":2,\"point\":{\"x\":1,\"y\":-2.5},\"at\":{\"x\":0,\"y\":1},\"tags\":[\"c\",\"d\"],\"counts\":{\"b\":1,\"a\":2},"
     "\"address\":{\"city\":\"Bonn\",\"a.b\":\"s\"}}",
     0, NULL},
    {"{\"i8\":0,\"u64\":0,\"f32\":3,\"f64\":0,\"boolean\":false,\"str\":\"\",\"bytes\":\"\",\"date\":\"1969-12-31T23:59:59Z\","
     "\"state\":\"open\",\"tags\":[],\"counts\":{}}",
     0, NULL},
    {"{\"i8\":0,\"u64\":0,\"f32\":3.4028235e38,\"f64\":0,\"boolean\":false,\"str\":\"\",\"bytes\":\"AA==\",\"date\":\"0000-01-01T00:00:00Z\","
     "\"state\":\"open\",\"tags\":[],\"address\":{\"city\":\"x\"}}",
     MOYA_ENCODE_NULLS,
     "{\"i8\":0,\"u64\":0,\"f32\":3.4028235e+38,\"f64\":0,\"boolean\":false,\"str\":\"\",\"text\":null,\"bytes\":\"AA==\",\"raw\":null,"
     "\"date\":\"0000-01-01T00:00:00Z\",\"state\":\"open\",\"page\":null,\"point\":null,\"at\":null,\"tags\":[],\"counts\":null,"
     "\"address\":{\"city\":\"x\",\"a.b\":null}}"},
};

static void there_and_back(void) {
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    order it, again;
    moya_arena *arena, *other;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_decode(rows[row].json, strlen(rows[row].json), NULL, &order_type, &it, 0, &arena, &error), MOYA_OK);
    moya_value *tree;
    EXPECT(moya_encode(&order_type, &it, rows[row].flags, &tree, &error) == MOYA_OK, "row %zu: %s", row,
           moya_error_message(error).data);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree);
    moya_str target, body;
    moya_response *response = sent(&task, &target, &body);
    const char *wanted = rows[row].written ? rows[row].written : rows[row].json;
    EXPECT(str_is(body, wanted), "row %zu: %s", row, body.data);
    EXPECT_STATUS(moya_decode(body.data, body.len, NULL, &order_type, &again, 0, &other, NULL), MOYA_OK);
    EXPECT(again.f32 == it.f32 && again.f64 == it.f64 && again.date == it.date && again.u64 == it.u64);
    EXPECT(again.tag_count == it.tag_count && again.count_count == it.count_count && again.has_page == it.has_page);
    EXPECT(it.bytes.len == again.bytes.len && memcmp(it.bytes.data, again.bytes.data, it.bytes.len) == 0);
    moya_arena_release(other);
    moya_response_release(response);
    moya_value_release(tree);
    moya_arena_release(arena);
  }
}

typedef struct search {
  const char *q;
  int64_t page;
  const char **labels;
  size_t count;
} search;
static const moya_type_field search_fields[] = {
    {.name = "q", MOYA_MEMBER(search, q), .kind = MOYA_KIND_STR},
    {.name = "page", MOYA_MEMBER(search, page), .kind = MOYA_KIND_I64},
    {.name = "labels", MOYA_MEMBER(search, labels), .kind = MOYA_KIND_STR,
     .flags = MOYA_FIELD_ARRAY | MOYA_FIELD_OPTIONAL, .count_offset = offsetof(search, count)}};
static const moya_type search_type = MOYA_TYPE("search", search, search_fields);

static void as_form_and_query(void) {
  const char *labels[] = {"a", "b"};
  search it = {"x&y", 2, labels, 2};
  moya_value *tree;
  EXPECT_STATUS(moya_encode(&search_type, &it, 0, &tree, NULL), MOYA_OK);
  moya_str target, body;
  moya_response *response = sent(&MOYA_TASK(.kind = MOYA_TASK_FORM, .value = tree), &target, &body);
  EXPECT(str_is(body, "q=x%26y&page=2&labels%5B%5D=a&labels%5B%5D=b"), "%s", body.data);
  moya_response_release(response);
  response = sent(&MOYA_TASK(.query = tree), &target, &body);
  EXPECT(str_is(target, "/echo?q=x%26y&page=2&labels%5B%5D=a&labels%5B%5D=b"), "%s", target.data);
  moya_response_release(response);
  moya_value_release(tree);
  search both[] = {{"a", 1, NULL, 0}, {"b", 2, labels, 1}};
  EXPECT_STATUS(moya_encode_list(&search_type, both, 2, 0, &tree, NULL), MOYA_OK);
  response = sent(&MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree), &target, &body);
  EXPECT(str_is(body, "[{\"q\":\"a\",\"page\":1},{\"q\":\"b\",\"page\":2,\"labels\":[\"a\"]}]"), "%s", body.data);
  moya_response_release(response);
  moya_value_release(tree);
  EXPECT_STATUS(moya_encode_list(&search_type, NULL, 0, 0, &tree, NULL), MOYA_OK);
  moya_value_release(tree);
}

/* Encodes a type that is a single value (MOYA_TYPE_VALUE), alone and in a list. */
static void values_in_values(void) {
  typedef struct numbers {
    int64_t *all;
    size_t count;
  } numbers;
  static const moya_type_field number_fields[] = {{MOYA_MEMBER(numbers, all), .kind = MOYA_KIND_I64, .flags = MOYA_FIELD_ARRAY,
                                              .count_offset = offsetof(numbers, count)}};
  static const moya_type type = {sizeof(moya_type), 0, "numbers", number_fields, 1, sizeof(numbers), MOYA_TYPE_VALUE, 0, NULL};
  int64_t some[] = {1, 2};
  numbers both[] = {{some, 2}, {NULL, 0}};
  moya_value *tree;
  moya_str target, body;
  EXPECT_STATUS(moya_encode_list(&type, both, 2, 0, &tree, NULL), MOYA_OK);
  moya_response *response = sent(&MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree), &target, &body);
  EXPECT(str_is(body, "[[1,2],[]]"), "%s", body.data);
  moya_response_release(response);
  moya_value_release(tree);
  EXPECT_STATUS(moya_encode(&type, both, 0, &tree, NULL), MOYA_OK);
  response = sent(&MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree), &target, &body);
  EXPECT(str_is(body, "[1,2]"), "%s", body.data);
  moya_response_release(response);
  moya_value_release(tree);
}

static order good(void) { return (order){.str = "s"}; }
static order no_text(void) { return (order){0}; }
static order bad_text(void) { return (order){.str = "\xff"}; }
static order infinite(void) { return (order){.str = "", .f64 = INFINITY}; }
static order not_a_float(void) { return (order){.str = "", .f32 = NAN}; }
static order late(void) { return (order){.str = "", .date = INT64_MAX}; }
static order early(void) { return (order){.str = "", .date = INT64_MIN}; }
static order nameless(void) { return (order){.str = "", .state = 2}; }
static order no_json(void) { return (order){.str = "", .raw = {"{t0ps3cret", 10}}; }
static order no_list(void) { return (order){.str = "", .tag_count = 1}; }
static order null_element(void) {
  static const char *none[] = {NULL};
  return (order){.str = "", .tags = none, .tag_count = 1};
}

static void refused(void) {
  static const struct {
    order (*make)(void);
    moya_status status;
    const char *message;
  } bad[] = {
      {no_text, MOYA_ERROR_ENCODING, "a struct cannot be written: str is NULL, and may not be absent"},
      {bad_text, MOYA_ERROR_UTF8, "a moya_value cannot be used: the value of 'str' is not UTF-8"},
      {infinite, MOYA_ERROR_ENCODING, "a moya_value cannot be used: the value of 'f64' is not a finite number"},
      {not_a_float, MOYA_ERROR_ENCODING, "a moya_value cannot be used: the value of 'f32' is not a finite number"},
      {late, MOYA_ERROR_ENCODING, "a struct cannot be written: date is a date outside the years 0 to 9999"},
      {early, MOYA_ERROR_ENCODING, "a struct cannot be written: date is a date outside the years 0 to 9999"},
      {nameless, MOYA_ERROR_ENCODING, "a struct cannot be written: state has a number that its enumeration has no name for"},
      {no_json, MOYA_ERROR_ENCODING, "a moya_value cannot be used: the value of 'raw' is not JSON"},
      {no_list, MOYA_ERROR_ENCODING, "a struct cannot be written: tags is NULL, and may not be absent"},
      {null_element, MOYA_ERROR_ENCODING, "a struct cannot be written: tags[0] is NULL"},
  };
  for (size_t row = 0; row < sizeof bad / sizeof *bad; row++) {
    order it = bad[row].make();
    moya_value *tree;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_encode(&order_type, &it, 0, &tree, &error), bad[row].status);
    EXPECT(str_is(moya_error_message(error), bad[row].message), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(!tree);
    moya_error_release(error);
    /* For a list, the message begins with the index of the struct. */
    const char *names = strstr(bad[row].message, "written: ");
    EXPECT_STATUS(moya_encode_list(&order_type, &it, 1, 0, &tree, names ? &error : NULL), bad[row].status);
    if (!names) continue;
    char message[128];
    snprintf(message, sizeof message, "a struct cannot be written: [0].%s", names + strlen("written: "));
    EXPECT(str_is(moya_error_message(error), message), "row %zu: %s", row, moya_error_message(error).data);
    moya_error_release(error);
  }
}

/* The keys of a map of secrets are secrets, too. */
static void secret_keys(void) {
  typedef MOYA_ENTRY(const char *) entry;
  typedef struct holder {
    entry *tokens;
    size_t count;
  } holder;
  static const moya_type_field fields[] = {{.name = "tokens", MOYA_MEMBER(holder, tokens), .kind = MOYA_KIND_STR,
                                       .flags = MOYA_FIELD_MAP | MOYA_FIELD_SECRET, .count_offset = offsetof(holder, count)}};
  static const moya_type type = {sizeof(moya_type), sizeof(moya_type_field), "holder", fields, 1, sizeof(holder), 0, 0, NULL};
  static const struct {
    entry entry;
    moya_status status;
    const char *message;
  } rows[] = {
      {{"t0ps3cret", NULL}, MOYA_ERROR_ENCODING, "a struct cannot be written: tokens.<redacted> is NULL"},
      {{"t0ps3cret", "\xff"}, MOYA_ERROR_UTF8, "a struct cannot be written: tokens.<redacted> cannot be sent"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    entry only = rows[row].entry;
    holder it = {&only, 1};
    moya_value *tree;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_encode(&type, &it, 0, &tree, &error), rows[row].status);
    EXPECT(str_is(moya_error_message(error), rows[row].message), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
}

static void arguments(void) {
  order it = good();
  moya_value *tree;
  EXPECT_STATUS(moya_encode(&order_type, &it, 0, &tree, NULL), MOYA_OK);
  moya_value_release(tree);
  EXPECT_STATUS(moya_encode(NULL, &it, 0, &tree, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode(&order_type, NULL, 0, &tree, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode(&order_type, &it, 0, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode(&order_type, &it, 2, &tree, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_encode_list(&order_type, NULL, 1, 0, &tree, NULL), MOYA_ERROR_NULL);
  moya_type bad = order_type;
  bad.size = 0;
  EXPECT_STATUS(moya_encode(&bad, &it, 0, &tree, NULL), MOYA_ERROR_STRUCT_SIZE);
  bad = order_type;
  bad.struct_size = 1;
  EXPECT_STATUS(moya_encode(&bad, &it, 0, &tree, NULL), MOYA_ERROR_ARGUMENT);
  struct {
    moya_type type;
    uint64_t unknown;
  } newer = {order_type, 1};
  newer.type.size = sizeof newer;
  EXPECT_STATUS(moya_encode(&newer.type, &it, 0, &tree, NULL), MOYA_ERROR_STRUCT_TAIL);
  /* A tree must be an object or an array, so it cannot be a number. */
  static const moya_type_field one[] = {{MOYA_MEMBER(order, i8), .kind = MOYA_KIND_I8}};
  static const moya_type number = {sizeof(moya_type), 0, "n", one, 1, sizeof(order), MOYA_TYPE_VALUE, 0, NULL};
  moya_error *error;
  EXPECT_STATUS(moya_encode(&number, &it, 0, &tree, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_is(moya_error_message(error), "a struct cannot be written: the value is neither an object nor an array, and a tree is one of these"));
  moya_error_release(error);
}

/* Sends the tree as JSON, and checks the body that the server receives. */
static void expect_json(moya_value *tree, const char *wanted) {
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree);
  moya_target target = MOYA_TARGET(.method = "POST", .path = "/echo", .task = &task);
  target.base_url = faults.url;
  moya_response *response = NULL;
  moya_str body = {"", 0};
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, wanted), "%s instead of %s", body.data, wanted);
  moya_response_release(response);
}

static void under_keys(void) {
  typedef struct point {
    int64_t x;
    const char *note;
  } point;
  static const moya_type_field fields[] = {
      {.name = "x", MOYA_MEMBER(point, x), .kind = MOYA_KIND_I64},
      {.name = "note", MOYA_MEMBER(point, note), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
  };
  static const moya_type type = MOYA_TYPE("point", point, fields);
  const point one = {1, NULL}, two = {2, "u"}, wrong = {3, "\xff"};
  moya_value *tree = moya_value_object(), *array = moya_value_set_array(tree, "array");
  moya_error *error = NULL;
  EXPECT_STATUS(moya_encode_into(&type, &one, 0, tree, "a", NULL), MOYA_OK);
  EXPECT_STATUS(moya_encode_into(&type, &one, MOYA_ENCODE_NULLS, tree, "b", NULL), MOYA_OK);
  EXPECT_STATUS(moya_encode_into(&type, &two, 0, tree, "a", NULL), MOYA_OK);
  EXPECT_STATUS(moya_encode_into(&type, &one, 0, moya_value_set_object(tree, "c"), "in.side", NULL), MOYA_OK);
  EXPECT_STATUS(moya_encode_into(&type, &wrong, 0, tree, "a", NULL), MOYA_ERROR_UTF8);
  expect_json(tree, "{\"array\":[],\"a\":{\"x\":2,\"note\":\"u\"},\"b\":{\"x\":1,\"note\":null},\"c\":{\"in.side\":{\"x\":1}}}");
  EXPECT_STATUS(moya_encode_into(NULL, &one, 0, tree, "a", NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode_into(&type, NULL, 0, tree, "a", NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode_into(&type, &one, 0, NULL, "a", NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode_into(&type, &one, 0, tree, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_encode_into(&type, &one, 2, tree, "a", NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_value_status(tree, NULL), MOYA_OK);
  EXPECT_STATUS(moya_encode_into(&type, &one, 0, array, "a", &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_is(moya_error_message(error), "the object takes no value under the key"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_value_status(tree, NULL), MOYA_ERROR_ARGUMENT);
  moya_value_release(tree);
}

/* A struct that points to itself is nested without end, so encoding fails. */
typedef struct node node;
struct node {
  node *next;
};
static const moya_type node_type;
static const moya_type_field node_fields[] = {{.name = "next", MOYA_MEMBER(node, next), .kind = MOYA_KIND_STRUCT,
                                   .flags = MOYA_FIELD_POINTER | MOYA_FIELD_OPTIONAL, .type = &node_type}};
static const moya_type node_type = {sizeof(moya_type), 0, "node", node_fields, 1, sizeof(node), 0, 0, NULL};
static void endless(void) {
  node it = {&it};
  moya_value *tree;
  moya_error *error;
  EXPECT_STATUS(moya_encode(&node_type, &it, 0, &tree, &error), MOYA_ERROR_ENCODING);
  EXPECT(str_is(moya_error_message(error), "a moya_value cannot be used: the values are nested deeper than 512 levels"), "%s",
         moya_error_message(error).data);
  moya_error_release(error);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("what was decoded is encoded as it was, and back", there_and_back);
  TEST("a struct is a form and a query, several are an array", as_form_and_query);
  TEST("a type that is a value is written without an object", values_in_values);
  TEST("a struct that cannot be written is refused by its field", refused);
  TEST("the keys of a map of secrets are not shown", secret_keys);
  TEST("bad arguments are refused", arguments);
  TEST("a struct is the value of a key in a tree", under_keys);
  TEST("a struct that leads to itself in memory is refused", endless);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
