/* Watches moya.tasks/1 (watch.h). The plugin gets functions that call the library's functions. The `run` of each task
 * is a function of the watch, which calls the `run` of the plugin. */
#include "allocations.h"
#include "contexts.h"
#include "findings.h"
#include "watch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const moya_tasks *real;

typedef enum kind { TIMER, WORK, REQUEST } kind;
static const char *const names[] = {"after", "work", "send"};

/* The checker stops a plugin that sends this many requests after a call has begun. */
enum { MOST_REQUESTS = 400 };
/* A chain of timers without a delay is a busy loop if it has this length. */
enum { MOST_SOON = 500 };
static _Atomic long requests_before;

void watch_call_begins(void) { requests_before = watch_count().started_requests; }

typedef struct task {
  kind kind;
  moya_task_fn run; /* NULL: a timer that resumes a context */
  void *user;
  instance *instance;
  moya_context *owner;
  int soon;        /* the length of the chain of timers without a delay that led to this task */
  uint64_t number; /* the number that the library gave the task */
  uint64_t serial; /* the number that the watch gave the task */
  struct task *next;
} task;

static _Thread_local const task *running; /* the task that runs on this thread */

static void count_kind(kind kind, long change) {
  if (kind == TIMER) COUNT(timers, change);
  if (kind == WORK) COUNT(works, change);
  if (kind == REQUEST) COUNT(requests, change);
}

/* ── Tasks that have not ended, for `cancel` ── */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static task *tasks;

void tasks_lock(void) { pthread_mutex_lock(&lock); }
void tasks_unlock(void) { pthread_mutex_unlock(&lock); }

static void list(task *it) {
  pthread_mutex_lock(&lock);
  it->next = tasks;
  tasks = it;
  pthread_mutex_unlock(&lock);
}
/* Takes a task out of the list. Returns NULL if the list does not have the task. */
static task *unlist(task *which, moya_context *owner, uint64_t number) {
  pthread_mutex_lock(&lock);
  task **place = &tasks;
  while (*place && !(which ? *place == which : (*place)->owner == owner && (*place)->number == number)) {
    place = &(*place)->next;
  }
  task *it = *place;
  if (it) *place = it->next;
  pthread_mutex_unlock(&lock);
  return it;
}

static instance *instance_of(moya_context *owner) {
  context *it = context_find(owner);
  instance *found = it ? it->instance : NULL;
  context_unlock();
  return found;
}

static void run_task(void *instance_, moya_context *context, void *user, moya_status status) {
  task *it = user;
  instance *in = instance_;
  (void)unlist(it, NULL, 0);
  if (!in) in = it->instance;
  if (in->ended) finding("none-after-destroy", "the task of %s ran after destroy", names[it->kind]);
  if (it->run) {
    /* The context belongs to this run if it ends with the run. Only the function of a request gets such a context,
     * which contains the result. All other tasks run with the context of their owner. */
    bool own = it->kind == REQUEST && context != it->owner;
    WATCH(in, TASK, own ? context : NULL);
    run.may_block = it->kind == WORK;
    const task *outer = running;
    running = it;
    it->run(in->real, context, it->user, status);
    run.returned = true;
    running = outer;
  }
  count_kind(it->kind, -1);
  free(it);
}

static task *make(kind kind, moya_context *owner, moya_task_fn run, void *user) {
  static _Atomic uint64_t made;
  task *it = calloc(1, sizeof *it);
  MUST(it);
  *it =
      (task){.kind = kind, .run = run, .user = user, .owner = owner, .instance = instance_of(owner), .serial = ++made};
  watch_use(owner, names[kind], USE_TASK);
  count_kind(kind, 1);
  list(it);
  return it;
}
/* Call this after the library's function that starts the task has returned `status`. If `status` is an error, removes
 * the task from the list. Otherwise stores the task's `number`, unless the task has ended already. */
static moya_status made(task *it, uint64_t serial, moya_status status, uint64_t number, uint64_t *into) {
  if (status != MOYA_OK) {
    if (unlist(it, NULL, 0)) count_kind(it->kind, -1), free(it);
    return status;
  }
  pthread_mutex_lock(&lock);
  for (task *at = tasks; at; at = at->next) {
    if (at == it && at->serial == serial) at->number = number;
  }
  pthread_mutex_unlock(&lock);
  if (into) *into = number;
  return status;
}

/* Returns the length of the chain of timers to which a new timer belongs. A timer with a delay begins a new chain. */
static int chain(int64_t delay) {
  int soon = delay > 0 ? 0 : running ? running->soon + 1 : 1;
  if (soon == MOST_SOON)
    finding("busy-loop", "a timer without a delay started itself again %d times, so its thread never rests", MOST_SOON);
  return soon;
}

static moya_status after(moya_context *owner, int64_t delay, moya_task_fn run, void *user, uint64_t *into) {
  IN_HOST;
  uint64_t number = 0;
  COUNT(started_timers, 1);
  if (!run) {
    watch_use(owner, "after", USE_TASK);
    moya_status status = real->after(owner, delay, NULL, user, into);
    if (status == MOYA_OK) context_answers(owner);
    return status;
  }
  task *it = make(TIMER, owner, run, user);
  it->soon = chain(delay);
  uint64_t serial = it->serial;
  moya_status status = real->after(owner, delay, run_task, it, &number);
  return made(it, serial, status, number, into);
}
static moya_status work(moya_context *owner, moya_task_fn run, void *user, uint64_t *into) {
  IN_HOST;
  uint64_t number = 0;
  COUNT(started_works, 1);
  if (!run) return real->work(owner, run, user, into);
  task *it = make(WORK, owner, run, user);
  uint64_t serial = it->serial;
  moya_status status = real->work(owner, run_task, it, &number);
  return made(it, serial, status, number, into);
}
static moya_status send(moya_context *owner, const moya_sub_request *request, moya_task_fn run, void *user,
                        uint64_t *into) {
  IN_HOST;
  uint64_t number = 0;
  COUNT(started_requests, 1);
  if (watch_count().started_requests - requests_before >= MOST_REQUESTS) {
    finding("sub-requests", "the plugin reached the limit of %d requests since the last call began", MOST_REQUESTS);
    findings_give_up();
  }
  if (!run) return real->send(owner, request, run, user, into);
  task *it = make(REQUEST, owner, run, user);
  uint64_t serial = it->serial;
  moya_status status = real->send(owner, request, run_task, it, &number);
  return made(it, serial, status, number, into);
}
static int32_t cancel(moya_context *owner, uint64_t number) {
  IN_HOST;
  watch_step();
  int32_t done = real->cancel(owner, number);
  if (!done) return 0;
  task *it = unlist(NULL, owner, number);
  if (it) count_kind(it->kind, -1), free(it);
  return done;
}

const moya_tasks *watch_tasks(const moya_tasks *table) {
  static moya_tasks copy;
  if (real) return &copy;
  real = table;
  memcpy(&copy, table, table->size < sizeof copy ? table->size : sizeof copy);
  copy.size = table->size < sizeof copy ? table->size : (uint32_t)sizeof copy;
  copy.after = after;
  if (copy.size > offsetof(moya_tasks, work)) copy.work = work;
  if (copy.size > offsetof(moya_tasks, send)) copy.send = send;
  copy.cancel = cancel;
  return &copy;
}
