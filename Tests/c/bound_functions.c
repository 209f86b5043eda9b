/* Endpoints as functions, by libffi: what arrives, what is refused, how long they live; completions with typed arguments. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "definitions.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static moya_provider *provider;

#define QUERY(name, type) "{'name': '" name "', 'in': 'query', 'type': '" type "'}"

static moya_api *echo_api(const char *endpoints) {
  char text[8192];
  snprintf(text, sizeof text,
           "{'moya': 1, 'name': 'test', 'base_url': '%s/echo', 'types': {'state': {'names': ['open', 'closed']},"
           "'user': {'fields': {'login': 'str', 'followers': 'i64', 'small': 'i8?', 'score': 'f64', 'ratio': 'f32', 'admin': 'boolean',"
           "'bio': 'str?', 'tags': '[str]', 'state': 'state', 'friend': 'user?', 'pair': 'pair', 'key': 'bytes', 'number': 'u16'}},"
           "'pair': {'fields': {'a': 'i32', 'b': 'str'}}}, 'endpoints': {%s}}",
           faults.url, endpoints);
  return api_of(provider, text, NULL);
}

MOYA_FN(numbers_fn, (i8, a), (i16, b), (i32, c), (i64, d), (u8, e), (u16, f), (u32, g), (u64, h), (f32, i), (f64, j), (boolean, k));
MOYA_FN(others_fn, (str, a), (bytes, b), (date, c), (names, state, d), (opt_i64, e), (opt_str, f), (list, i16, g), (list, str, h),
        (opt_boolean, i));
MOYA_FN(plain_fn, (str, name), (i64, page));
MOYA_FN(nothing_fn);
/* Any name is a parameter's, also those that bind.h speaks of. */
MOYA_FN(named_fn, (str, user), (i64, tag), (str, error), (str, response), (str, queue), (str, call), (str, callback));
typedef struct pair {
  int32_t a;
  const char *b;
} pair;
MOYA_FN(create_fn, (ref, pair, first), (opt_ref, pair, second));
MOYA_FN(many_fn, (list, pair, pairs), (map, i16, counts), (list, state, states), (list, [i64], rows), (opt_list, date, dates),
        (list, state, shown));
MOYA_FN(replace_fn, (list, pair, pairs));

static const char endpoints[] =
    "'numbers': {'path': '/', 'parameters': [" QUERY("a", "i8") "," QUERY("b", "i16") "," QUERY("c", "i32") "," QUERY("d", "i64") ","
    QUERY("e", "u8") "," QUERY("f", "u16") "," QUERY("g", "u32") "," QUERY("h", "u64") "," QUERY("i", "f32") "," QUERY("j", "f64") ","
    QUERY("k", "boolean") "]},"
    "'others': {'path': '/', 'method': 'POST', 'lists': 'plain', 'parameters': [" QUERY("a", "str") ",{'name': 'b', 'in': 'body', 'type': 'bytes'},"
    QUERY("c", "date") "," QUERY("d", "state") "," QUERY("e", "i64?") "," QUERY("f", "str?") "," QUERY("g", "[i16]") "," QUERY("h", "[str]") ","
    QUERY("i", "boolean?") "]},"
    "'plain': {'path': '/{name}', 'parameters': [{'name': 'name', 'in': 'path', 'type': 'str'},"
    "{'name': 'page', 'in': 'query', 'type': 'i64?', 'default': 1}]},"
    "'create': {'path': '/', 'method': 'POST', 'parameters': [{'name': 'first', 'in': 'field', 'type': 'pair'},"
    "{'name': 'second', 'in': 'field', 'type': 'pair?'}]},"
    "'many': {'path': '/', 'method': 'POST', 'lists': 'plain', 'parameters': [{'name': 'pairs', 'in': 'field', 'type': '[pair]'},"
    "{'name': 'counts', 'in': 'field', 'type': '{i16}'},{'name': 'states', 'in': 'field', 'type': '[state]'},"
    "{'name': 'rows', 'in': 'field', 'type': '[[i64]]'},{'name': 'dates', 'in': 'field', 'type': '[date]?'}," QUERY("shown", "[state]") "]},"
    "'replace': {'path': '/', 'method': 'PUT', 'parameters': [{'name': 'pairs', 'in': 'body', 'type': '[pair]'}], 'result': '[pair]'},"
    "'nothing': {'path': '/nothing'}";

