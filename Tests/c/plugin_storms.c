/* Makes rounds of calls. The seed of a round chooses what the plugins, the calls and the provider do, and in which
 * order. MOYA_SEED runs one seed. MOYA_ROUNDS is the number of seeds that are run. */
#include "check.h"

#include <errno.h>
#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { PLUGINS = 3, MOST_CALLS = 40, MOST_VALUES = 512, MOST_TASKS = 2048, MOST_JOBS = 4096, HELPERS = 2 };

static server faults;
static const moya_host *host;
static const moya_tasks *tasks;

/* ── Chance ── */

static uint64_t seed;
static _Atomic uint64_t drawn;
/* Returns a number below `limit` (splitmix64). If a seed is run again, threads can draw their numbers in another
 * order. */
static uint32_t chance(uint32_t limit) {
  uint64_t it = seed + (drawn++ + 1) * 0x9E3779B97F4A7C15u;
  it = (it ^ (it >> 30)) * 0xBF58476D1CE4E5B9u;
  it = (it ^ (it >> 27)) * 0x94D049BB133111EBu;
  return (uint32_t)((it ^ (it >> 31)) % limit);
}
static bool one_of(uint32_t count) { return chance(count) == 0; }

/* ── What a round counts ── */

typedef struct instance {
  atomic_bool exists;
  _Atomic int will_send, did_receive;
} instance;

/* A value that a plugin stores in a slot, and what has happened with it. */
typedef struct value {
  _Atomic int stored, replaced, released;
} value;

typedef struct started {
  atomic_bool is_started;
  _Atomic int ran, stopped;
  moya_context *deferred; /* the context that `run` resumes; NULL: none */
} started;

typedef enum kind { BLOCKING, SENT, QUEUED, KINDS } kind;
typedef struct calling {
  moya_target target;
  kind kind;
  bool streams;
  _Atomic int begun, ended, processed[PLUGINS];
  moya_call *handle;
  pthread_t thread;
} calling;

typedef struct job {
  moya_context *context;
  bool again, stores; /* again: resumes twice; stores: sets the slot before */
} job;

static instance instances[PLUGINS];
static value values[MOST_VALUES];
static started started_tasks[MOST_TASKS];
static calling calls[MOST_CALLS];
static _Atomic size_t value_count, task_count;
static size_t call_count;
static moya_provider *provider;
static bool has_rules, closes_late;
static moya_sample stub_sample;
static atomic_bool is_over; /* the provider is destroyed */

static instance *live(void *it) {
  instance *one = it;
  EXPECT(one->exists && !is_over, "seed %llu: something of a plugin ran after destroy", (unsigned long long)seed);
  return one;
}

static value *new_value(void) {
  size_t index = value_count++;
  return index < MOST_VALUES ? &values[index] : NULL;
}
static void store(moya_context *context, value *fresh, value *before) {
  if (!fresh) return;
  moya_status status = host->set_slot(context, fresh);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_STATE, "%s", moya_status_name(status));
  if (status != MOYA_OK) return;
  fresh->stored++;
  if (before) before->replaced++;
}

/* ── Other threads that resume ── */

static job jobs[MOST_JOBS];
static size_t job_count;
static bool helpers_end;
static pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t jobs_changed = PTHREAD_COND_INITIALIZER;

static void resume(moya_context *context, moya_status result) {
  moya_status status = host->resume(context, result);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_STATE, "%s", moya_status_name(status));
}
static void work_off(job it) {
  if (it.stores) {
    value *before = host->slot(it.context);
    store(it.context, new_value(), before);
    host->request_set_header(it.context, "X-Storm", "1");
    host->log(it.context, MOYA_LOG_INFO, "resumed");
  }
  resume(it.context, one_of(12) ? MOYA_ERROR_BODY : MOYA_HOOK_OK);
  if (it.again) resume(it.context, MOYA_HOOK_OK);
}
static bool take_job(job *it, bool waits) {
  pthread_mutex_lock(&jobs_lock);
  while (waits && job_count == 0 && !helpers_end) pthread_cond_wait(&jobs_changed, &jobs_lock);
  bool found = job_count > 0;
  if (found) {
    size_t index = chance((uint32_t)job_count);
    *it = jobs[index];
    jobs[index] = jobs[--job_count];
  }
  pthread_mutex_unlock(&jobs_lock);
  return found;
}
static void give_job(job it) {
  pthread_mutex_lock(&jobs_lock);
  if (job_count < MOST_JOBS) jobs[job_count++] = it;
  pthread_cond_signal(&jobs_changed);
  pthread_mutex_unlock(&jobs_lock);
}
static void *help(void *unused) {
  job it;
  while (take_job(&it, true)) work_off(it);
  return unused;
}

