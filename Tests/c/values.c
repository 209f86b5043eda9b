/* Tests value trees: how a tree is written as a JSON body, a form and a query, and what a tree refuses. */
#include "calls.h"

#include <math.h>
#include <strings.h>

static moya_provider *provider;

/* The request as the server received it, or the error of the call. */
typedef struct seen {
  moya_status status;
  char target[4096], body[4096], type[256], message[512];
} seen;

static void copy(char *room, size_t size, moya_str text) { snprintf(room, size, "%s", text.data ? text.data : ""); }

static seen send_task(const char *method, const moya_task *task) {
  seen it = {0};
  moya_target target = target_of("/echo");
  target.method = method;
  target.task = task;
  moya_response *response = NULL;
  moya_error *error = NULL;
  it.status = moya_provider_call(provider, &target, NULL, &response, &error);
  if (error) copy(it.message, sizeof it.message, moya_error_message(error));
  moya_str text;
  if (moya_response_json_string(response, "target", &text, NULL) == MOYA_OK) copy(it.target, sizeof it.target, text);
  if (moya_response_json_string(response, "body", &text, NULL) == MOYA_OK) copy(it.body, sizeof it.body, text);
  for (int i = 0; i < 32 && response; i++) {
    char path[32];
    snprintf(path, sizeof path, "headers.%d.0", i);
    if (moya_response_json_string(response, path, &text, NULL) != MOYA_OK) break;
    if (strcasecmp(text.data, "content-type") != 0) continue;
    snprintf(path, sizeof path, "headers.%d.1", i);
    moya_response_json_string(response, path, &text, NULL);
    copy(it.type, sizeof it.type, text);
  }
  moya_response_release(response);
  moya_error_release(error);
  return it;
}

static void nothing(moya_value *it) { (void)it; }
static void scalars(moya_value *it) {
  moya_value_set_string(it, "text", "a&b=\"c\"\n");
  moya_value_set_text(it, "part", "abcdef", 3);
  moya_value_set_int64(it, "low", INT64_MIN);
  moya_value_set_uint64(it, "high", UINT64_MAX);
  moya_value_set_double(it, "half", 0.5);
  moya_value_set_double(it, "whole", 2);
  moya_value_set_bool(it, "yes", true);
  moya_value_set_bool(it, "no", false);
  moya_value_set_null(it, "alone");
  moya_value_set_json(it, "raw", "{\"a\": [1]}");
}
static void lists(moya_value *it) {
  moya_value *list = moya_value_set_array(it, "l");
  moya_value_add_string(list, "x");
  moya_value_add_text(list, "yz", 1);
  moya_value_add_int64(list, -1);
  moya_value_add_uint64(list, 1);
  moya_value_add_double(list, 1.5);
  moya_value_add_bool(list, true);
  moya_value_add_null(list);
  moya_value_add_json(list, "[]");
  moya_value_set_string(moya_value_add_object(list), "k", "v");
  moya_value_add_int64(moya_value_add_array(list), 7);
}
static void joined(moya_value *it) {
  moya_value *list = moya_value_set_array(it, "l");
  moya_value_add_string(list, "a,b");
  moya_value_join(list);
  moya_value_add_int64(list, -1);
  moya_value_add_double(list, 1.5);
  moya_value_add_bool(list, true);
  moya_value_add_null(list);
  moya_value_add_json(list, "[1]");
  moya_value_join(moya_value_set_array(it, "none"));
  moya_value *inner = moya_value_set_array(moya_value_set_object(it, "o"), "i");
  moya_value_add_uint64(inner, 1);
  moya_value_add_uint64(inner, 2);
  moya_value_join(inner);
}
static void nested(moya_value *it) {
  moya_value *user = moya_value_set_object(it, "user");
  moya_value_set_string(user, "name", "Ann");
  moya_value_set_bool(moya_value_set_object(user, "flags"), "admin", true);
  moya_value_set_object(it, "none");
}
static void replaced(moya_value *it) {
  moya_value_set_int64(it, "a", 1);
  moya_value_set_int64(it, "b", 2);
  moya_value_set_string(moya_value_set_object(it, "a"), "x", "y");
  moya_value_set_null(it, "b");
}

