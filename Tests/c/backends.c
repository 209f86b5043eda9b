/* What comes between a target and its response: the program's backends, endpoint and request closures, and
 * executors. */
#include "calls.h"

#include <stdatomic.h>

/* ── Backends ────────────────────────────────────────────────────────────────────────────────────────────────────── */

typedef struct desk {
  void (*serve)(struct desk *, moya_request *);
  _Atomic int sent, cancelled, released;
  _Atomic(moya_request *) pending;
  moya_provider *provider;
} desk;
static void serve(void *user, moya_request *request) {
  desk *it = user;
  it->sent++;
  it->serve(it, request);
}
static void give_up(void *user, moya_request *request) {
  EXPECT(moya_request_url(request).data != NULL);
  ((desk *)user)->cancelled++;
}
static void release(void *user) { ((desk *)user)->released++; }
/* The pump's thread may hold a call that has ended a little longer than its callback. */
static int released(desk *it) {
  for (int n = 0; n < 60000 && !it->released; n++) usleep(1000);
  return it->released;
}

static moya_provider *with(desk *it, moya_pump pump) {
  moya_backend backend = MOYA_BACKEND(.send = serve, .cancel = give_up, .user = it, .release_user = release);
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = pump, .backend = &backend), &it->provider, NULL),
                MOYA_OK);
  return it->provider;
}
static moya_status call(moya_provider *provider, const moya_target *target, moya_response **response, char *says) {
  moya_error *error = NULL;
  *response = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, response, &error);
  snprintf(says, 200, "%s", error ? moya_error_message(error).data : "");
  moya_error_release(error);
  return status;
}

static moya_sample hello = MOYA_SAMPLE_INIT;
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
static void keeps(desk *it, moya_request *request) { it->pending = request; }
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