/* ── Tasks ── */

static void ran(void *it, moya_context *context, void *user, moya_status status) {
  started *task = user;
  live(it);
  EXPECT(task->ran++ == 0 && task->stopped == 0, "a task ran twice, or after it was cancelled");
  if (status == MOYA_OK) host->http_status(context);
  host->log(context, MOYA_LOG_DEBUG, "a task");
  if (one_of(3)) sched_yield();
  if (task->deferred) resume(task->deferred, one_of(12) ? MOYA_ERROR_BODY : MOYA_HOOK_OK);
}
/* Starts a task of `owner`, and perhaps cancels it. Returns whether the task runs and resumes `deferred`. */
static bool start(moya_context *owner, moya_context *deferred, uint32_t which) {
  size_t index = task_count++;
  uint64_t number = 0;
  moya_status status;
  if (index >= MOST_TASKS) return false;
  started *task = &started_tasks[index];
  task->deferred = deferred;
  if (which == 0) {
    status = tasks->after(owner, chance(4), ran, task, &number);
  } else if (which == 1) {
    status = tasks->work(owner, ran, task, &number);
  } else {
    moya_sub_request request = MOYA_SUB_REQUEST(.name = "sub", .flags = one_of(3) ? MOYA_SUB_BARE : 0,
                                                .timeout_ms = one_of(3) ? 1 + chance(20) : 0);
    char url[96];
    snprintf(url, sizeof url, "%s/bytes/5", has_rules ? "http://h" : faults.url);
    request.url = url;
    status = tasks->send(owner, &request, ran, task, &number);
  }
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_STATE, "%s", moya_status_name(status));
  if (status != MOYA_OK) return false;
  task->is_started = true;
  if (!one_of(5)) return true;
  if (tasks->cancel(owner, number) != 1) return true;
  task->stopped++;
  return false;
}

/* ── Hooks ── */

static moya_context *selves[PLUGINS];
static bool needs_slot[PLUGINS]; /* the plugin has MOYA_PLUGIN_NEEDS_SLOT */

