/* In a forked child, blocking calls and calls with MOYA_PUMP_HOST work. Other functions return at once. The calls of
 * the parent go on. */
#include "calls.h"
#include "child.h"

static moya_provider *dispatch, *host;
static moya_queue *queue;
static void ignore(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)status, (void)response, (void)error;
  ++*(int *)user;
}

static void refused(void) {
  moya_target target = target_of("/ok");
  moya_error *error = NULL;
  int heard = 0;
  EXPECT_STATUS(moya_provider_send(dispatch, &target, &MOYA_HANDLERS(.end = ignore, .user = &heard), NULL, NULL, &error), MOYA_ERROR_FORKED);
  EXPECT(str_has(moya_error_message(error), "fork"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_enqueue(dispatch, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_ERROR_FORKED);
  const moya_target *targets[] = {&target};
  EXPECT_STATUS(moya_provider_enqueue_all(dispatch, targets, 1, queue, 1, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_FORKED);
  /* In this child, Dispatch does not run for a new provider either. */
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  EXPECT_STATUS(moya_provider_send(own, &target, &MOYA_HANDLERS(.end = ignore, .user = &heard), NULL, NULL, NULL), MOYA_ERROR_FORKED);
  expect_good(own);
  moya_provider_destroy(own);
  EXPECT(heard == 0);
  moya_provider_cancel_all(dispatch);
}

/* If the parent has never used Dispatch, a new provider of the child can use MOYA_PUMP_DISPATCH. */
static void fresh_threads(void) {
  moya_target target = target_of("/ok");
  int heard = 0;
  EXPECT_STATUS(moya_provider_send(dispatch, &target, &MOYA_HANDLERS(.end = ignore, .user = &heard), NULL, NULL, NULL), MOYA_ERROR_FORKED);
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  moya_queue *rows = NULL;
  EXPECT_STATUS(moya_queue_create(&rows, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(own, &target, rows, 1, 0, NULL, NULL, NULL), MOYA_OK);
  moya_completion row = {0};
  EXPECT(moya_queue_wait(rows, &row, sizeof row, 1, 30000) == 1 && row.status == MOYA_OK);
  moya_completions_release(&row, sizeof row, 1);
  moya_queue_destroy(rows);
  moya_provider_destroy(own);
}

static void blocking(void) {
  expect_good(dispatch);
  expect_good(dispatch);
  expect_good(host);
}

static void hosted(void) {
  moya_target target = target_of("/ok");
  int heard = 0;
  EXPECT_STATUS(moya_provider_send(host, &target, &MOYA_HANDLERS(.end = ignore, .user = &heard), NULL, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(host, &target, queue, 9, 0, NULL, NULL, NULL), MOYA_OK);
  struct pollfd ready = {moya_provider_fd(host), POLLIN, 0};
  moya_completion row = {0};
  int64_t rows = 0;
  while ((heard == 0 || rows == 0) && poll(&ready, 1, 30000) == 1) {
    EXPECT_STATUS(moya_provider_process(host, 0, NULL), MOYA_OK);
    if (rows == 0) rows = moya_queue_drain(queue, &row, sizeof row, 1);
  }
  EXPECT(heard == 1 && rows == 1 && row.status == MOYA_OK && row.tag == 9, "%d %d", heard, (int)rows);
  moya_completions_release(&row, sizeof row, 1);
}

static void all_ways(void) {
  refused();
  blocking();
  hosted();
  /* A child can release the handles that it has inherited. */
  moya_provider_destroy(dispatch);
  moya_provider_destroy(host);
  moya_queue_destroy(queue);
}

static void inherited_calls(void) {
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_process(host, -1, &error), MOYA_ERROR_FORKED);
  EXPECT(str_has(moya_error_message(error), "fork"));
  moya_error_release(error);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 0) == 0, "the parent's rows are the parent's");
  hosted();
}

static void children(void) {
  dispatch = provider_of(MOYA_PUMP_DISPATCH);
  host = provider_of(MOYA_PUMP_HOST);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  in_child(fresh_threads);
  in_child(blocking);
  in_child(hosted);

  /* The parent forks while threads, loops and connections are in use and rows wait in a queue. */
  expect_good(dispatch);
  moya_target target = target_of("/ok");
  moya_target never = target_of("/never");
  EXPECT_STATUS(moya_provider_enqueue(dispatch, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
  moya_call *call = NULL, *host_call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(dispatch, &never, queue, 2, 0, NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(host, &never, queue, 3, 0, NULL, &host_call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_process(host, 0, NULL), MOYA_OK);
  struct pollfd ready = {moya_queue_fd(queue), POLLIN, 0};
  EXPECT(poll(&ready, 1, 30000) == 1);
  in_child(all_ways);
  in_child(inherited_calls);
  in_child(all_ways);

  /* The parent's calls continue. */
  moya_completion rows[4];
  EXPECT(moya_queue_drain(queue, rows, sizeof *rows, 4) == 1 && rows[0].tag == 1 && rows[0].status == MOYA_OK);
  moya_completions_release(rows, sizeof *rows, 1);
  moya_call_cancel(call);
  EXPECT(moya_queue_wait(queue, rows, sizeof *rows, 4, 30000) == 1);
  EXPECT(rows[0].tag == 2 && rows[0].status == MOYA_ERROR_CANCELLED);
  moya_completions_release(rows, sizeof *rows, 1);
  moya_call_release(call);
  moya_call_release(host_call);
  expect_good(dispatch);
  expect_good(host);
  moya_provider_destroy(dispatch);
  moya_provider_destroy(host);
  EXPECT(moya_queue_drain(queue, rows, sizeof *rows, 4) == 1 && rows[0].tag == 3);
  moya_completions_release(rows, sizeof *rows, 1);
  moya_queue_destroy(queue);
}

/* A thread of the parent may hold the locks of a call during the fork. In the child, these locks stay locked, because
 * the thread does not exist there. */
static _Atomic int is_over;
static void *cancel_on(void *call) {
  while (!is_over) moya_call_cancel(call);
  return NULL;
}

static void cancels(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_target ok = target_of("/ok");
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(provider, &ok, queue, 1, 0, NULL, &call, NULL), MOYA_OK);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1);
  moya_completions_release(&row, sizeof row, 1);
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, cancel_on, call) == 0);
  for (int count = 0; count < often(is_long() ? 100 : 40); count++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(30);
      moya_call_cancel(call);
      /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other
       * threads as a leak of the child. */
      execl("/bin/true", "true", (char *)NULL);
      _exit(1);
    }
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0, "child %d ended with %x", count, status);
  }
  is_over = 1;
  pthread_join(thread, NULL);
  moya_call_release(call);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
}