static void expect_target(moya_response *response, const char *wanted) {
  moya_str target = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "target", &target, NULL), MOYA_OK);
  EXPECT(str_is(target, wanted), "%s instead of %s", target.data, wanted);
  moya_response_release(response);
}

static void arguments(void) {
  moya_api *api = echo_api(endpoints);
  moya_error *error = NULL;
  moya_response *response = NULL;
  numbers_fn *numbers = MOYA_API_SYMBOL(api, "numbers", numbers_fn, &error);
  EXPECT(numbers && !error, "%s", moya_error_message(error).data);
  EXPECT_STATUS(numbers(INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, UINT8_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX, 0.1f, -2.5, true,
                        &response, &error), MOYA_OK);
  expect_target(response, "/echo/?a=-128&b=-32768&c=-2147483648&d=-9223372036854775808&e=255&f=65535&g=4294967295"
                          "&h=18446744073709551615&i=0.1&j=-2.5&k=1");
  others_fn *others = MOYA_API_SYMBOL(api, "others", others_fn, &error);
  EXPECT(others && !error, "%s", moya_error_message(error).data);
  const int16_t shorts[] = {-1, 2};
  const char *const texts[] = {"x", "y z"};
  const int64_t five = 5;
  const bool no = false;
  EXPECT_STATUS(others("ü", (moya_str){"\1\2", 2}, 1000000, 1, &five, "f", (moya_list){shorts, 2}, (moya_list){texts, 2}, &no, &response,
                       &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_str body = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, "\1\2"));
  expect_target(response, "/echo/?a=%C3%BC&c=1970-01-01T00%3A00%3A01Z&d=closed&e=5&f=f&i=0&g=-1&g=2&h=x&h=y%20z");
  EXPECT_STATUS(others("a", (moya_str){"", 0}, 0, 0, NULL, NULL, (moya_list){NULL, 0}, (moya_list){NULL, 0}, NULL, &response, NULL), MOYA_OK);
  expect_target(response, "/echo/?a=a&c=1970-01-01T00%3A00%3A00Z&d=open");
  plain_fn *plain = MOYA_API_SYMBOL(api, "plain", plain_fn, NULL);
  EXPECT_STATUS(plain("a b", 2, &response, NULL), MOYA_OK);
  expect_target(response, "/echo/a%20b?page=2");
  nothing_fn *nothing = MOYA_API_SYMBOL(api, "nothing", nothing_fn, NULL);
  EXPECT_STATUS(nothing(&response, NULL), MOYA_OK);
  expect_target(response, "/echo/nothing");
  create_fn *create = MOYA_API_SYMBOL(api, "create", create_fn, NULL);
  const pair inner = {-7, "b"};
  EXPECT_STATUS(create(&inner, NULL, &response, &error), MOYA_OK);
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, "{\"first\":{\"a\":-7,\"b\":\"b\"}}"), "%s", body.data);
  moya_response_release(response);
  EXPECT_STATUS(create(NULL, &inner, &response, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT(plain == MOYA_API_SYMBOL(api, "plain", plain_fn, NULL), "the same function is given again");
  moya_api_release(api);
}

static void expect_body(moya_response *response, const char *wanted) {
  moya_str body = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "body", &body, NULL), MOYA_OK);
  EXPECT(str_is(body, wanted), "%s instead of %s", body.data, wanted);
}