static moya_status pend(moya_context *context, bool may_store) {
  job it = {context, one_of(3), may_store && one_of(2)};
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  switch (chance(8)) {
    case 0:
      resume(context, MOYA_HOOK_OK);
      break;
    case 1: {
      moya_status status = tasks->after(context, chance(4), NULL, NULL, NULL);
      EXPECT(status == MOYA_OK || status == MOYA_ERROR_STATE, "%s", moya_status_name(status));
      break;
    }
    case 2:
    case 3:
    case 4:
      if (!start(context, context, chance(3))) resume(context, MOYA_HOOK_OK);
      if (one_of(4)) give_job(it);
      break;
    case 5:
      if (one_of(2)) give_job(it);
      return MOYA_HOOK_OK; /* this is the result, unless a thread has already resumed */
    case 6:
      if (one_of(3)) break; /* nothing resumes the context */
      give_job(it);
      break;
    default:
      give_job(it);
  }
  if (one_of(4)) sched_yield();
  return MOYA_HOOK_PENDING;
}
static moya_status act(void *it, moya_context *context, bool may_store) {
  instance *one = live(it);
  if (one_of(4)) start(selves[one - instances], NULL, chance(3));
  return one_of(16) ? MOYA_ERROR_BODY : one_of(2) ? pend(context, may_store) : MOYA_HOOK_OK;
}
static moya_status create(const moya_host *table, moya_context *self, void **result) {
  host = table;
  tasks = table->get_extension(MOYA_TASKS);
  instance *one = &instances[table->option_int(self, "number")];
  selves[one - instances] = self;
  one->exists = true;
  *result = one;
  return tasks ? MOYA_OK : MOYA_ERROR_STATE;
}
static moya_status close_instance(void *it, moya_context *self) {
  instance *one = live(it);
  if (one_of(3)) start(selves[one - instances], NULL, chance(3));
  if (!one_of(3)) return MOYA_HOOK_OK;
  EXPECT_STATUS(host->defer(self), MOYA_OK);
  job job = {self, one_of(3), false};
  if (!closes_late) give_job(job);
  return MOYA_HOOK_PENDING;
}
static void destroy(void *it) { live(it)->exists = false; }
static moya_status prepare(void *it, moya_context *context) {
  live(it);
  if (!host->slot(context) && one_of(2)) store(context, new_value(), NULL);
  if (one_of(10) && host->response_set_status(context, 200) == MOYA_OK) return MOYA_HOOK_ANSWERED;
  return act(it, context, true);
}
static moya_status sign(void *it, moya_context *context) {
  EXPECT(host->request_header(context, "Host").len > 0);
  return act(it, context, true);
}
static void will_send(void *it, moya_context *context) {
  (void)context;
  live(it)->will_send++;
}
static void did_receive(void *it, moya_context *context) {
  (void)context;
  live(it)->did_receive++;
}
static int64_t should_retry(void *it, moya_context *context) {
  live(it);
  return host->attempt(context) < 3 && one_of(6) ? (int64_t)chance(3) : MOYA_RETRY_NONE;
}
static moya_status process(void *it, moya_context *context) {
  instance *one = live(it);
  calling *call = host->target_user(context);
  EXPECT(!needs_slot[one - instances] || host->slot(context), "process without a slot");
  if (call) call->processed[one - instances]++;
  /* Calls that share a request also share the slot. So this hook does not replace the value in the slot. */
  return one_of(3) ? act(it, context, false) : MOYA_HOOK_OK;
}
static void release_slot(void *it, void *slot) {
  live(it);
  ((value *)slot)->released++;
}
static const moya_option options[] = {{.name = "number", .kind = MOYA_OPTION_INT, .required = 1}, {.name = NULL}};
#define HOOKS                                                                                                    \
  MOYA_PLUGIN_HEAD, .id = "org.libmoya.storm", .version = "1.0.0", .options = options, .create = create,         \
      .close = close_instance, .destroy = destroy, .prepare = prepare, .sign = sign, .will_send = will_send,     \
      .did_receive = did_receive, .should_retry = should_retry, .process = process, .release_slot = release_slot
static const moya_plugin plugin = {HOOKS, .flags = MOYA_PLUGIN_WAITS};
static const moya_plugin sparing = {HOOKS, .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT};

/* ── Calls ── */

