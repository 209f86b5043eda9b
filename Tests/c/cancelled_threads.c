/* The program calls pthread_cancel for a thread that waits in the library. The thread ends only after the function
 * of the library has returned. So nothing that other threads need stays locked or counted. */
#include "calls.h"

#include <semaphore.h>

static moya_provider *provider;
static moya_queue *queue;
static moya_group *group;
static moya_call *running;
static sem_t is_waiting;
static _Atomic int returned;

static void begin(void *user, moya_call *call) {
  (void)user;
  running = moya_call_retain(call);
  sem_post(&is_waiting);
}
static moya_flow step(void *user, const moya_step *it) {
  (void)user;
  if (it->kind == MOYA_STEP_RECEIVE) sem_post(&is_waiting);
  return MOYA_FLOW_CONTINUE;
}
static void ignore(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
}

static void *call_on(void *unused) {
  moya_target never = target_of("/never");
  returned = moya_provider_call(provider, &never, &MOYA_HANDLERS(.begin = begin), NULL, NULL);
  pthread_testcancel();
  return unused;
}
static void *call_in_slices_on(void *unused) {
  moya_target never = target_of("/never");
  moya_blocking_call *call = NULL;
  EXPECT_STATUS(moya_provider_call_for(provider, &never, 0, &call, NULL, NULL), MOYA_OK);
  sem_post(&is_waiting);
  returned = moya_provider_call_for(provider, &never, MOYA_NO_TIMEOUT, &call, NULL, NULL);
  /* The provider can be closed before this thread continues the call. */
  if (returned == MOYA_ERROR_STATE) returned = MOYA_ERROR_CANCELLED;
  moya_blocking_call_release(call);
  pthread_testcancel();
  return unused;
}
static void *wait_for_call_on(void *unused) {
  moya_target never = target_of("/never");
  moya_call *call = NULL;
  moya_status sent = moya_provider_send(provider, &never, &MOYA_HANDLERS(.step = step, .end = ignore), NULL, &call, NULL);
  EXPECT_STATUS(sent, MOYA_OK);
  returned = moya_call_wait(call, MOYA_NO_TIMEOUT, NULL);
  moya_call_release(call);
  pthread_testcancel();
  return unused;
}
static void *wait_for_rows_on(void *unused) {
  moya_completion row;
  sem_post(&is_waiting);
  returned = (int)moya_queue_wait(queue, &row, sizeof row, 1, MOYA_NO_TIMEOUT);
  pthread_testcancel();
  return unused;
}

/* Cancels a thread that waits in a function, and ends its wait. Expects that the function returns, and that the thread
 * ends afterwards. */
static void cancel(void *(*waiting)(void *), moya_pump pump, moya_status wanted) {
  provider = provider_of(pump);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  returned = 1;
  running = NULL;
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, waiting, NULL) == 0);
  sem_wait(&is_waiting);
  EXPECT(pthread_cancel(thread) == 0);
  expect_good(provider);
  moya_queue_wake(queue);
  moya_provider_destroy(provider);
  void *result = NULL;
  EXPECT(pthread_join(thread, &result) == 0);
  EXPECT(result == PTHREAD_CANCELED);
  EXPECT(returned == wanted, "%d instead of %d", returned, wanted);
  moya_call_release(running);
  moya_queue_destroy(queue);
}

static void blocking(void) { cancel(call_on, MOYA_PUMP_DISPATCH, MOYA_ERROR_CANCELLED); }
static void sliced(void) { cancel(call_in_slices_on, MOYA_PUMP_DISPATCH, MOYA_ERROR_CANCELLED); }
static void waited(void) { cancel(wait_for_call_on, MOYA_PUMP_HOST, MOYA_OK); }
static void rows(void) { cancel(wait_for_rows_on, MOYA_PUMP_DISPATCH, 0); }

/* The thread is cancelled before it sends calls. The thread may not end inside a function of the library, because
 * such a function may hold locks that other threads need. */
static void *send_on(void *unused) {
  moya_target target = target_of("/ok");
  sem_wait(&is_waiting);
  moya_handlers handlers = MOYA_HANDLERS(.end = ignore);
  for (int call = 0; call < 50; call++) {
    if (moya_provider_send(provider, &target, &handlers, group, NULL, NULL) != MOYA_OK) break;
    if (moya_provider_enqueue(provider, &target, queue, 1, 0, group, NULL, NULL) != MOYA_OK) break;
  }
  returned = MOYA_OK;
  pthread_testcancel();
  return unused;
}
static void sent(void) {
  provider = provider_of(MOYA_PUMP_DISPATCH);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_group_create(provider, 4, &group, NULL), MOYA_OK);
  /* Asks for the descriptor. From then on, the library writes to the descriptor when a row comes. */
  EXPECT(moya_queue_fd(queue) >= 0);
  pthread_t thread;
  returned = 1;
  EXPECT(pthread_create(&thread, NULL, send_on, NULL) == 0);
  EXPECT(pthread_cancel(thread) == 0);
  sem_post(&is_waiting);
  void *result = NULL;
  EXPECT(pthread_join(thread, &result) == 0);
  EXPECT(result == PTHREAD_CANCELED);
  expect_good(provider);
  EXPECT_STATUS(moya_group_wait(group, 30000, NULL), MOYA_OK);
  moya_group_release(group);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
}

int main(void) {
  alarm(300); /* a test that hangs is ended */
  if (sem_init(&is_waiting, 0, 0)) abort();
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a blocking call of a cancelled thread ends first, and its provider can be destroyed", blocking);
  TEST("so does a call in slices", sliced);
  TEST("so does a wait for a call that runs the program's event loop", waited);
  TEST("so does a wait for rows", rows);
  TEST("a thread that was cancelled before it sends calls leaves nothing locked", sent);
  server_stop(&faults);
  return verdict();
}
