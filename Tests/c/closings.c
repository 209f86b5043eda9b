/* Each hook and callback closes or destroys its provider, with both values of moya_pump, and in every way to make a
 * call. The call ends once, the descriptors are closed, and nothing hangs. */
#include "calls.h"

#include <moya/plugin/body.h>

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* The flags of `needs`. They say what a call must have so that it runs the program's code at a place. */
enum { HANDLERS = 1, DOWNLOAD = 2, FORWARDS = 4, QUEUE = 8, ASYNC = 16, UPLOAD = 32, RULE = 64 };

/* The places where a call runs code of the program. */
typedef enum place {
  ENDPOINT, REQUEST, PREPARE, SIGN, WILL_SEND, BACKEND, FORWARDED, READ, HOOK_HEAD, HOOK_CHUNK, HOOK_END, DID_RECEIVE,
  SHOULD_RETRY, DECIDE, PROCESS, RELEASE_SLOT, NAME, BEGIN, HEAD, BODY, LINE, EVENT, PROGRESS, END, RELEASE_USER,
  RELEASE_STREAM, RELEASE_BYTES, RELEASE_DOWNLOAD, LOG, ACTIVITY, REFRESH, RULE_MATCHES, RULE_ANSWER, RELEASE_RULE, PLACES
} place;
static const struct {
  const char *name;
  int needs;
} places[PLACES] = {
    [ENDPOINT] = {"endpoint closure", 0},
    [REQUEST] = {"request closure", 0},
    [PREPARE] = {"prepare", 0},
    [SIGN] = {"sign", 0},
    [WILL_SEND] = {"will_send", 0},
    [BACKEND] = {"backend.send", 0},
    [FORWARDED] = {"a forward's callback", FORWARDS},
    [READ] = {"read of a stream", UPLOAD},
    [HOOK_HEAD] = {"head of moya.body", 0},
    [HOOK_CHUNK] = {"chunk of moya.body", 0},
    [HOOK_END] = {"end of moya.body", 0},
    [DID_RECEIVE] = {"did_receive", 0},
    [SHOULD_RETRY] = {"should_retry", 0},
    [DECIDE] = {"decide of a policy", 0},
    [PROCESS] = {"process", 0},
    [RELEASE_SLOT] = {"release_slot", 0},
    [NAME] = {"name of a download", DOWNLOAD},
    [BEGIN] = {"begin", HANDLERS},
    [HEAD] = {"head", HANDLERS},
    [BODY] = {"body", HANDLERS},
    [LINE] = {"line", HANDLERS},
    [EVENT] = {"event", HANDLERS},
    [PROGRESS] = {"progress", HANDLERS},
    [END] = {"the callback", ASYNC},
    [RELEASE_USER] = {"release_user", ASYNC},
    [RELEASE_STREAM] = {"release of a stream", UPLOAD},
    [RELEASE_BYTES] = {"release of a task", 0},
    [RELEASE_DOWNLOAD] = {"release_user of a download", DOWNLOAD},
    [LOG] = {"a log", 0},
    [ACTIVITY] = {"activity", 0},
    [REFRESH] = {"refresh", 0},
    [RULE_MATCHES] = {"matches of a rule", RULE},
    [RULE_ANSWER] = {"answer of a rule", RULE},
    [RELEASE_RULE] = {"release_user of a rule", RULE},
};

typedef enum way { SEND, CALL, RUN, START, EXCHANGE, ENQUEUE, GROUP, WAYS } way;
static const char *const ways[] = {"send", "call", "run", "start", "exchange", "enqueue", "group"};

/* The case that runs. */
static struct {
  place where;
  bool destroys;
  moya_provider *provider;
  moya_stubs *stubs;
  _Atomic int fired, closed, ended, released, rules_released;
} now;

static void reach(place here) {
  if (here != now.where || atomic_exchange(&now.fired, 1)) return;
  if (now.destroys) {
    moya_provider_destroy(now.provider);
  } else {
    moya_provider_close(now.provider);
  }
  now.closed = 1;
}

