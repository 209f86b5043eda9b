/* A circuit breaker, which spares a server that is in trouble. If several requests to a host fail one after another,
 * the circuit of the host opens. While it is open, calls to the host fail at once. After a pause, one call is sent as a
 * trial. If the trial succeeds, the circuit closes, and calls are sent again.
 *
 * Options
 *   failures   how many failures in a row open the circuit
 *   pause_ms   how long the circuit stays open before the trial
 *
 *     gcc -shared -fPIC -pthread -o breaker.so breaker.c
 *     moya get https://api.example.com/zen --plugin './breaker.so={"failures": 3, "pause_ms": 5000}'
 */
#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct circuit {
  struct circuit *next;
  int64_t failures; /* how many requests in a row have failed */
  uint64_t trial_us; /* while the circuit is open, no call is sent before this time */
  bool has_trial;
  char host[];
} circuit;

typedef struct breaker {
  const moya_host *host;
  const moya_tasks *tasks;
  int64_t most_failures;
  uint64_t pause_us;
  pthread_mutex_t lock; /* protects the circuits */
  circuit *first;
} breaker;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  if (!tasks) return MOYA_ERROR_PLUGIN_ABI;
  breaker *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->tasks = tasks;
  it->most_failures = host->option_int(self, "failures");
  it->pause_us = (uint64_t)host->option_int(self, "pause_ms") * 1000;
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  breaker *it = instance;
  for (circuit *each = it->first, *next; each; each = next) {
    next = each->next;
    free(each);
  }
  pthread_mutex_destroy(&it->lock);
  free(it);
}

/* Returns the letter in lower case. tolower and strcasecmp depend on the locale of the program. */
static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

/* Compares the text `one` with the first bytes of `other`. */
static bool is_same_host(const char *one, const char *other, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if (lower(one[i]) != lower(other[i])) return false;
  }
  return one[len] == 0;
}

/* Returns the circuit of the host and port in the URL. The caller must hold the lock. */
static circuit *find_circuit(breaker *it, moya_context *context) {
  moya_str url = it->host->request_url(context);
  const char *start = url.data ? strstr(url.data, "://") : NULL;
  if (!start) return NULL;
  start += 3;
  size_t len = strcspn(start, "/?#");
  const char *at = memchr(start, '@', len); /* the user's name and password */
  if (at) {
    len -= (size_t)(at + 1 - start);
    start = at + 1;
  }
  for (circuit *each = it->first; each; each = each->next) {
    if (is_same_host(each->host, start, len)) return each;
  }
  circuit *made = calloc(1, sizeof *made + len + 1);
  if (!made) return NULL;
  memcpy(made->host, start, len);
  made->next = it->first;
  it->first = made;
  return made;
}

/* Lets the call fail if the circuit of its host is open. After the pause, lets one call pass as the trial. Until the
 * last attempt of the trial has ended, the trial has a slot, which points to the circuit. No other call has a slot. */
static moya_status prepare(void *instance, moya_context *context) {
  breaker *it = instance;
  moya_status status = MOYA_HOOK_OK;
  if (it->host->slot(context)) return status;
  pthread_mutex_lock(&it->lock);
  circuit *found = find_circuit(it, context);
  if (found && found->failures >= it->most_failures) {
    if (found->has_trial || it->tasks->now_us() < found->trial_us) status = MOYA_ERROR_CONNECT;
    else if ((status = it->host->set_slot(context, found)) == MOYA_OK) found->has_trial = true;
  }
  pthread_mutex_unlock(&it->lock);
  if (status == MOYA_ERROR_CONNECT) it->host->fail(context, "the circuit of the host is open");
  return status;
}

/* Returns whether a result shows that the host is in trouble. Some failures say nothing about the host, for example a
 * cancelled call. */
static bool is_failure(moya_status status, int32_t http_status) {
  return http_status >= 500 || (status <= MOYA_ERROR_RESOLVE && status >= MOYA_ERROR_INCOMPLETE_BODY);
}

static void did_receive(void *instance, moya_context *context) {
  breaker *it = instance;
  moya_status status = it->host->result_status(context);
  bool failed = is_failure(status, it->host->http_status(context));
  if (!failed && status != MOYA_OK) return;
  pthread_mutex_lock(&it->lock);
  circuit *found = find_circuit(it, context);
  if (found) {
    found->failures = failed ? found->failures + 1 : 0;
    found->trial_us = it->tasks->now_us() + it->pause_us;
  }
  pthread_mutex_unlock(&it->lock);
}

/* Runs when the trial has succeeded or failed. Afterwards another call may be a trial. */
static void release_slot(void *instance, void *slot) {
  breaker *it = instance;
  pthread_mutex_lock(&it->lock);
  ((circuit *)slot)->has_trial = false;
  pthread_mutex_unlock(&it->lock);
}

static const moya_option options[] = {
    {.name = "failures", .about = "How many failures in a row open the circuit.", .kind = MOYA_OPTION_INT,
     .preset = "5", .least = 1, .most = 1000},
    {.name = "pause_ms", .about = "The milliseconds before a trial.", .kind = MOYA_OPTION_INT, .preset = "10000",
     .least = 1, .most = 600000},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.breaker",
    .version = "1.0.0",
    .about = "Sends nothing to hosts that are in trouble.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .did_receive = did_receive,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
