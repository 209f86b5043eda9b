/* Tests functions that wait for calls: moya_call_wait and moya_provider_drain. Signals do not end a wait. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "calls.h"

static const moya_pump pumps[] = {MOYA_PUMP_DISPATCH, MOYA_PUMP_HOST};

static moya_call *sent(moya_provider *provider, const char *path, heard *it) {
  moya_call *call = NULL;
  moya_target target = target_of(path);
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = it, .release_user = unhear), NULL,
                                   &call, NULL), MOYA_OK);
  return call;
}

static void of_a_call(void) {
  for (int row = 0; row < 2; row++) {
    moya_provider *provider = provider_of(pumps[row]);
    heard it = HEARD_INIT;
    moya_error *error = NULL;
    moya_call *quick = sent(provider, "/ok", &it);
    EXPECT_STATUS(moya_call_wait(quick, MOYA_NO_TIMEOUT, &error), MOYA_OK);
    EXPECT(it.calls == 1 && moya_call_state(quick) == MOYA_CALL_ENDED, "its callback has returned");
    EXPECT_STATUS(moya_call_wait(quick, 0, NULL), MOYA_OK);
    moya_call *hung = sent(provider, "/never", &it);
    EXPECT_STATUS(moya_call_wait(hung, 20, &error), MOYA_ERROR_TIMEOUT_TOTAL);
    EXPECT(str_has(moya_error_message(error), "API.call: the call has not ended in 20 ms"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    moya_call_cancel(hung);
    EXPECT_STATUS(moya_call_wait(hung, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
    EXPECT(it.calls == 2 && it.cancelled == 1);
    EXPECT_STATUS(moya_call_wait(hung, -2, NULL), MOYA_ERROR_ARGUMENT);
    EXPECT_STATUS(moya_call_wait(NULL, 0, NULL), MOYA_ERROR_NULL);
    moya_provider_destroy(provider);
    EXPECT_STATUS(moya_call_wait(hung, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
    moya_call_release(hung);
    moya_call_release(quick);
  }
}

static void in_a_forked_child(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  heard it = HEARD_INIT;
  moya_call *hung = sent(provider, "/never", &it);
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    /* The child ends by a signal, because valgrind would look for leaks after any other end. */
    if (moya_call_wait(hung, 0, NULL) == MOYA_ERROR_FORKED) raise(SIGKILL);
    _exit(1);
  }
  EXPECT(waitpid(child, &status, 0) == child && WIFSIGNALED(status), "%x", (unsigned)status);
  moya_provider_destroy(provider);
  moya_call_release(hung);
}

/* Several threads wait for one call. Then a thread waits for a call of a queue, and finds the row of this call in
 * the queue afterwards. */
static void *wait_for(void *call) {
  EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
  return NULL;
}
static void by_several_threads(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  heard it = HEARD_INIT;
  moya_call *hung = sent(provider, "/never", &it);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, wait_for, hung);
  moya_call_cancel(hung);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  moya_call_release(hung);

  moya_queue *queue = NULL;
  moya_call *call = NULL;
  moya_completion row;
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 7, 0, NULL, &call, NULL), MOYA_OK);
  EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 1 && row.tag == 7);
  moya_completions_release(&row, sizeof row, 1);
  moya_call_release(call);
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