static moya_status endpoint(void *user, moya_target *target) {
  (void)user, (void)target;
  reach(ENDPOINT);
  return MOYA_OK;
}
static void request(void *user, moya_request *it) {
  (void)user;
  reach(REQUEST);
  moya_request_forward(it, NULL, NULL, NULL, NULL);
  moya_request_release(it);
}
static void forwarded(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)error;
  reach(FORWARDED);
  if (status == MOYA_OK) {
    moya_request_respond(user, response);
  } else {
    moya_request_fail(user, MOYA_ERROR_OTHER, "the forward failed");
  }
}
static void release_request(void *user) { moya_request_release(user); }
static void backend(void *user, moya_request *it) {
  (void)user;
  reach(BACKEND);
  if (places[now.where].needs & FORWARDS) {
    if (moya_request_forward(it, forwarded, it, release_request, NULL) == MOYA_OK) return;
  } else {
    moya_request_forward(it, NULL, NULL, NULL, NULL);
    moya_request_release(it);
  }
}

static const moya_host *host;
static moya_status create(const moya_host *services, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = services;
  return MOYA_HOOK_OK;
}
static moya_status prepare(void *it, moya_context *context) {
  EXPECT_STATUS(host->set_slot(context, &now), MOYA_OK);
  (void)it;
  reach(PREPARE);
  return MOYA_HOOK_OK;
}
static moya_status sign(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(SIGN);
  return MOYA_HOOK_OK;
}
static void will_send(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(WILL_SEND);
}
static moya_status hook_head(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(HOOK_HEAD);
  return MOYA_HOOK_OK;
}
static moya_status hook_chunk(void *it, moya_context *context, const void *data, size_t len) {
  (void)it;
  reach(HOOK_CHUNK);
  const moya_body *functions = host->get_extension(MOYA_BODY);
  functions->pass(context, data, len);
  return MOYA_HOOK_OK;
}
static moya_status hook_end(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(HOOK_END);
  return MOYA_HOOK_OK;
}
static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = hook_head, .chunk = hook_chunk, .end = hook_end};
  bool is_here = now.where == HOOK_HEAD || now.where == HOOK_CHUNK || now.where == HOOK_END;
  return is_here && strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}
static void did_receive(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(DID_RECEIVE);
}
static int64_t should_retry(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(SHOULD_RETRY);
  return -1;
}
static moya_status process(void *it, moya_context *context) {
  (void)it, (void)context;
  reach(PROCESS);
  return MOYA_HOOK_OK;
}
static void release_slot(void *it, void *slot) {
  (void)it, (void)slot;
  reach(RELEASE_SLOT);
}
static const moya_plugin plugin = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.closes",
                                   .version = "1.0.0",
                                   .create = create,
                                   .prepare = prepare,
                                   .sign = sign,
                                   .get_extension = extension,
                                   .will_send = will_send,
                                   .did_receive = did_receive,
                                   .should_retry = should_retry,
                                   .process = process,
                                   .release_slot = release_slot};

static int64_t decide(void *user, uint32_t attempt, const moya_response *response, const moya_error *error) {
  (void)user, (void)attempt, (void)response, (void)error;
  reach(DECIDE);
  return MOYA_RETRY_NO;
}
static void write_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level, (void)message, (void)len;
  reach(LOG);
}
static void notice(void *user, moya_activity activity, const char *target) {
  (void)user, (void)activity, (void)target;
  reach(ACTIVITY);
}
static void refresh(void *user, moya_refresh *handle) {
  (void)user;
  reach(REFRESH);
  EXPECT_STATUS(moya_refresh_answer(handle, "token"), MOYA_OK);
  moya_refresh_release(handle);
}

