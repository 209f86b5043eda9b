/* Programs cancel calls, destroy providers, and make calls in callbacks and on several threads. Every call completes
 * exactly once. */
#include "calls.h"

#include <dirent.h>
#include <stdatomic.h>
#include <sys/syscall.h>

static moya_call *send_to(moya_provider *provider, const char *path, heard *it) {
  moya_target target = target_of(path);
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = it, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
  return call;
}

/* Checks how many callbacks have run and which results they had, and how often `user` was released. */
static void expect_heard(const heard *it, int calls, int ok, int cancelled, int released) {
  EXPECT(it->calls == calls, "%d instead of %d, the last one %s", it->calls, calls, moya_status_name(it->last));
  EXPECT(it->ok == ok, "%d instead of %d, the last one %s", it->ok, ok, moya_status_name(it->last));
  EXPECT(it->cancelled == cancelled, "%d instead of %d, the last one %s", it->cancelled, cancelled,
         moya_status_name(it->last));
  EXPECT(it->released == released, "%d instead of %d", it->released, released);
}

static void cancel(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  heard it = HEARD_INIT;
  moya_call *call = send_to(provider, "/never", &it);
  moya_call_cancel(call);
  moya_call_cancel(call);
  EXPECT(await_released(&it, 1));
  expect_heard(&it, 1, 0, 1, 1);
  moya_call_cancel(call);
  moya_call_release(call);
  expect_good(provider);

  /* Cancels all calls of the provider. */
  for (int count = 0; count < 20; count++) moya_call_release(send_to(provider, "/never", &it));
  moya_provider_cancel_all(provider);
  EXPECT(await_released(&it, 21));
  expect_heard(&it, 21, 0, 21, 21);
  expect_good(provider);

  /* Cancels a call of a delayed stub that has a queue. */
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/stub");
  target.sample = &sample;
  target.stub = MOYA_STUB_DELAYED;
  target.stub_delay_ms = 60000;
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 3, 0, NULL, &call, NULL), MOYA_OK);
  moya_call_cancel(call);
  moya_call_release(call);
  moya_completion row;
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
  EXPECT(row.tag == 3, "%d", (int)row.tag);
  EXPECT_STATUS(row.status, MOYA_ERROR_CANCELLED);
  EXPECT_STATUS(moya_error_status(row.error), MOYA_ERROR_CANCELLED);
  moya_completions_release(&row, sizeof row, 1);
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

static void delayed_stubs(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/stub");
  target.sample = &sample;
  target.stub = MOYA_STUB_DELAYED;
  target.stub_delay_ms = 5;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  heard it = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, 1));
  expect_heard(&it, 1, 1, 0, 1);
  target.stub_delay_ms = 60000;
  target.timeout_ms = 5;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
  target.stub = MOYA_STUB_IMMEDIATE;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  /* The call of an immediate stub ends before moya_provider_send returns. */
  expect_heard(&it, 2, 2, 0, 2);
  moya_provider_destroy(provider);
}

static void destroy_in_flight(void) {
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider *provider = provider_of(pump);
    moya_queue *queue = NULL;
    EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
    heard it = HEARD_INIT;
    moya_target target = target_of("/never");
    for (int count = 0; count < 50; count++) {
      moya_call_release(send_to(provider, "/never", &it));
      EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
    }
    moya_provider_destroy(provider);
    expect_heard(&it, 50, 0, 50, 50);
    moya_completion rows[60];
    EXPECT(moya_queue_drain(queue, rows, sizeof *rows, 60) == 50);
    for (int index = 0; index < 50; index++) EXPECT_STATUS(rows[index].status, MOYA_ERROR_CANCELLED);
    moya_completions_release(rows, sizeof *rows, 50);
    moya_queue_destroy(queue);
  }
}

static void destroy_provider_of(heard *it) {
  moya_provider *provider = it->provider;
  it->provider = NULL;
  if (provider) moya_provider_destroy(provider);
}
static void destroy_in_callback(void) {
  heard it = HEARD_INIT;
  it.then = destroy_provider_of;
  it.provider = provider_of(MOYA_PUMP_DISPATCH);
  for (int count = 0; count < 5; count++) moya_call_release(send_to(it.provider, "/never", &it));
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, 6));
  expect_heard(&it, 6, 1, 5, 6);

  /* The callback of an immediate stub destroys the provider, with MOYA_PUMP_DISPATCH and with MOYA_PUMP_HOST. */
  moya_sample sample = MOYA_SAMPLE_INIT;
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    it.provider = provider_of(pump);
    moya_call_release(send_to(it.provider, "/never", &it));
    int before = it.released;
    EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    EXPECT(await_released(&it, before + 2));
  }
  moya_provider *hosted = it.provider = provider_of(MOYA_PUMP_HOST);
  int before = it.released;
  moya_call_release(send_to(hosted, "/ok", &it));
  for (int turns = 0; turns < 1000 && it.released == before; turns++) {
    moya_status status = moya_provider_process(hosted, 100, NULL);
    if (it.released > before) break;
    EXPECT_STATUS(status, MOYA_OK);
  }
  EXPECT(it.released == before + 1);
}

