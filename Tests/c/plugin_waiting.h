/* Contains what tests of hooks that wait share: a plugin whose hooks can defer, threads that resume, and every way to
 * make a call. */
#ifndef PLUGIN_WAITING_H
#define PLUGIN_WAITING_H

#include "child.h"
#include "plugin_journal.h"

#include <errno.h>
#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

/* The fault server, which main starts with server_start("Tests/servers/faultserver.py"). */
static server faults;

/* What the hooks do for a call. The `user` of the target points to this struct. If `user` is NULL, the hooks do
 * nothing. */
typedef struct acts {
  moya_status (*prepare)(moya_context *);   /* in prepare of the first plugin */
  moya_status (*following)(moya_context *); /* in prepare of the second plugin */
  moya_status (*sign)(moya_context *);      /* in sign of the first plugin */
  moya_status (*process)(moya_context *);   /* in process of the first plugin */
  void (*elsewhere)(moya_context *);        /* on the thread that `go_elsewhere` starts */
  void (*will_send)(void);                  /* in will_send of the first plugin */
  uint32_t attempts;
} acts;

static moya_context *self; /* the context of the first plugin's instance */
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static char slot_value;
static _Atomic int released;

static inline void write_note(const char *who, const char *what) {
  pthread_mutex_lock(&journal_lock);
  note(who, what);
  pthread_mutex_unlock(&journal_lock);
}
static bool is_first(const char *it) { return *it == 'a'; }
static bool has_field(moya_context *context) { return str_is(host->request_header(context, "X"), "1"); }

static inline moya_status create(const moya_host *it, moya_context *owner, void **instance) {
  moya_status status = remember(it, owner, instance);
  if (is_first(*instance)) self = owner;
  EXPECT_STATUS(host->defer(owner), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(owner, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  return status;
}
/* Checks that a hook other than prepare, sign and process cannot wait. Returns what this hook does. */
static inline const acts *acts_of_other_hook(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  return host->target_user(context);
}
static inline moya_status prepare(void *it, moya_context *context) {
  const acts *does = host->target_user(context);
  write_note(it, has_field(context) ? "prepare-X" : "prepare");
  moya_status (*act)(moya_context *) = !does ? NULL : is_first(it) ? does->prepare : does->following;
  return act ? act(context) : MOYA_HOOK_OK;
}
static inline void will_send(void *it, moya_context *context) {
  const acts *does = acts_of_other_hook(context);
  write_note(it, has_field(context) ? "will_send-X" : "will_send");
  if (does && does->will_send && is_first(it)) does->will_send();
}
static inline void did_receive(void *it, moya_context *context) {
  (void)it;
  acts_of_other_hook(context);
}
static inline int64_t should_retry(void *it, moya_context *context) {
  const acts *does = acts_of_other_hook(context);
  return does && is_first(it) && host->attempt(context) < does->attempts ? 0 : MOYA_RETRY_NONE;
}
static inline moya_status process(void *it, moya_context *context) {
  moya_status status = host->result_status(context);
  write_note(it, status == MOYA_OK ? "processed" : moya_status_name(status) + sizeof "MOYA_ERROR_" - 1);
  const acts *does = host->target_user(context);
  if (does && (does->prepare || does->following || does->sign)) {
    /* However these hooks have ended, the request is still known. */
    EXPECT(str_has(host->request_url(context), "http://"), "%s: %s", (const char *)it, moya_status_name(status));
  }
  return does && does->process && is_first(it) ? does->process(context) : MOYA_HOOK_OK;
}
static inline moya_status sign(void *it, moya_context *context) {
  const acts *does = host->target_user(context);
  return does && does->sign && is_first(it) ? does->sign(context) : MOYA_HOOK_OK;
}
static inline void release_slot(void *it, void *slot) {
  EXPECT(slot == &slot_value);
  released++;
  write_note(it, "released");
}
#define HOOKS                                                                                      \
  .version = "1.0.0", .options = letter, .create = create, .destroy = forget, .prepare = prepare,  \
  .sign = sign, .will_send = will_send, .did_receive = did_receive, .should_retry = should_retry,                \
  .process = process, .release_slot = release_slot
static const moya_plugin waiting = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.waits", HOOKS};
static const moya_plugin hasty = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.hasty", HOOKS};

/* ── Threads ── */

/* Waits at most 30 s for the semaphore. */
static inline void await(sem_t *semaphore) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 30;
  int status;
  while ((status = sem_timedwait(semaphore, &deadline)) && errno == EINTR) continue;
  EXPECT(status == 0, "nothing happened for 30 s");
}

/* Defers. The test resumes the context, which is in `held`. */
static moya_context *_Atomic held;
static sem_t is_held;
static inline moya_status hold(moya_context *context) {
  EXPECT_STATUS(host->set_slot(context, &slot_value), MOYA_OK);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  sem_post(&is_held);
  return MOYA_HOOK_PENDING;
}
static const acts holding = {.prepare = hold};

/* `go_elsewhere` defers and starts a thread, which runs `elsewhere`. */
static pthread_t threads[16];
static size_t thread_count;
static inline void *run_elsewhere(void *context) {
  const acts *does = host->target_user(context);
  does->elsewhere(context);
  return NULL;
}
static inline moya_status go_elsewhere(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  EXPECT(pthread_create(&threads[thread_count++], NULL, run_elsewhere, context) == 0);
  return MOYA_HOOK_PENDING;
}
static inline void resume_ok(moya_context *context) {
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
}
static inline void join_all(void) {
  while (thread_count > 0) pthread_join(threads[--thread_count], NULL);
}

/* ── Calls ── */

typedef enum way { CALLED, CALLED_STREAM, SENT, SENT_STREAM, PUMPED, QUEUED, WAYS } way;
typedef enum source { NETWORK, IMMEDIATE, DELAYED, SOURCES } source;

typedef struct calling {
  moya_provider *provider;
  way way;
  moya_target target;
  sem_t ended;
  moya_status status;
  int32_t http_status;
  char body[16], message[512];
  pthread_t thread;
} calling;

static inline moya_provider *waiting_provider(way way, uint32_t wait_ms) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = way == PUMPED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH;
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &waiting, .config = "{\"as\": \"a\"}", .wait_ms = wait_ms);
  journal[0] = 0;
  held = NULL;
  sem_init(&is_held, 0, 0);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
  add_second(provider, &waiting);
  return provider;
}
/* Destroys the provider and checks the journal. */
static inline void expect_end(moya_provider *provider, const char *what, const char *wanted) {
  char whole[1024];
  moya_provider_destroy(provider);
  snprintf(whole, sizeof whole, "%s b.destroy a.destroy", wanted);
  EXPECT(strcmp(journal, whole) == 0, "%s: %s", what, journal);
}