static int32_t matches(void *user, const moya_stub_request *it) {
  (void)user, (void)it;
  reach(RULE_MATCHES);
  if (now.where == RELEASE_RULE) moya_stubs_reset(now.stubs); /* the rule is released after this function */
  return 1;
}
static void make_answer(void *user, const moya_stub_request *it, moya_sample *sample) {
  (void)user, (void)it;
  sample->http_status = 200;
  reach(RULE_ANSWER);
}
static void release_rule(void *user) {
  (void)user;
  reach(RELEASE_RULE);
  now.rules_released++;
}

static int64_t read_body(void *user, void *buffer, size_t room) {
  size_t *left = user, count = *left < room ? *left : room;
  reach(READ);
  memset(buffer, 'x', count);
  *left -= count;
  return (int64_t)count;
}
static void release_stream(void *user) {
  (void)user;
  reach(RELEASE_STREAM);
}
static void release_bytes(void *user) {
  (void)user;
  now.released++;
  reach(RELEASE_BYTES);
}
static void release_download(void *user) {
  (void)user;
  reach(RELEASE_DOWNLOAD);
}
static moya_flow name(void *user, const moya_response *head, char *text, size_t size) {
  (void)user, (void)head;
  snprintf(text, size, "closings");
  reach(NAME);
  return MOYA_FLOW_CONTINUE;
}
static void begin(void *user, moya_call *call) {
  (void)user, (void)call;
  reach(BEGIN);
}
static moya_flow head(void *user, const moya_response *response) {
  (void)user, (void)response;
  reach(HEAD);
  return MOYA_FLOW_CONTINUE;
}
static moya_flow body(void *user, const void *data, size_t len) {
  (void)user, (void)data, (void)len;
  reach(BODY);
  return MOYA_FLOW_CONTINUE;
}
static moya_flow line(void *user, moya_str text) {
  (void)user, (void)text;
  reach(LINE);
  return MOYA_FLOW_CONTINUE;
}
static moya_flow event(void *user, const moya_event *it) {
  (void)user, (void)it;
  reach(EVENT);
  return MOYA_FLOW_CONTINUE;
}
static moya_flow progress(void *user, const moya_progress *moved) {
  (void)user, (void)moved;
  reach(PROGRESS);
  return MOYA_FLOW_CONTINUE;
}
static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
  now.ended++;
  reach(END);
}
static void release_user(void *user) {
  (void)user;
  reach(RELEASE_USER);
}

/* Counts the open sockets and epoll sets: those of connections, those of loops, and those that Dispatch never
 * closes. */
static int descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  for (struct dirent *it; (it = readdir(folder));) {
    char target[64] = "";
    if (readlinkat(dirfd(folder), it->d_name, target, sizeof target - 1) < 0) continue;
    count += strncmp(target, "socket:", 7) == 0 || strcmp(target, "anon_inode:[eventpoll]") == 0;
  }
  closedir(folder);
  return count;
}
/* Waits until other threads have made the condition true. Only a failing test waits a minute. */
#define AWAIT(condition, ...)                                                                                      \
  do {                                                                                                             \
    for (long end_ = clock_seconds() + 60; !(condition) && clock_seconds() < end_;) poll(NULL, 0, 1);              \
    EXPECT(condition, __VA_ARGS__);                                                                                \
  } while (0)

/* A body that the library does not copy. */
static char sent[1000];

static char folder[] = "/tmp/moya-closings-XXXXXX";