static moya_target target(void) {
  static moya_task json = MOYA_TASK_INIT;
  json.kind = MOYA_TASK_JSON;
  json.data = "{}";
  json.data_len = 2;
  hello.body = "hello";
  hello.body_len = 5;
  return MOYA_TARGET(.name = "API.call", .base_url = "http://h/a?b=c", .method = "POST", .task = &json, .user = &hello);
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
  /* A machine may be too slow to ask the backend within so short a time. */
  for (asked.timeout_ms = 20; it.sent == 0 && asked.timeout_ms < 10000; asked.timeout_ms *= 2) {
    EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_ERROR_TIMEOUT_TOTAL);
  }
  EXPECT(it.cancelled == 1, "%d", it.cancelled);
  /* Too late: of no effect, and nothing is forwarded any more. */
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
static moya_response *recorded;
static void record(void *user, moya_status status, moya_response *response, moya_error *error) {
  (void)error;
  EXPECT_STATUS(status, MOYA_OK);
  recorded = moya_response_retain(response);
  EXPECT_STATUS(moya_request_respond(user, response), MOYA_OK);
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

/* A provider with rules asks nothing else: a test that adds them need not take the program's cache away. */
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

/* ── Closures ────────────────────────────────────────────────────────────────────────────────────────────────────── */

static moya_status endpoint(void *user, moya_target *endpoint) {
  (void)user;
  if (strcmp(endpoint->path ? endpoint->path : "", "/refused") == 0) return MOYA_ERROR_ARGUMENT;
  endpoint->stub = MOYA_STUB_IMMEDIATE;
  endpoint->sample = &hello;
  endpoint->path = "/changed";
  return MOYA_OK;
}
static int asks; /* 1: goes on, 2: fails, 3: forgets */
static _Atomic(moya_request *) asked_for;
static void make(void *user, moya_request *request) {
  (void)user;
  EXPECT_STATUS(moya_request_answer(request, &hello, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_request_forward(request, record, NULL, NULL, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_request_set_header(request, "X-Asked", "1"), MOYA_OK);
  if (asks == 0) {
    asked_for = request;
    return;
  }
  if (asks == 1) EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
  if (asks == 2) EXPECT_STATUS(moya_request_fail(request, MOYA_ERROR_NETWORK, "no request"), MOYA_OK);
  moya_request_release(request);
}
static void *go_on_later(void *unused) {
  (void)unused;
  moya_request *request = NULL;
  for (int n = 0; n < 60000 && !(request = atomic_exchange(&asked_for, NULL)); n++) usleep(1000);
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(request);
  return NULL;
}
static void closures(void) {
  desk it = {0};
  moya_closures both = MOYA_CLOSURES(.endpoint = endpoint, .user = &it, .release_user = release);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.closures = &both), &provider, NULL), MOYA_OK);
  moya_target asked = MOYA_TARGET(.name = "API.call", .base_url = "http://h", .path = "/a");
  moya_response *response;
  char says[200];
  EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), "http://h/changed"), "%s", moya_response_url(response).data);
  moya_response_release(response);
  asked.path = "/refused";
  EXPECT_STATUS(call(provider, &asked, &response, says), MOYA_ERROR_ARGUMENT);
  moya_provider_destroy(provider);
  EXPECT(released(&it) == 1);
}
static void requests(void) {
  static const struct {
    int asks;
    moya_status status;
    const char *says;
  } rows[] = {{1, MOYA_OK, ""}, {0, MOYA_OK, ""}, {2, MOYA_ERROR_NETWORK, "no request"},
              {3, MOYA_ERROR_OTHER, "without an answer"}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_closures own = MOYA_CLOSURES(.request = make);
    moya_provider *provider = NULL;
    EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.closures = &own), &provider, NULL), MOYA_OK);
    asks = rows[row].asks;
    /* Over the network, and a stub, which then takes time as well. */
    for (int stub = 0; stub < 2; stub++) {
      moya_target asked = target_of("/echo");
      moya_sample sample = MOYA_SAMPLE(.body = "X-Asked", .body_len = 7);
      if (stub) asked.stub = MOYA_STUB_IMMEDIATE, asked.sample = &sample;
      pthread_t helper;
      if (asks == 0) pthread_create(&helper, NULL, go_on_later, NULL);
      moya_response *response;
      char says[200];
      EXPECT_STATUS(call(provider, &asked, &response, says), rows[row].status);
      EXPECT(strstr(says, rows[row].says), "row %zu: %s", row, says);
      EXPECT(!response || str_has(moya_response_body(response), "X-Asked"), "row %zu", row);
      moya_response_release(response);
      if (asks == 0) pthread_join(helper, NULL);
    }
    moya_provider_destroy(provider);
  }
}

/* ── Executors ───────────────────────────────────────────────────────────────────────────────────────────────────── */

static struct {
  pthread_mutex_t lock;
  moya_job_fn run[16];
  void *job[16];
  int count;
} jobs = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void enqueue(void *user, moya_job_fn run, void *job) {
  (void)user;
  pthread_mutex_lock(&jobs.lock);
  jobs.run[jobs.count] = run;
  jobs.job[jobs.count++] = job;
  pthread_mutex_unlock(&jobs.lock);
}
static void run_jobs(void) {
  for (int n = 0; n < jobs.count; n++) jobs.run[n](jobs.job[n]);
  jobs.count = 0;
}
static pthread_t ran_on;
static void where(void *user, moya_status status, moya_response *response, moya_error *error) {
  ran_on = pthread_self();
  hear(user, status, response, error);
}
static void executors(void) {
  static const moya_executor_kind kinds[] = {MOYA_EXECUTOR_LOOP, MOYA_EXECUTOR_QUEUE, MOYA_EXECUTOR_OWN};
  for (size_t row = 0; row < 3; row++) {
    desk it = {0};
    moya_executor executor = MOYA_EXECUTOR(
        .kind = kinds[row], .enqueue = row == 2 ? enqueue : NULL, .user = &it, .release_user = release);
    moya_provider *provider = NULL;
    EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.executor = &executor), &provider, NULL), MOYA_OK);
    heard end = HEARD_INIT;
    moya_target asked = MOYA_TARGET(.name = "API.call", .base_url = "http://h", .sample = &hello,
                                    .stub = MOYA_STUB_IMMEDIATE);
    EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = where, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    if (row == 2) {
      EXPECT(end.calls == 0 && jobs.count == 1, "%d %d", end.calls, jobs.count);
      run_jobs();
    }
    EXPECT(await_released(&end, 1) && end.ok == 1);
    EXPECT(!!pthread_equal(ran_on, pthread_self()) == (row != 1), "row %zu", row);
    asked.stub = MOYA_STUB_DELAYED;
    asked.stub_delay_ms = 60000;
    EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = where, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    moya_provider_destroy(provider); /* does not wait for jobs, which come later */
    if (row == 2) run_jobs();
    EXPECT(end.cancelled == 1 && end.released == 2, "row %zu: %d %d", row, end.cancelled, end.released);
      EXPECT(released(&it) == 1, "row %zu: %d", row, it.released);
  }
}

