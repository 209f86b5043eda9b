#include "watch.h"

#include "allocations.h"
#include "contexts.h"
#include "environment.h"
#include "findings.h"
#include "virtual_time.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const hook_names[HOOK_KINDS] = {"create", "close", "prepare", "sign", "will_send", "did_receive",
                                            "should_retry", "process", "head", "chunk", "end", "a task", "destroy",
                                            "release_slot"};
watch_settings watch_set;

static _Atomic long counts[sizeof(watch_counts) / sizeof(long)];
static _Atomic unsigned long steps;
static _Thread_local run *innermost;

void count(long offset, long change) { atomic_fetch_add(&counts[offset / (long)sizeof(long)], change); }
void watch_step(void) { atomic_fetch_add(&steps, 1); }
unsigned long watch_progress(void) { return atomic_load(&steps); }
watch_counts watch_count(void) {
  watch_counts it;
  for (size_t index = 0; index < sizeof counts / sizeof *counts; index++) ((long *)&it)[index] = counts[index];
  return it;
}

void watch_enter(run *run, instance *it, hook hook, moya_context *key) {
  memset(run, 0, sizeof *run);
  run->hook = hook;
  run->instance = it;
  run->context = key;
  run->began = time_real();
  run->thread = gettid();
  run->outer = innermost;
  innermost = run;
  watch_step();
  COUNT(hooks, 1);
  if (it->ended && hook != DESTROY) finding("none-after-destroy", "%s ran after destroy", hook_names[hook]);
  if (key && key != it->self) {
    context *found = context_lock(key);
    found->state = RUNNING;
    found->hook = hook;
    found->instance = it;
    found->thread = run->thread;
    found->in_hook = true;
    context_unlock();
  }
  if (watch_set.environment) run->environment = environment_copy();
  blocking_enter(run);
  run->was_in_plugin = allocations_of_plugin(1);
}

void watch_leave(run *run) {
  allocations_of_plugin(run->was_in_plugin);
  blocking_leave(run);
  innermost = run->outer;
  if (run->environment) environment_compare(run->environment, hook_names[run->hook]);
  if (!run->returned) finding("unwinding", "an exception left %s", hook_names[run->hook]);
  if (run->context && run->context != run->instance->self) {
    context *found = context_lock(run->context);
    found->in_hook = false;
    if ((found->state == DEFERRED || found->state == TIMED) && !run->pending) {
      if (found->state == DEFERRED) COUNT(deferred, -1);
      found->state = ENDED;
    } else if (found->state == RUNNING) {
      found->state = ENDED;
    }
    if (found->state == ENDED) texts_end(found);
    context_unlock();
  }
  watch_step();
}

/* Returns true if the plugin deferred the context of this run. Usually the state of the context shows this. A `close`
 * hook receives the context of an instance, and the state of this context is always OF_INSTANCE. So for a `close` hook,
 * the members `closes` and `was_closed` of the instance show it. */
static bool was_deferred(run *run) {
  context *found = context_find(run->context);
  bool it = found && (found->state == DEFERRED || found->state == TIMED || found->state == RESUMED);
  if (run->hook == CLOSE) it = run->instance->closes || run->instance->was_closed;
  context_unlock();
  return it;
}

moya_status watch_returned(run *run, moya_status status) {
  const char *name = hook_names[run->hook];
  run->returned = true;
  if (status == MOYA_OK) return status;
  if (status == MOYA_HOOK_PENDING) {
    bool waits = run->hook == PREPARE || run->hook == SIGN || run->hook == PROCESS || run->hook == CLOSE;
    run->pending = true;
    if (!waits) finding("answers", "%s returned MOYA_HOOK_PENDING, but it cannot wait", name);
    else if (!was_deferred(run)) finding("answers", "%s returned MOYA_HOOK_PENDING without defer", name);
  } else if (status == MOYA_HOOK_ANSWERED) {
    if (run->hook != PREPARE && run->hook != HEAD) {
      finding("answers", "%s returned MOYA_HOOK_ANSWERED, which only prepare and head may return", name);
    }
  } else if (status == MOYA_BODY_SKIP && run->hook == HEAD) {
    return status;
  } else if (status > 0 || strcmp(moya_status_name(status), "MOYA_ERROR_UNKNOWN") == 0) {
    finding("answers", "%s returned %d, which means nothing", name, (int)status);
  }
  return status;
}

/* Returns true if a hook with this context is running on this thread. */
static bool runs_here(moya_context *key) {
  for (run *it = innermost; it; it = it->outer) {
    if (it->context == key) return true;
  }
  return false;
}

static void report_stale(context *it, moya_context *key, const char *function) {
  const char *hook = it ? hook_names[it->hook] : "a hook";
  if (it && it->reported) return;
  if (it) it->reported = true;
  if (!it)
    finding("stale-context", "%s was called with a context that the host never gave (%p)", function, (void *)key);
  else if (it->state == RESUMED)
    finding("stale-context", "%s was called with a context of %s after its resume", function, hook);
  else finding("stale-context", "%s was called with the context of %s after its end", function, hook);
}

void watch_use(moya_context *key, const char *function, use use) {
  watch_step();
  if (!key) return;
  context *it = context_find(key);
  switch (it ? it->state : UNKNOWN) {
  case OF_INSTANCE:
    if (it->instance->ended) report_stale(it, key, function);
    break;
  case RUNNING:
    /* The context is not deferred, so only the thread of its hook may use it. A context that the hook has deferred has
     * the state DEFERRED, even while the hook still runs. */
    if (it->thread != gettid() && !it->reported) {
      it->reported = true;
      finding("other-thread", "%s was called on another thread than that of %s, and the context is not deferred",
              function, hook_names[it->hook]);
    }
    break;
  case DEFERRED:
  case TIMED:
  case ABANDONED: break;
  case RESUMED:
    if (use == USE_RESUME && !it->reported) {
      it->reported = true;
      finding("resume-once", "the context of %s was resumed twice", hook_names[it->hook]);
      break;
    }
    report_stale(it, key, function);
    break;
  default: report_stale(it, key, function);
  }
  context_unlock();
}

