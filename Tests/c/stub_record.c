/* Tests which parts of a request stub rules receive, which requests are recorded, and which requests rules let through
 * to the network. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

#include <sys/wait.h>

static moya_stubs *stubs;
static moya_provider *provider;

static uint64_t add(moya_stub_rule rule) {
  uint64_t id = 0;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, &id, &error), MOYA_OK);
  EXPECT(id > 0, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return id;
}

static moya_status call(moya_target target) {
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
  moya_response_release(response);
  return status;
}

static moya_target target_at(const char *path) {
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = "http://api.invalid/v1", .path = path);
  return target;
}

static const moya_sample ok = {.size = sizeof(moya_sample), .http_status = 200};

static bool has(const moya_stub_request *request, const char *name, const char *value) {
  const char *found = moya_stub_request_header(request, name);
  return found && value ? strcmp(found, value) == 0 : found == value;
}

static void conditions(void) {
  moya_parameter ids[] = {{"id", "1"}, {"q", "a b"}, {"id", "2"}}, reversed[] = {{"id", "2"}, {"id", "1"}};
  moya_header sent[] = {{"X-A", "1"}, {"x-a", "2"}}, backwards[] = {{"X-A", "2"}, {"X-A", "1"}}, any = {"x-a", NULL};
  moya_header agent = {"User-Agent", "libmoya/" MOYA_VERSION}, length = {"content-length", "7"};
  moya_task query = MOYA_TASK(.parameters = ids, .parameter_count = 3), none = MOYA_TASK_INIT;
  moya_value *tree = moya_value_object();
  EXPECT_STATUS(moya_value_set_int64(tree, "a", 1), MOYA_OK);
  moya_task json = MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree);
  struct {
    const char *what;
    moya_stub_rule rule;
    const moya_task *yes, *no;
  } rows[] = {
      {"names in order", MOYA_STUB_RULE(.query = (moya_parameter[]){ids[0], ids[2]}, .query_count = 2), &query, &none},
      {"wrong order", MOYA_STUB_RULE(.query = reversed, .query_count = 2), NULL, &query},
      {"no others", MOYA_STUB_RULE(.query = (moya_parameter[]){ids[1], ids[0], ids[2]}, .query_count = 3, .exact_query = 1), &query, &none},
      {"one missing", MOYA_STUB_RULE(.query = ids, .query_count = 2, .exact_query = 1), NULL, &query},
      {"no query", MOYA_STUB_RULE(.exact_query = 1), &none, &query},
      {"fields in order", MOYA_STUB_RULE(.headers = sent, .header_count = 2), &query, NULL},
      {"fields in another order", MOYA_STUB_RULE(.headers = backwards, .header_count = 2), NULL, &query},
      {"any value", MOYA_STUB_RULE(.headers = &any, .header_count = 1), &query, NULL},
      {"a field of the session", MOYA_STUB_RULE(.headers = &agent, .header_count = 1), &query, NULL},
      {"a field of the transport", MOYA_STUB_RULE(.headers = &length, .header_count = 1), &json, &query},
      {"an encoded body", MOYA_STUB_RULE(.body = "{\"a\":1}", .body_len = 7), &json, &query},
      {"JSON", MOYA_STUB_RULE(.json = "{ \"a\" : 1.0 }"), &json, &query},
      {"other JSON", MOYA_STUB_RULE(.json = "{\"a\": \"1\"}"), NULL, &json},
      {"no body", MOYA_STUB_RULE(.body = "", .body_len = 0), &query, &json},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rows[i].rule.answers = &ok;
    rows[i].rule.answer_count = 1;
    uint64_t id = add(rows[i].rule);
    for (int is_right = 0; is_right < 2; is_right++) {
      const moya_task *task = is_right ? rows[i].yes : rows[i].no;
      if (!task) continue;
      moya_target target = target_at("users");
      target.headers = sent;
      target.header_count = 2;
      target.task = task;
      EXPECT_STATUS(call(target), is_right ? MOYA_OK : MOYA_ERROR_NO_STUB);
      EXPECT(moya_stubs_count(stubs, id) == (uint64_t)is_right || !rows[i].yes, "%s", rows[i].what);
    }
    moya_stubs_reset(stubs);
  }
  moya_value_release(tree);
}

static int32_t is_seven(void *user, const moya_stub_request *request) {
  EXPECT(user == stubs && request->size == sizeof *request && request->header_stride == sizeof(moya_header));
  EXPECT(request->answered == MOYA_STUBBED_BY_RULE && request->rule > 0 && request->reserved == 0);
  return has(request, "x-tenant", "seven");
}

static void recorded(void) {
  moya_header tenant = {"X-Tenant", "seven"};
  moya_sample own = MOYA_SAMPLE(.http_status = 204);
  moya_task data = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "12345", .data_len = 5);
  EXPECT_STATUS(call(target_at("before")), MOYA_ERROR_NO_STUB);
  EXPECT(moya_stubs_record_count(stubs) == 0 && !moya_stubs_record_at(stubs, 0), "nothing is recorded unasked");
  EXPECT_STATUS(moya_stubs_record(stubs, 4, NULL), MOYA_OK);
  uint64_t rule = add(MOYA_STUB_RULE(.matches = is_seven, .user = stubs, .answers = &ok, .answer_count = 1));
  moya_target first = target_at("users?a#b"), second = target_at("own");
  first.base_url = "http://api.invalid/v1?q=1";
  first.method = "post";
  first.headers = &tenant;
  first.header_count = 1;
  first.task = &data;
  first.user = &tenant;
  second.sample = &own;
  EXPECT_STATUS(call(first), MOYA_OK);
  EXPECT_STATUS(call(second), MOYA_OK);
  EXPECT_STATUS(call(target_at("lost")), MOYA_ERROR_NO_STUB);
  moya_target wrong = target_at("x");
  wrong.base_url = "ftp://api.invalid";
  EXPECT_STATUS(call(wrong), MOYA_ERROR_INVALID_URL);
  EXPECT(moya_stubs_record_count(stubs) == 3, "what could not be sent is not recorded");
  const moya_stub_request *it = moya_stubs_record_at(stubs, 0);
  EXPECT(str_is(it->target, "API.call") && str_is(it->method, "POST") && str_is(it->body, "12345"));
  EXPECT(str_is(it->url, "http://api.invalid/v1/users%3Fa%23b?q=1"), "%s", it->url.data);
  EXPECT(it->rule == rule && it->answered == MOYA_STUBBED_BY_RULE && it->user == &tenant);
  EXPECT(it->header_count == 6 && strcmp(it->headers[0].name, "Host") == 0, "%zu", it->header_count);
  EXPECT(has(it, "host", "api.invalid") && has(it, "ACCEPT", "*/*") && has(it, "Content-Length", "5"));
  EXPECT(has(it, "X-Other", NULL));
  it = moya_stubs_record_at(stubs, 1);
  EXPECT(it->rule == 0 && it->answered == MOYA_STUBBED_BY_SAMPLE && it->body.data == NULL && str_is(it->method, "GET"));
  it = moya_stubs_record_at(stubs, 2);
  EXPECT(it->rule == 0 && it->answered == MOYA_STUBBED_BY_NOTHING && str_has(it->url, "/lost"));
  EXPECT_STATUS(call(second), MOYA_OK);
  EXPECT_STATUS(call(second), MOYA_OK);
  EXPECT(moya_stubs_record_count(stubs) == 4 && moya_stubs_count(stubs, 0) == 6, "the record is full");
  EXPECT(!moya_stubs_record_at(stubs, 4) && !moya_stubs_record_at(stubs, (size_t)-1));
  moya_stubs_reset(stubs);
  EXPECT(moya_stubs_record_count(stubs) == 0);
  EXPECT_STATUS(call(second), MOYA_OK);
  EXPECT(moya_stubs_record_count(stubs) == 1, "a reset empties the record, which goes on");
  EXPECT_STATUS(moya_stubs_record(stubs, 0, NULL), MOYA_OK);
  EXPECT_STATUS(call(second), MOYA_OK);
  EXPECT(moya_stubs_record_count(stubs) == 0);

  EXPECT_STATUS(moya_stubs_record(stubs, 1000001, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_stubs_record(stubs, (size_t)-1, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_stubs_record(NULL, 1, NULL), MOYA_ERROR_NULL);
  EXPECT(moya_stubs_record_count(NULL) == 0 && !moya_stubs_record_at(NULL, 0));
  EXPECT(!moya_stub_request_header(NULL, "A") && !moya_stub_request_header(&(moya_stub_request){0}, "A"));
}

static int64_t read_some(void *user, void *buffer, size_t room) {
  int *left = user;
  (void)room;
  if (*left == 0) return 0;
  if (*left < 0) return ++*left == 0 ? MOYA_READ_LATER : 0;
  memcpy(buffer, "piece", 5);
  --*left;
  return 5;
}

static void streams(void) {
  EXPECT_STATUS(moya_stubs_record(stubs, 10, NULL), MOYA_OK);
  add(MOYA_STUB_RULE(.answers = &ok, .answer_count = 1));
  const struct {
    int left;
    uint64_t length;
    const char *body, *framing;
  } rows[] = {{2, 0, "piecepiece", "Transfer-Encoding"}, {2, 10, "piecepiece", "Content-Length"}, {-1, 0, "", "Transfer-Encoding"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int left = rows[i].left;
    moya_stream stream = MOYA_STREAM(.read = read_some, .user = &left, .len = rows[i].length);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    moya_target target = target_at("stream");
    target.method = "POST";
    target.task = &task;
    EXPECT_STATUS(call(target), MOYA_OK);
    const moya_stub_request *it = moya_stubs_record_at(stubs, i);
    EXPECT(it && str_is(it->body, rows[i].body) && moya_stub_request_header(it, rows[i].framing), "%zu", i);
  }
  moya_task file = MOYA_TASK(.kind = MOYA_TASK_FILE, .path = "/nowhere");
  moya_target missing = target_at("file");
  missing.method = "POST";
  missing.task = &file;
  EXPECT_STATUS(call(missing), MOYA_OK);
  const moya_stub_request *it = moya_stubs_record_at(stubs, 3);
  EXPECT(it->body.data == NULL && has(it, "Content-Length", NULL), "a file need not exist");
  moya_stubs_reset(stubs);
}

static void let_through(void) {
  EXPECT_STATUS(moya_stubs_record(stubs, 10, NULL), MOYA_OK);
  add(MOYA_STUB_RULE(.pass_through = 1));
  uint64_t stubbed = add(MOYA_STUB_RULE(.path = "/stubbed", .answers = &ok, .answer_count = 1));
  heard it = HEARD_INIT;
  int count = 0;
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs, .pump = pump, .proxy = "");
    moya_provider *made = NULL;
    EXPECT_STATUS(moya_provider_create(&options, &made, NULL), MOYA_OK);
    expect_good(made);
    moya_target target = target_of("/stubbed");
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(made, &target, NULL, &response, NULL), MOYA_OK);
    moya_response_release(response);
    target.path = "/ok";
    EXPECT_STATUS(moya_provider_send(made, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    while (pump == MOYA_PUMP_HOST && it.released == count) EXPECT_STATUS(moya_provider_process(made, -1, NULL), MOYA_OK);
    EXPECT(await_released(&it, ++count) && it.ok == count);
    moya_provider_destroy(made);
  }
  EXPECT(moya_stubs_record_count(stubs) == 6 && moya_stubs_count(stubs, stubbed) == 2);
  EXPECT(moya_stubs_record_at(stubs, 0)->answered == MOYA_STUBBED_BY_NETWORK);

  moya_stub_rule both = MOYA_STUB_RULE(.pass_through = 1, .answers = &ok, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_add(stubs, &both, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_stub_rule late = MOYA_STUB_RULE(.pass_through = 1, .delay_ms = 1);
  EXPECT_STATUS(moya_stubs_add(stubs, &late, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_stub_rule newer = MOYA_STUB_RULE(.pass_through = 1, .reserved = 1);
  EXPECT_STATUS(moya_stubs_add(stubs, &newer, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_stub_rule text = MOYA_STUB_RULE(.pass_through = 1, .json = "{");
  EXPECT_STATUS(moya_stubs_add(stubs, &text, NULL, NULL), MOYA_ERROR_ARGUMENT);
  moya_header unnamed = {NULL, "x"}, broken = {"X", "\xff"};
  moya_stub_rule nameless = MOYA_STUB_RULE(.pass_through = 1, .headers = &unnamed, .header_count = 1);
  EXPECT_STATUS(moya_stubs_add(stubs, &nameless, NULL, NULL), MOYA_ERROR_NULL);
  moya_stub_rule odd = MOYA_STUB_RULE(.pass_through = 1, .headers = &broken, .header_count = 1);
  EXPECT_STATUS(moya_stubs_add(stubs, &odd, NULL, NULL), MOYA_ERROR_UTF8);
  moya_stub_rule stride = MOYA_STUB_RULE(.pass_through = 1, .headers = &unnamed, .header_count = 1, .header_stride = 7);
  EXPECT_STATUS(moya_stubs_add(stubs, &stride, NULL, NULL), MOYA_ERROR_STRUCT_SIZE);
  moya_stubs_reset(stubs);
}

/* If no rule matches, the error names the nearest rule and the part that differs. The error shows no value of this
 * part. */
static void nearest(void) {
  moya_header secret = {"Authorization", "Bearer secret"};
  add(MOYA_STUB_RULE(.method = "DELETE", .path = "/v1/users", .answers = &ok, .answer_count = 1));
  add(MOYA_STUB_RULE(.path = "/v1/users", .headers = &secret, .header_count = 1, .answers = &ok, .answer_count = 1));
  add(MOYA_STUB_RULE(.method = "PUT", .url = "http://other", .answers = &ok, .answer_count = 1));
  moya_target target = target_at("users");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_NO_STUB);
  EXPECT(str_has(moya_error_message(error), "/v1/users: the nearest rule, ") && str_has(moya_error_message(error), "differs in headers"));
  EXPECT(!str_has(moya_error_message(error), "secret"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_stubs_reset(stubs);
}

static void through_a_backend(void *user, moya_request *request) {
  ++*(int *)user;
  EXPECT_STATUS(moya_request_answer(request, &ok, NULL), MOYA_OK);
  moya_request_release(request);
}

static void let_through_to_a_backend(void) {
  int count = 0;
  moya_backend backend = MOYA_BACKEND(.send = through_a_backend, .user = &count);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs, .backend = &backend);
  moya_provider *made = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &made, NULL), MOYA_OK);
  add(MOYA_STUB_RULE(.path = "/v1/through", .pass_through = 1));
  moya_response *response = NULL;
  moya_target target = target_at("through"), other = target_at("other");
  EXPECT_STATUS(moya_provider_call(made, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT_STATUS(moya_provider_call(made, &other, NULL, &response, NULL), MOYA_ERROR_NO_STUB);
  EXPECT(count == 1);
  moya_provider_destroy(made);
  moya_stubs_reset(stubs);
}

/* A child has the requests that were recorded before the fork. What it records itself does not appear in the parent. */
static void forked(void) {
  EXPECT_STATUS(moya_stubs_record(stubs, 10, NULL), MOYA_OK);
  add(MOYA_STUB_RULE(.answers = &ok, .answer_count = 1));
  EXPECT_STATUS(call(target_at("parent")), MOYA_OK);
  pid_t child = fork();
  if (child == 0) {
    bool is_right = call(target_at("child")) == MOYA_OK && moya_stubs_record_count(stubs) == 2 &&
                    str_has(moya_stubs_record_at(stubs, 1)->url, "/child");
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(is_right ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  EXPECT(moya_stubs_record_count(stubs) == 1);
  moya_stubs_reset(stubs);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  TEST("rules compare the order of equal names, all of a query, header fields and the encoded body", conditions);
  TEST("requests are recorded as a server would receive them, up to a bound, with what answered them", recorded);
  TEST("streams are read for the record, files need not exist", streams);
  TEST("a rule lets requests through to the network, and says nothing else", let_through);
  TEST("a rule lets requests through to the program's backend", let_through_to_a_backend);
  TEST("a request that no rule matches is told what keeps the nearest rule from matching", nearest);
  TEST("a forked child has the record of its parent", forked);
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
  server_stop(&faults);
  return verdict();
}
