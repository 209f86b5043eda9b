/* Tests stub rules, which respond to requests instead of the network. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

static moya_stubs *stubs;
static moya_provider *provider;

/* Makes a provider with the stub rules. No server is reachable, so every response is from a rule. */
static moya_provider *provider_with_rules(moya_pump pump) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_provider *made = NULL;
  options.stubs = stubs;
  options.pump = pump;
  EXPECT_STATUS(moya_provider_create(&options, &made, NULL), MOYA_OK);
  return made;
}

static moya_sample text(int32_t status, const char *body) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.http_status = status;
  sample.body = body;
  sample.body_len = strlen(body);
  return sample;
}

static uint64_t add(moya_stub_rule rule, const char *body) {
  moya_sample sample = text(200, body);
  uint64_t id = 0;
  moya_error *error = NULL;
  rule.answers = &sample;
  rule.answer_count = 1;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, &id, &error), MOYA_OK);
  moya_error_release(error);
  return id;
}

static moya_target target_at(const char *path) {
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = "http://api.invalid/v1";
  target.path = path;
  return target;
}

/* Makes the call. Returns whether the response has this body or, if `body` is NULL, whether no rule responds. */
static bool answers(moya_target target, const char *body) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  bool is_right = body ? status == MOYA_OK && str_is(moya_response_body(response), body) : status == MOYA_ERROR_NO_STUB;
  if (!is_right) printf("    %s %s\n", moya_status_name(status), moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
  return is_right;
}

static int32_t is_longer_than(void *user, const moya_stub_request *request) {
  EXPECT(str_is(request->target, "API.call") && str_has(request->url, "http://api.invalid/v1/"));
  return request->body.len > *(const size_t *)user;
}

static void matched(void) {
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_DATA;
  task.data = "12345";
  task.data_len = 5;
  moya_parameter item = {"q", "a b"};
  size_t length = 4;
  moya_target plain = target_at("users"), post = target_at("users"), other = target_at("other"), query = target_at("users");
  moya_task parameters = MOYA_TASK_INIT;
  moya_parameter sent[] = {{"x", "1"}, {"q", "a b"}};
  parameters.parameters = sent;
  parameters.parameter_count = 2;
  query.task = &parameters;
  post.method = "POST";
  post.task = &task;
  struct {
    const char *what;
    moya_stub_rule rule;
    moya_target yes, no;
  } rows[] = {
      {"target", MOYA_STUB_RULE(.target = "API.call"), plain, plain},
      {"method", MOYA_STUB_RULE(.method = "post"), post, plain},
      {"url", MOYA_STUB_RULE(.url = "http://api.invalid/v1/users"), query, other},
      {"path", MOYA_STUB_RULE(.path = "/v1/users"), plain, other},
      {"query", MOYA_STUB_RULE(.query = &item, .query_count = 1), query, plain},
      {"body", MOYA_STUB_RULE(.body = "12345", .body_len = 5), post, plain},
      {"matches", MOYA_STUB_RULE(.matches = is_longer_than, .user = &length), post, plain},
      {"all of them", MOYA_STUB_RULE(.method = "POST", .path = "/v1/users"), post, query},
  };
  rows[0].no.name = "another";
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint64_t id = add(rows[i].rule, rows[i].what);
    EXPECT(id > 0 && moya_stubs_count(stubs, id) == 0);
    EXPECT(answers(rows[i].yes, rows[i].what), "%s", rows[i].what);
    EXPECT(answers(rows[i].no, NULL), "%s", rows[i].what);
    EXPECT(moya_stubs_count(stubs, id) == 1 && moya_stubs_count(stubs, 0) == 2);
    moya_stubs_reset(stubs);
    EXPECT(moya_stubs_count(stubs, id) == 0 && moya_stubs_count(stubs, 0) == 0);
  }
}

static void in_order(void) {
  moya_sample own = text(200, "own");
  moya_target target = target_at("users");
  target.sample = &own;
  EXPECT(answers(target, "own"), "without a rule the target's own sample answers");
  uint64_t first = add((moya_stub_rule)MOYA_STUB_RULE_INIT, "first"), second = add((moya_stub_rule)MOYA_STUB_RULE_INIT, "second");
  EXPECT(answers(target, "second"), "the rule added last");
  moya_stubs_remove(stubs, second);
  moya_stubs_remove(stubs, second);
  EXPECT(answers(target, "first") && moya_stubs_count(stubs, first) == 1 && moya_stubs_count(stubs, second) == 0);
  moya_stubs_reset(stubs);

  moya_target lost = target_at("users?token=secret");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &lost, NULL, &response, &error), MOYA_ERROR_NO_STUB);
  EXPECT(str_has(moya_error_message(error), "API.call: no stub rule matches GET http://api.invalid/v1/users"));
  moya_error_release(error);
}

static void sequences(void) {
  moya_sample several[] = {text(503, "one"), text(200, "two"), text(200, "three")};
  several[0].http_status = 0;
  moya_stub_rule rule = MOYA_STUB_RULE_INIT;
  rule.answers = several;
  rule.answer_count = 3;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  const char *wanted[] = {"one", "two", "three", NULL};
  for (int i = 0; i < 4; i++) EXPECT(answers(target_at("users"), wanted[i]), "%d", i);
  rule.repeat_last = 1;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  const char *again[] = {"one", "two", "three", "three", "three"};
  for (int i = 0; i < 5; i++) EXPECT(answers(target_at("users"), again[i]), "%d", i);

  /* The first answer is a 503. A retry policy then gets the second answer. */
  several[0].http_status = 503;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_retry retry = MOYA_RETRY(.delay_ms = 1);
  moya_target target = target_at("users");
  target.retry = &retry;
  EXPECT(answers(target, "two"));
  /* The answer of a rule may be a failure. */
  several[0].failure = MOYA_ERROR_CONNECT;
  rule.answer_count = 1;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_response *response = NULL;
  target = target_at("users");
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_CONNECT);
  moya_stubs_reset(stubs);
}