static const struct {
  void (*build)(moya_value *);
  const char *json, *query, *list_key;
  moya_bool_style bools;
} trees[] = {
    {nothing, "{}", "", NULL, 0},
    {scalars,
     "{\"text\":\"a&b=\\\"c\\\"\\n\",\"part\":\"abc\",\"low\":-9223372036854775808,\"high\":18446744073709551615,"
     "\"half\":0.5,\"whole\":2,\"yes\":true,\"no\":false,\"alone\":null,\"raw\":{\"a\": [1]}}",
     "text=a%26b%3D%22c%22%0A&part=abc&low=-9223372036854775808&high=18446744073709551615&half=0.5&whole=2.0&yes=1&no=0"
     "&alone&raw=%7B%22a%22%3A%20%5B1%5D%7D",
     NULL, 0},
    {lists, "{\"l\":[\"x\",\"y\",-1,1,1.5,true,null,[],{\"k\":\"v\"},[7]]}",
     "l=x&l=y&l=-1&l=1&l=1.5&l=true&l&l=%5B%5D&l%5Bk%5D=v&l=7", MOYA_LIST_PLAIN, MOYA_BOOL_LITERAL},
    {joined, "{\"l\":[\"a,b\",-1,1.5,true,null,[1]],\"none\":[],\"o\":{\"i\":[1,2]}}",
     "l=a%2Cb,-1,1.5,true,,%5B1%5D&o%5Bi%5D=1,2", MOYA_LIST_PLAIN, MOYA_BOOL_LITERAL},
    {nested, "{\"user\":{\"name\":\"Ann\",\"flags\":{\"admin\":true}},\"none\":{}}",
     "user%5Bname%5D=Ann&user%5Bflags%5D%5Badmin%5D=1", MOYA_LIST_INDEXED, 0},
    {replaced, "{\"a\":{\"x\":\"y\"},\"b\":null}", "a%5Bx%5D=y&b", MOYA_LIST_BRACKETS, 0},
};

static void as_body_and_query(void) {
  for (size_t row = 0; row < sizeof trees / sizeof *trees; row++) {
    moya_value *tree = moya_value_object();
    trees[row].build(tree);
    EXPECT_STATUS(moya_value_status(tree, NULL), MOYA_OK);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree, .bool_style = trees[row].bools,
                               .list_key = trees[row].list_key);
    seen json = send_task("POST", &task);
    EXPECT(strcmp(json.body, trees[row].json) == 0, "row %zu: %s", row, json.body);
    EXPECT(strcmp(json.type, "application/json") == 0, "%s", json.type);
    task.kind = MOYA_TASK_FORM;
    seen form = send_task("POST", &task);
    EXPECT(strcmp(form.body, trees[row].query) == 0, "row %zu: %s", row, form.body);
    EXPECT(strcmp(form.type, "application/x-www-form-urlencoded; charset=utf-8") == 0, "%s", form.type);
    task.kind = MOYA_TASK_PLAIN;
    task.value = NULL;
    task.query = tree;
    seen query = send_task("GET", &task);
    const char *mark = strchr(query.target, '?');
    EXPECT(strcmp(mark ? mark + 1 : "", trees[row].query) == 0, "row %zu: %s", row, query.target);
    moya_value_release(tree);
  }
}

static void composites(void) {
  moya_value *body = moya_value_object(), *query = moya_value_object();
  moya_value_set_string(body, "name", "Ann");
  moya_value_add_int64(moya_value_set_array(query, "page"), 2);
  seen it = send_task("PUT", &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = body, .query = query,
                                        MOYA_PARAMETERS({"sort", "name"}, {"sort", "age"})));
  EXPECT(strcmp(it.target, "/echo?sort=name&sort=age&page%5B%5D=2") == 0, "%s", it.target);
  EXPECT(strcmp(it.body, "{\"name\":\"Ann\"}") == 0, "%s", it.body);
  it = send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "raw", .data_len = 3, .query = query));
  EXPECT(strcmp(it.target, "/echo?page%5B%5D=2") == 0 && strcmp(it.body, "raw") == 0, "%s %s", it.target, it.body);
  EXPECT(it.type[0] == 0, "%s", it.type);
  moya_value_release(body);
  moya_value_release(query);
}

