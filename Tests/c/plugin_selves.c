/* Threads of a plugin use the context of its instance (`self`), while another thread destroys the provider. */
#include "plugin_calls.h"

#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 2, TURNS_AFTER = 20 };

static const moya_option mode[] = {
    {.name = "mode", .kind = MOYA_OPTION_TEXT, .preset = "\"text\""},
    {.name = "count", .kind = MOYA_OPTION_INT, .preset = "3"},
    {.name = "words", .kind = MOYA_OPTION_TEXTS, .preset = "[\"a\",\"b\"]"},
    {.name = NULL}};

static const moya_host *host;
static const moya_tasks *tasks;
static moya_context *self;

/* ── What a round counts ── */

static atomic_bool is_gone;            /* moya_provider_destroy has returned */
static _Atomic int made, freed, turns; /* timer users that were made and freed, and how often the threads used `self` */
static _Atomic int lines, log_releases, accepted;
static _Thread_local int own_lines; /* the log lines that this thread has written */

/* The `user` of a timer. It is freed once. If `after` fails, the thread that has called `after` frees it. If
 * `cancel` returns 1, the thread that has called `cancel` frees it. Otherwise `run` frees it. */
typedef struct user {
  int number;
} user;
static user *new_user(void) {
  user *it = malloc(sizeof *it);
  if (!it) abort();
  it->number = ++made;
  return it;
}
static void free_user(user *it) {
  EXPECT(it->number > 0 && it->number <= made, "a user that is free: %d", it->number);
  it->number = 0;
  free(it);
  freed++;
}

/* ── The plugin ── */

typedef struct instance {
  atomic_bool exists;
} instance;

static moya_status create(const moya_host *it, moya_context *owner, void **made_instance) {
  instance *plugin = calloc(1, sizeof *plugin);
  if (!plugin) return MOYA_ERROR_MEMORY;
  plugin->exists = true;
  host = it;
  tasks = it->get_extension(MOYA_TASKS);
  self = owner;
  *made_instance = plugin;
  return MOYA_OK;
}
static void destroy(void *it) {
  instance *plugin = it;
  EXPECT(!is_gone, "destroy runs late");
  plugin->exists = false;
  free(plugin);
}
static void run(void *it, moya_context *context, void *user, moya_status status) {
  EXPECT(((instance *)it)->exists && context == self && !is_gone, "a timer runs after the instance");
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_CANCELLED, "%s", moya_status_name(status));
  free_user(user);
}
static const moya_plugin timing = {MOYA_PLUGIN_HEAD,   .id = "org.libmoya.times", .version = "1.0.0",
                                   .options = mode,    .create = create,          .destroy = destroy};

static void write_line(void *unused, moya_log_level level, const char *message, size_t len) {
  (void)unused, (void)level;
  EXPECT(strlen(message) == len && log_releases == 0, "a line after the end of the log: %s", message);
  lines++;
  own_lines++;
}
static void release_log(void *unused) {
  (void)unused;
  log_releases++;
}

/* ── The threads ── */

static void use_timers(int turn, bool was_gone) {
  user *it = new_user();
  uint64_t number = 0;
  moya_status status = tasks->after(self, turn % 2 ? 0 : 60000, run, it, &number);
  EXPECT(status == MOYA_ERROR_STATE || (status == MOYA_OK && !was_gone), "%s", moya_status_name(status));
  EXPECT((status == MOYA_OK) == (number != 0), "%s", moya_status_name(status));
  if (status == MOYA_OK) accepted++;
  int32_t is_stopped = turn % 3 == 0 ? tasks->cancel(self, number) : 0;
  EXPECT(!is_stopped || (status == MOYA_OK && !was_gone), "a timer that there was not is stopped");
  if (status != MOYA_OK || is_stopped) free_user(it);
}
/* Reads options. Does not read their texts, because these are valid only until `destroy` returns. */
static void use_options(bool was_gone) {
  bool has_text = host->option_text(self, "mode").data != NULL;
  bool has_word = host->option_at(self, "words", 1).data != NULL;
  int64_t count = host->option_int(self, "count");
  size_t words = host->option_count(self, "words");
  double number = host->option_number(self, "count");
  EXPECT((count == 0 || count == 3) && (words == 0 || words == 2) && (number == 0 || number == 3));
  if (was_gone) EXPECT(!has_text && !has_word && count == 0 && words == 0 && number == 0);
}
static void use_messages(bool was_gone) {
  int before = own_lines;
  int32_t is_enabled = host->log_enabled(self, MOYA_LOG_WARNING);
  host->log(self, MOYA_LOG_WARNING, "a line of another thread");
  host->fail(self, "a reason");
  if (was_gone) EXPECT(!is_enabled && own_lines == before, "a plugin writes after its end");
}
static void use_calls(void) {
  EXPECT_STATUS(host->defer(self), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(self, MOYA_HOOK_OK), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->set_slot(self, self), MOYA_ERROR_STATE);
  EXPECT(host->slot(self) == NULL && host->target_name(self).data == NULL && host->time_left_ms(self) == -1);
}
static void *use_self(void *unused) {
  int after = 0;
  for (int turn = 0; after < TURNS_AFTER; turn++) {
    bool was_gone = is_gone;
    use_timers(turn, was_gone);
    use_options(was_gone);
    if (turn % 4 == 0) use_messages(was_gone);
    use_calls();
    after += was_gone;
    turns++;
  }
  return unused;
}

static void play(moya_pump pump, int round) {
  pthread_t threads[THREADS];
  moya_provider *provider = NULL;
  moya_log_handler log =
      MOYA_LOG_HANDLER(.level = MOYA_LOG_WARNING, .log = write_line, .release_user = release_log, .user = &lines);
  is_gone = false;
  made = freed = turns = lines = log_releases = accepted = 0;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.pump = pump, .log = &log), &provider, NULL), MOYA_OK);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &timing);
  expect_use(provider, &use, MOYA_OK, NULL, "times");
  for (int index = 0; index < THREADS; index++) {
    EXPECT(pthread_create(&threads[index], NULL, use_self, NULL) == 0);
  }
  /* In each round, the threads use `self` a different number of times before the provider is destroyed. */
  for (long end = clock_seconds() + 30; turns < 20 + round % 23;) {
    if (pump == MOYA_PUMP_HOST) EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_OK);
    EXPECT(clock_seconds() < end, "the threads do nothing");
    if (clock_seconds() >= end) break;
    sched_yield();
  }
  EXPECT(log_releases == 0);
  moya_provider_destroy(provider);
  is_gone = true;
  for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
  EXPECT(accepted > 0 && lines > 0, "%d timers, %d lines", accepted, lines);
  EXPECT(made == freed, "%d users, of which %d are free", made, freed);
  EXPECT(log_releases == 1, "%d", log_releases);
}
static void play_rounds(moya_pump pump) {
  int failures = check_failures;
  for (int round = 0; round < often(is_long() ? 200 : 50) && check_failures == failures; round++) play(pump, round);
}
static void with_threads(void) { play_rounds(MOYA_PUMP_DISPATCH); }
static void with_program(void) { play_rounds(MOYA_PUMP_HOST); }

int main(void) {
  unsetenv("MOYA_LOG");
  TEST("threads use self until a provider ends, then it answers nothing, and each timer is over once", with_threads);
  TEST("the same for a provider that the program pumps", with_program);
  return verdict();
}