/* Threads share memory for JSON, and the list of opened modules. A child uses its own copy of both. */
static void read_json(void) {
  moya_response *response = NULL;
  moya_str text;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, "{\"a\":\"b\"}", 9, &response, NULL), MOYA_OK);
  EXPECT_STATUS(moya_response_json_string(response, "a", &text, NULL), MOYA_OK);
  moya_response_release(response);
}
static void load_plugin(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_HOST);
  EXPECT_STATUS(moya_provider_load_plugin(provider, "build/tests/plugins/counts.so", NULL, NULL), MOYA_OK);
  moya_provider_destroy(provider);
}
static void *work_on(void *work) {
  while (!is_over) (*(void (**)(void))work)();
  return NULL;
}

static void beside_threads(void (*work)(void), int children) {
  is_over = 0;
  work();
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) EXPECT(pthread_create(&threads[i], NULL, work_on, &work) == 0);
  for (int count = 0; count < often(is_long() ? children : children / 2); count++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(30);
      work();
      execl("/bin/true", "true", (char *)NULL);
      _exit(1);
    }
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0, "child %d ended with %x", count, status);
  }
  is_over = 1;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
static void readers(void) { beside_threads(read_json, 300); }
static void loaders(void) { beside_threads(load_plugin, 300); }

/* The threads that use a provider share its stub rules, its budget of retries, a group and a response. */
static moya_provider *by_rules;
static moya_stubs *rules;
static moya_group *group;
static moya_provider *grouped; /* the provider of `group` */
static moya_response *shared_response;
static void count_rules(void) {
  uint64_t id = 0;
  moya_sample one = MOYA_SAMPLE(.body = "1", .body_len = 1);
  moya_stub_rule rule = MOYA_STUB_RULE(.path = "/other", .answers = &one, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_add(rules, &rule, &id, NULL), MOYA_OK);
  EXPECT(moya_stubs_count(rules, id) == 0);
  moya_stubs_remove(rules, id);
}
static void answer_by_rules(void) {
  moya_target target = target_of("/ok");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(by_rules, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  count_rules();
}
static void look_at_group(void) {
  for (int i = 0; i < 100; i++) (void)moya_group_count(group);
  moya_group_cancel(group);
}
static void look_at_response(void) {
  moya_str text;
  int64_t number = 0;
  for (int i = 0; i < 100; i++) {
    EXPECT(str_is(moya_response_header(shared_response, "a"), "1,2") && moya_response_url(shared_response).data);
    EXPECT_STATUS(moya_response_json_int64(shared_response, "a", &number, NULL), MOYA_OK);
    EXPECT_STATUS(moya_response_json_raw(shared_response, "", &text, NULL), MOYA_OK);
  }
}
static void sharers(void) {
  moya_sample one = MOYA_SAMPLE(.body = "1", .body_len = 1);
  moya_stub_rule rule = MOYA_STUB_RULE(.path = "/ok", .answers = &one, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_create(&rules, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(rules, &rule, NULL, NULL), MOYA_OK);
  moya_retry retry = MOYA_RETRY(.budget_percent = 10);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = rules, .retry = &retry);
  EXPECT_STATUS(moya_provider_create(&options, &by_rules, NULL), MOYA_OK);
  grouped = by_rules;
  EXPECT_STATUS(moya_group_create(by_rules, 2, &group, NULL), MOYA_OK);
  moya_header fields[] = {{"a", "1"}, {"a", "2"}};
  EXPECT_STATUS(moya_response_create(200, "http://h/", fields, 2, 0, "{\"a\":1}", 7, &shared_response, NULL), MOYA_OK);
  beside_threads(answer_by_rules, 30);
  beside_threads(count_rules, 30);
  beside_threads(look_at_group, 30);
  beside_threads(look_at_response, 30);
  moya_response_release(shared_response);
  moya_group_release(group);
  moya_provider_destroy(by_rules);
  moya_stubs_release(rules);
}

/* In a child, a group is empty, because its calls belong to the parent. */
static void no_calls(void) {
  moya_call *call = NULL;
  EXPECT(moya_group_count(group) == 0);
  EXPECT_STATUS(moya_group_wait(group, -1, NULL), MOYA_OK);
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_enqueue(grouped, &target, queue, 2, 0, group, &call, NULL), MOYA_OK);
  EXPECT(moya_group_count(group) == 1);
  moya_group_cancel(group);
  EXPECT_STATUS(moya_group_wait(group, 30000, NULL), MOYA_OK);
  moya_completion row;
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 1 && row.tag == 2);
  moya_completions_release(&row, sizeof row, 1);
  moya_call_release(call);
}
static void groups(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_HOST);
  moya_completion row;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  grouped = provider;
  EXPECT_STATUS(moya_group_create(provider, 1, &group, NULL), MOYA_OK);
  moya_target target = target_of("/never");
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, group, NULL, NULL), MOYA_OK);
  in_child(no_calls);
  EXPECT(moya_group_count(group) == 1);
  moya_group_cancel(group);
  EXPECT_STATUS(moya_group_wait(group, 30000, NULL), MOYA_OK);
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 1 && row.tag == 1);
  moya_completions_release(&row, sizeof row, 1);
  moya_group_release(group);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
}

