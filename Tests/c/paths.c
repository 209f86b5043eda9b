/* Tests path templates: how values appear in a URL, and which values the library refuses. */
#include "calls.h"

static moya_provider *provider;

static moya_status call(const char *base, const char *path, const moya_parameter *values, size_t count, char url[1024],
                        char message[1024]) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = base, .path = path, .sample = &sample,
                                   .stub = MOYA_STUB_IMMEDIATE, .path_values = values, .path_value_count = count);
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  moya_str shown = moya_response_url(response), said = moya_error_message(error);
  snprintf(url, 1024, "%s", shown.data ? shown.data : "");
  snprintf(message, 1024, "%s", said.data ? said.data : "");
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

typedef struct row {
  const char *path;
  moya_parameter values[3];
  const char *url; /* what follows "http://h/v1" */
} row;

static void filled(void) {
  static const row rows[] = {
      {"/users/{name}/repos", {{"name", "octocat"}}, "/users/octocat/repos"},
      {"users/{name}", {{"name", "a/b?c#d%e"}}, "/users/a%2Fb%3Fc%23d%25e"},
      {"{a}{b}", {{"a", "1"}, {"b", "2"}}, "/12"},
      {"/{a}/x/{a}", {{"a", "z"}}, "/z/x/z"},
      {"/{b}/{a}", {{"a", "1"}, {"b", "2"}}, "/2/1"},
      {"/{a}", {{"a", "Zürich 😀"}}, "/Z%C3%BCrich%20%F0%9F%98%80"},
      {"/{a}", {{"a", "-._~!$&'()*+,;=:@"}}, "/-._~%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40"},
      {"/{a}", {{"a", "{b}"}}, "/%7Bb%7D"},
      {"/{a}.json", {{"a", "..x"}}, "/..x.json"},
      {"/{a}", {{"a", "..."}}, "/..."},
      {"/v.{a}", {{"a", "1"}}, "/v.1"},
      {"/{{a}}/{{", {{0, 0}}, "/%7Ba%7D/%7B"},
      {"/{{{a}}}", {{"a", "x"}}, "/%7Bx%7D"},
      {"/{a}", {{"a", "x"}, {"a", "y,z/"}}, "/x,y%2Cz%2F"},
      {"/{a}/{b}", {{"a", ".."}, {"b", "-"}, {"a", ""}}, "/..,/-"},
      {"/{+a}", {{"a", "b/c d?e#f%20,"}}, "/b/c%20d%3Fe%23f%2520%2C"},
      {"{+a}/x", {{"a", "/b//c/"}}, "//b//c//x"},
      {"/{+a}{b}", {{"a", "x/"}, {"b", "..."}}, "/x/..."},
      {"/a b/{two words}", {{"two words", "x"}}, "/a%20b/x"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char url[1024], message[1024], wanted[1024];
    size_t count = 0;
    while (count < 3 && rows[i].values[count].name) count++;
    EXPECT_STATUS(call("http://h/v1", rows[i].path, rows[i].values, count, url, message), MOYA_OK);
    snprintf(wanted, sizeof wanted, "http://h/v1%s", rows[i].url);
    EXPECT(strcmp(url, wanted) == 0, "row %zu: %s %s", i, url, message);
    snprintf(wanted, sizeof wanted, "http://h/v1%s?q=1", rows[i].url);
    EXPECT_STATUS(call("http://h/v1/?q=1", rows[i].path, rows[i].values, count, url, message), MOYA_OK);
    EXPECT(strcmp(url, wanted) == 0, "row %zu: %s", i, url);
  }
}

/* The turns with an even number send each text as a path, and the others send it as a path with a query. Turns 2 and 3
 * repeat the targets of turns 0 and 1. Turns 4 and 5 add a parameter to the query. */
static void with_a_query(void) {
  static const struct {
    const char *base, *path;
    const char *plain, *queried;
  } rows[] = {
      {"http://h/v1", "/a?b=c", "http://h/v1/a%3Fb=c", "http://h/v1/a?b=c"},
      {"http://h/v1?k=1", "/a?b=c&d", "http://h/v1/a%3Fb=c&d?k=1", "http://h/v1/a?k=1&b=c&d"},
      {"http://h", "?b=%20,/?:@", "http://h/%3Fb=%2520,/%3F:@", "http://h?b=%20,/?:@"},
      {"http://h", "/a?", "http://h/a%3F", "http://h/a"},
      {"http://h", "/a?b c", "http://h/a%3Fb%20c", "http://h/a?b%20c"},
  };
  moya_sample sample = MOYA_SAMPLE_INIT;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (int turn = 0; turn < 6; turn++) {
      const bool queried = turn % 2;
      const char *query = queried ? strchr(rows[i].queried, '?') ? "&x=1" : "?x=1" : strchr(rows[i].plain, '?') ? "&x=1" : "?x=1";
      const moya_parameter parameter = {"x", "1"};
      const moya_task task = MOYA_TASK(.parameters = &parameter, .parameter_count = 1);
      moya_target target = MOYA_TARGET(.base_url = rows[i].base, .path = rows[i].path, .sample = &sample, .stub = MOYA_STUB_IMMEDIATE,
                                       .flags = queried ? MOYA_TARGET_PATH_QUERY : 0, .task = turn > 3 ? &task : NULL);
      char wanted[256];
      moya_response *response = NULL;
      snprintf(wanted, sizeof wanted, "%s%s", queried ? rows[i].queried : rows[i].plain, turn > 3 ? query : "");
      EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
      EXPECT(str_is(moya_response_url(response), wanted), "row %zu: %s instead of %s", i, moya_response_url(response).data, wanted);
      moya_response_release(response);
    }
  }
}