static _Atomic int submitted;
static void block_in_callback(heard *it) {
  moya_target target = target_of("/ok");
  moya_response *response = (moya_response *)it;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(it->provider, &target, NULL, &response, &error), MOYA_ERROR_STATE);
  EXPECT(response == NULL);
  EXPECT(str_has(moya_error_message(error), "moya_provider_call would block"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_process(it->provider, 0, NULL), MOYA_ERROR_STATE);
  moya_queue *queue = NULL;
  moya_completion row;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == MOYA_ERROR_STATE);
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 0);
  moya_queue_destroy(queue);
}
static void submit_in_callback(heard *it) {
  if (submitted++ < 50) moya_call_release(send_to(it->provider, "/ok", it));
}
static void callbacks(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  heard it = HEARD_INIT;
  it.provider = provider;
  it.then = block_in_callback;
  moya_call_release(send_to(provider, "/ok", &it));
  EXPECT(await_released(&it, 1));
  it.then = submit_in_callback;
  moya_call_release(send_to(provider, "/ok", &it));
  EXPECT(await_released(&it, 52));
  expect_heard(&it, 52, 52, 0, 52);
  moya_provider_destroy(provider);
}

enum { THREADS = 4, EACH = 60 };
typedef struct worker {
  moya_provider *provider;
  moya_queue *queue;
  heard *heard;
  unsigned seed;
} worker;
static void *work(void *argument) {
  worker *it = argument;
  for (int count = 0; count < EACH; count++) {
    moya_target target = target_of(rand_r(&it->seed) % 2 ? "/ok" : "/bytes/5000");
    moya_call *call = NULL;
    switch (count % 3) {
    case 0: expect_good(it->provider); break;
    case 1:
      EXPECT_STATUS(moya_provider_send(it->provider, &target, &MOYA_HANDLERS(.end = hear, .user = it->heard, .release_user = unhear), NULL, &call, NULL), MOYA_OK);
      break;
    case 2: EXPECT_STATUS(moya_provider_enqueue(it->provider, &target, it->queue, 1, 0, NULL, &call, NULL), MOYA_OK); break;
    }
    if (rand_r(&it->seed) % 3 == 0) moya_call_cancel(call);
    moya_call_release(call);
  }
  return NULL;
}
static void threads(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  heard it = HEARD_INIT;
  pthread_t running[THREADS];
  worker workers[THREADS];
  for (int index = 0; index < THREADS; index++) {
    workers[index] = (worker){provider, queue, &it, (unsigned)index};
    EXPECT(pthread_create(&running[index], NULL, work, &workers[index]) == 0);
  }
  int rows = 0;
  while (rows < THREADS * EACH / 3) {
    moya_completion row[16];
    int64_t count = moya_queue_wait(queue, row, sizeof *row, 16, 60000);
    EXPECT(count > 0);
    if (count <= 0) break;
    for (int64_t index = 0; index < count; index++) {
      moya_status status = row[index].status;
      EXPECT(status == MOYA_OK || status == MOYA_ERROR_CANCELLED, "%s", moya_status_name(status));
    }
    moya_completions_release(row, sizeof *row, (size_t)count);
    rows += (int)count;
  }
  for (int index = 0; index < THREADS; index++) pthread_join(running[index], NULL);
  EXPECT(await_released(&it, THREADS * EACH / 3));
  expect_heard(&it, THREADS * EACH / 3, THREADS * EACH / 3 - it.cancelled, it.cancelled, THREADS * EACH / 3);
  moya_completion row;
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 0, "no row too many");
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

/* A thread with a blocking call that gets no response. */
typedef struct caller {
  pthread_t thread;
  moya_provider *provider;
  char path[32];
} caller;
static void *wait_for_nothing(void *user) {
  caller *it = user;
  moya_target target = target_of(it->path);
  moya_response *response = NULL;
  return (void *)(intptr_t)moya_provider_call(it->provider, &target, NULL, &response, NULL);
}
static moya_status end_of(caller *it) {
  void *status = NULL;
  pthread_join(it->thread, &status);
  return (moya_status)(intptr_t)status;
}
/* Waits at most a minute until the server has received a request for the path. */
static void await_request(const char *path) {
  moya_provider *observer = provider_of(MOYA_PUMP_DISPATCH);
  bool seen = false;
  for (long end = clock_seconds() + 60; !seen && clock_seconds() < end;) {
    moya_target target = target_of("/log");
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(observer, &target, NULL, &response, NULL), MOYA_OK);
    seen = str_has(moya_response_body(response), path);
    moya_response_release(response);
  }
  EXPECT(seen, "the server has seen no %s", path);
  moya_provider_destroy(observer);
}
/* Begins a call, and returns when the server has received its request. Each call has its own path, because the request
 * of a cancelled call may still arrive. */
