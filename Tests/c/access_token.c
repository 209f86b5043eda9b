/* This program tests the plugin moya.access-token: where its token comes from, and which calls wait for a new one. */
#include "builtins.h"

/* A plugin that runs last and acts as the server. If the token is `good_token`, it responds with 200 and the field
 * Authorization as the body. Otherwise the call gets its stub, which responds with 401. */
static moya_status judge(void *instance, moya_context *context) {
  (void)instance;
  moya_str token = host->request_header(context, "Authorization");
  char wanted[64];
  snprintf(wanted, sizeof wanted, "Bearer %s", good_token);
  if (!token.data || strcmp(token.data, wanted) != 0) return MOYA_HOOK_OK; /* then the stub responds with 401 */
  host->response_set_status(context, 200);
  host->response_set_body(context, token.data, token.len);
  return MOYA_HOOK_ANSWERED;
}
static const moya_plugin judging = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.judge", .version = "1.0.0", .create = create, .prepare = judge};

static moya_provider *with_refresh(moya_pump pump, source *it, const char *config) {
  moya_provider *provider = made(pump, NULL);
  add(provider, "moya.access-token", config, &MOYA_BUILTIN(.refresh = refresh, .user = it, .release_user = released));
  EXPECT_STATUS(moya_provider_add_plugin(provider, &judging, NULL, NULL), MOYA_OK);
  return provider;
}

static void token_at_once(void) {
  static const struct {
    const char *config;
    int asked;
  } rows[] = {{NULL, 1}, {"{\"token\": \"old\"}", 1}, {"{\"token\": \"new\"}", 0}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    source it = {.at_once = 1};
    moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, rows[row].config);
    moya_target target = guarded();
    for (int n = 0; n < 2; n++) {
      moya_response *response = call(provider, &target);
      EXPECT(str_is(moya_response_body(response), "Bearer new"), "row %zu: %s", row, moya_response_body(response).data);
      moya_response_release(response);
    }
    EXPECT(it.asked == rows[row].asked, "row %zu: %d", row, it.asked);
    moya_provider_destroy(provider);
    EXPECT(it.released == 1);
  }
}

/* Waits until the library asks for a token, and then gives the token on this thread. */
static void *answer_later(void *user) {
  source *it = user;
  moya_refresh *handle = NULL;
  for (int n = 0; n < 60000 && !(handle = atomic_exchange(&it->pending, NULL)); n++) usleep(1000);
  EXPECT(handle != NULL);
  EXPECT_STATUS(moya_refresh_answer(handle, good_token), MOYA_OK);
  moya_refresh_release(handle);
  return NULL;
}

static void single_flight(void) {
  enum { CALLS = 20 };
  source it = {.at_once = 0};
  moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, "{\"token\": \"old\"}");
  moya_target target = guarded();
  heard all = HEARD_INIT;
  pthread_t helper;
  for (int n = 0; n < CALLS; n++)
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  pthread_create(&helper, NULL, answer_later, &it);
  EXPECT(await_released(&all, CALLS), "%d of %d", all.released, CALLS);
  pthread_join(helper, NULL);
  EXPECT(all.ok == CALLS && it.asked == 1, "%d ok, asked %d times", all.ok, it.asked);
  moya_provider_destroy(provider);
}

static void *blocked(void *provider) {
  moya_target target = guarded();
  moya_response_release(call(provider, &target));
  return NULL;
}
static void blocking_callers(void) {
  static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};
  for (size_t row = 0; row < 2; row++) {
    source it = {.at_once = 0};
    moya_provider *provider = with_refresh(pumps[row], &it, NULL);
    pthread_t callers[4], helper;
    for (int n = 0; n < 4; n++) pthread_create(&callers[n], NULL, blocked, provider);
    pthread_create(&helper, NULL, answer_later, &it);
    for (int n = 0; n < 4; n++) pthread_join(callers[n], NULL);
    pthread_join(helper, NULL);
    EXPECT(it.asked == 1, "%d", it.asked);
    moya_provider_destroy(provider);
  }
}

static void failed_refresh(void) {
  static const struct {
    int at_once;
    moya_status status;
    const char *says;
  } rows[] = {{2, MOYA_ERROR_NETWORK, "no way\xEF\xBF\xBD\xEF\xBF\xBDto the server\xEF\xBF\xBD"}, {3, MOYA_ERROR_PLUGIN_HOOK, "without an answer"}};
  for (size_t row = 0; row < 2; row++) {
    source it = {.at_once = rows[row].at_once};
    moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, NULL);
    moya_target target = guarded();
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].says), "%s", moya_error_message(error).data);
    moya_error_release(error);
    it.at_once = 1; /* the next call asks again */
    moya_response_release(call(provider, &target));
    EXPECT(it.asked == 2, "%d", it.asked);
    moya_provider_destroy(provider);
  }
}

/* If a refresh gets no answer, the call ends at its total timeout or at the end of its provider. */
static void unanswered(void) {
  source it = {.at_once = 0};
  moya_provider *provider = with_refresh(MOYA_PUMP_DISPATCH, &it, NULL);
  moya_target target = guarded();
  moya_response *response = NULL;
  /* On a slow machine, the call may time out before the library asks for a token. Then the timeout is doubled. */
  for (target.timeout_ms = 20; it.asked == 0 && target.timeout_ms < 10000; target.timeout_ms *= 2) {
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
  }
  target.timeout_ms = 0;
  heard all = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  moya_provider_destroy(provider);
  EXPECT(all.cancelled == 1 && all.released == 1, "%d %d", all.cancelled, all.released);
  /* This token comes too late and has no effect. */
  EXPECT_STATUS(moya_refresh_answer(it.pending, "new"), MOYA_OK);
  moya_refresh_release(it.pending);
  EXPECT(it.released == 1, "%d", it.released);
}

