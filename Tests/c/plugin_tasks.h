/* Contains what tests of tasks share: providers whose plugins have tasks, and records of how the tasks end. */
#ifndef PLUGIN_TASKS_H
#define PLUGIN_TASKS_H

#include "plugin_waiting.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static const moya_tasks *tasks;
static moya_context *selves[3]; /* the contexts of the instances "a", "b" and "c" */

static inline moya_status create_tasking(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = create(it, owner, instance);
  tasks = it->get_extension(MOYA_TASKS);
  EXPECT(tasks && tasks->size >= sizeof *tasks);
  selves[*(char *)*instance - 'a'] = owner;
  return status;
}
static inline void leave(void *it) {
  write_note(it, "destroy");
  free(it);
}
#define TASKING .version = "1.0.0", .options = letter, .create = create_tasking, .destroy = leave
/* A plugin whose prepare does what the `user` of the target says. Requests of plugins have no `user`, so prepare
 * does nothing for them. */
static const moya_plugin tasking = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.tasks", TASKING,
                                    .prepare = prepare};

/* ── Providers ── */

static moya_provider *provider;
static moya_provider_options plain_options(moya_pump pump) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = pump;
  return options;
}
/* Makes the provider of the test with `count` instances of a plugin, which are called "a", "b" and "c". */
static inline void begin_with(const moya_provider_options *options, const moya_plugin *plugin, int count) {
  static const char *const configs[] = {"{\"as\": \"a\"}", "{\"as\": \"b\"}", "{\"as\": \"c\"}"};
  static const char *const names[] = {NULL, "second", "third"};
  journal[0] = 0;
  held = NULL;
  sem_init(&is_held, 0, 0);
  EXPECT_STATUS(moya_provider_create(options, &provider, NULL), MOYA_OK);
  for (int index = 0; index < count; index++) {
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = plugin, .name = names[index], .config = configs[index]);
    EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
  }
}
static inline void begin(moya_pump pump) {
  moya_provider_options options = plain_options(pump);
  begin_with(&options, &tasking, 1);
}
static inline void with_both_pumps(void (*body)(moya_pump)) {
  body(MOYA_PUMP_DISPATCH);
  body(MOYA_PUMP_HOST);
}

/* Waits for a semaphore that tasks post. With MOYA_PUMP_HOST, this function runs the tasks. */
static inline void await_on(moya_pump pump, sem_t *semaphore) {
  long deadline = clock_seconds() + 30;
  if (pump != MOYA_PUMP_HOST) {
    await(semaphore);
    return;
  }
  while (sem_trywait(semaphore)) {
    EXPECT_STATUS(moya_provider_process(provider, 100, NULL), MOYA_OK);
    EXPECT(clock_seconds() < deadline, "nothing happened for 30 s");
    if (clock_seconds() >= deadline) return;
  }
}

/* ── Tasks ── */

/* What `finish` has received. Tasks have `finish` as their `run`. */
typedef struct ending {
  void (*then)(struct ending *, moya_context *); /* runs inside `finish` */
  uint64_t task;
  _Atomic int calls;
  moya_status status;
  int32_t http_status;
  moya_context *context;
  pthread_t thread;
  char who;
  char body[2048], url[256], sent_url[256], sent_method[16], message[512];
  sem_t ended;
} ending;

static _Thread_local bool is_starting;
static inline void keep_text(char *place, size_t room, moya_str text) {
  snprintf(place, room, "%.*s", (int)text.len, text.data ? text.data : "");
}
#define KEEP(place, text) keep_text(place, sizeof(place), text)

static inline void finish(void *it, moya_context *context, void *user, moya_status status) {
  ending *end = user;
  EXPECT(!is_starting, "a task runs inside the function that starts it");
  end->calls++;
  end->status = status;
  end->context = context;
  end->thread = pthread_self();
  end->who = *(char *)it;
  end->http_status = host->http_status(context);
  KEEP(end->body, host->response_body(context));
  KEEP(end->url, host->response_url(context));
  KEEP(end->sent_url, host->request_url(context));
  KEEP(end->sent_method, host->request_method(context));
  KEEP(end->message, host->error_message(context));
  write_note(it, status == MOYA_OK ? "ran" : moya_status_name(status) + sizeof "MOYA_ERROR_" - 1);
  if (end->then) end->then(end, context);
  sem_post(&end->ended);
}
static inline void reset(ending *end) {
  memset(end, 0, sizeof *end);
  sem_init(&end->ended, 0, 0);
}
static inline moya_status send_request(moya_context *owner, const moya_sub_request *request, ending *end) {
  uint64_t task = 0; /* not in `end`, because `finish` may run before `send` returns */
  is_starting = true;
  moya_status status = tasks->send(owner, request, finish, end, &task);
  is_starting = false;
  EXPECT((status == MOYA_OK) == (task != 0), "%s gives the number %d", moya_status_name(status), (int)task);
  end->task = task;
  return status;
}
static inline void expect_once(const ending *end, moya_status wanted, const char *what) {
  EXPECT(end->calls == 1, "%s: %d", what, end->calls);
  EXPECT(end->status == wanted, "%s: %s instead of %s (%s)", what, moya_status_name(end->status),
         moya_status_name(wanted), end->message);
}

/* Returns the URL of a path of the fault server. The text is valid until the fourth call after this one. */
static inline const char *at(const char *path) {
  static _Thread_local char urls[4][256];
  static _Thread_local int next;
  char *url = urls[next++ % 4];
  snprintf(url, sizeof urls[0], "%s%s", faults.url, path);
  return url;
}

#endif