static void begin(caller *it, moya_provider *provider) {
  static int number;
  it->provider = provider;
  snprintf(it->path, sizeof it->path, "/never/blocking-%d", number++);
  EXPECT(pthread_create(&it->thread, NULL, wait_for_nothing, it) == 0);
  await_request(it->path);
}
static void cancel_blocking(void) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  caller waiting;
  begin(&waiting, provider);
  moya_provider_cancel_all(provider);
  EXPECT_STATUS(end_of(&waiting), MOYA_ERROR_CANCELLED);
  expect_good(provider);
  moya_provider_destroy(provider);
}

static void expect_closed(moya_provider *provider) {
  moya_target target = target_of("/ok");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_STATE);
  EXPECT(str_has(moya_error_message(error), "closed"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  heard it = HEARD_INIT;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_ERROR_STATE);
  expect_heard(&it, 0, 0, 0, 1);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_ERROR_STATE);
  const moya_target *targets[] = {&target};
  EXPECT_STATUS(moya_provider_enqueue_all(provider, targets, 1, queue, 1, 0, NULL, NULL, NULL, NULL), MOYA_ERROR_STATE);
  moya_completion row;
  EXPECT(moya_queue_drain(queue, &row, sizeof row, 1) == 0);
  moya_queue_destroy(queue);
  moya_sample sample = MOYA_SAMPLE_INIT;
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_load_plugin(provider, "./none.so", NULL, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_ERROR_STATE);
  moya_provider_cancel_all(provider);
}
static void *close_elsewhere(void *provider) {
  moya_provider_close(provider);
  return NULL;
}
static void close_provider_of(heard *it) { moya_provider_close(it->provider); }
static void close_in_flight(void) {
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider *provider = provider_of(pump);
    moya_queue *queue = NULL;
    EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
    caller waiting;
    pthread_t closing;
    begin(&waiting, provider);
    heard it = HEARD_INIT;
    moya_target target = target_of("/never");
    for (int count = 0; count < 20; count++) {
      moya_call_release(send_to(provider, "/never", &it));
      EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
    }
    EXPECT(pthread_create(&closing, NULL, close_elsewhere, provider) == 0);
    moya_provider_close(provider);
    expect_heard(&it, 20, 0, 20, 20);
    moya_completion rows[30];
    EXPECT(moya_queue_drain(queue, rows, sizeof *rows, 30) == 20);
    for (int index = 0; index < 20; index++) EXPECT_STATUS(rows[index].status, MOYA_ERROR_CANCELLED);
    moya_completions_release(rows, sizeof *rows, 20);
    moya_queue_destroy(queue);
    EXPECT_STATUS(end_of(&waiting), MOYA_ERROR_CANCELLED);
    pthread_join(closing, NULL);
    expect_closed(provider);
    moya_provider_close(provider);
    moya_provider_destroy(provider);
  }
  moya_provider *unused = provider_of(MOYA_PUMP_HOST);
  moya_provider_close(unused);
  expect_closed(unused);
  moya_provider_destroy(unused);
  moya_provider_close(NULL);
}
static void close_in_callback(void) {
  heard it = HEARD_INIT;
  it.then = close_provider_of;
  it.provider = provider_of(MOYA_PUMP_DISPATCH);
  for (int count = 0; count < 5; count++) moya_call_release(send_to(it.provider, "/never", &it));
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, 6));
  expect_heard(&it, 6, 1, 5, 6);
  expect_closed(it.provider);
  moya_provider_destroy(it.provider);
}

static void *wait_for_row(void *queue) {
  moya_completion row;
  return (void *)(intptr_t)moya_queue_wait(queue, &row, sizeof row, 1, -1);
}
#ifdef SYS_poll
enum { POLLING = SYS_poll };
#else
enum { POLLING = SYS_ppoll };
#endif
/* Waits until `count` threads of this process wait in poll. */
static void await_pollers(int count) {
  char path[300], line[32];
  for (int found = 0; found < count; poll(NULL, 0, 1)) {
    DIR *tasks = opendir("/proc/self/task");
    found = 0;
    for (struct dirent *task; (task = readdir(tasks));) {
      snprintf(path, sizeof path, "/proc/self/task/%s/syscall", task->d_name);
      FILE *file = fopen(path, "r");
      if (file && fgets(line, sizeof line, file)) found += atoi(line) == POLLING && line[0] != 'r';
      if (file) fclose(file);
    }
    closedir(tasks);
  }
}
static void destroy_queue(void) {
  enum { WAITERS = 3 };
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  pthread_t waiting[WAITERS];
  for (int index = 0; index < WAITERS; index++) {
    EXPECT(pthread_create(&waiting[index], NULL, wait_for_row, queue) == 0);
  }
  await_pollers(WAITERS);
  moya_queue_destroy(queue);
  for (int index = 0; index < WAITERS; index++) {
    void *count = NULL;
    pthread_join(waiting[index], &count);
    EXPECT_STATUS((moya_status)(intptr_t)count, MOYA_ERROR_STATE);
  }
}

