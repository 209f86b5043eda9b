/* Tests providers with several loops. Callbacks of different loops run at the same time. The limits of a provider are
 * the limits of all its loops together. */
#include "calls.h"
#include "scarcity.h"

enum { LOOPS = 4, CALLS = 600 };

/* This provider asks the server for its counts, on a connection of its own. */
static moya_provider *asker;

static int64_t ask(const char *path, const char *field) {
  moya_target target = target_of(path);
  moya_response *response = NULL;
  int64_t count = -1;
  EXPECT_STATUS(moya_provider_call(asker, &target, NULL, &response, NULL), MOYA_OK);
  if (field) EXPECT_STATUS(moya_response_json_int64(response, field, &count, NULL), MOYA_OK);
  moya_response_release(response);
  return count;
}

static moya_provider *provider_with(moya_provider_options options) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

/* The number of callbacks that run at this moment. A callback returns only when each loop runs a callback. */
static pthread_mutex_t meeting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int inside;

static void meet(heard *it) {
  (void)it;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  pthread_mutex_lock(&meeting);
  inside++;
  pthread_cond_broadcast(&arrived);
  while (inside < LOOPS && pthread_cond_timedwait(&arrived, &meeting, &deadline) == 0) continue;
  EXPECT(inside == LOOPS, "%d callbacks at once", inside);
  pthread_mutex_unlock(&meeting);
}

static void at_once(void) {
  moya_provider *provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = LOOPS));
  heard it = HEARD_INIT;
  it.then = meet;
  moya_target target = target_of("/ok");
  for (int i = 0; i < LOOPS; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  }
  EXPECT(await_released(&it, LOOPS) && it.ok == LOOPS);
  moya_provider_destroy(provider);
}

/* The callback of a call of `many`. It sends the next call, so that all loops send and end calls at the same time. */
static void send_again(heard *it) {
  static _Atomic int sent;
  if (++sent > CALLS) return;
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(it->provider, &target, &MOYA_HANDLERS(.end = hear, .user = it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
}

static void many(void) {
  ask("/reset", NULL);
  /* The loops may have three, two, two and two connections. */
  moya_provider *provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = LOOPS, .max_connections_per_host = 9));
  heard it = HEARD_INIT;
  it.provider = provider;
  it.then = send_again;
  moya_target target = target_of("/ok");
  for (int i = 0; i < 64; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  }
  EXPECT(await_released(&it, 64 + CALLS) && it.ok == 64 + CALLS, "%d", it.ok);
  EXPECT(ask("/log", "connections") == 9, "%d connections", (int)ask("/log", "connections"));
  moya_provider_destroy(provider);
}

static void ended(void) {
  moya_provider *provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = LOOPS));
  heard it = HEARD_INIT;
  moya_target target = target_of("/never");
  for (int i = 0; i < 40; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  }
  moya_provider_cancel_all(provider);
  EXPECT(await_released(&it, 40) && it.cancelled == 40);
  for (int i = 0; i < 40; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  }
  moya_provider_destroy(provider);
  EXPECT(it.released == 80 && it.cancelled == 80, "%d of 80 have ended", it.released);
}

static void grouped(void) {
  moya_provider *provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = LOOPS));
  moya_group *group = NULL;
  EXPECT_STATUS(moya_group_create(provider, 3, &group, NULL), MOYA_OK);
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  moya_target target = target_of("/ok");
  for (uint64_t tag = 0; tag < 200; tag++) {
    EXPECT_STATUS(moya_provider_enqueue(provider, &target, queue, tag, 0, group, NULL, NULL), MOYA_OK);
  }
  bool seen[200] = {false};
  for (int count = 0; count < 200;) {
    moya_completion rows[16];
    size_t got = moya_queue_wait(queue, rows, sizeof rows[0], 16, 60000);
    EXPECT(got > 0, "%d of 200 rows", count);
    if (got == 0) break;
    for (size_t i = 0; i < got; i++, count++) {
      EXPECT_STATUS(rows[i].status, MOYA_OK);
      EXPECT(rows[i].tag < 200 && !seen[rows[i].tag], "row %d twice", (int)rows[i].tag);
      if (rows[i].tag < 200) seen[rows[i].tag] = true;
    }
    moya_completions_release(rows, sizeof rows[0], got);
  }
  EXPECT_STATUS(moya_group_wait(group, 60000, NULL), MOYA_OK);
  moya_group_release(group);
  moya_queue_destroy(queue);
  moya_provider_destroy(provider);
}

/* Without a descriptor for a second loop, all calls go to the first loop, which has an idle connection. */
static void short_of_loops(void) {
  moya_provider *provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = LOOPS));
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, 1));
  take_all_but(0);
  for (int i = 0, sent = 1; i < 2 * LOOPS; i++) {
    moya_status status = moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL);
    EXPECT_STATUS(status, MOYA_OK);
    if (status == MOYA_OK) EXPECT(await_released(&it, ++sent));
  }
  give_all();
  EXPECT(it.ok == 1 + 2 * LOOPS, "%d", it.ok);
  moya_provider_destroy(provider);
}

static void refused(void) {
  const struct {
    moya_provider_options options;
    const char *reason;
  } rows[] = {
      {MOYA_PROVIDER_OPTIONS(.loops = 65), "moya_provider_options.loops is 65, more than 64"},
      {MOYA_PROVIDER_OPTIONS(.loops = UINT32_MAX), "loops is 4294967295, more than 64"},
      {MOYA_PROVIDER_OPTIONS(.loops = 2, .pump = MOYA_PUMP_HOST), "with MOYA_PUMP_HOST there is one"},
      {MOYA_PROVIDER_OPTIONS(.loops = 5, .max_connections = 4), "more than max_connections, which they share"},
      {MOYA_PROVIDER_OPTIONS(.loops = 2, .max_connections_per_host = 1), "more than max_connections_per_host"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    moya_provider *provider = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_create(&rows[i].options, &provider, &error), MOYA_ERROR_ARGUMENT);
    EXPECT(strstr(moya_error_message(error).data, rows[i].reason), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
  moya_provider *provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = 1, .pump = MOYA_PUMP_HOST));
  moya_provider_destroy(provider);
  provider = provider_with(MOYA_PROVIDER_OPTIONS(.loops = 64));
  expect_good(provider);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  asker = provider_of(MOYA_PUMP_DISPATCH);
  TEST("callbacks of a provider with four loops run at the same time", at_once);
  TEST("four loops together keep to the limit of connections, and every call ends once", many);
  TEST("what is under way on four loops is cancelled, and ended by destroying", ended);
  TEST("a group over four loops gives every call its row", grouped);
  TEST("a loop for which there are no descriptors leaves its calls to one that is there", short_of_loops);
  TEST("a number of loops that cannot be is refused, with the reason", refused);
  moya_provider_destroy(asker);
  server_stop(&faults);
  return verdict();
}