/* The library remembers the URLs of targets in a table. The addresses of a target's texts choose the place in the
 * table. Here a target without a path and a target with a path have equal texts. The test moves the texts, so that
 * their addresses choose every place. */
static void without_a_path(void) {
  static const moya_parameter value = {"p", "?"};
  static char bases[4096];
  moya_sample sample = MOYA_SAMPLE_INIT;
  for (char *base = bases; base < bases + sizeof bases; base += 16) {
    strcpy(base, "http://h/v2");
    moya_target pathless = MOYA_TARGET(.base_url = base, .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
    moya_target with_path = pathless;
    moya_response *response = NULL;
    with_path.base_url = "http://h/v2";
    with_path.path = "?";
    EXPECT_STATUS(moya_provider_call(provider, &with_path, NULL, &response, NULL), MOYA_OK);
    EXPECT(str_is(moya_response_url(response), "http://h/v2/%3F"), "%s", moya_response_url(response).data);
    moya_response_release(response);
    pathless.flags = MOYA_TARGET_PATH_QUERY;
    EXPECT_STATUS(moya_provider_call(provider, &pathless, NULL, &response, NULL), MOYA_OK);
    EXPECT(str_is(moya_response_url(response), "http://h/v2"), "%s", moya_response_url(response).data);
    moya_response_release(response);
    with_path.path = "p";
    with_path.flags = MOYA_TARGET_PATH_QUERY;
    EXPECT_STATUS(moya_provider_call(provider, &with_path, NULL, NULL, NULL), MOYA_OK);
    pathless.flags = 0;
    pathless.path_values = &value;
    pathless.path_value_count = 1;
    EXPECT_STATUS(moya_provider_call(provider, &pathless, NULL, NULL, NULL), MOYA_ERROR_ARGUMENT);
  }
}

static void refused(void) {
  static const struct {
    const char *path;
    moya_parameter values[3];
    size_t count;
    moya_status status;
    const char *says;
  } rows[] = {
      {"/users/{name}", {{0, 0}}, 0, MOYA_ERROR_ARGUMENT, "needs a value for {name}"},
      {"/users/{name}", {{"Name", "x"}}, 1, MOYA_ERROR_ARGUMENT, "needs a value for {name}"},
      {"/users", {{"name", "x"}}, 1, MOYA_ERROR_ARGUMENT, "path_values[0] is for {name}, which"},
      {NULL, {{"name", "x"}}, 1, MOYA_ERROR_ARGUMENT, "path_values[0] is for {name}, which"},
      {"/{a}", {{"a", "x"}, {"b", "y"}}, 2, MOYA_ERROR_ARGUMENT, "path_values[1] is for {b}, which"},
      {"/{{a}}", {{"a", "x"}}, 1, MOYA_ERROR_ARGUMENT, "is for {a}, which"},
      {"/{a", {{"a", "x"}}, 1, MOYA_ERROR_ARGUMENT, "a brace alone"},
      {"/a}", {{0, 0}}, 0, MOYA_ERROR_ARGUMENT, "a brace alone"},
      {"/{", {{0, 0}}, 0, MOYA_ERROR_ARGUMENT, "a brace alone"},
      {"/{}", {{0, 0}}, 0, MOYA_ERROR_ARGUMENT, "needs a value for {}"},
      {"/{a}/x", {{"a", ""}}, 1, MOYA_ERROR_INVALID_URL, "the value for {a} in moya_target.path is empty"},
      {"/{a}/x", {{"a", "."}}, 1, MOYA_ERROR_INVALID_URL, "a segment of moya_target.path . or .."},
      {"/{a}/x", {{"a", ".."}}, 1, MOYA_ERROR_INVALID_URL, "a segment of moya_target.path . or .."},
      {"{a}{b}", {{"a", "."}, {"b", "."}}, 2, MOYA_ERROR_INVALID_URL, ". or .."},
      {"/{+a}", {{"a", "../x"}}, 1, MOYA_ERROR_INVALID_URL, ". or .."},
      {"/{+a}", {{"a", "x/./y"}}, 1, MOYA_ERROR_INVALID_URL, ". or .."},
      {"/{+a}{b}", {{"a", "x/."}, {"b", "."}}, 2, MOYA_ERROR_INVALID_URL, ". or .."},
      {"/.{+a}", {{"a", "./x"}}, 1, MOYA_ERROR_INVALID_URL, ". or .."},
      {"/{+a}", {{"a", ""}}, 1, MOYA_ERROR_INVALID_URL, "the value for {a} in moya_target.path is empty"},
      {"/{+a}", {{"+a", "x"}}, 1, MOYA_ERROR_ARGUMENT, "needs a value for {a}"},
      {"/x/.{a}", {{"a", "."}}, 1, MOYA_ERROR_INVALID_URL, ". or .."},
      {"/{a}", {{"a", "\xff"}}, 1, MOYA_ERROR_UTF8, "path_values[0].value is not UTF-8"},
      {"/{a}", {{"\xff", "a"}}, 1, MOYA_ERROR_UTF8, "path_values[0].name is not UTF-8"},
      {"/{a}", {{"a", NULL}}, 1, MOYA_ERROR_NULL, "path_values[0].value is NULL"},
      {"/{a}", {{NULL, "a"}}, 1, MOYA_ERROR_NULL, "path_values[0].name is NULL"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char url[1024], message[1024];
    EXPECT_STATUS(call("http://h", rows[i].path, rows[i].values, rows[i].count, url, message), rows[i].status);
    EXPECT(strstr(message, rows[i].says), "row %zu: %s", i, message);
    EXPECT(strncmp(message, "API.call: ", 10) == 0, "%s", message);
  }
}

static void odd_arrays(void) {
  char url[1024], message[1024];
  EXPECT_STATUS(call("http://h", "/{a}", NULL, 1, url, message), MOYA_ERROR_NULL);
  static const moya_parameter many[10001];
  EXPECT_STATUS(call("http://h", "/{a}", many, 10001, url, message), MOYA_ERROR_ARGUMENT);
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_target target = MOYA_TARGET(.base_url = "http://h", .path = "/{id}/{kind}", .sample = &sample,
                                   .stub = MOYA_STUB_IMMEDIATE, MOYA_PATH_VALUES({"id", "7"}, {"kind", "x y"}));
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), "http://h/7/x%20y"));
  moya_response_release(response);
  target.path_value_stride = 20;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_STRUCT_SIZE);
  moya_error_release(error);
  char *value = malloc(200000);
  memset(value, 'x', 199999);
  value[199999] = 0;
  EXPECT_STATUS(call("http://h", "/{a}", (moya_parameter[]){{"a", value}}, 1, url, message),
                MOYA_ERROR_INVALID_REQUEST);
  value[100000] = 0;
  EXPECT_STATUS(call("http://h", "/{a}/{b}", (moya_parameter[]){{"a", value}, {"b", value}}, 2, url, message),
                MOYA_ERROR_INVALID_URL);
  EXPECT(strstr(message, "longer than"), "%s", message);
  free(value);
}