static moya_flow take(void *user, const void *data, size_t len) {
  (void)user, (void)data, (void)len;
  EXPECT(!is_over);
  return MOYA_FLOW_CONTINUE;
}
static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)response, (void)error;
  EXPECT(!is_over && status <= 0);
  ((calling *)user)->ended++;
}
static void *call_blocking(void *user) {
  calling *it = user;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_handlers handlers = MOYA_HANDLERS(.body = take, .user = it);
  moya_status status = moya_provider_call(provider, &it->target, it->streams ? &handlers : NULL, &response, &error);
  EXPECT((status == MOYA_OK) == (error == NULL));
  moya_response_release(response);
  moya_error_release(error);
  it->ended++;
  return NULL;
}
static void begin(calling *it, moya_queue *queue) {
  moya_handlers handlers = MOYA_HANDLERS(.body = it->streams ? take : NULL, .end = end, .user = it);
  moya_target fresh = MOYA_TARGET(.name = "storm", .base_url = "http://h", .path = "/bytes/5", .user = it,
                                  .sample = &stub_sample);
  moya_status status = MOYA_OK;
  uint32_t source = chance(3);
  if (!has_rules && source == 0) fresh.base_url = faults.url, fresh.stub = MOYA_STUB_NEVER;
  else fresh.stub = source == 1 ? MOYA_STUB_IMMEDIATE : MOYA_STUB_DELAYED;
  fresh.stub_delay_ms = fresh.stub == MOYA_STUB_DELAYED ? chance(4) : 0;
  if (!one_of(3)) fresh.timeout_ms = 1 + chance(20);
  it->kind = (kind)chance(KINDS);
  it->streams = one_of(3);
  if (it->kind != BLOCKING && one_of(2)) fresh.flags = MOYA_TARGET_SHARE, fresh.timeout_ms = 15;
  it->target = fresh;
  if (it->kind == BLOCKING) {
    EXPECT(pthread_create(&it->thread, NULL, call_blocking, it) == 0);
  } else if (it->kind == SENT) {
    status = moya_provider_send(provider, &it->target, &handlers, NULL, &it->handle, NULL);
  } else {
    uint64_t tag = (uint64_t)(it - calls);
    status = moya_provider_enqueue(provider, &it->target, queue, tag, 0, NULL, &it->handle, NULL);
  }
  EXPECT_STATUS(status, MOYA_OK);
  it->begun = status == MOYA_OK;
}
static void wait_for(calling *it) {
  moya_status status = moya_call_wait(it->handle, 30000, NULL);
  EXPECT(status == MOYA_OK, "seed %llu: call %d of kind %d: %s", (unsigned long long)seed, (int)(it - calls), it->kind,
         moya_status_name(status));
}
static atomic_bool pump_ends;
static void *pump(void *unused) {
  while (!pump_ends && moya_provider_process(provider, 1, NULL) == MOYA_OK) continue;
  return unused;
}
/* Waits for `wanted` rows. */
static void take_rows(moya_queue *queue, size_t wanted) {
  moya_completion row = {0};
  for (; wanted > 0; wanted--) {
    int64_t count = moya_queue_wait(queue, &row, sizeof row, 1, 30000);
    EXPECT(count == 1, "seed %llu: a row is missing: %lld", (unsigned long long)seed, (long long)count);
    if (count != 1) return;
    calls[row.tag].ended++;
    moya_completions_release(&row, sizeof row, 1);
  }
}

/* ── A round ── */