/* In a callback, functions that wait return MOYA_ERROR_STATE. */
static moya_call *waited_for;
static void wait_inside(heard *it) {
  EXPECT_STATUS(moya_call_wait(waited_for, 0, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_drain(it->provider, 0, NULL), MOYA_ERROR_STATE);
}
static void in_callbacks(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  heard other = HEARD_INIT, it = HEARD_INIT;
  waited_for = sent(provider, "/ok", &other);
  it.then = wait_inside;
  it.provider = provider;
  moya_call *call = sent(provider, "/ok", &it);
  EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
  moya_call_release(call);
  moya_call_release(waited_for);
  moya_provider_destroy(provider);
}

static void drained(void) {
  for (int row = 0; row < 2; row++) {
    moya_provider *provider = provider_of(pumps[row]);
    heard it = HEARD_INIT;
    moya_error *error = NULL;
    moya_response *response = NULL;
    moya_target target = target_of("/ok");
    for (int i = 0; i < 20; i++) moya_call_release(sent(provider, "/ok", &it));
    moya_call *hung = sent(provider, "/never", &it);
    EXPECT_STATUS(moya_provider_drain(provider, 50, &error), MOYA_ERROR_TIMEOUT_TOTAL);
    EXPECT(str_has(moya_error_message(error), "have not ended in 50 ms"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    EXPECT(it.ok <= 20 && it.cancelled == 0, "nothing is cancelled");
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_STATE);
    EXPECT(str_has(moya_error_message(error), "is being drained"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it), NULL, NULL, NULL), MOYA_ERROR_STATE);
    moya_call_cancel(hung);
    moya_call_release(hung);
    EXPECT_STATUS(moya_provider_drain(provider, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
    EXPECT(it.calls == 21 && it.ok == 20 && it.cancelled == 1, "%d %d", it.calls, it.ok);
    EXPECT_STATUS(moya_provider_drain(provider, 0, &error), MOYA_ERROR_STATE);
    EXPECT(str_has(moya_error_message(error), "is closed"));
    moya_error_release(error);
    EXPECT_STATUS(moya_provider_drain(provider, -2, NULL), MOYA_ERROR_ARGUMENT);
    EXPECT_STATUS(moya_provider_drain(NULL, 0, NULL), MOYA_ERROR_NULL);
    moya_provider_destroy(provider);
  }
}

/* Signals interrupt each wait again and again. The wait goes on. */
static _Atomic int signals;
static _Atomic bool is_over;
static pthread_t disturbed;
static void count_signal(int number) {
  (void)number;
  signals++;
}
static void *disturb(void *unused) {
  (void)unused;
  while (!is_over) {
    pthread_kill(disturbed, SIGUSR1);
    poll(NULL, 0, 1);
  }
  return NULL;
}

static moya_provider *provider;
static moya_queue *queue;

static void wait_for_row(void) {
  moya_completion row;
  moya_target target = target_of("/bytes/1000000");
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 0, 0, NULL, NULL, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, MOYA_NO_TIMEOUT) == 1);
  EXPECT_STATUS(row.status, MOYA_OK);
  moya_completions_release(&row, sizeof row, 1);
}
static void wait_for_time(void) {
  moya_completion row;
  struct timespec begun, ended;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60) == 0);
  clock_gettime(CLOCK_MONOTONIC, &ended);
  EXPECT((ended.tv_sec - begun.tv_sec) * 1000 + (ended.tv_nsec - begun.tv_nsec) / 1000000 >= 59, "it ends in its time, not before");
}
static void wait_for_response(void) {
  moya_response *response = NULL;
  moya_target target = target_of("/bytes/1000000");
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}
static moya_flow take_body(void *user, const void *data, size_t len) {
  (void)data;
  *(size_t *)user += len;
  return MOYA_FLOW_CONTINUE;
}
static void wait_for_stream(void) {
  size_t len = 0;
  moya_target target = target_of("/bytes/1000000");
  EXPECT_STATUS(moya_provider_call(provider, &target, &MOYA_HANDLERS(.body = take_body, .user = &len), NULL, NULL), MOYA_OK);
  EXPECT(len > 0);
}
static void wait_for_call(void) {
  heard it = HEARD_INIT;
  moya_call *call = sent(provider, "/bytes/1000000", &it);
  EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
  EXPECT(it.ok == 1);
  moya_call_release(call);
}

static void signalled(void) {
  static void (*const waits[])(void) = {wait_for_row, wait_for_time, wait_for_response, wait_for_stream, wait_for_call};
  struct sigaction action = {.sa_handler = count_signal}; /* without SA_RESTART */
  sigaction(SIGUSR1, &action, NULL);
  for (int row = 0; row < 2; row++) {
    provider = provider_of(pumps[row]);
    EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
    for (size_t i = row; i < sizeof waits / sizeof *waits; i++) {
      pthread_t thread;
      if (row == 1 && (waits[i] == wait_for_time || waits[i] == wait_for_row)) continue; /* these waits run no calls */
      signals = 0;
      is_over = false;
      disturbed = pthread_self();
      pthread_create(&thread, NULL, disturb, NULL);
      for (int tries = 0; tries < 1000 && (tries == 0 || signals == 0); tries++) waits[i]();
      is_over = true;
      pthread_join(thread, NULL);
      EXPECT(signals > 0);
    }
    moya_queue_destroy(queue);
    moya_provider_destroy(provider);
  }
}

/* A signal can end a wait in this way: this thread receives the signal and wakes the queue. */
static void *take_signal(void *set) {
  int number = 0;
  EXPECT(sigwait(set, &number) == 0 && number == SIGUSR2);
  moya_queue_wake(queue);
  return NULL;
}
static void woken_by_signal(void) {
  sigset_t set;
  pthread_t thread;
  moya_completion row;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  pthread_create(&thread, NULL, take_signal, &set);
  kill(getpid(), SIGUSR2);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, MOYA_NO_TIMEOUT) == 0);
  pthread_join(thread, NULL);
  moya_queue_destroy(queue);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a call is waited for until its callback has returned", of_a_call);
  TEST("several threads wait for one call, and a call of a queue has its row", by_several_threads);
  TEST("a forked child does not wait for its parent's call", in_a_forked_child);
  TEST("in a callback nothing waits", in_callbacks);
  TEST("a provider that is drained refuses new calls, ends none of those under way, and is closed", drained);
  TEST("signals end no wait", signalled);
  TEST("a thread that takes a signal ends a wait for a queue", woken_by_signal);
  server_stop(&faults);
  return verdict();
}
