/* Tests completions whose arguments are the fields of the JSON in a response. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "typed_completions.h"

#define ON_ALL_SIGNATURE "(str login, i8? small, f64 score, f32 ratio, boolean admin, str? bio, [str] tags, state state, pair pair, bytes key, u16 number)"
#define ON_LIST_SIGNATURE "([i64] numbers)"
#define ON_NONE_SIGNATURE "()"
typedef struct user user;
#define ON_USER_SIGNATURE "(user? it)"

#define USER \
  "'login': 'ann', 'followers': 17, 'score': 1.5, 'ratio': 0.5, 'admin': true, 'tags': ['x', 'y'], 'state': 'closed'," \
  "'pair': {'a': -3, 'b': 'inner'}, 'key': 'AQI=', 'number': 65535"
static int given_back;

static void give_back(void *user) {
  EXPECT(user == &told);
  given_back++;
}

static void on_all(void *user, moya_status status, const char *login, const int8_t *small, double score, float ratio, bool admin,
                   const char *bio, moya_api_list tags, int32_t state, const pair *inner, moya_str key, uint16_t number) {
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

static void on_list(void *user, moya_status status, moya_api_list numbers) {
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
      "'empty': {'path': '/', 'stub': 'immediate', 'result': 'user?', 'sample': {'status': 204}},"
      "'blank': {'path': '/', 'stub': 'immediate', 'result': {'type': 'user?', 'at': 'a'}, 'sample': {'text': ' '}},"
      "'nothing': {'path': '/'}");
  static const struct {
    const char *endpoint;
    moya_status status;
  } rows[] = {{"user", MOYA_OK}, {"full", MOYA_OK}, {"inner", MOYA_OK}, {"wrong", MOYA_ERROR_JSON_TYPE}, {"missing", MOYA_ERROR_STATUS_CODE}};
  moya_error *error = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    told = given_back = 0;
    EXPECT_STATUS(moya_api_send_typed(api, rows[i].endpoint, NULL, 0, (moya_api_function)on_some, ON_SOME_SIGNATURE, &told,
                                      give_back, NULL, &error), MOYA_OK);
    EXPECT(!error && told == 1 && given_back == 1 && told_status == rows[i].status, "%s: %s %d", rows[i].endpoint, moya_status_name(told_status), given_back);
    EXPECT_STATUS(moya_api_send_typed(api, rows[i].endpoint, NULL, 0, (moya_api_function)on_all, ON_ALL_SIGNATURE, &told,
                                      NULL, NULL, &error), MOYA_OK);
    EXPECT(!error && told == 2 && told_status == rows[i].status, "%s: %s", rows[i].endpoint, moya_error_message(error).data);
    EXPECT_STATUS(moya_api_send_typed(api, rows[i].endpoint, NULL, 0, (moya_api_function)on_none, ON_NONE_SIGNATURE, &told,
                                      NULL, NULL, &error), MOYA_OK);
    EXPECT(told == 3 && told_status == rows[i].status);
  }
  told = 0;
  EXPECT_STATUS(moya_api_send_typed(api, "numbers", NULL, 0, (moya_api_function)on_list, ON_LIST_SIGNATURE, NULL, NULL,
                                    NULL, &error), MOYA_OK);
  EXPECT(told == 1 && !error);

  /* The result of these endpoints may be absent, and these responses have no result. This is no error. The
   * completion receives no value. */
  static const char *const absent[] = {"null", "lost", "empty", "blank"};
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    told = given_back = 0;
    EXPECT_STATUS(moya_api_send_typed(api, absent[i], NULL, 0, (moya_api_function)on_no_user, ON_USER_SIGNATURE,
                                      &told, give_back, NULL, &error), MOYA_OK);
    EXPECT(!error && told == 1 && given_back == 1 && told_status == MOYA_OK, "%s: %s", absent[i], moya_status_name(told_status));
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
    EXPECT_STATUS(moya_api_send_typed(api, wrong[i].endpoint, NULL, 0, (moya_api_function)on_none, wrong[i].signature, &told, give_back, NULL, &error),
                  MOYA_ERROR_ARGUMENT);
    if (wrong[i].message) EXPECT(str_is(moya_error_message(error), wrong[i].message), "%s", moya_error_message(error).data);
    else EXPECT(str_has(moya_error_message(error), "answers user, (str login, i64 followers, i8? small"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    EXPECT(given_back == (int)i + 1 && told == 0);
  }
  moya_argument extra = MOYA_ARG_I64("x", 1);
  EXPECT_STATUS(moya_api_send_typed(api, "user", &extra, 1, (moya_api_function)on_none, "()", &told, NULL, NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, NULL, "()", &told, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, (moya_api_function)on_none, NULL, &told, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, (moya_api_function)on_none, "\xff", &told, NULL, NULL, NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_api_send_typed(NULL, "user", NULL, 0, (moya_api_function)on_none, "()", &told, NULL, NULL, NULL), MOYA_ERROR_NULL);
  moya_api_release(api);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("the fields of an answer are a completion's arguments", completions);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