static void an_array_or_a_part_as_body(void) {
  moya_value *tree = moya_value_array();
  moya_value *part = moya_value_add_object(tree);
  moya_value_set_int64(part, "a", 1);
  moya_value_add_int64(moya_value_set_array(part, "b"), 2);
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree)).body,
                "[{\"a\":1,\"b\":[2]}]") == 0);
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = part)).body,
                "{\"a\":1,\"b\":[2]}") == 0);
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_FORM, .value = part)).body, "a=1&b%5B%5D=2") == 0);
  /* Values that follow a part in its tree are not written with the part. */
  moya_value_set_null(moya_value_add_object(tree), "c");
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = part)).body,
                "{\"a\":1,\"b\":[2]}") == 0);
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_FORM, .value = part)).body, "a=1&b%5B%5D=2") == 0);
  moya_value *before = moya_value_set_array(part, "b");
  moya_value_set_null(part, "d");
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = before)).body, "[]") == 0);
  EXPECT(strcmp(send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree)).body,
                "[{\"a\":1,\"b\":[],\"d\":null},{\"c\":null}]") == 0);
  moya_value_release(part); /* releasing a part has no effect */
  seen it = send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_FORM, .value = tree));
  EXPECT(it.status == MOYA_ERROR_ARGUMENT && strstr(it.message, "moya_task.value is an array"), "%s", it.message);
  moya_value_release(tree);
  moya_value_release(NULL);
}

static moya_status null_key(moya_value *it) { return moya_value_set_null(it, NULL); }
static moya_status null_text(moya_value *it) { return moya_value_set_string(it, "k", NULL); }
static moya_status null_length(moya_value *it) { return moya_value_set_text(it, "k", NULL, 1); }
static moya_status null_json(moya_value *it) { return moya_value_set_json(it, "k", NULL); }
static moya_status odd_key(moya_value *it) { return moya_value_set_bool(it, "\xff", true); }
static moya_status odd_text(moya_value *it) { return moya_value_set_string(it, "secret-free", "\xc3"); }
static moya_status long_key(moya_value *it) {
  char key[4098];
  memset(key, 'k', sizeof key);
  key[sizeof key - 1] = 0;
  return moya_value_set_null(it, key);
}
static moya_status huge_text(moya_value *it) { return moya_value_set_text(it, "k", "x", SIZE_MAX); }
static moya_status infinite(moya_value *it) { return moya_value_set_double(it, "far", INFINITY); }
static moya_status not_a_number(moya_value *it) {
  return moya_value_add_double(moya_value_set_array(it, "list"), NAN);
}
static moya_status no_json(moya_value *it) { return moya_value_set_json(it, "raw", "{\"a\":t0ps3cret}"); }
static moya_status two_json(moya_value *it) { return moya_value_add_json(moya_value_set_array(it, "l"), "1 2"); }
static moya_status no_array(moya_value *it) { return moya_value_add_null(it); }
static moya_status no_object(moya_value *it) { return moya_value_set_null(moya_value_set_array(it, "l"), "k"); }
static moya_status join_object(moya_value *it) { return moya_value_join(moya_value_set_object(it, "o")); }
static moya_status join_lists(moya_value *it) {
  moya_value *list = moya_value_set_array(it, "l");
  moya_value_add_array(list);
  return moya_value_join(list);
}
static moya_status list_in_joined(moya_value *it) {
  moya_value *list = moya_value_set_array(it, "l");
  EXPECT_STATUS(moya_value_join(list), MOYA_OK);
  EXPECT(moya_value_add_array(list) == NULL);
  return moya_value_status(it, NULL);
}
static moya_status was_object(moya_value *it) {
  moya_value *part = moya_value_set_object(it, "k");
  moya_value_set_int64(it, "k", 1);
  return moya_value_set_int64(part, "x", 1);
}
static moya_status too_deep(moya_value *it) {
  for (int level = 1; level < 512; level++) it = moya_value_set_object(it, "o");
  EXPECT_STATUS(moya_value_set_null(it, "still"), MOYA_OK);
  EXPECT(moya_value_set_object(it, "o") == NULL);
  return moya_value_set_null(moya_value_set_object(it, "o"), "x") == MOYA_ERROR_NULL ? moya_value_status(it, NULL) : 0;
}
/* Inside two levels of the tree, the levels of this JSON text are allowed. Inside three levels, they are one too
 * many. */
