/* This program tests the closures that change targets and requests, and the executors that run callbacks. It covers a
 * fork while closures, an executor and a backend are in use, and invalid tables of all three. */
#include "backends.h"

/* ── Closures ────────────────────────────────────────────────────────────────────────────────────────────────────── */

static moya_status endpoint(void *user, moya_target *endpoint) {
  (void)user;
  if (strcmp(endpoint->path ? endpoint->path : "", "/refused") == 0) return MOYA_ERROR_ARGUMENT;
  endpoint->stub = MOYA_STUB_IMMEDIATE;
  endpoint->sample = &hello;
  endpoint->path = "/changed";
  return MOYA_OK;
}
static int asks; /* what `make` does. 0: stores the request, 1: forwards it, 2: fails, 3: only releases it */
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
    /* One call uses the network. The other one is an immediate stub. Both wait for the request closure. */
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
static void where(void *user, moya_status status, const moya_response *response, const moya_error *error) {
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
    moya_provider_destroy(provider); /* does not wait for the jobs of the executor */
    if (row == 2) run_jobs();
    EXPECT(end.cancelled == 1 && end.released == 2, "row %zu: %d %d", row, end.cancelled, end.released);
      EXPECT(released(&it) == 1, "row %zu: %d", row, it.released);
  }
}

/* The jobs of the program's own executor run later. The functions that wait for a call do not wait for its job. */
static void waits_and_jobs(void) {
  desk it = {0};
  moya_executor executor = MOYA_EXECUTOR(.kind = MOYA_EXECUTOR_OWN, .enqueue = enqueue, .user = &it, .release_user = release);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.executor = &executor), &provider, NULL), MOYA_OK);
  moya_group *group = NULL;
  EXPECT_STATUS(moya_group_create(provider, 0, &group, NULL), MOYA_OK);
  heard end = HEARD_INIT;
  moya_target asked = MOYA_TARGET(.name = "API.call", .base_url = "http://h", .sample = &hello, .stub = MOYA_STUB_DELAYED,
                                  .stub_delay_ms = 1);
  moya_call *made = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &asked, &MOYA_HANDLERS(.end = hear, .user = &end, .release_user = unhear), group, &made, NULL), MOYA_OK);
  EXPECT_STATUS(moya_call_wait(made, 60000, NULL), MOYA_OK);
  EXPECT_STATUS(moya_group_wait(group, 60000, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_drain(provider, 60000, NULL), MOYA_OK);
  EXPECT(jobs.count == 1 && end.calls == 0, "%d jobs, %d calls", jobs.count, end.calls);
  run_jobs();
  EXPECT(end.ok == 1 && end.released == 1, "%d calls", end.calls);
  moya_call_release(made);
  moya_group_release(group);
  moya_provider_destroy(provider);
  EXPECT(released(&it) == 1, "%d", it.released);
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
  jobs.count = 0; /* the jobs that wait belong to the parent */
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
  /* One call waits in its request closure. Another call waits for the answer of its backend. */
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
  /* The parent's calls continue. */
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
  TEST("an endpoint closure changes targets, and stubs them", closures);
  TEST("a request closure makes requests, now or later, or fails them", requests);
  TEST("callbacks run on the loop, on a queue, or where the program runs them", executors);
  TEST("waiting for a call does not wait for the job that runs its callback", waits_and_jobs);
  TEST("a fork with closures, a backend and an executor in use leaves both processes theirs", forked);
  TEST("what cannot be a backend, closures or an executor is refused, and released exactly once", refused);
  server_stop(&faults);
  return verdict();
}
