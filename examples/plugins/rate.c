/* Limits the rate of requests. Calls that come too fast wait for their turn. A call that waits needs no thread, and
 * delays no other call.
 *
 * Options
 *   every_ms   the time between two requests, on average
 *   burst      how many requests may be sent at once after a pause; 1 if it is omitted
 *
 *     gcc -shared -fPIC -o rate.so rate.c
 *     moya get https://api.example.com/zen --plugin './rate.so={"every_ms": 200, "burst": 5}'
 */
#include <moya/plugin/tasks.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* The instance of the plugin. It has an atomic number instead of a lock. If another thread held a lock during a fork,
 * the lock would never be unlocked in the child. */
typedef struct limiter {
  const moya_host *host;
  const moya_tasks *tasks;
  uint64_t gap, credit;         /* in microseconds. `gap` is the time between two requests. In a burst, a request may be
                                 * sent before its turn, but at most `credit` earlier */
  atomic_uint_fast64_t earmark; /* the turn of the next request: the time at which it would be sent without bursts */
} limiter;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  if (!tasks) {
    host->fail(self, "the host has no moya.tasks/1");
    return MOYA_ERROR_PLUGIN_ABI;
  }
  limiter *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->tasks = tasks;
  it->gap = (uint64_t)host->option_int(self, "every_ms") * 1000;
  it->credit = it->gap * (uint64_t)(host->option_int(self, "burst") - 1);
  *instance = it;
  return MOYA_OK;
}

/* Takes the next turn, and stores how many milliseconds the call must wait for it. If the timeout of the call comes
 * earlier, takes no turn and returns false. */
static bool take_turn(limiter *it, int64_t left_ms, int64_t *wait_ms) {
  uint64_t now = it->tasks->now_us();
  uint_fast64_t earmark = atomic_load(&it->earmark);
  for (;;) {
    uint64_t turn = earmark > now ? earmark : now;
    uint64_t start = turn > now + it->credit ? turn - it->credit : now;
    *wait_ms = (int64_t)((start - now + 999) / 1000);
    if (*wait_ms > 0 && left_ms >= 0 && *wait_ms >= left_ms) return false;
    if (atomic_compare_exchange_weak(&it->earmark, &earmark, turn + it->gap)) return true;
  }
}

static moya_status prepare(void *instance, moya_context *context) {
  limiter *it = instance;
  int64_t wait_ms;
  if (!take_turn(it, it->host->time_left_ms(context), &wait_ms)) {
    it->host->fail(context, "the turn of the call would come after its timeout");
    return MOYA_ERROR_TIMEOUT_TOTAL;
  }
  if (wait_ms == 0) return MOYA_HOOK_OK;
  moya_status status = it->host->defer(context);
  if (status == MOYA_OK) status = it->tasks->after(context, wait_ms, NULL, NULL, NULL); /* resumes the context */
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_option options[] = {
    {.name = "every_ms", .about = "The milliseconds between two requests.", .kind = MOYA_OPTION_INT, .required = 1,
     .least = 1, .most = 3600000},
    {.name = "burst", .about = "How many requests may be sent at once after a pause.", .kind = MOYA_OPTION_INT,
     .preset = "1", .least = 1, .most = 10000},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS,
    .id = "org.example.rate",
    .version = "1.0.0",
    .about = "Limits the rate of requests.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = free,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
