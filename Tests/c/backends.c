/* This program tests backends that a program provides: how they answer requests, and how they forward requests to the
 * network. */
#include "backends.h"

/* ── Backends ────────────────────────────────────────────────────────────────────────────────────────────────────── */

static moya_provider *with(desk *it, moya_pump pump) {
  moya_backend backend = MOYA_BACKEND(.send = serve, .cancel = give_up, .user = it, .release_user = release);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = pump, .backend = &backend), &it->provider, NULL),
                MOYA_OK);
  return it->provider;
}

static void answer(desk *it, moya_request *request) {
  (void)it;
  EXPECT(str_is(moya_request_method(request), "POST"));
  EXPECT(strcmp(moya_request_url(request).data, "http://h/a?b=c") == 0);
  EXPECT(strcmp(moya_request_target(request).data, "API.call") == 0);
  EXPECT(str_is(moya_request_body(request), "{}"));
  EXPECT(strcmp(moya_request_header(request, "content-type").data, "application/json") == 0);
  EXPECT(moya_request_header(request, "None").data == NULL && moya_request_header(request, "None").len == 0);
  moya_str name = {"", 0}, value = {"", 0};
  EXPECT(moya_request_header_count(request) == 1);
  EXPECT_STATUS(moya_request_header_at(request, 1, &name, &value), MOYA_ERROR_ARGUMENT);
  EXPECT(!name.data && !value.data);
  EXPECT_STATUS(moya_request_header_at(request, 0, &name, &value), MOYA_OK);
  EXPECT(str_is(name, "Content-Type") && str_is(value, "application/json"));
  EXPECT_STATUS(moya_request_header_at(request, 0, NULL, NULL), MOYA_OK);
  EXPECT(moya_request_user(request) == &hello);
  EXPECT_STATUS(moya_request_answer(request, &hello, NULL), MOYA_OK);
  EXPECT_STATUS(moya_request_answer(request, &hello, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_NETWORK, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_ERROR_STATE);
  moya_request_release(request);
}
static void fails(desk *it, moya_request *request) {
  (void)it;
  EXPECT_STATUS(moya_request_fail(request, MOYA_OK, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_NULL, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_NETWORK, "the desk\nis closed"), MOYA_OK);
  moya_request_release(request);
}
static void forgets(desk *it, moya_request *request) {
  (void)it;
  moya_request_release(request);
}
static void names_its_target(desk *it, moya_request *request) {
  (void)it;
  EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_NETWORK, "API.call: the desk is closed"), MOYA_OK);
  moya_request_release(request);
}
static void *answer_later(void *user) {
  desk *it = user;
  moya_request *request = NULL;
  for (int n = 0; n < 60000 && !(request = atomic_exchange(&it->pending, NULL)); n++) usleep(1000);
  EXPECT_STATUS(moya_request_answer(request, &hello, NULL), MOYA_OK);
  moya_request_release(request);
  return NULL;
}

static void ends(void) {
  static const struct {
    void (*serve)(desk *, moya_request *);
    moya_status status;
    const char *says;
  } rows[] = {{answer, MOYA_OK, ""},
              {fails, MOYA_ERROR_NETWORK, "API.call: the desk\xEF\xBF\xBDis closed"},
              {names_its_target, MOYA_ERROR_NETWORK, "API.call: the desk is closed"},
              {forgets, MOYA_ERROR_OTHER, "released the request without an answer"}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    desk it = {.serve = rows[row].serve};
    moya_provider *provider = with(&it, MOYA_PUMP_DISPATCH);
    moya_target asked = target();
    moya_response *response;
    char says[200];
    EXPECT_STATUS(call(provider, &asked, &response, says), rows[row].status);
    EXPECT(strstr(says, rows[row].says) && !strstr(says, "API.call: API.call"), "row %zu: %s", row, says);
    EXPECT(!response || str_is(moya_response_body(response), "hello"));
    moya_response_release(response);
    heard end = HEARD_INIT;
    EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    EXPECT(await_released(&end, 1) && end.last == rows[row].status, "row %zu: %d", row, end.last);
    moya_provider_destroy(provider);
    EXPECT(released(&it) == 1 && it.sent == 2 && it.cancelled == 0, "%d %d", it.sent, it.released);
  }
}

