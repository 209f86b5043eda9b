/* Makes calls while the process has almost no descriptors left. There may be no descriptor for a socket, the name
 * lookup, the file of certificates or the loop. The call succeeds, or ends with MOYA_ERROR_SYSTEM and the kernel's
 * reason. The library closes idle connections to get descriptors. When there are descriptors again, every call
 * succeeds. */
#include "peers.h"
#include "scarcity.h"

enum { MOST = 12 }; /* More than any call needs. */

static peers servers;
static moya_queue *queue;

/* The ways to make a call. */
typedef enum way { BLOCKING, DISPATCHED, HOSTED, WAYS } way;
static const char *const way_names[] = {"blocking", "dispatched", "hosted"};
static const char *const urls[][3] = {{"http", "127.0.0.1", "plain"},
                                      {"http", "localhost", "plain"},
                                      {"https", "localhost", "tls"},
                                      {"https", "localhost", "h2"}};
enum { URLS = sizeof urls / sizeof *urls };

static moya_provider *provider_of(way how) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_provider *provider = NULL;
  options.ca_file = servers.authority;
  options.proxy = "";
  options.pump = how == HOSTED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

/* Waits for the last row of the call with this tag. Drops rows of earlier calls. */
static bool await_end(moya_provider *provider, way how, uint64_t tag, moya_completion *row) {
  for (long end = clock_seconds() + 60; clock_seconds() < end;) {
    if (how == HOSTED) EXPECT_STATUS(moya_provider_process(provider, 10, NULL), MOYA_OK);
    if (moya_queue_wait(queue, row, sizeof *row, 1, how == HOSTED ? 0 : 10) != 1) continue;
    if (row->tag == tag && row->kind == MOYA_ROW_END) return true;
    moya_completions_release(row, sizeof *row, 1);
  }
  return false;
}

/* Gets urls[url]. Returns the status, and stores the error's message in `text`. */
static moya_status end_of(moya_provider *provider, way how, int url, char text[256]) {
  char base[64];
  snprintf(base, sizeof base, "%s://%s:%s", urls[url][0], urls[url][1], peers_port(&servers, urls[url][2]));
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = base;
  target.path = "/echo";
  moya_completion row = {0};
  static uint64_t tag;
  if (how == BLOCKING) {
    row.status = moya_provider_call(provider, &target, NULL, &row.response, &row.error);
  } else {
    row.status = moya_provider_enqueue(provider, &target, queue, ++tag, 0, NULL, NULL, &row.error);
    if (row.status == MOYA_ERROR_SYSTEM) {
      /* Another call may succeed, because a thread of Dispatch closes the descriptors of a destroyed provider later. */
      moya_status other = moya_provider_enqueue(provider, &target, queue, 0, MOYA_ROW_CHUNK, NULL, NULL, NULL);
      EXPECT(other == MOYA_ERROR_SYSTEM || other == MOYA_OK, "%s", moya_status_name(other));
      const moya_target *targets[] = {&target};
      other = moya_provider_enqueue_all(provider, targets, 1, queue, 0, 0, NULL, NULL, NULL, NULL);
      EXPECT(other == MOYA_ERROR_SYSTEM || other == MOYA_OK, "%s", moya_status_name(other));
    }
    if (row.status == MOYA_OK) EXPECT(await_end(provider, how, tag, &row), "a call never ended");
  }
  snprintf(text, 256, "%s", row.error ? moya_error_message(row.error).data : "");
  moya_status status = row.status;
  moya_completions_release(&row, sizeof row, 1);
  return status;
}

static void expect_good(moya_provider *provider, way how, int url, const char *when) {
  char text[256];
  moya_status status = end_of(provider, how, url, text);
  EXPECT(status == MOYA_OK, "%s, %s %s: %s: %s", when, way_names[how], urls[url][0], moya_status_name(status), text);
}

static void every_number(void) {
  char text[256];
  for (way how = 0; how < WAYS; how++) {
    for (int url = 0; url < URLS; url++) {
      int refused = 0, good = 0;
      for (int spare = 0; spare <= MOST; spare++) {
        /* Under valgrind, tries only every third number of descriptors. The way to make the call and the URL decide
         * which number is the first. */
        bool is_slow = runs_under("valgrind") && !is_long();
        if (is_slow && spare < MOST && (spare + (int)how + url) % 3 != 0) continue;
        moya_provider *provider = provider_of(how);
        take_all_but(spare);
        moya_status status = end_of(provider, how, url, text);
        give_all();
        refused += status == MOYA_ERROR_SYSTEM;
        good += status == MOYA_OK;
        EXPECT(status == MOYA_OK || (status == MOYA_ERROR_SYSTEM && strstr(text, "Too many open files")),
               "%s, %s, %d left: %s: %s", way_names[how], urls[url][2], spare, moya_status_name(status), text);
        EXPECT(status == MOYA_OK || spare < MOST);
        expect_good(provider, how, url, "afterwards");
        moya_provider_destroy(provider);
      }
      EXPECT(refused > 0 && good > 0, "%d refused, %d good", refused, good);
    }
  }
}

/* No descriptor is left. For a call to another server, the library closes an idle connection. */
static void idle_connections(void) {
  for (way how = 0; how < WAYS; how++) {
    for (int idle = 0; idle < URLS; idle++) {
      moya_provider *provider = provider_of(how);
      expect_good(provider, how, idle, "before");
      take_all_but(0);
      expect_good(provider, how, idle, "again");
      expect_good(provider, how, idle == 0 ? 1 : 0, "instead");
      give_all();
      moya_provider_destroy(provider);
    }
  }
}

static void made_without(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.ca_file = servers.authority;
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  take_all_but(0);
  EXPECT_STATUS(moya_provider_create(&options, &provider, &error), MOYA_ERROR_SYSTEM);
  give_all();
  EXPECT(str_has(moya_error_message(error), "ca_file cannot be used: it cannot be read: Too many open files"), "%s",
         moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

int main(void) {
  servers = peers_start();
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  TEST("with any number of descriptors left, a call ends well or says that there are none, and later ones end well",
       every_number);
  TEST("an idle connection, over TLS as well, gives way to a call that lacks a descriptor", idle_connections);
  TEST("a provider whose file of certificates cannot be opened for lack of a descriptor says so", made_without);
  moya_queue_destroy(queue);
  peers_stop(&servers);
  return verdict();
}
