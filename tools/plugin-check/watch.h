/* The watch sees everything that passes between the plugin and the library. The checker adds a copy of the plugin's
 * moya_plugin to a provider. In this copy, every hook is a function of the watch, which calls the plugin's hook. The
 * plugin gets a copy of the moya_host, in which every function notes its use and then calls the host. The host is the
 * library, as in plugin.h. */
#ifndef WATCH_H
#define WATCH_H

#include <moya/moya.h>
#include <moya/plugin/body.h>
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>
#include <stdbool.h>

/* The hooks of a plugin. TASK is not a hook, but the function of a plugin task. A context has the kind of the hook that
 * it was made for. */
typedef enum hook {
  CREATE, CLOSE, PREPARE, SIGN, WILL_SEND, DID_RECEIVE, SHOULD_RETRY, PROCESS, HEAD, CHUNK, END, TASK, DESTROY,
  RELEASE_SLOT, HOOK_KINDS
} hook;
extern const char *const hook_names[HOOK_KINDS];

/* What the checker knows about an instance of the plugin. This struct is never freed, so the checker notices a hook
 * that runs after `destroy`. */
typedef struct instance {
  void *real; /* what `create` made */
  moya_context *self;
  bool ended; /* `destroy` was called */
  bool closes; /* `close` has deferred its context, and nothing has resumed the context yet */
  bool was_closed; /* `close` had deferred its context, and the context was then resumed */
} instance;

/* ── For the tests (watch.c) ── */

/* Returns the copy of the moya_plugin that is added to a provider instead of the original. A process watches only one
 * plugin. */
const moya_plugin *watch_plugin(const moya_plugin *plugin);
/* An unchanged copy of the plugin's moya_plugin. The copy has the size of this struct in this version of plugin.h. */
extern moya_plugin watched;

/* The settings of the watch. */
typedef struct watch_settings {
  bool environment;        /* compare the environment of the process before and after each hook */
  const char *row;         /* the row that fails if the process dies */
  int chunks;              /* how many pieces of the current body have arrived (body_watch.c) */
  bool close;              /* run the close hook */
  bool no_extensions;      /* the host has no extensions */
  bool late;               /* deferred contexts may stay, because the provider is destroyed with calls under way */
  int block_ms;            /* above 0: a hook that sleeps or computes for long is a finding (blocking.c); 0: only a
                            * hook that hangs */
  int cut;                 /* pieces of a body are cut into pieces of this size for `chunk`; 0: not cut */
  void (*after_piece)(void); /* runs after the first piece of a body that is cut; may be NULL */
  bool texts;              /* texts of the host are in memory of their own */
  int extra_tags;          /* each target has every tag that the plugin asks for, so that a plugin that
                            * works only for one tag does its work */
} watch_settings;
extern watch_settings watch_set;

/* Notes that a call begins. The plugin may send MOST_REQUESTS requests from now on (task_watch.c). */
void watch_call_begins(void);

/* Returns the name of the hook that runs on this thread, or NULL. */
const char *watch_hook_here(void);

/* Returns a number that changes whenever the plugin is called or calls the host. */
unsigned long watch_progress(void);

typedef struct watch_counts {
  long deferred;  /* contexts that wait for resume */
  long timers, works, requests; /* tasks that have not ended */
  long started_works, started_requests, started_timers, all_deferred, all_slots; /* how many there have been since the
                                                                                  * process began */
  long slots;     /* slots that were set and not released */
  long instances; /* instances that were made and not destroyed */
  long hooks;     /* hooks that ran, all kinds */
} watch_counts;
watch_counts watch_count(void);

/* Reports the deferred contexts that the plugin has not resumed. Call this when all calls have ended and the plugin has
 * had time to resume them. */
void watch_expect_resumed(void);
/* If no hook has waited since the process began, reports that the rule `row` (rows.h) cannot be judged. */
void watch_judge_waiting(const char *row);
/* If no hook has waited and no task was started, reports that the rule not-starved (rows.h) cannot be judged. */
void watch_judge_starving(void);
/* Notes that the host has ended the deferred contexts of an instance. The host does this before it calls `destroy`. */
void watch_abandon(instance *of);

/* ── Between the parts of the watch ── */

/* One run of a hook on this thread. */
typedef struct run {
  hook hook;
  instance *instance;
  moya_context *context; /* NULL: destroy and release_slot have none */
  bool returned, pending;
  int64_t began; /* when the run began (time_real) */
  int64_t computed; /* the processor time of the thread when the run began, in microseconds */
  int thread;    /* the thread of the run (gettid) */
  struct run *outer; /* the hook inside which this hook runs */
  struct run *next;  /* the next one in the list of all runs of the process */
  void *environment;
  int was_in_plugin;
  bool may_block; /* the run is a task that may block (`work` of moya.tasks) */
  int asleep;     /* how many samples in a row have found the thread asleep */
} run;

void watch_enter(run *run, instance *it, hook hook, moya_context *context);
/* Ends a run. This function is called even if an exception leaves the hook. */
void watch_leave(run *run);
#define WATCH(it, hook, context)                            \
  run run __attribute__((cleanup(watch_leave)));            \
  watch_enter(&run, it, hook, context)
/* Checks the status that the hook has returned. Returns `status`. */
moya_status watch_returned(run *run, moya_status status);

/* What the plugin does with a context. */
typedef enum use { USE_READ, USE_CHANGE, USE_LOG, USE_OPTION, USE_DEFER, USE_RESUME, USE_TASK } use;
void watch_use(moya_context *context, const char *function, use use);
/* Call this after each function of the host that changes something. Checks the status that the function has returned.
 * Returns `status`. */
moya_status watch_changed(moya_context *context, const char *function, moya_status status);

const moya_host *watch_host(const moya_host *host);     /* host_watch.c */
extern const moya_host *real_host;
void context_not_deferred(moya_context *context, moya_status status);
void context_deferred(moya_context *context);           /* watch.c */
/* Call this when the plugin resumes a context with this result. Returns true if the context was deferred and its hook
 * had returned. */
bool context_resumed(moya_context *context, moya_status result);
void context_answers(moya_context *context);

void slots_replaced(void *value);                       /* slots.c */
/* Reports values that were replaced in a slot and were not freed. Call this after the end of a provider. */
void slots_expect_freed(void);

/* Copies a text that the host returns, if the settings say so (texts.c). */
moya_str text_given(moya_context *context, moya_str text);
/* Copies a list of fields and its texts, if the settings say so (texts.c). */
const moya_field *fields_given(moya_context *context, const moya_field *list, size_t count);
/* Notes that a function read an option. `kinds` has a bit for each kind that the function reads (option_watch.c). */
void option_read(const char *name, const char *function, unsigned kinds);

const moya_tasks *watch_tasks(const moya_tasks *tasks);  /* task_watch.c */
const moya_body *watch_body(const moya_body *body);      /* body_watch.c */
const moya_digest *watch_digest(const moya_digest *digest); /* digest_watch.c */
const moya_body_hooks *watch_body_hooks(const moya_body_hooks *hooks);

void watch_step(void);
void count(long watch_counts_offset, long change);
#define COUNT(member, change) count((long)offsetof(watch_counts, member), change)

/* Starts the thread that looks for hooks that block (blocking.c). */
void blocking_begin(void);
void blocking_enter(run *run);
void blocking_leave(run *run);

/* These functions lock and unlock what a fork must not interrupt (watch.c). */
void blocking_lock(void);
void blocking_unlock(void);
void tasks_lock(void);
void tasks_unlock(void);

#endif