static void later(void) {
  static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};
  for (size_t row = 0; row < 2; row++) {
    desk it = {.serve = keeps};
    moya_provider *provider = with(&it, pumps[row]);
    moya_target asked = target();
    moya_response *response;
    char says[200];
    pthread_t helper;
    pthread_create(&helper, NULL, answer_later, &it);
    EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_OK);
    pthread_join(helper, NULL);
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
}

static void unanswered(void) {
  desk it = {.serve = keeps};
  moya_provider *provider = with(&it, MOYA_PUMP_DISPATCH);
  moya_target asked = target();
  moya_response *response;
  char says[200];
  /* On a slow machine, the call may time out before the library asks the backend. Then the timeout is doubled. */
  for (asked.timeout_ms = 20; it.sent == 0 && asked.timeout_ms < 10000; asked.timeout_ms *= 2) {
    EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_ERROR_TIMEOUT_TOTAL);
  }
  EXPECT(it.cancelled == 1, "%d", it.cancelled);
  /* The call has ended, so moya_request_forward fails, and an answer has no effect. */
  moya_error *error = NULL;
  EXPECT_STATUS(moya_request_forward(it.pending, NULL, NULL, NULL, &error), MOYA_ERROR_STATE);
  EXPECT(str_has(moya_error_message(error), "its call has ended"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_request_answer(it.pending, &hello, NULL), MOYA_OK);
  EXPECT_STATUS(moya_request_answer(it.pending, &hello, &error), MOYA_ERROR_STATE);
  EXPECT(!str_has(moya_error_message(error), "its call has ended"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_request_release(it.pending);
  asked.timeout_ms = 0;
  heard end = HEARD_INIT;
  moya_call *handle = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, &handle, NULL), MOYA_OK);
  moya_call_cancel(handle);
  moya_call_release(handle);
  EXPECT(await_released(&end, 1) && end.cancelled == 1);
  moya_request_release(it.pending);
  EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  moya_provider_destroy(provider);
  EXPECT(end.cancelled == 2 && end.released == 2 && it.cancelled == 3, "%d %d", end.cancelled, it.cancelled);
  moya_request_release(it.pending);
  EXPECT(released(&it) == 1, "%d", it.released);
}

/* ── Forwarding: to the fault server ─────────────────────────────────────────────────────────────────────────────── */