/* moya_provider_destroy ends a blocking call of another thread, which may use the provider until the call has returned.
 * In a callback of another call, moya_provider_destroy returns at once. */
static void destroy_during_blocking(void) {
  for (int round = 0; round < 10; round++) {
    caller blocking;
    begin(&blocking, provider_of(MOYA_PUMP_DISPATCH));
    moya_provider_destroy(blocking.provider);
    EXPECT_STATUS(end_of(&blocking), MOYA_ERROR_CANCELLED);

    heard it = HEARD_INIT;
    it.then = destroy_provider_of;
    it.provider = provider_of(MOYA_PUMP_DISPATCH);
    begin(&blocking, it.provider);
    moya_target target = target_of("/ok");
    EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    EXPECT_STATUS(end_of(&blocking), MOYA_ERROR_CANCELLED);
    EXPECT(await_released(&it, 1));
  }
}

struct destroyed {
  moya_provider *provider;
  int asked, released;
};
/* The endpoint closure of the first target destroys the provider. So the closure does not run for the second target. */
static moya_status destroy_at_first(void *user, moya_target *endpoint) {
  (void)endpoint;
  struct destroyed *it = user;
  if (it->asked++ == 0) moya_provider_destroy(it->provider);
  return MOYA_OK;
}
static void release_data(void *context) {
  struct destroyed *it = context;
  it->released++;
}
static void destroy_amid_several(void) {
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    struct destroyed it = {0};
    moya_closures own = MOYA_CLOSURES(.endpoint = destroy_at_first, .user = &it);
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = pump, .closures = &own);
    EXPECT_STATUS(moya_provider_create(&options, &it.provider, NULL), MOYA_OK);
    moya_queue *queue = NULL;
    EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
    moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = "x", .data_len = 1, .release_user = release_data,
                               .user = &it);
    moya_target target = target_of("/never");
    target.method = "POST";
    target.task = &task;
    const moya_target *targets[] = {&target, &target, &target};
    moya_call *calls[3];
    size_t begun = 9;
    EXPECT_STATUS(moya_provider_enqueue_all(it.provider, targets, 3, queue, 1, 0, NULL, calls, &begun, NULL), MOYA_ERROR_STATE);
    /* A thread may close the provider before the first call begins. */
    EXPECT(it.asked == 1 && begun <= 1, "%d asked, %d begun", it.asked, (int)begun);
    EXPECT(it.released >= 1, "the data of the target that failed was not released");
    for (size_t i = 0; i < 3; i++) EXPECT((calls[i] != NULL) == (i < begun), "%d", (int)i);
    moya_calls_release(calls, 3);
    moya_queue_close(queue);
    moya_completion row = {0};
    if (begun == 1) {
      EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1 && row.status == MOYA_ERROR_CANCELLED);
      moya_completions_release(&row, sizeof row, 1);
    }
    EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == MOYA_ERROR_STATE, "another row came");
    EXPECT(it.released == (int)begun + 1, "%d released, %d begun", it.released, (int)begun);
    moya_queue_destroy(queue);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a cancelled call ends once, as cancelled, wherever it was", cancel);
  TEST("a stub answers after its delay, within the call's time", delayed_stubs);
  TEST("destroying a provider ends what is under way and waits for it", destroy_in_flight);
  TEST("destroying a provider in its own callback works", destroy_in_callback);
  TEST("destroying a provider ends the blocking call of another thread", destroy_during_blocking);
  TEST("destroying a provider for one of several targets ends its calls, and none of the others begins", destroy_amid_several);
  TEST("closing a provider ends what is under way, on two threads at once, and leaves the handle", close_in_flight);
  TEST("closing a provider in its own callback works", close_in_callback);
  TEST("in a callback calls are submitted, and what blocks is refused", callbacks);
  TEST("several threads share a provider and a queue", threads);
  TEST("destroying a queue wakes the threads that wait for its rows", destroy_queue);
  TEST("a blocking call is cancelled from another thread", cancel_blocking);
  server_stop(&faults);
  return verdict();
}