static void refresh_target(void) {
  static const struct {
    moya_pump pump;
    const char *body, *config;
    int32_t http_status;
    moya_status status;
  } rows[] = {
      {MOYA_PUMP_DISPATCH, "{\"access_token\": \"new\"}", NULL, 200, MOYA_OK},
      {MOYA_PUMP_HOST, "{\"data\": {\"t\": \"new\"}}", "{\"key_path\": \"data.t\"}", 200, MOYA_OK},
      {MOYA_PUMP_DISPATCH, "{\"access_token\": 7}", NULL, 200, MOYA_ERROR_PLUGIN_HOOK},
      {MOYA_PUMP_DISPATCH, "{\"access_token\": \"new\"}", NULL, 403, MOYA_ERROR_PLUGIN_HOOK},
      {MOYA_PUMP_DISPATCH, "", NULL, 200, MOYA_ERROR_PLUGIN_HOOK},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_sample sample = MOYA_SAMPLE(
        .http_status = rows[row].http_status, .body = rows[row].body, .body_len = strlen(rows[row].body));
    moya_target renew = MOYA_TARGET(.base_url = "http://h", .sample = &sample, .stub = MOYA_STUB_DELAYED);
    moya_provider *provider = made(rows[row].pump, NULL);
    add(provider, "moya.access-token", rows[row].config, &MOYA_BUILTIN(.refresh_target = &renew));
    EXPECT_STATUS(moya_provider_add_plugin(provider, &judging, NULL, NULL), MOYA_OK);
    moya_target target = guarded();
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    EXPECT(status == rows[row].status, "row %zu: %s", row, error ? moya_error_message(error).data : "ok");
    moya_response_release(response);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
}

/* `refresh_target` has a stream. The library releases the stream, and the `user` of the functions, even if it refuses
 * the plugin. */
static int64_t read_nothing(void *user, void *buffer, size_t len) { return (void)user, (void)buffer, (void)len, 0; }
static void given_back(void) {
  static const struct {
    const char *id, *config;
    uint32_t reserved;
    bool has_no_provider, has_refresh;
    moya_status status;
  } rows[] = {
      {"moya.access-token", "{\"token\": \"a\"}", 0, false, false, MOYA_OK},
      {"moya.access-token", "{\"token\": \"a\"}", 0, false, true, MOYA_ERROR_ARGUMENT},
      {"moya.access-token", "{\"tokens\": \"a\"}", 0, false, false, MOYA_ERROR_ARGUMENT},
      {"moya.access-token", NULL, 1, false, false, MOYA_ERROR_ARGUMENT},
      {"moya.access-token", NULL, 0, true, false, MOYA_ERROR_NULL},
      {"moya.logger", NULL, 0, false, false, MOYA_OK},
      {"moya.nothing", NULL, 0, false, false, MOYA_ERROR_ARGUMENT},
      {NULL, NULL, 0, false, false, MOYA_ERROR_NULL},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    source it = {0}, of_stream = {0};
    moya_stream stream = MOYA_STREAM(.read = read_nothing, .user = &of_stream, .release_user = released);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
    moya_target target = MOYA_TARGET(.base_url = "http://h", .method = "POST", .task = &task);
    moya_builtin functions = MOYA_BUILTIN(.refresh_target = &target, .user = &it, .release_user = released);
    functions.reserved = rows[row].reserved;
    functions.refresh = rows[row].has_refresh ? refresh : NULL;
    moya_provider *provider = made(MOYA_PUMP_DISPATCH, NULL);
    moya_provider *given = rows[row].has_no_provider ? NULL : provider;
    moya_status status = moya_provider_add_builtin(given, rows[row].id, rows[row].config, &functions, NULL);
    EXPECT(status == rows[row].status, "row %zu: %s", row, moya_status_name(status));
    moya_provider_destroy(provider);
    EXPECT(it.released == 1 && of_stream.released == 1, "row %zu: %d %d", row, it.released, of_stream.released);
  }
}

/* The parent waits for a token when it forks. In the child, moya_refresh_run returns MOYA_ERROR_FORKED for this
 * refresh, and the next call asks for a token again. */
static void count_work(void *user) { ++*(int *)user; }
static void child(void) {
  source it = {.at_once = 0};
  moya_provider *provider = with_refresh(MOYA_PUMP_HOST, &it, NULL);
  moya_target target = guarded();
  heard all = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(it.asked == 1);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    int worked = 0;
    bool is_refused = moya_refresh_run(it.pending, count_work, &worked) == MOYA_ERROR_FORKED && worked == 0;
    it.at_once = 1;
    moya_response *response = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
    execlp(is_refused && status == MOYA_OK && it.asked == 2 ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%d", status);
  moya_refresh_release(it.pending);
  moya_provider_destroy(provider);
  EXPECT(all.released == 1);
}

int main(void) {
  TEST("a forked child asks for a token of its own", child);
  TEST("a token that is refused is renewed, and the call sent again with the new one", token_at_once);
  TEST("one refresh serves all calls that wait for it, though it is answered later by another thread", single_flight);
  TEST("so it does for blocking callers, whatever the pump", blocking_callers);
  TEST("a refresh that fails, or is released without an answer, fails the calls, and the next asks again", failed_refresh);
  TEST("what waits for a token ends with its time or its provider", unanswered);
  TEST("a target may bring the token", refresh_target);
  TEST("what a target for a token was given comes back, whatever becomes of the plugin", given_back);
  return verdict();
}