static void forward(desk *it, moya_request *request) {
  (void)it;
  EXPECT_STATUS(moya_request_set_header(request, "X-Desk", "1"), MOYA_OK);
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(request);
}
static void release_exchange(void *request) { moya_request_release(request); }
static void cache(desk *it, moya_request *request) {
  (void)it;
  if (recorded) {
    EXPECT_STATUS(moya_request_respond(request, recorded), MOYA_OK);
    EXPECT_STATUS(moya_request_respond(request, recorded), MOYA_ERROR_STATE);
    moya_request_release(request);
    return;
  }
  EXPECT_STATUS(moya_request_set_url(request, "nothing"), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(moya_request_set_method(request, "a b"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(moya_request_set_header(request, "A", "1\r\nB: 2"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(moya_request_set_header(request, "X-Desk", "1"), MOYA_OK);
  EXPECT_STATUS(moya_request_set_method(request, "POST"), MOYA_OK);
  EXPECT_STATUS(moya_request_set_body(request, "body", 4), MOYA_OK);
  EXPECT(strcmp(moya_request_body(request).data, "body") == 0);
  EXPECT_STATUS(moya_request_forward(request, record, request, release_exchange, NULL), MOYA_OK);
}
static void forwarded(void) {
  static const struct {
    void (*serve)(desk *, moya_request *);
    moya_pump pump;
  } rows[] = {{forward, MOYA_PUMP_DISPATCH}, {cache, MOYA_PUMP_DISPATCH}, {cache, MOYA_PUMP_HOST}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    desk it = {.serve = rows[row].serve};
    moya_provider *provider = with(&it, rows[row].pump);
    moya_target asked = target_of("/echo");
    for (int n = 0; n < 2; n++) {
      moya_response *response;
      char says[200];
      EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_OK);
      EXPECT(str_has(moya_response_body(response), "X-Desk"), "row %zu: %s%s", row, says, moya_response_body(response).data);
      moya_response_release(response);
    }
    moya_provider_destroy(provider);
    moya_response_release(recorded);
    recorded = NULL;
    EXPECT(released(&it) == 1, "row %zu: %d", row, it.released);
  }
}

static _Atomic int brought;
static void note(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)error;
  EXPECT_STATUS(status, *(moya_status *)user);
  EXPECT((response != NULL) == (status == MOYA_OK));
  brought++;
}
static moya_status network;
static void forgets_forwarded(desk *it, moya_request *request) {
  (void)it;
  EXPECT_STATUS(moya_request_forward(request, note, &network, NULL, NULL), MOYA_OK);
  moya_request_release(request);
}
/* The backend releases a request while the network has it. When the callback of the forward has run, the call fails. */
static void forgotten_on_the_way(void) {
  static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};
  for (size_t row = 0; row < 4; row++) {
    desk it = {.serve = forgets_forwarded};
    moya_provider *provider = with(&it, pumps[row % 2]);
    moya_target asked = target_of("/ok");
    if (row >= 2) asked.base_url = "http://127.0.0.1:1";
    network = row >= 2 ? MOYA_ERROR_CONNECT : MOYA_OK;
    asked.timeout_ms = 20000;
    brought = 0;
    moya_response *response;
    char says[200];
    EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_ERROR_OTHER);
    EXPECT(strstr(says, "released the request without an answer") && brought == 1, "row %zu: %s", row, says);
    moya_provider_destroy(provider);
    EXPECT(released(&it) == 1, "row %zu: %d", row, it.released);
  }
}

static void destroy_in_send(desk *it, moya_request *request) {
  moya_response *response;
  moya_target asked = target();
  EXPECT_STATUS(moya_provider_call(it->provider, &asked, NULL, &response, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(it->provider);
  answer(it, request);
}
static void destroyed_within(void) {
  desk it = {.serve = destroy_in_send};
  moya_provider *provider = with(&it, MOYA_PUMP_DISPATCH);
  heard end = HEARD_INIT;
  moya_target asked = target();
  EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&end, 1));
  EXPECT(released(&it) == 1);
}

static void child(void) {
  desk it = {.serve = answer};
  moya_provider *provider = with(&it, MOYA_PUMP_HOST);
  moya_target asked = target();
  moya_response *response;
  char says[200];
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    moya_status status = call(provider, &asked, &response, says);
    execlp(status == MOYA_OK ? "true" : "false", "child", NULL);
    _exit(1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%d", status);
  moya_provider_destroy(provider);
}

/* A provider with stub rules does not ask its backend. So a test can use rules although the program has a backend. */
static void beside_rules(void) {
  moya_stubs *stubs = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_stub_rule rule = MOYA_STUB_RULE(.path = "/known", .answers = &hello, .answer_count = 1);
  moya_target asked = target(), known = asked, own = asked;
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  known.path = own.path = "known";
  known.base_url = own.base_url = "http://h";
  own.path = "own";
  own.sample = &hello;
  desk it = {.serve = answer};
  moya_backend backend = MOYA_BACKEND(.send = serve, .cancel = give_up, .user = &it, .release_user = release);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.backend = &backend, .stubs = stubs), &provider, NULL),
                MOYA_OK);
  const struct {
    const moya_target *target;
    moya_status status;
  } rows[] = {{&known, MOYA_OK}, {&own, MOYA_OK}, {&asked, MOYA_ERROR_NO_STUB}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_response *response;
    char says[200];
    EXPECT_STATUS(call(provider, rows[row].target, &response, says), rows[row].status);
    EXPECT(!response || str_is(moya_response_body(response), "hello"), "row %zu: %s", row, says);
    moya_response_release(response);
    heard end = HEARD_INIT;
    EXPECT_STATUS(moya_provider_send(provider, rows[row].target, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    EXPECT(await_released(&end, 1) && end.last == rows[row].status, "row %zu: %d", row, end.last);
  }
  EXPECT(moya_stubs_count(stubs, 0) == 6);
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
  EXPECT(released(&it) == 1 && it.sent == 0, "%d", it.sent);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a forked child uses a backend", child);
  TEST("a backend answers, fails, or is told to have forgotten its request", ends);
  TEST("it may answer later, from any thread", later);
  TEST("a call that its backend never answers ends with its time, its cancel or its provider", unanswered);
  TEST("what is forwarded, changed or not, is answered by the network, and can be answered again from a cache", forwarded);
  TEST("a request that is released while it is forwarded fails when its callback has run", forgotten_on_the_way);
  TEST("where there are stub rules, these answer, and the backend is not asked", beside_rules);
  TEST("a backend may destroy its provider", destroyed_within);
  server_stop(&faults);
  return verdict();
}
