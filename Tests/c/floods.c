/* Tests floods: servers that never stop sending. During a flood, other calls of the provider end. The flooded call ends
 * at its timeout or because of a limit. The tests check the order in which calls end, and never how long a call takes.
 * If MOYA_FLOOD_TIMES is set, there is one more test, and the tests print times. */
#include "calls.h"

static server floods;

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Timeouts in milliseconds. If a call must end by its timeout, the timeout is LIMIT at first, and is doubled up to
 * MOST_LIMIT. AMPLE_LIMIT is for calls that end long before it. */
enum { LIMIT = 250, MOST_LIMIT = 16000, AMPLE_LIMIT = 60000 };

/* Starts `count` floods, and makes other calls one after another until the floods have ended. The status of a flood
 * must be `expected` or `otherwise`. Returns how many other calls ended before the first flood ended. */
static int flood(const char *name, moya_target endless, int count, moya_status expected, moya_status otherwise) {
  moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
  moya_queue *queue = NULL, *flooded = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_queue_create(&flooded, NULL), MOYA_OK);
  expect_good(provider);

  moya_target ok = target_of("/ok");
  double begin = milliseconds(), end = 0, slowest = 0;
  for (int index = 0; index < count; index++) {
    EXPECT_STATUS(moya_provider_enqueue(provider, &endless, flooded, 1, 0, NULL, NULL, NULL), MOYA_OK);
  }
  int siblings = 0, meanwhile = 0, ended = 0;
  while (ended < count) {
    moya_completion row = {0};
    double start = milliseconds();
    EXPECT_STATUS(moya_provider_enqueue(provider, &ok, queue, 2, 0, NULL, NULL, NULL), MOYA_OK);
    EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1, "a call beside the flood never ended");
    EXPECT_STATUS(row.status, MOYA_OK);
    moya_completions_release(&row, sizeof row, 1);
    siblings++;
    if (milliseconds() - start > slowest) slowest = milliseconds() - start;
    while (moya_queue_drain(flooded, &row, sizeof row, 1) == 1) {
      EXPECT(row.status == expected || row.status == otherwise, "%s: %s", name, moya_status_name(row.status));
      end = milliseconds();
      moya_completions_release(&row, sizeof row, 1);
      ended++;
    }
    if (ended == 0) meanwhile++;
  }
  if (getenv("MOYA_FLOOD_TIMES")) {
    printf("  %d of %-16s ended after %5.0f ms, their limit being %d; of %5d calls beside them the slowest took %5.0f ms\n",
           count, name, end - begin, (int)endless.timeout_ms, siblings, slowest);
  }
  expect_good(provider);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
  moya_queue_destroy(flooded);
  return meanwhile;
}

static const char *const paths[] = {"/bytes", "/chunks", "/extensions", "/members", "/zeroes", "/nested", "/chunked-zeroes"};

/* Makes floods that run until their timeout, or until the body is as large as it may be. */
static void bodies(int count) {
  for (unsigned index = 0; index < sizeof paths / sizeof *paths; index++) {
    moya_target endless = target_of(paths[index]);
    endless.base_url = floods.url;
    int meanwhile = 0;
    /* On a busy machine, perhaps no other call ends before the timeout. Then the timeout is doubled. */
    for (endless.timeout_ms = LIMIT; meanwhile == 0 && endless.timeout_ms <= MOST_LIMIT; endless.timeout_ms *= 2) {
      meanwhile = flood(paths[index], endless, count, MOYA_ERROR_TIMEOUT_TOTAL, MOYA_ERROR_TOO_LARGE);
    }
    EXPECT(meanwhile > 0, "the calls beside %s waited for its end", paths[index]);
  }
}

/* Makes floods that the library ends when they exceed a limit: endless TLS messages, and an endless response of a proxy
 * to CONNECT. */
static void loops(int count) {
  char secure[128];
  snprintf(secure, sizeof secure, "https%s", floods.url + strlen("http"));
  moya_target endless = target_of("/");
  endless.base_url = secure;
  endless.timeout_ms = AMPLE_LIMIT;
  flood("handshake", endless, count, MOYA_ERROR_TLS, MOYA_ERROR_TLS);
  setenv("https_proxy", floods.url, 1);
  flood("tunnel", endless, count, MOYA_ERROR_PROXY, MOYA_ERROR_PROXY);
  unsetenv("https_proxy");
}

static void alone(void) {
  bodies(1);
  loops(1);
}

static void together(void) {
  bodies(4);
  loops(4);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  floods = server_start("Tests/servers/floodserver.py");
  TEST("calls end beside an answer that never does", alone);
  if (getenv("MOYA_FLOOD_TIMES")) TEST("calls end beside four answers that never do", together);
  return verdict();
}