moya_status watch_changed(moya_context *key, const char *function, moya_status status) {
  if (status != MOYA_ERROR_STATE || !key) return status;
  context *it = context_find(key);
  /* The library's function returned an error and changed nothing. If a running hook called the function, the plugin
   * made a mistake. If the context was deferred, there is no mistake, because the call may have ended before the plugin
   * used the context. */
  if (it && it->state == RUNNING && it->thread == gettid() && !it->reported && runs_here(key)) {
    it->reported = true;
    finding("stale-context", "%s was called in %s, where it changes nothing", function, hook_names[it->hook]);
  } else if (it && it->state == OF_INSTANCE && !it->reported) {
    it->reported = true;
    finding("stale-context", "%s was called with the context of the instance, where it changes nothing", function);
  }
  context_unlock();
  return status;
}

void context_not_deferred(moya_context *key, moya_status status) {
  context *it = context_find(key);
  if (status == MOYA_ERROR_STATE && it && it->state == RUNNING && it->thread == gettid() && !it->reported) {
    it->reported = true;
    bool has_flag = watched.flags & MOYA_PLUGIN_WAITS;
    finding("answers", "defer was called in %s, %s", hook_names[it->hook],
            has_flag ? "which cannot wait" : "but the plugin does not have the flag MOYA_PLUGIN_WAITS");
  }
  context_unlock();
}
void context_deferred(moya_context *key) {
  context *it = context_lock(key);
  if (it->state == OF_INSTANCE) {
    it->instance->closes = true;
    context_unlock();
    return;
  }
  it->state = DEFERRED;
  COUNT(all_deferred, 1);
  if (!it->instance && innermost) it->instance = innermost->instance;
  COUNT(deferred, 1);
  context_unlock();
}

bool context_resumed(moya_context *key, moya_status result) {
  context *it = context_find(key);
  bool waits = it && it->state == DEFERRED && !it->in_hook;
  if (it && it->state == OF_INSTANCE) {
    it->instance->was_closed = it->instance->closes;
    it->instance->closes = false;
  }
  if (it && (it->state == DEFERRED || it->state == TIMED)) {
    if (it->state == DEFERRED) COUNT(deferred, -1);
    it->state = RESUMED;
    texts_end(it);
    bool known = result == MOYA_OK || (result == MOYA_HOOK_ANSWERED && it->hook == PREPARE) ||
                 (result < 0 && strcmp(moya_status_name(result), "MOYA_ERROR_UNKNOWN") != 0);
    if (!known) finding("answers", "%s was resumed with %d, which means nothing", hook_names[it->hook], (int)result);
  }
  context_unlock();
  return waits;
}

void context_answers(moya_context *key) {
  context *it = context_find(key);
  if (it && it->state == DEFERRED) it->state = TIMED, COUNT(deferred, -1);
  context_unlock();
}

static void expect_resumed(context *it, void *user) {
  (void)user;
  if (it->state != DEFERRED) return;
  it->state = ABANDONED;
  COUNT(deferred, -1);
  finding("resume-always", "a deferred context of %s was never resumed", hook_names[it->hook]);
}
void watch_expect_resumed(void) { context_each(expect_resumed, NULL); }

void watch_judge_waiting(const char *row) {
  if (watch_count().all_deferred == 0) not_judged(row, "no hook waited");
}
void watch_judge_starving(void) {
  watch_counts it = watch_count();
  if (it.all_deferred + it.started_timers + it.started_works + it.started_requests > 0) return;
  not_judged("not-starved", "no hook waited, and no task ran");
}

static void abandon(context *it, void *of) {
  if (it->instance != of) return;
  if (it->state == DEFERRED && !watch_set.late) expect_resumed(it, NULL);
  if (it->state == DEFERRED) COUNT(deferred, -1);
  if (it->state == DEFERRED || it->state == TIMED) it->state = ABANDONED;
}
void watch_abandon(instance *of) { context_each(abandon, of); }

const char *watch_hook_here(void) { return innermost ? hook_names[innermost->hook] : NULL; }

/* Takes all locks, so that no other thread holds one at the moment of the fork. In the child, which has no other
 * threads, nothing would release that lock. */
static void before_fork(void) {
  bool may_fork = !innermost || innermost->may_block || innermost->hook == CREATE || innermost->hook == DESTROY;
  if (!may_fork) finding("environment", "%s forked the process", hook_names[innermost->hook]);
  blocking_lock();
  tasks_lock();
  (void)context_find(NULL);
  allocations_lock();
}
static void after_fork(void) {
  allocations_unlock();
  context_unlock();
  tasks_unlock();
  blocking_unlock();
}
/* The handlers that prepare a fork run in the reverse order of their registration. The library's handler waits for
 * threads of the library, and these threads allocate. So the library's handler must run before `before_fork`, which
 * takes the lock of allocations. The library registers its handler in a constructor. Functions in .preinit_array run
 * before all constructors, so `before_fork` is registered first. */
static void notice_forks(void) { MUST(pthread_atfork(before_fork, after_fork, after_fork) == 0); }
__attribute__((section(".preinit_array"), used)) static void (*const before_constructors)(void) = notice_forks;