static void reset(void) {
  memset(instances, 0, sizeof instances);
  memset(values, 0, sizeof values);
  memset(started_tasks, 0, sizeof started_tasks);
  memset(calls, 0, sizeof calls);
  value_count = task_count = job_count = 0;
  is_over = pump_ends = helpers_end = false;
}
static void make_provider(size_t plugins, bool pumped) {
  moya_provider_options made = MOYA_PROVIDER_OPTIONS(.loops = one_of(2) || pumped ? 1 : 3);
  moya_stub_rule rule = MOYA_STUB_RULE(.delay_ms = chance(3), .answers = &stub_sample, .answer_count = 1);
  made.pump = pumped ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH;
  has_rules = one_of(2);
  if (has_rules) {
    EXPECT_STATUS(moya_stubs_create(&made.stubs, NULL), MOYA_OK);
    EXPECT_STATUS(moya_stubs_add(made.stubs, &rule, NULL, NULL), MOYA_OK);
  }
  EXPECT_STATUS(moya_provider_create(&made, &provider, NULL), MOYA_OK);
  moya_stubs_release(made.stubs);
  for (size_t i = 0; i < plugins; i++) {
    char name[32], config[64];
    snprintf(name, sizeof name, "p%zu", i);
    snprintf(config, sizeof config, "{\"number\": %zu}", i);
    needs_slot[i] = one_of(3);
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = needs_slot[i] ? &sparing : &plugin, .name = name,
                                          .config = config, .wait_ms = one_of(2) ? 1 + chance(10) : 0);
    EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
  }
}
static void check_counts(size_t plugins) {
  unsigned long long number = seed;
  for (size_t i = 0; i < plugins; i++) {
    instance *it = &instances[i];
    EXPECT(!it->exists, "seed %llu: no destroy", number);
    EXPECT(it->will_send == it->did_receive, "seed %llu: %d, %d", number, it->will_send, it->did_receive);
  }
  for (size_t i = 0; i < call_count; i++) {
    calling *it = &calls[i];
    EXPECT(it->ended == it->begun, "seed %llu: call %zu of kind %d ended %d times", number, i, it->kind, it->ended);
    for (size_t p = 0; p < plugins; p++) {
      /* `process` does not run in two cases. Either the provider was closed and refused a blocking call, or the plugin
       * has MOYA_PLUGIN_NEEDS_SLOT and stored no pointer for this call (set_slot). */
      bool may_miss = it->kind == BLOCKING || needs_slot[p];
      EXPECT(it->processed[p] == 1 || (may_miss && it->processed[p] == 0),
             "seed %llu: call %zu of kind %d was processed %d times", number, i, it->kind, it->processed[p]);
    }
  }
  for (size_t i = 0; i < value_count && i < MOST_VALUES; i++) {
    value *it = &values[i];
    EXPECT(it->released == it->stored - it->replaced,
           "seed %llu: a value was stored %d, replaced %d and released %d times", number, it->stored, it->replaced,
           it->released);
  }
  for (size_t i = 0; i < task_count && i < MOST_TASKS; i++) {
    started *it = &started_tasks[i];
    EXPECT(it->ran + it->stopped == it->is_started, "seed %llu: a task ran %d times, and was stopped %d times", number,
           it->ran, it->stopped);
  }
}
static void play(uint64_t number) {
  seed = number;
  drawn = 0;
  reset();
  bool pumped = one_of(3), ends_early = one_of(2), has_blocking = false;
  size_t plugins = 2 + chance(2), rows = 0;
  pthread_t helpers[HELPERS], pumping;
  moya_queue *queue = NULL;
  closes_late = one_of(150);
  make_provider(plugins, pumped);
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  for (int i = 0; i < HELPERS; i++) pthread_create(&helpers[i], NULL, help, NULL);
  if (pumped) pthread_create(&pumping, NULL, pump, NULL);
  call_count = 10 + chance(MOST_CALLS - 9);
  for (size_t i = 0; i < call_count; i++) {
    begin(&calls[i], queue);
    rows += calls[i].kind == QUEUED && calls[i].begun;
    has_blocking |= calls[i].kind == BLOCKING;
    calling *other = &calls[chance((uint32_t)i + 1)];
    if (one_of(4) && other->handle) moya_call_cancel(other->handle);
    if (one_of(24)) moya_provider_cancel_all(provider);
  }
  if (!ends_early) {
    for (size_t i = 0; i < call_count; i++) {
      if (calls[i].handle && calls[i].target.timeout_ms > 0) wait_for(&calls[i]);
    }
  }
  if (has_blocking || pumped || one_of(2)) moya_provider_close(provider);
  for (size_t i = 0; i < call_count; i++) {
    if (calls[i].kind == BLOCKING) pthread_join(calls[i].thread, NULL);
  }
  pump_ends = true;
  if (pumped) pthread_join(pumping, NULL);
  moya_provider_destroy(provider);
  is_over = true;
  take_rows(queue, rows);
  moya_queue_destroy(queue);
  pthread_mutex_lock(&jobs_lock);
  helpers_end = true;
  pthread_cond_broadcast(&jobs_changed);
  pthread_mutex_unlock(&jobs_lock);
  for (int i = 0; i < HELPERS; i++) pthread_join(helpers[i], NULL); /* they finish the jobs that are left */
  for (size_t i = 0; i < call_count; i++) moya_call_release(calls[i].handle);
  check_counts(plugins);
}
static void play_all(void) {
  const char *text = getenv("MOYA_SEED");
  if (text) {
    play(strtoull(text, NULL, 10));
    return;
  }
  const char *given = getenv("MOYA_ROUNDS");
  int rounds = given ? atoi(given) : often(is_long() ? 4000 : 120);
  for (int i = 1; i <= rounds && check_failures == 0; i++) play((uint64_t)i);
}

int main(void) {
  moya_sample fresh = MOYA_SAMPLE(.body = "body", .body_len = 4);
  stub_sample = fresh;
  faults = server_start("Tests/servers/faultserver.py");
  TEST("calls, waits, tasks and slots end exactly once, in whatever order a seed chooses", play_all);
  server_stop(&faults);
  return verdict();
}