static moya_status too_deep_together(moya_value *it) {
  char text[2 * 510 + 1];
  for (int level = 0; level < 510; level++) text[level] = '[', text[510 + level] = ']';
  text[2 * 510] = 0;
  EXPECT_STATUS(moya_value_set_json(moya_value_set_object(it, "o"), "fits", text), MOYA_OK);
  return moya_value_add_json(moya_value_set_array(moya_value_set_object(it, "o"), "l"), text);
}
static moya_status too_many(moya_value *it) {
  char key[16];
  moya_status status = MOYA_OK;
  for (int i = 0; i <= 10000 && status == MOYA_OK; i++) {
    snprintf(key, sizeof key, "%d", i);
    status = moya_value_set_null(it, key);
  }
  return status;
}

static void refused(void) {
  static const struct {
    moya_status (*step)(moya_value *);
    moya_status status;
    const char *says;
  } rows[] = {
      {null_key, MOYA_ERROR_NULL, "key is NULL"},
      {null_text, MOYA_ERROR_NULL, "text is NULL"},
      {null_length, MOYA_ERROR_NULL, "text is NULL"},
      {null_json, MOYA_ERROR_NULL, "json is NULL"},
      {odd_key, MOYA_ERROR_UTF8, "a key is not UTF-8"},
      {odd_text, MOYA_ERROR_UTF8, "the value of 'secret-free' is not UTF-8"},
      {long_key, MOYA_ERROR_ARGUMENT, "a key is longer than 4096 bytes"},
      {huge_text, MOYA_ERROR_ARGUMENT, "more than memory can hold"},
      {infinite, MOYA_ERROR_ENCODING, "the value of 'far' is not a finite number"},
      {not_a_number, MOYA_ERROR_ENCODING, "an element of an array is not a finite number"},
      {no_json, MOYA_ERROR_ENCODING, "the value of 'raw' is not JSON"},
      {two_json, MOYA_ERROR_ENCODING, "an element of an array is not JSON"},
      {no_array, MOYA_ERROR_ARGUMENT, "no array"},
      {no_object, MOYA_ERROR_ARGUMENT, "no object"},
      {was_object, MOYA_ERROR_ARGUMENT, "no object"},
      {join_object, MOYA_ERROR_ARGUMENT, "joined is no array"},
      {join_lists, MOYA_ERROR_ARGUMENT, "joined is no array"},
      {list_in_joined, MOYA_ERROR_ARGUMENT, "joined is no array"},
      {too_deep, MOYA_ERROR_ENCODING, "deeper than 512 levels"},
      {too_deep_together, MOYA_ERROR_ENCODING, "deeper than 512 levels"},
      {too_many, MOYA_ERROR_ARGUMENT, "more than 10000 keys"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_value *tree = moya_value_object();
    EXPECT_STATUS(rows[row].step(tree), rows[row].status);
    /* The tree stores its first failure, so this second one changes nothing. A call that uses the tree fails with the
     * first failure. */
    moya_value_set_string(tree, "\xfe", "later");
    moya_error *error = NULL;
    EXPECT_STATUS(moya_value_status(tree, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
    moya_error_release(error);
    static const moya_task_kind kinds[] = {MOYA_TASK_JSON, MOYA_TASK_FORM, MOYA_TASK_PLAIN};
    for (size_t kind = 0; kind < 3; kind++) {
      moya_task task = MOYA_TASK(.kind = kinds[kind], .value = kind < 2 ? tree : NULL, .query = kind < 2 ? NULL : tree);
      seen it = send_task("POST", &task);
      EXPECT(it.status == rows[row].status && strstr(it.message, rows[row].says), "row %zu: %s", row, it.message);
      EXPECT(strncmp(it.message, "API.call: ", 10) == 0 && !strstr(it.message, "t0ps3cret"), "%s", it.message);
    }
    moya_value_release(tree);
  }
}

static void nulls(void) {
  EXPECT_STATUS(moya_value_set_int64(NULL, "k", 1), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_value_add_string(NULL, "x"), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_value_join(NULL), MOYA_ERROR_NULL);
  EXPECT(moya_value_set_object(NULL, "k") == NULL && moya_value_add_array(NULL) == NULL);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_value_status(NULL, &error), MOYA_ERROR_NULL);
  moya_error_release(error);
  seen it = send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_FORM));
  EXPECT(it.status == MOYA_ERROR_NULL && strstr(it.message, "moya_task.value is NULL"), "%s", it.message);
}