static moya_status keep_target(void *user, moya_target *endpoint) {
  (void)user;
  endpoint->path = "x";
  return MOYA_OK;
}
static void answer_in_child(desk *it, moya_request *request) {
  (void)it;
  EXPECT(moya_request_header(request, "X-Asked").data != NULL && strstr(moya_request_url(request).data, "/a/x"));
  EXPECT_STATUS(moya_request_answer(request, &hello, NULL), MOYA_OK);
  moya_request_release(request);
}

/* ── A fork with all of them in use ──────────────────────────────────────────────────────────────────────────────── */

static void own_executor_of_a_child(moya_provider *provider, const moya_target *asked) {
  moya_response *response;
  char says[200];
  EXPECT_STATUS(call(provider, asked, &response, says), MOYA_OK);
  EXPECT(str_is(moya_response_body(response), "hello"), "%s", says);
  moya_response_release(response);
  heard end = HEARD_INIT;
  jobs.count = 0; /* those that wait are the parent's */
  EXPECT_STATUS(moya_provider_send(provider, asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  for (int turns = 0; turns < 60 && end.calls == 0; turns++) {
    run_jobs();
    if (end.calls == 0) EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
  }
  run_jobs();
  EXPECT(end.ok == 1, "%d calls, %d released", end.calls, end.released);
}

static void forked(void) {
  desk it = {.serve = keeps};
  moya_backend backend = MOYA_BACKEND(.send = serve, .cancel = give_up, .user = &it);
  moya_closures own = MOYA_CLOSURES(.endpoint = keep_target, .request = make, .user = &it);
  moya_executor executor = MOYA_EXECUTOR(.kind = MOYA_EXECUTOR_OWN, .enqueue = enqueue);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST, .backend = &backend,
                                                            .closures = &own, .executor = &executor),
                                     &provider, NULL),
                MOYA_OK);
  moya_target asked = target();
  heard end = HEARD_INIT;
  /* One call waits for its request, one for its backend's answer. */
  asks = 0;
  EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  asks = 1;
  EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  for (int turns = 0; turns < 60 && !it.pending; turns++) {
    EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
  }
  EXPECT(it.pending && asked_for && end.calls == 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    alarm(60);
    check_failures = 0;
    it.serve = answer_in_child;
    own_executor_of_a_child(provider, &asked);
    fflush(stdout);
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(pid, &status, 0) == pid && status == 0, "the child ended with %x", status);
  /* The parent's calls go on. */
  moya_request *waiting = it.pending, *unmade = asked_for;
  EXPECT_STATUS(moya_request_answer(waiting, &hello, NULL), MOYA_OK);
  moya_request_release(waiting);
  it.serve = answer_in_child;
  EXPECT_STATUS(moya_request_forward(unmade, NULL, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(unmade);
  for (int turns = 0; turns < 60 && end.calls < 2; turns++) {
    run_jobs();
    if (end.calls < 2) EXPECT_STATUS(moya_provider_process(provider, 1000, NULL), MOYA_OK);
  }
  EXPECT(end.ok == 2, "%d calls", end.calls);
  run_jobs();
  moya_provider_destroy(provider);
  run_jobs();
}

/* ── What is refused ─────────────────────────────────────────────────────────────────────────────────────────────── */

static void refused(void) {
  desk it = {0};
  moya_backend silent = MOYA_BACKEND(.user = &it, .release_user = release), odd = MOYA_BACKEND(
                   .reserved = 1, .send = serve, .user = &it, .release_user = release);
  moya_backend good = MOYA_BACKEND(.send = serve, .user = &it, .release_user = release), small = good;
  small.size = 8;
  moya_closures strange = MOYA_CLOSURES(.reserved = 1, .user = &it, .release_user = release);
  moya_executor none = MOYA_EXECUTOR(.kind = 3, .user = &it, .release_user = release), lacks = none, much = none;
  lacks.kind = MOYA_EXECUTOR_OWN;
  much.kind = MOYA_EXECUTOR_QUEUE;
  much.enqueue = enqueue;
  const struct {
    moya_provider_options options;
    moya_status status;
    int released;
    const char *says;
  } rows[] = {
      {MOYA_PROVIDER_OPTIONS(.backend = &silent), MOYA_ERROR_NULL, 1, "moya_backend.send"},
      {MOYA_PROVIDER_OPTIONS(.backend = &odd), MOYA_ERROR_ARGUMENT, 1, "moya_backend.reserved"},
      {MOYA_PROVIDER_OPTIONS(.backend = &small), MOYA_ERROR_STRUCT_SIZE, 0, "moya_backend.size"},
      {MOYA_PROVIDER_OPTIONS(.backend = &good, .base_url = "h"), MOYA_ERROR_ARGUMENT, 1, "base_url"},
      {MOYA_PROVIDER_OPTIONS(.closures = &strange), MOYA_ERROR_ARGUMENT, 1, "moya_closures.reserved"},
      {MOYA_PROVIDER_OPTIONS(.closures = &strange, .backend = &good), MOYA_ERROR_ARGUMENT, 2, "moya_closures.reserved"},
      {MOYA_PROVIDER_OPTIONS(.executor = &none), MOYA_ERROR_ARGUMENT, 1, "moya_executor.kind is 3"},
      {MOYA_PROVIDER_OPTIONS(.executor = &lacks), MOYA_ERROR_NULL, 1, "moya_executor.enqueue"},
      {MOYA_PROVIDER_OPTIONS(.executor = &much), MOYA_ERROR_ARGUMENT, 1, "moya_executor.enqueue"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    it.released = 0;
    moya_provider *provider = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_create(&rows[row].options, &provider, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
    EXPECT(it.released == rows[row].released, "row %zu: %d", row, it.released);
    moya_error_release(error);
  }
  EXPECT(moya_request_url(NULL).data == NULL && moya_request_header_count(NULL) == 0);
  EXPECT_STATUS(moya_request_answer(NULL, &hello, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_request_forward(NULL, NULL, NULL, NULL, NULL), MOYA_ERROR_NULL);
  moya_request_release(NULL);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a forked child uses a backend", child);
  TEST("a backend answers, fails, or is told to have forgotten its request", ends);
  TEST("it may answer later, from any thread", later);
  TEST("a call that its backend never answers ends with its time, its cancel or its provider", unanswered);
  TEST("what is forwarded, changed or not, is answered by the network, and can be answered again from a cache", forwarded);
  TEST("where there are stub rules, these answer, and the backend is not asked", beside_rules);
  TEST("a backend may destroy its provider", destroyed_within);
  TEST("an endpoint closure changes targets, and stubs them", closures);
  TEST("a request closure makes requests, now or later, or fails them", requests);
  TEST("callbacks run on the loop, on a queue, or where the program runs them", executors);
  TEST("a fork with closures, a backend and an executor in use leaves both processes theirs", forked);
  TEST("what cannot be a backend, closures or an executor is refused, and released exactly once", refused);
  server_stop(&faults);
  return verdict();
}