/* The pointers are the same in every call, but the texts differ. */
static void rewritten(void) {
  static char base[2000], path[2000], name[2000], value[2000];
  static const struct {
    const char *base, *path, *name, *value;
    const char *url; /* NULL: refused */
  } rows[] = {
      {"http://h", "{a}", "a", "1", "http://h/1"},
      {"http://h", "{a}", "a", "1", "http://h/1"},
      {"http://h", "{a}", "a", "12", "http://h/12"},
      {"http://h", "{a}", "a", "2", "http://h/2"},
      {"http://h", "{a}/a", "a", "2", "http://h/2/a"},
      {"http://h/x", "{a}/a", "a", "2", "http://h/x/2/a"},
      {"http://g", "{b}", "b", "2", "http://g/2"},
      {"http://g", "{b}", "a", "2", NULL},
      {"http://g", "{b}", "b", "", NULL},
      {"http://g", "{b}", "b", "2", "http://g/2"},
      {"ftp://g", "{b}", "b", "2", NULL},
      {"ftp://g", "{b}", "b", "2", NULL},
      {"http://a b", "{b}", "b", "2", NULL},
      {"http://g", "{b}", "b", "2", "http://g/2"},
  };
  char url[1024], message[1024];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    snprintf(base, sizeof base, "%s", rows[i].base);
    snprintf(path, sizeof path, "%s", rows[i].path);
    snprintf(name, sizeof name, "%s", rows[i].name);
    snprintf(value, sizeof value, "%s", rows[i].value);
    moya_status status = call(base, path, &(moya_parameter){name, value}, 1, url, message);
    EXPECT((status == MOYA_OK) == (rows[i].url != NULL), "row %zu: %d %s", i, status, message);
    EXPECT(strcmp(url, rows[i].url ? rows[i].url : "") == 0, "row %zu: %s", i, url);
  }
  /* Tests base URLs that end with a slash, and then texts that are too long for the table of URLs. */
  EXPECT_STATUS(call("http://h/", NULL, NULL, 0, url, message), MOYA_OK);
  EXPECT(strcmp(url, "http://h/") == 0, "%s", url);
  EXPECT_STATUS(call("http://h/", "a", NULL, 0, url, message), MOYA_OK);
  EXPECT(strcmp(url, "http://h/a") == 0, "%s", url);
  for (int length = 1; length < 1900; length += 100) {
    snprintf(base, sizeof base, "http://h");
    snprintf(path, sizeof path, "/%0*d", length, 7);
    for (int again = 0; again < 2; again++) {
      EXPECT_STATUS(call(base, path, NULL, 0, url, message), MOYA_OK);
      EXPECT(strncmp(url + 8, path, 900) == 0, "%d: %s", length, url);
    }
  }
}

int main(void) {
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  TEST("a value stands for its name in the path, percent-encoded as one segment", filled);
  TEST("a path has a query where its target says so", with_a_query);
  TEST("a target without a path never has the URL of another target", without_a_path);
  TEST("what is missing, spare, empty or leads elsewhere is refused, and named", refused);
  TEST("an array of values has the limits of any array, and the URL its own", odd_arrays);
  TEST("a target whose texts are rewritten in place has the URL of what they are now", rewritten);
  moya_provider_destroy(provider);
  return verdict();
}