static void lists(void) {
  moya_api *api = echo_api(endpoints);
  moya_error *error = NULL;
  moya_response *response = NULL;
  many_fn *many = MOYA_API_SYMBOL(api, "many", many_fn, &error);
  replace_fn *replace = MOYA_API_SYMBOL(api, "replace", replace_fn, &error);
  EXPECT(many && replace && !error, "%s", moya_error_message(error).data);
  const pair pairs[] = {{1, "x"}, {-2, "y"}};
  const MOYA_ENTRY(int16_t) counts[] = {{"one", 1}, {"two", 2}};
  const int32_t states[] = {1, 0}, unknown[] = {0, 2};
  const int64_t row[] = {5, 6}, dates[] = {0, 1000000};
  const moya_list rows[] = {{row, 2}, {NULL, 0}};
  const moya_list two = {pairs, 2}, none = {NULL, 0}, lost = {NULL, 1}, endless = {pairs, SIZE_MAX};
  EXPECT_STATUS(many(two, (moya_list){counts, 2}, (moya_list){states, 2}, (moya_list){rows, 2}, (moya_list){dates, 2},
                     (moya_list){states, 2}, &response, &error), MOYA_OK);
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

  /* By name the same list is a struct around it. */
  const moya_argument given = MOYA_ARG_STRUCT("pairs", moya_api_result(api, "replace", NULL), &two);
  EXPECT_STATUS(moya_api_call(api, "replace", &given, 1, &response, NULL), MOYA_OK);
  expect_body(response, "[{\"a\":1,\"b\":\"x\"},{\"a\":-2,\"b\":\"y\"}]");
  moya_response_release(response);

  const moya_list nameless = {unknown, 2};
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
  moya_error *error = NULL;
  numbers_fn *numbers = MOYA_API_SYMBOL(api, "numbers", numbers_fn, NULL);
  others_fn *others = MOYA_API_SYMBOL(api, "others", others_fn, NULL);
  plain_fn *plain = MOYA_API_SYMBOL(api, "plain", plain_fn, NULL);
  const moya_list none = {NULL, 0}, lost = {NULL, 1}, endless = {"", SIZE_MAX};
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
  EXPECT_STATUS(plain("a", 1, NULL, &error), MOYA_ERROR_NULL);
  moya_error_release(error);
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
    EXPECT(!moya_api_bind(api, mismatches[i].endpoint, MOYA_FORM_CALL, mismatches[i].signature, &error));
    EXPECT(moya_error_status(error) == MOYA_ERROR_ARGUMENT && str_is(moya_error_message(error), mismatches[i].message), "%s",
           moya_error_message(error).data);
    moya_error_release(error);
  }
  static const char *good[] = {"(str name, i64? page)", "(str name, i64 page)", "(str, i64)", "(str, i64?)", "(raw name, raw? page)", "( str  name , i64 page )"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    EXPECT(moya_api_bind(api, "plain", MOYA_FORM_CALL, good[i], &error), "%s", moya_error_message(error).data);
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

static void hear_endpoint(void *user, moya_status status, moya_response *response, moya_error *error) {
  heard *it = user;
  EXPECT((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
  pthread_mutex_lock(&it->lock);
  it->ok += status == MOYA_OK && moya_response_status(response) == 200;
  it->released++;
  pthread_cond_broadcast(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

static void forms(void) {
  moya_api *api = echo_api(endpoints);
  heard it = HEARD_INIT;
  moya_queue *queue = NULL;
  moya_call *call = NULL;
  moya_error *error = NULL;
  plain_fn_send *send = MOYA_API_SYMBOL_SEND(api, "plain", plain_fn, NULL);
  plain_fn_enqueue *enqueue = MOYA_API_SYMBOL_ENQUEUE(api, "plain", plain_fn, NULL);
  EXPECT(send && enqueue);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(send("a", 1, hear_endpoint, &it, &call, NULL), MOYA_OK);
  EXPECT(call != NULL);
  moya_call_release(call);
  EXPECT_STATUS(send(NULL, 1, hear_endpoint, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  moya_error_release(error);
  EXPECT_STATUS(send("a", 1, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(enqueue("b", 7, queue, UINT64_MAX, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(enqueue("b", 7, NULL, 0, NULL, NULL), MOYA_ERROR_NULL);
  moya_api_release(api);
  EXPECT(await_released(&it, 1) && it.ok == 1);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.tag == UINT64_MAX);
  expect_target(row.response, "/echo/b?page=7");
  row.response = NULL;
  moya_completions_release(&row, sizeof row, 1);
  moya_queue_destroy(queue);
}

/* A call that is in its bound function while its API is released. */
typedef struct running {
  moya_api *api;
  plain_fn *plain;
  pthread_barrier_t started;
} running;


static void *call_bound(void *user) {
  running *it = user;
  moya_response *response = NULL;
  pthread_barrier_wait(&it->started);
  for (int i = 0; i < 10; i++) {
    EXPECT_STATUS(it->plain("a", i, &response, NULL), MOYA_OK);
    moya_response_release(response);
  }
  return NULL;
}

static void threads(void) {
  running it = {.api = echo_api(endpoints)};
  pthread_t thread[4];
  it.plain = MOYA_API_SYMBOL(it.api, "plain", plain_fn, NULL);
  pthread_barrier_init(&it.started, NULL, 4);
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, call_bound, &it);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&it.started);
  moya_api_release(it.api);
}

/* The request function of a backend of ours runs while the bound function does, and releases the API. */
static moya_api *released_inside;

static int32_t release_api(void *user, const moya_stub_request *request) {
  (void)user, (void)request;
  moya_api_release(released_inside);
  released_inside = NULL;
  return 1;
}

static void released_meanwhile(void) {
  moya_stubs *stubs = NULL;
  moya_provider *own = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_sample sample = MOYA_SAMPLE(.body = "here", .body_len = 4);
  moya_stub_rule rule = MOYA_STUB_RULE(.matches = release_api);
  rule.answers = &sample;
  rule.answer_count = 1;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs);
  EXPECT_STATUS(moya_provider_create(&options, &own, NULL), MOYA_OK);
  moya_provider *before = provider;
  provider = own;
  for (int i = 0; i < 20; i++) {
    released_inside = echo_api(endpoints);
    plain_fn *plain = MOYA_API_SYMBOL(released_inside, "plain", plain_fn, NULL);
    EXPECT_STATUS(plain("a", i, &response, NULL), MOYA_OK);
    EXPECT(!released_inside && str_is(moya_response_body(response), "here"));
    moya_response_release(response);
  }
  provider = before;
  moya_provider_destroy(own);
  moya_stubs_release(stubs);
}

MOYA_COMPLETION(on_some_fn, (i64, followers), (str, login));
MOYA_COMPLETION(on_all_fn, (str, login), (opt_i8, small), (f64, score), (f32, ratio), (boolean, admin), (opt_str, bio), (list, str, tags),
                (names, state, state), (ref, pair, pair), (bytes, key), (u16, number));
MOYA_COMPLETION(on_list_fn, (list, i64, numbers));
MOYA_COMPLETION(on_none_fn);
typedef struct user user;
MOYA_COMPLETION(on_user_fn, (opt_ref, user, it));

#define USER \
  "'login': 'ann', 'followers': 17, 'score': 1.5, 'ratio': 0.5, 'admin': true, 'tags': ['x', 'y'], 'state': 'closed'," \
  "'pair': {'a': -3, 'b': 'inner'}, 'key': 'AQI=', 'number': 65535"
#define ANSWERS(name, rest, result, body) \
  "'" name "': {'path': '/', 'stub': 'immediate', " rest "'result': " result ", 'sample': {'body': " body "}}"

static int told, given_back;
static moya_status told_status;
static void give_back(void *user) {
  EXPECT(user == &told);
  given_back++;
}

static void on_some(void *user, moya_status status, int64_t followers, const char *login) {
  EXPECT(user == &told);
  told++;
  told_status = status;
  if (status == MOYA_OK) {
    EXPECT(followers == 17 && strcmp(login, "ann") == 0);
  } else {
    EXPECT(followers == 0 && login == NULL);
  }
}

static void on_all(void *user, moya_status status, const char *login, const int8_t *small, double score, float ratio, bool admin,
                   const char *bio, moya_list tags, int32_t state, const pair *inner, moya_str key, uint16_t number) {
  EXPECT(user == &told);
  told++;
  told_status = status;
  if (status == MOYA_OK) {
    const char *const *texts = tags.items;
    EXPECT(strcmp(login, "ann") == 0 && (!small || *small == 5) && score == 1.5 && ratio == 0.5f && admin);
    EXPECT((small != NULL) == (bio != NULL) && tags.count == 2 && strcmp(texts[1], "y") == 0 && state == 1);
    EXPECT(inner && inner->a == -3 && strcmp(inner->b, "inner") == 0 && str_is(key, "\1\2") && number == UINT16_MAX);
  } else {
    EXPECT(!login && !small && score == 0 && ratio == 0 && !admin && !bio && !tags.items && !tags.count && !state && !inner);
    EXPECT(!key.data && !key.len && !number);
  }
}

static void on_list(void *user, moya_status status, moya_list numbers) {
  (void)user;
  told++;
  EXPECT(status == MOYA_OK && numbers.count == 3 && ((const int64_t *)numbers.items)[2] == 3);
}

static void on_no_user(void *context, moya_status status, const user *it) {
  EXPECT(context == &told && !it);
  told++;
  told_status = status;
}

static void on_none(void *user, moya_status status) {
  (void)user;
  told++;
  told_status = status;
}

static void completions(void) {
  moya_api *api = echo_api(
      ANSWERS("user", "", "'user'", "{" USER "}") "," ANSWERS("full", "", "'user'", "{" USER ", 'small': 5, 'bio': 'b'}") ","
      ANSWERS("wrong", "", "'user'", "{'login': 5}") "," ANSWERS("missing", "'validation': [404], ", "'user'", "{" USER "}") ","
      ANSWERS("inner", "", "{'type': 'user', 'at': 'a.b'}", "{'a': {'b': {" USER "}}}") ","
      ANSWERS("numbers", "", "'[i64]'", "[1, 2, 3]") ","
      ANSWERS("null", "", "'user?'", "null") "," ANSWERS("lost", "", "{'type': 'user?', 'at': 'a.b'}", "{'a': {}}") ","
      "'nothing': {'path': '/'}");
  static const struct {
    const char *endpoint;
    moya_status status;
  } rows[] = {{"user", MOYA_OK}, {"full", MOYA_OK}, {"inner", MOYA_OK}, {"wrong", MOYA_ERROR_JSON_TYPE}, {"missing", MOYA_ERROR_STATUS_CODE}};
  moya_error *error = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    told = given_back = 0;
    EXPECT_STATUS(moya_api_send_typed(api, rows[i].endpoint, NULL, 0, MOYA_COMPLETION_OF(on_some_fn, on_some), on_some_fn_signature, &told,
                                      give_back, NULL, &error), MOYA_OK);
    EXPECT(!error && told == 1 && given_back == 1 && told_status == rows[i].status, "%s: %s %d", rows[i].endpoint, moya_status_name(told_status), given_back);
    EXPECT_STATUS(moya_api_send_typed(api, rows[i].endpoint, NULL, 0, MOYA_COMPLETION_OF(on_all_fn, on_all), on_all_fn_signature, &told,
                                      NULL, NULL, &error), MOYA_OK);
    EXPECT(!error && told == 2 && told_status == rows[i].status, "%s: %s", rows[i].endpoint, moya_error_message(error).data);
    EXPECT_STATUS(moya_api_send_typed(api, rows[i].endpoint, NULL, 0, MOYA_COMPLETION_OF(on_none_fn, on_none), on_none_fn_signature, &told,
                                      NULL, NULL, &error), MOYA_OK);
    EXPECT(told == 3 && told_status == rows[i].status);
  }
  told = 0;
  EXPECT_STATUS(moya_api_send_typed(api, "numbers", NULL, 0, MOYA_COMPLETION_OF(on_list_fn, on_list), on_list_fn_signature, NULL, NULL,
                                    NULL, &error), MOYA_OK);
  EXPECT(told == 1 && !error);

  /* An answer that may be absent, and is: no failure, and nothing is there. */
  for (int i = 0; i < 2; i++) {
    told = given_back = 0;
    EXPECT_STATUS(moya_api_send_typed(api, i ? "null" : "lost", NULL, 0, MOYA_COMPLETION_OF(on_user_fn, on_no_user), on_user_fn_signature,
                                      &told, give_back, NULL, &error), MOYA_OK);
    EXPECT(!error && told == 1 && given_back == 1 && told_status == MOYA_OK, "%s", moya_status_name(told_status));
  }

  static const struct {
    const char *endpoint, *signature, *message;
  } wrong[] = {
      {"numbers", "([i32] numbers)", "numbers: the completion is ([i32] numbers), and the endpoint answers [i64]"},
      {"nothing", "(str login)", "nothing: the completion is (str login), and the endpoint says nothing of its answer"},
      {"user", "(str name)", NULL}, {"user", "(i64 login)", NULL}, {"user", "(opt_str login)", NULL}, {"user", "(str? login)", NULL},
      {"user", "(str login", NULL}, {"user", "", NULL},
  };
  told = given_back = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    EXPECT_STATUS(moya_api_send_typed(api, wrong[i].endpoint, NULL, 0, (moya_function)on_none, wrong[i].signature, &told, give_back, NULL, &error),
                  MOYA_ERROR_ARGUMENT);
    if (wrong[i].message) EXPECT(str_is(moya_error_message(error), wrong[i].message), "%s", moya_error_message(error).data);
    else EXPECT(str_has(moya_error_message(error), "answers user, (str login, i64 followers, i8? small"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    EXPECT(given_back == (int)i + 1 && told == 0);
  }
  moya_argument extra = MOYA_ARG_I64("x", 1);
  EXPECT_STATUS(moya_api_send_typed(api, "user", &extra, 1, (moya_function)on_none, "()", &told, NULL, NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, NULL, "()", &told, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, (moya_function)on_none, NULL, &told, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, (moya_function)on_none, "\xff", &told, NULL, NULL, NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_api_send_typed(NULL, "user", NULL, 0, (moya_function)on_none, "()", &told, NULL, NULL, NULL), MOYA_ERROR_NULL);
  moya_api_release(api);
}

/* From now on no memory of this process becomes executable. */
static bool refuse_executable_memory(void) {
#define REFUSED(number, argument)                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),                                  \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument])), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), REFUSED(SYS_mmap, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), REFUSED(SYS_mprotect, 2),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* In a process of its own, which has bound nothing yet. */
static int without_executable_memory(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_error *error = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_api *api = api_of(provider, "{'moya': 1, 'name': 'test', 'base_url': 'http://h', 'types': {'user': {'fields': {'login': 'str', 'followers': 'i64'}}},"
                                   "'endpoints': {" ANSWERS("user", "", "'user'", "{'login': 'ann', 'followers': 17}") "}}", NULL);
  EXPECT(refuse_executable_memory());
  for (int i = 0; i < 2; i++) {
    EXPECT(!moya_api_bind(api, "user", MOYA_FORM_CALL, "()", &error));
    EXPECT(moya_error_status(error) == MOYA_ERROR_UNSUPPORTED && str_has(moya_error_message(error), "refuses executable memory"), "%s",
           moya_error_message(error).data);
    moya_error_release(error);
  }
  EXPECT_STATUS(moya_api_call(api, "user", NULL, 0, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, MOYA_COMPLETION_OF(on_some_fn, on_some), on_some_fn_signature, &told, NULL, NULL,
                                    NULL), MOYA_OK);
  EXPECT(told == 1 && told_status == MOYA_OK);
  moya_api_release(api);
  moya_provider_destroy(provider);
  return verdict();
}

static const char *own_path;
static void refused_memory(void) {
  char *arguments_[] = {(char *)own_path, (char *)"without", NULL};
  pid_t child;
  int status = -1;
  /* Not under valgrind, which needs executable memory itself: it does not follow into a program that is started. */
  EXPECT(posix_spawn(&child, own_path, NULL, NULL, arguments_, environ) == 0 && waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%x", (unsigned)status);
}

int main(int argc, char **argv) {
  if (argc > 1) return without_executable_memory();
  own_path = argv[0];
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("arguments of every type arrive in the request of a bound function", arguments);
  TEST("lists and maps of any type are arguments of a bound function", lists);
  TEST("a bound function refuses values that an endpoint does not take", wrong_values);
  TEST("a function of another signature is not bound, and both are shown", refused);
  TEST("a bound function calls, sends and enqueues", forms);
  TEST("a bound function is called by many threads", threads);
  TEST("an API that is released while its function runs lives until the function returns", released_meanwhile);
  TEST("the fields of an answer are a completion's arguments", completions);
  TEST("without executable memory binding fails, and calls by name go on", refused_memory);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