/* A fork waits until a turn of the loop has ended, but only for a limited time. So a callback may wait until another
 * thread has forked, and may fork itself. */
static void run_true(void) { execl("/bin/true", "true", (char *)NULL); }
static pid_t fork_true(void) {
  pid_t child = fork();
  if (child == 0) run_true(), _exit(1);
  return child;
}
static int is_forked[2], is_called[2];
static void forks(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)response, (void)error;
  EXPECT_STATUS(status, MOYA_OK);
  *(pid_t *)user = fork_true();
  EXPECT(write(is_called[1], "", 1) == 1);
}
static void awaits_fork(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  char byte;
  EXPECT_STATUS(status, MOYA_OK);
  EXPECT(write(is_called[1], "", 1) == 1);
  EXPECT(read(is_forked[0], &byte, 1) == 1);
}
static void expect_child(pid_t child) {
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0, "the child ended with %x", status);
}
static void callbacks(void) {
  EXPECT(pipe(is_forked) == 0 && pipe(is_called) == 0);
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_target target = target_of("/ok");
  pid_t child = 0;
  char byte;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = forks, .user = &child), NULL, NULL, NULL), MOYA_OK);
  EXPECT(read(is_called[0], &byte, 1) == 1);
  expect_child(child);
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = awaits_fork), NULL, NULL, NULL), MOYA_OK);
  EXPECT(read(is_called[0], &byte, 1) == 1);
  child = fork_true();
  EXPECT(write(is_forked[1], "", 1) == 1);
  expect_child(child);
  expect_good(provider);
  moya_provider_destroy(provider);
  for (int i = 0; i < 2; i++) close(is_forked[i]), close(is_called[i]);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a forked child blocks, pumps itself, or is refused at once; its parent goes on", children);
  TEST("a child's cancel of its parent's call does nothing, whatever the parent's threads do", cancels);
  TEST("a child reads JSON, whatever the parent's threads read", readers);
  TEST("a callback forks, and a callback waits for a fork", callbacks);
  TEST("a child uses rules, a group and a response, whatever the parent's threads do with them", sharers);
  TEST("a group is empty in a child, and its parent's calls go on", groups);
  TEST("a child loads a plugin, whatever the parent's threads load", loaders);
  server_stop(&faults);
  return verdict();
}