static moya_provider *provider_for(moya_pump pump) {
  moya_closures closures = MOYA_CLOSURES(.endpoint = endpoint, .request = request);
  moya_backend own = MOYA_BACKEND(.send = backend);
  moya_retry retry = MOYA_RETRY(.decide = decide, .flags = MOYA_RETRY_ANY_METHOD);
  moya_log_handler log = MOYA_LOG_HANDLER(.log = write_line);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = pump, .retry = &retry);
  bool isBackend = now.where == BACKEND || now.where == FORWARDED;
  if (now.where == ENDPOINT || now.where == REQUEST) options.closures = &closures;
  if (isBackend) options.backend = &own;
  if (now.where == LOG) options.log = &log;
  if (places[now.where].needs & RULE) {
    moya_stub_rule rule = MOYA_STUB_RULE(.matches = matches, .answer = make_answer, .release_user = release_rule);
    EXPECT_STATUS(moya_stubs_create(&now.stubs, NULL), MOYA_OK);
    EXPECT_STATUS(moya_stubs_add(now.stubs, &rule, NULL, NULL), MOYA_OK);
    options.stubs = now.stubs;
  }
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_builtin functions = MOYA_BUILTIN(.refresh = refresh, .activity = notice);
  const char *id = now.where == LOG ? "moya.logger" : now.where == ACTIVITY ? "moya.activity" : "moya.access-token";
  if (now.where == LOG || now.where == ACTIVITY || now.where == REFRESH) {
    EXPECT_STATUS(moya_provider_add_builtin(provider, id, NULL, &functions, NULL), MOYA_OK);
  } else if (!(places[now.where].needs & HANDLERS)) {
    EXPECT_STATUS(moya_provider_add_plugin(provider, &plugin, NULL, NULL), MOYA_OK);
  }
  return provider;
}

/* Runs the provider's loop until the call has ended. With MOYA_PUMP_DISPATCH, the library runs the loop. */
static void move(moya_pump pump) {
  if (pump == MOYA_PUMP_DISPATCH) return;
  for (long end_ = clock_seconds() + 60; !now.ended && clock_seconds() < end_;) {
    if (now.fired && now.destroys) break;
    if (moya_provider_process(now.provider, 1000, NULL) != MOYA_OK) break;
  }
}