static void echo(void *user, const moya_stub_request *request, moya_sample *sample) {
  EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_ERROR_STATE);
  sample->http_status = *(int32_t *)(request->user ? request->user : user);
  sample->body = request->url.data;
  sample->body_len = request->url.len;
}

static void computed(void) {
  int32_t status = 201;
  moya_stub_rule rule = MOYA_STUB_RULE(.answer = echo, .user = &status);
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  EXPECT(answers(target_at("users"), "http://api.invalid/v1/users"));
  status = 9;
  moya_target target = target_at("users");
  int32_t other = 202;
  target.user = &other;
  EXPECT(answers(target, "http://api.invalid/v1/users"), "the rule is shown the user of the target");
  target.user = NULL;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_OTHER);
  EXPECT(str_has(moya_error_message(error), "http_status is 9"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_stubs_reset(stubs);
}

static void everywhere(void) {
  add(MOYA_STUB_RULE(.path = "/v1/users", .delay_ms = 5), "late");
  add(MOYA_STUB_RULE(.path = "/v1/later", .delay_ms = 60000), "later");
  heard it = HEARD_INIT;
  int count = 0;
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider *made = provider_with_rules(pump);
    moya_target target = target_at("users");
    target.stub = MOYA_STUB_NEVER;
    EXPECT_STATUS(moya_provider_send(made, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    while (pump == MOYA_PUMP_HOST && it.released == count) EXPECT_STATUS(moya_provider_process(made, -1, NULL), MOYA_OK);
    EXPECT(await_released(&it, ++count) && it.ok == pump + 1);
    target.path = "later";
    target.timeout_ms = 1;
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(made, &target, NULL, &response, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
    EXPECT_STATUS(moya_provider_send(made, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    count++;
    moya_provider_destroy(made);
    EXPECT(it.released == count);
  }
  moya_stubs_reset(stubs);
}

static void arguments(void) {
  moya_sample sample = text(200, "x"), wrong = text(99, "x");
  moya_parameter unnamed = {NULL, "x"};
  const struct {
    moya_status status;
    moya_stub_rule rule;
  } rows[] = {
      {MOYA_ERROR_ARGUMENT, MOYA_STUB_RULE(.method = "GET")},
      {MOYA_ERROR_ARGUMENT, MOYA_STUB_RULE(.answers = &sample, .answer_count = 1, .answer = echo)},
      {MOYA_ERROR_ARGUMENT, MOYA_STUB_RULE(.answers = &wrong, .answer_count = 1)},
      {MOYA_ERROR_ARGUMENT, MOYA_STUB_RULE(.answers = &sample, .answer_count = (size_t)-1)},
      {MOYA_ERROR_NULL, MOYA_STUB_RULE(.answer_count = 1)},
      {MOYA_ERROR_NULL, MOYA_STUB_RULE(.answer = echo, .query = &unnamed, .query_count = 1)},
      {MOYA_ERROR_UTF8, MOYA_STUB_RULE(.answer = echo, .path = "\xff")},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint64_t id = 7;
    EXPECT_STATUS(moya_stubs_add(stubs, &rows[i].rule, &id, NULL), rows[i].status);
    EXPECT(id == 0);
  }
  moya_stub_rule none = {0};
  EXPECT_STATUS(moya_stubs_add(stubs, &none, NULL, NULL), MOYA_ERROR_STRUCT_SIZE);
  EXPECT_STATUS(moya_stubs_add(stubs, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_stubs_add(NULL, &rows[0].rule, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_stubs_create(NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(moya_stubs_count(NULL, 0) == 0);
  moya_stubs_remove(NULL, 1);
  moya_stubs_reset(NULL);
  moya_stubs_release(NULL);
}

/* Adds a rule of a newer header. If the rule uses what this library does not know, the library refuses it. */
static void newer(void) {
  struct {
    moya_stub_rule known;
    const char *unknown;
  } rule = {MOYA_STUB_RULE_INIT, "used"};
  moya_sample sample = MOYA_SAMPLE_INIT;
  rule.known.size = sizeof rule;
  rule.known.answers = &sample;
  rule.known.answer_count = 1;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule.known, NULL, NULL), MOYA_ERROR_STRUCT_TAIL);
  rule.unknown = NULL;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule.known, NULL, NULL), MOYA_OK);
  moya_stubs_reset(stubs);
}

int main(void) {
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  provider = provider_with_rules(MOYA_PUMP_DISPATCH);
  TEST("a rule answers the requests that all of its conditions match, and counts them", matched);
  TEST("the rule added last answers, then the target's sample, then an error that names the request", in_order);
  TEST("answers come one after another, failures among them", sequences);
  TEST("a function of the program makes an answer", computed);
  TEST("rules answer on every way to call, late ones within the timeouts", everywhere);
  TEST("wrong rules are refused", arguments);
  TEST("a rule of a newer header is taken unless it uses what this library does not know", newer);
  moya_stubs_release(stubs);
  EXPECT(answers(target_at("users"), NULL), "a provider keeps its rules");
  moya_provider_destroy(provider);
  return verdict();
}