static inline calling calling_of(moya_provider *provider, way way, source source, const acts *does) {
  calling it = {.provider = provider, .way = way, .target = target_of()};
  it.target.user = (void *)does;
  if (source == NETWORK) it.target.base_url = faults.url, it.target.path = "/bytes/5", it.target.stub = MOYA_STUB_NEVER;
  if (source == DELAYED) it.target.stub = MOYA_STUB_DELAYED, it.target.stub_delay_ms = 1;
  return it;
}
static inline void hear(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  calling *it = user;
  it->status = status;
  if (response) {
    it->http_status = moya_response_http_status(response);
    moya_str body = moya_response_body(response);
    if (body.len > 0) snprintf(it->body, sizeof it->body, "%s", body.data);
  }
  if (error) snprintf(it->message, sizeof it->message, "%s", moya_error_message(error).data);
  sem_post(&it->ended);
}
static inline moya_flow take(void *user, const void *data, size_t len) {
  calling *it = user;
  snprintf(it->body + strlen(it->body), sizeof it->body - strlen(it->body), "%.*s", (int)len, (const char *)data);
  return MOYA_FLOW_CONTINUE;
}
static inline void pump(calling *it) {
  struct pollfd ready = {moya_provider_fd(it->provider), POLLIN, 0};
  while (sem_trywait(&it->ended)) {
    int count = poll(&ready, 1, 30000);
    EXPECT(count == 1, "the descriptor did not become readable");
    if (count != 1) return;
    EXPECT_STATUS(moya_provider_process(it->provider, 0, NULL), MOYA_OK);
  }
  sem_post(&it->ended);
}
static inline void send_call(calling *it) {
  moya_handlers handlers = MOYA_HANDLERS(.body = it->way == SENT_STREAM ? take : NULL, .end = hear, .user = it);
  sem_init(&it->ended, 0, 0);
  EXPECT_STATUS(moya_provider_send(it->provider, &it->target, &handlers, NULL, NULL, NULL), MOYA_OK);
}
/* Makes the call in its way, and waits until it has ended. */
static inline void *make_call(void *user) {
  calling *it = user;
  moya_handlers handlers = MOYA_HANDLERS(.body = take, .user = it);
  moya_completion row = {0};
  moya_queue *queue = NULL;
  sem_init(&it->ended, 0, 0);
  switch (it->way) {
    case CALLED:
    case CALLED_STREAM:
      row.status = moya_provider_call(it->provider, &it->target, it->way == CALLED ? NULL : &handlers, &row.response,
                                      &row.error);
      hear(it, row.status, row.response, row.error);
      moya_completions_release(&row, sizeof row, 1);
      break;
    case QUEUED:
      EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
      EXPECT_STATUS(moya_provider_enqueue(it->provider, &it->target, queue, 1, 0, NULL, NULL, NULL), MOYA_OK);
      EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 30000) == 1);
      hear(it, row.status, row.response, row.error);
      moya_completions_release(&row, sizeof row, 1);
      moya_queue_destroy(queue);
      break;
    default:
      send_call(it);
      if (it->way == PUMPED) pump(it);
  }
  await(&it->ended);
  return NULL;
}
/* Makes the call on another thread. Returns when the call waits. */
static inline void begin_call(calling *it) {
  EXPECT(pthread_create(&it->thread, NULL, make_call, it) == 0);
  await(&is_held);
}
static inline void expect_free_call(moya_provider *provider, source source, const acts *does) {
  calling free_call = calling_of(provider, CALLED, source, does);
  make_call(&free_call);
  EXPECT_STATUS(free_call.status, MOYA_OK);
}

#endif