static void run_case(place where, bool destroys, way how, moya_pump pump) {
  char title[128];
  snprintf(title, sizeof title, "%s in %s, %s, pump %d", destroys ? "destroy" : "close", places[where].name, ways[how],
           (int)pump);
  int failures = check_failures, open = descriptors();
  now.where = where;
  now.destroys = destroys;
  now.fired = now.closed = now.ended = now.released = now.rules_released = 0;
  now.provider = provider_for(pump);

  int needs = places[where].needs;
  size_t left = 100000;
  moya_stream stream = MOYA_STREAM(.read = read_body, .user = &left, .release_user = release_stream, .len = 100000);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_DATA, .data = sent, .data_len = sizeof sent, .release_user = release_bytes);
  if (needs & UPLOAD) task = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
  moya_download download = MOYA_DOWNLOAD(.folder = folder, .flags = MOYA_DOWNLOAD_REPLACE, .name = name,
                                         .release_user = release_download);
  moya_target target = target_of(where == EVENT ? "/events" : where == LINE ? "/lines/3" : "/ok");
  target.method = needs & DOWNLOAD ? "GET" : "POST";
  if (!(needs & DOWNLOAD)) target.task = &task;
  if (needs & DOWNLOAD) target.download = &download;

  moya_handlers handlers = MOYA_HANDLERS(.begin = begin, .head = head, .progress = progress);
  if (where == LINE) handlers.line = line;
  else if (where == EVENT) handlers.event = event;
  else handlers.body = body;
  moya_response *response = NULL;
  moya_blocking_call *exchange = NULL;
  moya_queue *queue = NULL;
  moya_group *group = NULL;
  moya_completion row;
  moya_status status = MOYA_OK;
  switch (how) {
    case SEND:
      status = moya_provider_send(now.provider, &target, &MOYA_HANDLERS(.end = end, .release_user = release_user), NULL, NULL, NULL);
      break;
    case START:
      handlers.end = end;
      handlers.release_user = release_user;
      status = moya_provider_send(now.provider, &target, &handlers, NULL, NULL, NULL);
      break;
    case GROUP:
      EXPECT_STATUS(moya_group_create(now.provider, 1, &group, NULL), MOYA_OK);
      status = moya_provider_send(now.provider, &target, &MOYA_HANDLERS(.end = end, .release_user = release_user), group, NULL, NULL);
      break;
    case ENQUEUE:
      EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
      status = moya_provider_enqueue(now.provider, &target, queue, 1, 0, NULL, NULL, NULL);
      break;
    case CALL: status = moya_provider_call(now.provider, &target, NULL, &response, NULL); break;
    case RUN: status = moya_provider_call(now.provider, &target, &handlers, &response, NULL); break;
    case EXCHANGE:
      do status = moya_provider_call_for(now.provider, &target, 1000, &exchange, &response, NULL);
      while (exchange);
      break;
    case WAYS: break;
  }
  bool isBlocking = how == CALL || how == RUN || how == EXCHANGE;
  bool isRefused = status == MOYA_ERROR_STATE && where == ENDPOINT;
  if (isBlocking) {
    moya_response_release(response);
  } else if (isRefused) {
    /* The call did not begin. */
  } else if (how == ENQUEUE) {
    EXPECT_STATUS(status, MOYA_OK);
    if (pump == MOYA_PUMP_HOST) {
      for (long end_ = clock_seconds() + 60; !now.fired && clock_seconds() < end_;) {
        if (moya_provider_process(now.provider, 1000, NULL) != MOYA_OK) break;
      }
    }
    EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
    moya_completions_release(&row, sizeof row, 1);
  } else {
    EXPECT_STATUS(status, MOYA_OK);
    move(pump);
    AWAIT(now.ended == 1, "%d ends", now.ended);
  }
  if (group) moya_group_release(group);
  if (queue) moya_queue_destroy(queue);
  AWAIT(now.closed == 1, "it was not reached");
  /* The sockets are closed even before the handle of the provider is destroyed. */
  if (now.closed) AWAIT(descriptors() <= open, "%d descriptors, and there were %d", descriptors(), open);
  if (!destroys) {
    EXPECT_STATUS(moya_provider_process(now.provider, 0, NULL), MOYA_ERROR_STATE);
    EXPECT_STATUS(moya_provider_call(now.provider, &target, NULL, &response, NULL), MOYA_ERROR_STATE);
    moya_provider_destroy(now.provider);
  }
  EXPECT(isBlocking || isRefused || how == ENQUEUE || now.ended == 1, "%d ends", now.ended);
  /* Another thread may still end the call and release the rule. Waits for this release, so that the next case does not
   * count it. */
  moya_stubs_release(now.stubs);
  if (now.stubs) AWAIT(now.rules_released == 1, "%d rules were released", now.rules_released);
  now.stubs = NULL;
  if (check_failures != failures) printf("    that was: %s\n", title);
}

/* Returns whether a call of this kind can reach the place. */
static bool passes(place where, way how) {
  int needs = places[where].needs;
  bool hasCallback = how == SEND || how == START || how == GROUP;
  if (needs & HANDLERS) return how == START || how == RUN;
  if (needs & ASYNC) return hasCallback;
  return how != START && how != RUN;
}

static void all(bool destroys) {
  for (int where = 0; where < PLACES; where++) {
    for (int how = 0; how < WAYS; how++) {
      if (!passes(where, how)) continue;
      run_case(where, destroys, how, MOYA_PUMP_DISPATCH);
      run_case(where, destroys, how, MOYA_PUMP_HOST);
    }
  }
}
static void closes(void) { all(false); }
static void destroys(void) { all(true); }

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  if (!mkdtemp(folder)) abort();
  /* Dispatch opens its own descriptors at the first call. They must not be counted later. */
  moya_provider *first = provider_of(MOYA_PUMP_DISPATCH);
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  EXPECT_STATUS(moya_provider_send(first, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, 1));
  moya_provider_destroy(first);
  TEST("a provider is closed in each hook and callback, with every pump and way to call", closes);
  TEST("a provider is destroyed in each hook and callback, with every pump and way to call", destroys);
  char file[64];
  snprintf(file, sizeof file, "%s/closings", folder);
  unlink(file);
  rmdir(folder);
  server_stop(&faults);
  return verdict();
}