static void json_texts(void) {
  static const struct {
    const char *text;
    moya_status status;
    const char *says;
  } rows[] = {
      {"{\"a\":[1,2.5e3,\"\\u00e9\",true,null]}", MOYA_OK, ""},
      {" 1 ", MOYA_OK, ""},
      {"", MOYA_ERROR_ENCODING, "from its byte 0 on"},
      {"{\"a\":1,}", MOYA_ERROR_ENCODING, "from its byte 7 on"},
      {"{'a':1}", MOYA_ERROR_ENCODING, "from its byte 1 on"},
      {"\"\xff\"", MOYA_ERROR_ENCODING, "is not JSON"},
      {"[1] x", MOYA_ERROR_ENCODING, "from its byte 4 on"},
      {"\xef\xbb\xbf{}", MOYA_ERROR_ENCODING, "from its byte 0 on"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    seen it = send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .data = rows[row].text,
                                           .data_len = strlen(rows[row].text)));
    EXPECT(it.status == rows[row].status && strstr(it.message, rows[row].says), "row %zu: %s", row, it.message);
    if (it.status == MOYA_OK) EXPECT(strcmp(it.body, rows[row].text) == 0 && strcmp(it.type, "application/json") == 0);
  }
  char deep[1200];
  memset(deep, '[', 600);
  memset(deep + 600, ']', 600);
  seen it = send_task("POST", &MOYA_TASK(.kind = MOYA_TASK_JSON, .data = deep, .data_len = sizeof deep));
  EXPECT(it.status == MOYA_ERROR_ENCODING && strstr(it.message, "deeper than 512"), "%s", it.message);
}

static void odd_tasks(void) {
  moya_value *tree = moya_value_object();
  const struct {
    moya_task task;
    const char *says;
  } rows[] = {
      {MOYA_TASK(.kind = MOYA_TASK_PLAIN, .data = "x", .data_len = 1), "moya_task.data is given"},
      {MOYA_TASK(.kind = MOYA_TASK_DATA, .value = tree), "moya_task.value is given"},
      {MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree, .data = "1", .data_len = 1), "moya_task.data is given"},
      {MOYA_TASK(.kind = MOYA_TASK_FORM, .value = tree, .path = "f"), "moya_task.path is given"},
      {MOYA_TASK(.kind = MOYA_TASK_FORM, .value = tree, .bool_style = 2), "bool_style is 2"},
      {MOYA_TASK(.query = tree, .bool_style = -1), "bool_style is -1"},
      {MOYA_TASK(.query = tree, .list_key = "[]"), "list_key"},
      {MOYA_TASK(.query = tree, .list_key = "{key}{key}"), "list_key"},
      {MOYA_TASK(.kind = 7), "kind is 7"},
      {MOYA_TASK(.kind = -1), "kind is -1"},
      {MOYA_TASK(.reserved = 1), "moya_task.reserved"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    seen it = send_task("POST", &rows[row].task);
    EXPECT(it.status == MOYA_ERROR_ARGUMENT && strstr(it.message, rows[row].says), "row %zu: %s", row, it.message);
  }
  moya_value_release(tree);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  TEST("a tree is a JSON body, a form and a query, in the order in which it was built", as_body_and_query);
  TEST("any body may have a query beside it: parameters first, then a tree", composites);
  TEST("an array, or a part of a tree, is a body too", an_array_or_a_part_as_body);
  TEST("what a tree does not take stays its failure, and is the call's", refused);
  TEST("NULL for a tree does nothing and is told", nulls);
  TEST("JSON text is checked before it is sent, and the message says where it is wrong", json_texts);
  TEST("a task with what its kind does not take is refused", odd_tasks);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
