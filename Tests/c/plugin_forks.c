/* Tests children that are forked while other threads of the parent are inside hooks. Locks that those hooks hold must
 * not stay locked in the child. */
#include "child.h"
#include "plugin_calls.h"

#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static const moya_host *host;
static const moya_option mode[] = {{.name = "mode", .kind = MOYA_OPTION_TEXT, .preset = "\"text\""},
                                   {.name = "key", .kind = MOYA_OPTION_SECRET},
                                   {.name = NULL}};

/* What the log function of the provider has counted. The function takes no lock. */
static _Atomic int line_count, complaint_count;
static void count_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level;
  EXPECT(strlen(message) == len && !strstr(message, "a long secret"), "%s", message);
  line_count++;
  if (strstr(message, "does not declare")) complaint_count++;
}

static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  *instance = self;
  return MOYA_OK;
}
static void read_options(void *instance, moya_context *context) {
  for (int count = 0; count < 20; count++) {
    EXPECT(host->option_text(context, "undeclared").data == NULL && host->option_int(instance, "undeclared") == 0);
    EXPECT(str_is(host->option_text(context, "mode"), "text") && str_is(host->option_text(instance, "mode"), "text"));
  }
}
static void log_lines(void *instance, moya_context *context) {
  host->log(context, MOYA_LOG_WARNING, "a line with a long secret");
  host->log(instance, MOYA_LOG_ERROR, "a line of the instance");
}
static moya_status defer_and_resume(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}

/* What a hook does. The `user` of the target points to it. */
typedef enum kind { WAITS, READS, LOGS, DOES_ALL, KINDS } kind;
static moya_status act(void *instance, moya_context *context) {
  kind kind = *(const enum kind *)host->target_user(context);
  if (kind == READS || kind == DOES_ALL) read_options(instance, context);
  if (kind == LOGS || kind == DOES_ALL) log_lines(instance, context);
  return kind == WAITS || kind == DOES_ALL ? defer_and_resume(context) : MOYA_HOOK_OK;
}
static void notice(void *instance, moya_context *context) {
  kind kind = *(const enum kind *)host->target_user(context);
  if (kind == READS || kind == DOES_ALL) read_options(instance, context);
  if (kind == LOGS || kind == DOES_ALL) log_lines(instance, context);
}
static const moya_plugin acting = {MOYA_PLUGIN_HEAD,   .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.acts",
                                   .version = "1.0.0", .options = mode,            .create = create,
                                   .prepare = act,     .will_send = notice,        .process = act};

static moya_provider *provider;
static kind chosen;
static void call(void) {
  moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
  moya_response *response = NULL;
  target.user = &chosen;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}
static void calls_of_child(void) {
  int lines = line_count;
  for (int count = 0; count < 3; count++) call();
  if (chosen == LOGS) EXPECT(line_count == lines + 18, "%d", line_count - lines);
}

static atomic_bool is_over;
static _Atomic int calls_of_threads;
static void *call_often(void *unused) {
  while (!is_over) {
    call();
    calls_of_threads++;
  }
  return unused;
}

static void forked(kind kind) {
  moya_log_handler log = MOYA_LOG_HANDLER(.level = MOYA_LOG_WARNING, .log = count_line);
  pthread_t threads[2];
  provider = new_provider(&log);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &acting, .config = "{\"key\":\"a long secret\"}");
  expect_use(provider, &use, MOYA_OK, NULL, "acts");
  chosen = kind;
  is_over = false;
  complaint_count = 0;
  int failures = check_failures;
  for (int index = 0; index < 2; index++) EXPECT(pthread_create(&threads[index], NULL, call_often, NULL) == 0);
  for (int count = 0; count < often(is_long() ? 200 : 50) && check_failures == failures; count++) {
    int before = calls_of_threads;
    in_child(calls_of_child);
    /* Waits until the threads make calls again, so that they are inside hooks when the next child is forked. */
    for (long end = clock_seconds() + 30; calls_of_threads == before;) {
      EXPECT(clock_seconds() < end, "the threads of the parent do nothing");
      if (clock_seconds() >= end) break;
      sched_yield();
    }
  }
  is_over = true;
  for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
  call();
  bool reads = kind == READS || kind == DOES_ALL;
  EXPECT(complaint_count == (reads ? 1 : 0), "%d lines about one option", complaint_count);
  moya_provider_destroy(provider);
}
static void waiting(void) { forked(WAITS); }
static void reading(void) { forked(READS); }
static void logging(void) { forked(LOGS); }
static void doing_all(void) { forked(DOES_ALL); }

int main(void) {
  TEST("a child defers and resumes, whatever the threads of its parent defer", waiting);
  TEST("a child reads options that are not declared, whatever its parent's threads read", reading);
  TEST("a child writes lines without secrets, whatever its parent's threads write", logging);
  TEST("a child does all of that, while its parent's threads do it", doing_all);
  return verdict();
}
